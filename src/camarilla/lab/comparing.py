"""Two variants of a game on common random numbers: the same deals, the same players, and what differs, with its error.

Each deal is one observation, of the difference between what became of it by either variant: what chance does to both
alike falls out of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Bot
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.parts import Progress
from camarilla.engine.playout import DECISIONS, FIRST, MOVES
from camarilla.engine.words import of_package
from camarilla.lab import tally
from camarilla.lab.balance import FAILING, Fate, Portrait
from camarilla.lab.observing import Observed, observe
from camarilla.lab.series import victories
from camarilla.lab.summary import CONFIDENCE, Mean

WORDS = of_package(__file__, "comparing.toml")

SMALL_SHARE = 0.01  # of the victories or matches: a difference below one point of a hundred does not matter
SMALL_PART = 0.02  # of the first variant's figure: nor does one of a fiftieth of a length or of a score

DIFFERS, ALIKE, OPEN = "differs", "alike", "open"
Numbers = npt.NDArray[np.float64]
Measure = Callable[[Observed], Numbers]


@dataclass(frozen=True)
class Line:
    """A figure of both variants; the difference is that of the other from the one."""

    key: str
    place: int | None  # in the order of play, of a share of the victories
    one: Mean
    other: Mean
    difference: Mean
    small: float  # what does not matter
    among: int  # figures that are looked at together

    @property
    def verdict(self) -> str:
        return judge(self.difference, self.small, self.among)


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
        drawn = measures(self.one.observed.game)
        return tuple(self.draw_line(*measure, len(drawn)) for measure in drawn)

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
        """Of all things that both variants have and somebody held, the greatest first."""
        pairs = [
            (self.one.fates[here], self.other.fates[there])
            for name, here in names(self.one.observed.game).items()
            if (there := names(self.other.observed.game).get(name)) is not None
        ]
        known = [(one, other) for one, other in pairs if one.when_held and other.when_held]
        found = [change(one, other, len(known)) for one, other in known]
        return tuple(sorted(found, key=lambda one: -abs(one.difference.value)))

    @property
    def failing(self) -> tuple[bool, bool]:
        """Whether the game does not work by the one, by the other."""
        return self.one.failed.value > FAILING, self.other.failed.value > FAILING

    def draw_line(self, key: str, place: int | None, measure: Measure, is_share: bool, among: int) -> Line:
        one, other = measure(self.one.observed), measure(self.other.observed)
        small = SMALL_SHARE if is_share else SMALL_PART * abs(float(one.mean()))
        return Line(key, place, Mean.of(one), Mean.of(other), Mean.of(other - one), small, among)


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


def measures(game: Game) -> list[tuple[str, int | None, Measure, bool]]:
    """The figures by name: what each is by deal, and whether it is a share."""
    found: list[tuple[str, int | None, Measure, bool]] = [
        ("order", place, lambda seen, place=place: won_by(seen, place), True)  # type: ignore[misc]
        for place in range(game.players)
    ]
    found += [
        ("decisions", None, lambda seen: column(seen, DECISIONS), False),
        ("moves", None, lambda seen: column(seen, MOVES), False),
        ("points", None, lambda seen: seen.series.points.mean(axis=1), False),
        ("gap", None, gap, False),
        ("shared", None, lambda seen: as_numbers((seen.series.places == 1).sum(axis=1) > 1), True),
    ]
    if game.balance:
        found += [
            ("changes", None, lambda seen: column(seen, tally.CHANGES), False),
            ("failed", None, lambda seen: column(seen, tally.FAILED), True),
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


def gap(seen: Observed) -> Numbers:
    points = np.sort(seen.series.points, axis=1)
    return as_numbers(points[:, -1] - points[:, -2])


def judge(difference: Mean, small: float, among: int) -> str:
    if abs(difference.value) + difference.margin <= small:
        return ALIKE
    return DIFFERS if stands_out(difference, among) else OPEN


# --- Things ---


def names(game: Game) -> dict[str, int]:
    """The things by their English name: in another set the same one may have another number."""
    return {name.text("en"): at for at, (_, name) in enumerate(game.balance.things(game))} if game.balance else {}


def change(one: Fate, other: Fate, among: int) -> Change:
    """It is certain if it would be so among so many: of many things some always seem to have changed."""
    assert one.when_held and other.when_held
    value = other.when_held.value - one.when_held.value
    margin = (one.when_held.margin**2 + other.when_held.margin**2) ** 0.5
    return Change(one, other, Mean(value, margin), other.used - one.used, stands_out(Mean(value, margin), among))


def stands_out(difference: Mean, among: int) -> bool:
    """Whether it would be certain even of the greatest of so many: of many, some are beyond their margins by chance."""
    stricter = NormalDist().inv_cdf(1 - 0.025 / among) / CONFIDENCE
    return abs(difference.value) > stricter * difference.margin
