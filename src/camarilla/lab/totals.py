"""What many matches come to, in whole numbers: added up in any order, on any machine, they are the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.engine.playout import DECISIONS, FIRST, MOVES

Numbers = npt.NDArray[np.integer[Any]]
VICTORY = 60  # parts of one: up to six can share it evenly
SUM, SQUARES, LEAST, MOST = range(4)


@dataclass(frozen=True)
class Tally:
    """A column each for victories and points by seat, the same by order of play, decisions, moves, shared victories.

    Its rows are the sum, the sum of squares, the least and the most.
    """

    matches: int
    figures: npt.NDArray[np.int64]

    def __add__(self, other: Tally) -> Tally:
        one, two = self.figures, other.figures
        least, most = np.minimum(one[LEAST], two[LEAST]), np.maximum(one[MOST], two[MOST])
        return Tally(self.matches + other.matches, np.stack([*(one + two)[:LEAST], least, most]))

    @property
    def players(self) -> int:
        return (len(self.figures[SUM]) - 3) // 4


def count(points: Numbers, places: Numbers, about: Numbers) -> Tally:
    """The tally of these matches, a row each; where arrays lie on a device, so does it."""
    winners = places == 1
    number = winners.sum(axis=1, keepdims=True)
    wins, players = winners * (VICTORY // number), points.shape[1]
    order = (about[:, [FIRST]] + np.arange(players, like=about)) % players  # the seat that played first, second, ...
    by_order = [np.take_along_axis(one, order, axis=1) for one in (wins, points)]
    columns = np.hstack([wins, points, *by_order, about[:, [DECISIONS, MOVES]], number > 1]).astype(np.int64)
    ends = columns.min(axis=0), columns.max(axis=0)
    return Tally(len(points), np.stack([columns.sum(axis=0), (columns**2).sum(axis=0), *ends]))
