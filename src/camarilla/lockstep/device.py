"""The tables of a learner on a CUDA device, a thread a table. Needs the extra `camarilla[gpu]`.

The arrays are CuPy's and stay on the device: PyTorch and JAX take them as they are (`torch.from_dlpack`).
"""

from __future__ import annotations

import functools
import types
from typing import Any, cast

import cupy
import numpy as np

from camarilla.engine.game import SEAT_LETTERS, Game
from camarilla.engine.gpu import bind_for_device, cuda
from camarilla.engine.parts import Greedy
from camarilla.engine.runtime import Function
from camarilla.lockstep import tables
from camarilla.lockstep.vector import Vector

THREADS = 64  # a block: tables are few, and the device has many parts


def make_kernel(rules: types.ModuleType, player: types.ModuleType | None) -> Function:
    """`tables.step_table` as a kernel."""
    book = (rules, player) if player else (rules,)
    step_table = bind_for_device(tables.step_table, book)
    choices, most = rules.CHOICES, len(SEAT_LETTERS)

    def kernel(data, states, series, matches, seats, actions, observations, masks, rewards, ended, points):  # type: ignore[no-untyped-def]
        out, places = cuda.local.array(choices, np.int16), cuda.local.array(most, np.int32)
        i = cuda.grid(1)
        if i < len(states):
            step_table(
                data[0], states[i], i, series, matches, seats, actions, observations, masks, rewards, ended,
                points, out, places,
            )  # fmt: skip

    return kernel


@functools.cache
def compile_kernel(rules: types.ModuleType, player: types.ModuleType | None) -> Any:
    return cuda.jit(make_kernel(rules, player))


class OnDevice(Vector):
    def __init__(self, game: Game, number: int, rivals: Greedy | None, reward: str, seed: int) -> None:
        super().__init__(game, number, rivals, reward, seed)
        self.data, self.states = cuda.to_device(game.data), cuda.device_array(number, game.rules.State)
        player = cast(types.ModuleType | None, rivals)
        self.run = compile_kernel(game.rules, player)[-(-number // THREADS), THREADS]
        self.reset()

    def zeros(self, dtype: Any, *shape: int) -> Any:
        return cupy.zeros((self.number, *shape), dtype)

    def take(self, actions: Any) -> Any:
        """Whosever array they are: if they lie on the device already they stay where they are."""
        return cupy.asarray(actions, dtype=np.int32)

    def advance(self, actions: Any) -> None:
        told = self.matches, self.seats, actions, self.observations, self.masks, self.rewards, self.ended, self.points
        self.run(self.data, self.states, self.series, *told)
