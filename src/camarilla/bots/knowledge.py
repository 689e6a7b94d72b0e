"""What a seat knows: all that a bot of one's own is given."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.engine.game import Game
from camarilla.engine.match import Choice, Match, Sight


class Knowledge:
    """All that a seat knows when it is to decide, each made when it is asked for.

    It comes from a world in which all that the seat cannot know has been dealt anew: there is nothing to peek at.
    """

    def __init__(self, world: Match, seat: int, seed: int) -> None:
        self._world, self.seat, self.seed = world, seat, seed

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self._world.game

    @cached_property
    def view(self) -> dict[str, Any]:
        """All that it knows, as plain data: `match.view(seat)`."""
        return self._world.view(self.seat)

    @cached_property
    def observation(self) -> npt.NDArray[np.int8]:
        """The same as a vector: `match.observe(seat)`."""
        return self._world.observe(self.seat)

    @cached_property
    def legal(self) -> list[int]:
        """The numbers of the actions among which it may choose."""
        return self._world.legal(self.seat)

    @cached_property
    def mask(self) -> npt.NDArray[np.bool_]:
        """Of every action, whether it may choose it."""
        return self._world.mask(self.seat)

    @cached_property
    def choices(self) -> list[Choice]:
        """What it may do, with notation and words."""
        return self._world.choices(self.seat)

    @cached_property
    def log(self) -> list[Sight]:
        """Every move so far, as the seat saw it."""
        return self._world.log(self.seat)

    @cached_property
    def chance(self) -> random.Random:
        """For whoever wants to draw lots: the same match has the same ones again."""
        return random.Random(self.seed)

    def world(self, seed: int) -> Match:
        """A match that the seat cannot tell from the true one, to try things out in; another one for another seed."""
        return self._world.redeal(self.seat, seed)
