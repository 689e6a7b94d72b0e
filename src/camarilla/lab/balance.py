"""The balance of a game, under players of different strength: a seat's advantage shows only between good ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Bot
from camarilla.engine.game import Game
from camarilla.engine.parts import Progress
from camarilla.engine.playout import MOVES
from camarilla.lab import tally
from camarilla.lab.luck import Luck, play_apart
from camarilla.lab.observing import Observed, Sums, observe
from camarilla.lab.series import Series, plays_in_one_loop
from camarilla.lab.summary import CONFIDENCE, Mean, Summary, summary

LARGE = 0.25  # of an even share: a thing that does so much more, or less, for who has one more of it, is out of balance
IDLE = 0.05  # of the times it is held: a thing that is used less often is dead
FAILING = 0.05  # of the matches: if more come to nothing, the game does not work
FEW = 100  # seats that held a thing, or matches: with fewer, margins are too rough to call anything certain
LEAST = 10  # seats: of what fewer had, no effect is told at all
UNFAIR = 0.1  # of an even share: an order of play that gives so much more is told of
DEALS = 20_000  # of quick players, to tell luck from skill, at most

Watch = Callable[[Sequence[Bot]], AbstractContextManager[Progress]]  # who is told how far these players are: some think

DOMINANT, HARMFUL, DEAD, ABSENT = "dominant", "harmful", "dead", "absent"


@dataclass(frozen=True)
class Fate:
    """What became of a thing. An effect is the share of the victory that one more of it than the others have brings."""

    number: int
    held: float  # times a match
    used: float
    seats: int  # that held it
    when_held: Mean | None  # hardly anybody had it, or all as many of it: nothing is known
    when_used: Mean | None
    flag: str | None


@dataclass(frozen=True)
class Phase:
    number: int
    decisions: float  # a match, among two choices or more
    branching: float  # choices at such a decision


@dataclass(frozen=True)
class Portrait:
    """The game between equals."""

    bot: Bot
    observed: Observed

    @cached_property
    def summary(self) -> Summary:
        return summary(self.observed.series)

    @cached_property
    def fates(self) -> tuple[Fate, ...]:
        held, used = self.observed.things
        large, matches = LARGE / self.observed.game.players, len(self.observed.series)
        among = max(1, int((held[:, tally.NUMBER] > 0).sum()))
        numbers = range(len(held))
        return tuple(make_fate(*one, matches, large, among, self.uses) for one in zip(numbers, held, used, strict=True))

    @property
    def uses(self) -> bool:
        """Whether things are for using; in some games they are only held."""
        return bool(self.observed.things[1].any())

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """Those in which there is something to decide."""
        matches = len(self.observed.series)
        rows = enumerate(self.observed.phases.tolist())
        return tuple(Phase(number, row[1] / matches, row[2] / row[1]) for number, row in rows if row[tally.DECIDED])

    @cached_property
    def changes(self) -> Mean:
        """How often the lead goes over to another."""
        return self.mean_of(tally.CHANGES)

    @cached_property
    def settled(self) -> Mean:
        """The part of a match after which the lead does not change any more."""
        about = self.observed.series.about
        return Mean.of(about[:, tally.SETTLED] / about[:, MOVES])

    @cached_property
    def failed(self) -> Mean:
        """Share of the matches that come to nothing."""
        return self.mean_of(tally.FAILED)

    @property
    def failing(self) -> bool:
        """Whether it is certain that the game does not work."""
        return self.failed.value - self.failed.margin > FAILING

    @cached_property
    def gap(self) -> Mean:
        """By how many points the best beats the second."""
        return Mean.of(gaps(self.observed.series))

    @cached_property
    def points(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        """Of winners and of the others."""
        won = self.observed.series.places == 1
        return self.observed.series.points[won], self.observed.series.points[~won]

    def mean_of(self, column: int) -> Mean:
        return Mean.of(self.observed.series.about[:, column])


@dataclass(frozen=True)
class Report:
    game: Game
    seed: int
    portraits: tuple[Portrait, ...]
    lucks: tuple[Luck, ...]  # of each player against the next


def unwatched(bots: Sequence[Bot]) -> AbstractContextManager[Progress]:
    """Nobody wants to know."""
    return nullcontext(lambda done, whole: None)


def make_report(
    game: Game,
    bots: Sequence[Bot],
    seed: int,
    games: int,
    thoughtful: int,
    threads: int = 1,
    watch: Watch = unwatched,
) -> Report:
    """So many matches of each bot among its like, those who think fewer; and of each against the next."""
    sizes = [thoughtful if not plays_in_one_loop([bot]) else games for bot in bots]
    deals = [max(1, min(pair_of_sizes) // game.players) for pair_of_sizes in pairwise(min(DEALS, n) for n in sizes)]
    portraits, lucks = list[Portrait](), list[Luck]()
    for bot, size in zip(bots, sizes, strict=True):
        with watch([bot]) as progress:
            portraits.append(Portrait(bot, observe(game, (bot,) * game.players, seed, size, threads, progress)))
    for (weaker, stronger), number in zip(pairwise(bots), deals, strict=True):
        with watch([weaker, stronger]) as progress:
            lucks.append(play_apart(game, weaker, stronger, seed, number, threads, progress))
    return Report(game, seed, tuple(portraits), tuple(lucks))


def gaps(series: Series) -> npt.NDArray[np.int16]:
    """By match, by how many points the best beats the second."""
    points = np.sort(series.points, axis=1)
    found: npt.NDArray[np.int16] = points[:, -1] - points[:, -2]
    return found


def make_fate(number: int, held: Sums, used: Sums, matches: int, large: float, among: int, uses: bool) -> Fate:
    when_held, when_used = effect(held), effect(used)
    counts, seats = (float(held[tally.NUMBER]), float(used[tally.NUMBER])), int(held[tally.SEATS])
    known = flag(*counts, seats, uses, when_held.among(among) if when_held else None, large)
    return Fate(number, counts[0] / matches, counts[1] / matches, seats, when_held, when_used, known)


def effect(sums: Sums) -> Mean | None:
    """The slope, with its margin: matches are the observations. Of next to none, the margin itself would be chance."""
    square = float(sums[tally.SQUARE])
    if square == 0 or sums[tally.SEATS] < LEAST:
        return None
    slope = float(sums[tally.CROSS]) / square
    squares = sums[tally.CROSS2] - 2 * slope * sums[tally.BOTH] + slope**2 * sums[tally.SQUARE2]
    return Mean(slope, CONFIDENCE * float(max(0.0, squares)) ** 0.5 / square)


def flag(held: float, used: float, seats: int, uses: bool, when_held: Mean | None, large: float) -> str | None:
    """What is wrong with a thing, if that is certain. Who uses it may be ahead already: what holding it does counts."""
    if held == 0:
        return ABSENT
    if when_held is None or seats < FEW:
        return None
    if uses and used + CONFIDENCE * used**0.5 < IDLE * held:
        return DEAD
    if when_held.value - when_held.margin > large:
        return DOMINANT
    return HARMFUL if when_held.value + when_held.margin < -large else None
