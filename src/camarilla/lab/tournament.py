"""A tournament of bots: the same deals for everybody, in every seat.

Luck of the cards and of the seat falls on all alike: each deal is played in all seatings. With as many bots as seats
these are all their orders round the table; with more, all orders of every party that fills it. With fewer, each bot
sits alone, in each seat once, at a table of each other bot, and only the one alone is counted. If all are measured by
the same one, each sits alone at a table of that bot only.
"""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Bot, on_one_thread
from camarilla.bots.ladder import find_bot
from camarilla.bots.own import STRICT, Own, Player, Terms
from camarilla.bots.play import play_match
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.parts import Progress
from camarilla.engine.seeds import draw_seeds
from camarilla.engine.shown import Shown
from camarilla.engine.words import of_package
from camarilla.lab.crew import Crew, Threads, carry_out
from camarilla.lab.guests import invite
from camarilla.lab.journal import Journal, Number, Outcome
from camarilla.lab.lineup import LineUp
from camarilla.lab.series import plays_in_one_loop, victories
from camarilla.version import __version__

WORDS = of_package(__file__, "arena.toml")

TOGETHER = 100  # quick matches that are sent to another process at once

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Plan:
    """What is to be played. A match has a number: its deal, and its seating."""

    game: Game
    bots: tuple[Bot, ...]
    deals: int
    seed: int
    measured: bool = False  # whether the last bot is the one that the others are measured by
    on_device: bool = False  # whether a CUDA device plays, which changes nothing but the time it takes

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Who sits where, by seat: numbers of bots."""
        bots, seats = range(len(self.bots)), self.game.players
        if len(bots) >= seats and not self.measured:
            return tuple(order for party in combinations(bots, seats) for order in permutations(party))
        pairs = product(bots[:-1], bots[-1:]) if self.measured else permutations(bots, 2)
        return tuple(
            tuple(one if seat == at else other for seat in range(seats)) for one, other in pairs for at in range(seats)
        )

    @cached_property
    def counted(self) -> Mask:
        """By seating and seat: whether the bot is there once only."""
        return np.array([[seating.count(bot) == 1 for bot in seating] for seating in self.seatings])

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(bot.name for bot in self.bots)

    @property
    def even(self) -> float:
        """The share of the victories that nobody's skill would give to each."""
        return 1 / self.game.players

    @property
    def matches(self) -> int:
        return self.deals * len(self.seatings)

    @property
    def numbers(self) -> Iterator[Number]:
        """Of all matches. There may be more than anybody wants to hold at once."""
        return ((deal, seating) for deal in range(self.deals) for seating in range(len(self.seatings)))

    @property
    def about(self) -> dict[str, Any]:
        """What decides every result. The number of deals does not: more of them leave the others as they are."""
        whose = {"bots": list(self.names), "measured": self.measured, "seed": self.seed}
        code = [bot.code for bot in self.bots if isinstance(bot, Own)]  # which may change between two runs
        return {
            "game": self.game.id,
            "version": __version__,
            **whose,
            **({"code": code} if code else {}),
            **self.game.recorded,
        }

    def seed_of(self, deal: int) -> int:
        """What `game.new` deals it from."""
        return int(draw_seeds(self.seed, 1, deal)[0])


@dataclass(frozen=True)
class Tournament(Shown):
    """The results by deal, seating and seat."""

    plan: Plan
    points: npt.NDArray[np.int16]
    places: npt.NDArray[np.int16]

    @cached_property
    def victories(self) -> npt.NDArray[np.float64]:
        """1 for the winner; a shared victory counts in parts."""
        return victories(self.places)


def plan(
    game: Game,
    bots: Sequence[Bot | Player | str],
    deals: int,
    seed: int = 0,
    against: Bot | Player | str | None = None,
    on_device: bool = False,
    terms: Terms = STRICT,
) -> Plan:
    """A tournament that can be played; BadOption says why another cannot."""
    if against is not None:
        bots = [*bots, against]
    if deals < 1:
        raise BadOption(WORDS("deals", value=deals))
    known = tuple(find_bot(game, bot, terms) for bot in bots)
    if len(known) < 2:
        raise BadOption(WORDS("bots.few", number=len(known)))
    names = [bot.name for bot in known]
    for i, j in combinations(range(len(known)), 2):
        if names[i] == names[j]:
            typed = [bots[k] if isinstance(bots[k], str) else names[k] for k in (i, j)]
            raise BadOption(WORDS("bots.same", one=typed[0], other=typed[1], name=names[i]))
    return Plan(game, known, deals, game.seed(seed), against is not None, on_device)


