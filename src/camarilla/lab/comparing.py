"""Two variants of a game on common random numbers: the same deals, the same players, and what differs, with its error.

Each deal is one observation, of the difference between what became of it by either variant: what chance does to both
alike falls out of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Bot
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.parts import Progress
from camarilla.engine.playout import DECISIONS, FIRST, MOVES
from camarilla.engine.words import of_package
from camarilla.lab import tally
from camarilla.lab.balance import FEW, Fate, Portrait, gaps
from camarilla.lab.observing import Observed, observe
from camarilla.lab.series import victories
from camarilla.lab.summary import CONFIDENCE, Mean

WORDS = of_package(__file__, "comparing.toml")

SMALL_SHARE = 0.01  # of the victories or matches: a difference below one point of a hundred does not matter
SMALL_PART = 0.02  # of the first variant's figure: nor does a fiftieth of a length, or of how far scores are spread

DIFFERS, ALIKE, OPEN = "differs", "alike", "open"
Numbers = npt.NDArray[np.float64]


class Figure(NamedTuple):
    """Something that is compared."""

    key: str
    measure: Callable[[Observed], Numbers]  # by deal
    small: Callable[[Observed, Numbers], float]  # what does not matter, by the first variant
    place: int | None = None  # in the order of play, of a share of the victories


@dataclass(frozen=True)
class Line:
    """A figure of both variants; the difference is that of the other from the one."""

    key: str
    place: int | None  # in the order of play, of a share of the victories
    one: Mean
    other: Mean
    difference: Mean
    verdict: str


@dataclass(frozen=True)
class Change:
    """What became of a thing that both variants have."""

    one: Fate
    other: Fate
    difference: Mean  # of the effects when held
    used: float  # of the times a match it is used
    certain: bool


@dataclass(frozen=True)
class Comparison:
    """What two variants make of the same deals, between equals."""

    one: Portrait
    other: Portrait

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        drawn = figures(self.one.observed.game)
        return tuple(self.draw_line(figure, len(drawn)) for figure in drawn)

    @property
    def verdict(self) -> str:
        """Of the whole: it differs if anything does, and is alike only if everything is."""
        verdicts = [line.verdict for line in self.lines]
        return DIFFERS if DIFFERS in verdicts else OPEN if OPEN in verdicts else ALIKE

    @cached_property
    def same(self) -> Mean:
        """Share of the deals that the same seats win."""
        one, other = (portrait.observed.series.places == 1 for portrait in (self.one, self.other))
        return Mean.of((one == other).all(axis=1))

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Of all things that both variants have and enough seats held, the greatest first."""
        there = names(self.other.observed.game)
        pairs = [
            (self.one.fates[at], self.other.fates[there[name]])
            for name, at in names(self.one.observed.game).items()
            if name in there
        ]
        known = [pair for pair in pairs if all(fate.when_held and fate.seats >= FEW for fate in pair)]
        found = [self.draw_change(*pair, len(known)) for pair in known]
        return tuple(sorted(found, key=lambda one: -abs(one.difference.value)))

    @property
    def failing(self) -> tuple[bool, bool]:
        """Whether the game does not work by the one, by the other."""
        return self.one.failing, self.other.failing

    def draw_line(self, figure: Figure, among: int) -> Line:
        one, other = figure.measure(self.one.observed), figure.measure(self.other.observed)
        difference = Mean.of(other - one)
        verdict = judge(difference, figure.small(self.one.observed, one), among, len(one))
        return Line(figure.key, figure.place, Mean.of(one), Mean.of(other), difference, verdict)

    def draw_change(self, one: Fate, other: Fate, among: int) -> Change:
        """It is certain if it would be so among so many: of many things some always seem to have changed."""
        value = slope_difference(self.one.observed, one.number, self.other.observed, other.number)
        return Change(one, other, value, other.used - one.used, stands_out(value, among))


