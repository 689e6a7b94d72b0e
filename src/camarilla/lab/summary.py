"""What a series of matches shows: who wins, by how much and how long it takes, with 95 % confidence intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from camarilla.engine.words import numeral
from camarilla.lab.series import Played
from camarilla.lab.totals import LEAST, MOST, SQUARES, SUM, VICTORY

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

    @classmethod
    def counted(cls, number: int, column: Numbers, unit: int = 1) -> Mean:
        """Of a column of a tally, in which one is so many. Python's whole numbers have room for the products."""
        total, squares = int(column[SUM]), int(column[SQUARES])
        spread = ((number * squares - total**2) / (number - 1)) ** 0.5 if number > 1 else float("nan")
        return cls(total / number / unit, CONFIDENCE * spread / number / unit)

    def among(self, number: int) -> Mean:
        """With a margin that holds even for the greatest of so many: of many, some are beyond their own by chance."""
        return Mean(self.value, self.margin * NormalDist().inv_cdf(1 - 0.025 / number) / CONFIDENCE)

    def text(self, language: str, sign: bool = False) -> str:
        """Both, to the digit that the margin leaves any sense in; of one match there is no margin."""
        if math.isnan(self.margin):
            return numeral(self.value, 1, sign).text(language)
        digits = 2 if self.margin < 1 else 1
        return f"{numeral(self.value, digits, sign).text(language)} ± {numeral(self.margin, digits).text(language)}"


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
    def counted(cls, number: int, column: Numbers) -> Length:
        return cls(Mean.counted(number, column), int(column[LEAST]), int(column[MOST]))


@dataclass(frozen=True)
class Summary:
    by_seat: tuple[Chair, ...]
    by_order: tuple[Chair, ...]  # of play: who began, who came second, ...
    decisions: Length
    moves: Length
    shared: float  # share of the matches that have several winners


def summary(played: Played) -> Summary:
    tally = played.tally
    n, players, columns = tally.matches, tally.players, tally.figures.T
    wins, points, wins_by_order, points_by_order = columns[: 4 * players].reshape(4, players, -1)
    decisions, moves, shared = columns[4 * players :]
    return Summary(
        chairs(n, wins, points),
        chairs(n, wins_by_order, points_by_order),
        Length.counted(n, decisions),
        Length.counted(n, moves),
        int(shared[SUM]) / n,
    )


def chairs(number: int, wins: Numbers, points: Numbers) -> tuple[Chair, ...]:
    return tuple(
        Chair(Mean.counted(number, won, VICTORY), Mean.counted(number, scored))
        for won, scored in zip(wins, points, strict=True)
    )
