"""What the laws have to be told about each game, in a module a game.

| name                                | what it is                                                                    |
|-------------------------------------|-------------------------------------------------------------------------------|
| `LONGEST`                           | no match has more moves than this                                             |
| `cards(position)`                   | the cards of a position, as a Counter                                         |
| `dealt(game, states)`               | a Place for each card after set-up                                            |
| `unseen(game, state, seat, states)` | a Place for each card that the seat (-1: a spectator) cannot see in the state |

`states` are many set-ups, or many redeals of the state.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.engine.game import Game

MODULES = {
    "medici": "tests.laws.medici",
    "courtisans": "tests.laws.courtisans",
    "cour": "tests.laws.cour",
    "sun_king": "tests.laws.sun_king",
    "pocket": "tests.toy.hooks",
}


def hooks(game: Game) -> ModuleType:
    assert game.id in MODULES, f"write a module of hooks for {game.id} and name it in tests/laws/hooks.py"
    return importlib.import_module(MODULES[game.id])


@dataclass(frozen=True)
class Place:
    """A place for one card: which one lies there in each of many deals, and how likely each of them should be there."""

    name: str
    cards: npt.NDArray[Any]
    chances: npt.NDArray[np.float64]


def portions(counts: Any) -> npt.NDArray[np.float64]:
    """Counts as chances."""
    return np.asarray(counts, float) / np.sum(counts)


def even(n: int) -> npt.NDArray[np.float64]:
    return portions(np.ones(n))


def picks(n: int, size: int) -> npt.NDArray[np.int64]:
    """For each of n deals the place of one of so many cards. In a sorted hand no place is fair, but a random one is."""
    return np.random.default_rng(0).integers(size, size=n)
