"""What a series of matches shows: who wins, by how much and how long it takes, with 95 % confidence intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from camarilla.engine.playout import DECISIONS, FIRST, MOVES
from camarilla.engine.words import numeral
from camarilla.lab.series import Series, victories

Numbers = npt.NDArray[np.floating | np.integer]
CONFIDENCE = 1.96  # standard errors either side: 95 %


@dataclass(frozen=True)
class Mean:
    """An average, and how far from it the truth may well be."""

    value: float
    margin: float

    @classmethod
    def of(cls, numbers: Numbers) -> Mean:
        spread = float(numbers.std(ddof=1)) if len(numbers) > 1 else float("nan")
        return cls(float(numbers.mean()), CONFIDENCE * spread / len(numbers) ** 0.5)

    def text(self, language: str) -> str:
        """Both, to the digit that the margin leaves any sense in; of one match there is no margin."""
        if math.isnan(self.margin):
            return numeral(self.value, 1).text(language)
        digits = 2 if self.margin < 1 else 1
        return " ± ".join(numeral(number, digits).text(language) for number in (self.value, self.margin))


@dataclass(frozen=True)
class Chair:
    """How somebody fared who sat there: a share of the victories (a shared one counts in parts) and the points."""

    wins: Mean
    points: Mean


@dataclass(frozen=True)
class Length:
    """Of a match, in decisions (choices among two or more) or moves."""

    mean: Mean
    shortest: int
    longest: int

    @classmethod
    def of(cls, numbers: Numbers) -> Length:
        return cls(Mean.of(numbers), int(numbers.min()), int(numbers.max()))


@dataclass(frozen=True)
class Summary:
    by_seat: tuple[Chair, ...]
    by_order: tuple[Chair, ...]  # of play: who began, who came second, ...
    decisions: Length
    moves: Length
    shared: float  # share of the matches that have several winners


def summary(series: Series) -> Summary:
    winners, wins = series.places == 1, victories(series.places)
    seats = np.arange(series.game.players)
    order = (series.about[:, [FIRST]] + seats) % series.game.players  # the seat that played first, second, ...
    return Summary(
        chairs(wins, series.points),
        chairs(np.take_along_axis(wins, order, axis=1), np.take_along_axis(series.points, order, axis=1)),
        Length.of(series.about[:, DECISIONS]),
        Length.of(series.about[:, MOVES]),
        float((winners.sum(axis=1) > 1).mean()),
    )


def chairs(wins: Numbers, points: Numbers) -> tuple[Chair, ...]:
    return tuple(Chair(Mean.of(won), Mean.of(scored)) for won, scored in zip(wins.T, points.T, strict=True))