def compare(
    one: Game,
    other: Game,
    bot: Bot,
    seed: int,
    games: int,
    threads: int = 1,
    progress: Progress = lambda done, whole: None,
) -> Comparison:
    """So many deals by either variant, with that bot in every seat."""
    check_pair(one, other)
    portraits = []
    for number, game in enumerate((one, other)):

        def tell(done: int, whole: int, before: int = number * games) -> None:
            progress(before + done, 2 * games)

        portraits.append(Portrait(bot, observe(game, (bot,) * game.players, seed, games, threads, tell)))
    return Comparison(*portraits)


def check_pair(one: Game, other: Game) -> None:
    """Only variants of one game, for as many players, have anything in common."""
    if one.id != other.id:
        raise BadOption(WORDS("games", one=one.id, other=other.id))
    if one.players != other.players:
        raise BadOption(WORDS("players", one=one.players, other=other.players))
    if one.data.tobytes() == other.data.tobytes():
        raise BadOption(WORDS("same"))


# --- Figures ---


def figures(game: Game) -> list[Figure]:
    """Of two players, what the one wins the other does not: it is one figure."""
    turns = game.players if game.players > 2 else 1
    found = [
        Figure("order", lambda seen, place=place: won_by(seen, place), small_share, place)  # type: ignore[misc]
        for place in range(turns)
    ]
    found += [
        Figure("decisions", lambda seen: column(seen, DECISIONS), small_length),
        Figure("moves", lambda seen: column(seen, MOVES), small_length),
        Figure("points", lambda seen: seen.series.points.mean(axis=1), small_score),
        Figure("gap", lambda seen: as_numbers(gaps(seen.series)), small_score),
        Figure("shared", lambda seen: as_numbers((seen.series.places == 1).sum(axis=1) > 1), small_share),
    ]
    if game.balance:
        found += [
            Figure("changes", lambda seen: column(seen, tally.CHANGES), small_length),
            Figure("failed", lambda seen: column(seen, tally.FAILED), small_share),
        ]
    return found


def as_numbers(values: npt.NDArray[Any]) -> Numbers:
    return values.astype(np.float64)


def column(seen: Observed, number: int) -> Numbers:
    return as_numbers(seen.series.about[:, number])


def won_by(seen: Observed, place: int) -> Numbers:
    """The share of the victory of who plays so late."""
    seats = (seen.series.about[:, FIRST] + place) % seen.game.players
    shares: Numbers = victories(seen.series.places)[np.arange(len(seats)), seats]
    return shares


def small_share(seen: Observed, numbers: Numbers) -> float:
    return SMALL_SHARE


def small_length(seen: Observed, numbers: Numbers) -> float:
    return SMALL_PART * abs(float(numbers.mean()))


def small_score(seen: Observed, numbers: Numbers) -> float:
    """Not of its mean, which may well be about zero."""
    return SMALL_PART * float(seen.series.points.std())


def judge(difference: Mean, small: float, among: int, deals: int) -> str:
    """Among so many figures that are looked at together."""
    if deals < FEW:
        return OPEN
    if abs(difference.value) + difference.margin <= small:
        return ALIKE
    return DIFFERS if stands_out(difference, among) else OPEN


# --- Things ---


def names(game: Game) -> dict[str, int]:
    """The things by their English name: in another set the same one may have another number."""
    return {name.text("en"): at for at, (_, name) in enumerate(game.balance.things(game))} if game.balance else {}


def slope_difference(one: Observed, here: int, other: Observed, there: int) -> Mean:
    """Of the effects when held. Each chunk of deals is one observation of both: what chance does to them alike falls
    out."""
    (before, missed_before), (after, missed_after) = slope(one, here), slope(other, there)
    return Mean(after - before, CONFIDENCE * float(((missed_after - missed_before) ** 2).sum()) ** 0.5)


def slope(seen: Observed, thing: int) -> tuple[float, Numbers]:
    """How much holding one more of the thing does, and what each chunk adds to the error of that."""
    cross, square = seen.chunks[:, 0, thing, [tally.CROSS, tally.SQUARE]].T
    value = cross.sum() / square.sum()
    return float(value), (cross - value * square) / square.sum()


def stands_out(difference: Mean, among: int) -> bool:
    return abs(difference.value) > difference.among(among).margin