def tournament(
    game: Game,
    bots: Sequence[Bot | Player | str],
    deals: int,
    seed: int = 0,
    threads: int = 1,
    progress: Progress = lambda done, whole: None,
    journal: Path | None = None,
    against: Bot | Player | str | None = None,
) -> Tournament:
    """Play a tournament between bots, given themselves, as functions of one's own or by name.

    `journal` is a file to stop and go on with.
    """
    what = plan(game, bots, deals, seed, against)
    if threads < 1:
        raise BadOption(WORDS("threads", value=threads))
    with Threads(threads) as crew, Journal(journal, what.about) if journal else nullcontext() as kept:
        return play(what, crew, progress, kept)


def play(
    plan: Plan,
    crew: Crew,
    progress: Progress = lambda done, whole: None,
    journal: Journal | None = None,
) -> Tournament:
    """All matches of the plan that are not in the journal yet. `progress` is told as they end."""
    kept: Mapping[Number, Outcome] = journal.results if journal else {}
    found = {number: outcome for number, outcome in kept.items() if number[0] < plan.deals}
    progress(len(found), plan.matches)
    missing = (number for number in plan.numbers if number not in kept)
    coming = play_on_device(plan, list(missing)) if plan.on_device else play_by(crew, plan, missing)
    with closing(coming):
        for number, outcome in coming:
            found[number] = outcome
            if journal:
                journal.add(number, outcome)
            progress(len(found), plan.matches)
    shape = (plan.deals, len(plan.seatings), plan.game.players)
    points, places = np.moveaxis(np.array([found[number] for number in plan.numbers], np.int16), 1, 0)
    return Tournament(plan, points.reshape(shape), places.reshape(shape))


def play_by(crew: Crew, plan: Plan, numbers: Iterable[Number]) -> Generator[tuple[Number, Outcome]]:
    """The results of these matches, each as soon as it is there. Elsewhere a quick match is no task of its own: to send
    it would take longer than to play it."""
    together = TOGETHER if plays_in_one_loop(plan.bots) and not isinstance(crew, Threads) else 1
    waiting = iter(numbers)
    with invite(crew, plan.bots) as bots:
        work = functools.partial(play_some, LineUp(plan.game, bots), plan.seed, plan.seatings)
        tasks = iter(lambda: tuple(islice(waiting, together)), ())
        with closing(carry_out(crew, work, tasks)) as coming:
            for some, outcomes in coming:
                yield from zip(some, outcomes, strict=True)


def play_some(lineup: LineUp, seed: int, seatings: Sequence[Sequence[int]], numbers: Sequence[Number]) -> list[Outcome]:
    return [play_one(lineup, seed, seatings, number) for number in numbers]


def play_one(lineup: LineUp, seed: int, seatings: Sequence[Sequence[int]], number: Number) -> Outcome:
    """The match of that number."""
    deal, seating = number
    bots = [on_one_thread(lineup.bots[bot]) for bot in seatings[seating]]
    result = play_match(lineup.game, int(draw_seeds(seed, 1, deal)[0]), bots)
    return [list(result.points), list(result.places)]


def play_on_device(plan: Plan, numbers: Sequence[Number]) -> Generator[tuple[Number, Outcome]]:
    """The same results from a CUDA device, as many matches at once as fit on it."""
    from camarilla.bots.device import play_matches

    seeds = [plan.seed_of(deal) for deal, _ in numbers]
    tables = [[plan.bots[bot] for bot in plan.seatings[seating]] for _, seating in numbers]
    for number, points, places in zip(numbers, *play_matches(plan.game, seeds, tables), strict=True):
        yield number, [points, places]
