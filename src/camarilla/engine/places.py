"""Places for cards, and how likely each card is there: what a game's module `testing` tells the laws of chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Place:
    """A place for one card: which one lies there in each of many deals, and how likely each of them should be there."""

    name: str
    cards: npt.NDArray[Any]
    chances: npt.NDArray[np.float64]


def portions(counts: Any) -> npt.NDArray[np.float64]:
    """Counts as chances."""
    chances: npt.NDArray[np.float64] = np.asarray(counts, float) / np.sum(counts)
    return chances


def even(n: int) -> npt.NDArray[np.float64]:
    return portions(np.ones(n))


def picks(n: int, size: int) -> npt.NDArray[np.int64]:
    """For each of n deals the place of one of so many cards. In a sorted hand no place is fair, but a random one is."""
    return np.random.default_rng(0).integers(size, size=n)
