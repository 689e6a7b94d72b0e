"""The tables of a learner on a CUDA device, a thread a table. Needs the extra `camarilla[gpu]`.

The arrays are CuPy's and stay on the device: PyTorch and JAX take them as they are (`torch.from_dlpack`). They lie
column by column, as Fortran's do: neighbouring threads write the same place of neighbouring tables, and the device
writes what lies side by side at once. For the same reason states are kept word by word; a thread takes its own into
local memory (`camarilla.engine.gpu` says why), plays there, and puts it back.
"""

from __future__ import annotations

import functools
import types
from typing import Any, cast

import numba
import numpy as np

from camarilla.engine.game import SEAT_LETTERS, Game
from camarilla.engine.gpu import bind_for_device, cuda
from camarilla.engine.parts import Greedy
from camarilla.engine.runtime import Function
from camarilla.lockstep import tables
from camarilla.lockstep.vector import Vector

THREADS = 64  # a block: tables are few, and the device has many parts
WORD = np.dtype(np.uint64)


def make_kernel(rules: types.ModuleType, player: types.ModuleType | None) -> Function:
    """`tables.step_table` as a kernel."""
    book = (rules, player) if player else (rules,)
    step_table = bind_for_device(tables.step_table, book)
    state, words = numba.from_dtype(with_words(rules.State)), count_words(rules.State)
    choices, most = rules.CHOICES, len(SEAT_LETTERS)
    number = np.int64 if player else np.int16  # a quick player weighs the choices where they stand

    def kernel(data, states, series, matches, seats, actions, observations, masks, rewards, ended, points):  # type: ignore[no-untyped-def]
        own = cuda.local.array(1, state)
        out, places = cuda.local.array(choices, number), cuda.local.array(most, np.int32)
        i = cuda.grid(1)
        if i < len(matches):
            for word in range(words):
                own[0].words[word] = states[word, i]
            step_table(
                data[0], own[0], i, series, matches, seats, actions, observations, masks, rewards, ended,
                points, out, places,
            )  # fmt: skip
            for word in range(words):
                states[word, i] = own[0].words[word]

    return kernel


def count_words(state: np.dtype[np.void]) -> int:
    return state.itemsize // WORD.itemsize


def with_words(state: np.dtype[np.void]) -> np.dtype[np.void]:
    """The form of a state with one more field, `words`, which lies over all the others."""
    fields = {name: state.fields[name][:2] for name in state.names} if state.fields and state.names else {}
    fields["words"] = np.dtype((WORD, (count_words(state),))), 0
    formats, offsets = zip(*fields.values(), strict=True)
    return np.dtype(
        {"names": list(fields), "formats": formats, "offsets": offsets, "itemsize": state.itemsize}, align=True
    )


@functools.cache
def compile_kernel(rules: types.ModuleType, player: types.ModuleType | None) -> Any:
    return cuda.jit(make_kernel(rules, player))


class OnDevice(Vector):
    def __init__(self, game: Game, number: int, rivals: Greedy | None, reward: str, seed: int) -> None:
        super().__init__(game, number, rivals, reward, seed)
        self.data = cuda.to_device(game.data)
        self.states = cuda.device_array((count_words(game.rules.State), number), WORD)
        told = self.matches, self.seats, self.observations, self.masks, self.rewards, self.ended, self.points
        self.told = [cuda.as_cuda_array(array) for array in told]  # once: it takes longer than to launch a kernel
        player = cast(types.ModuleType | None, rivals)
        self.run = compile_kernel(game.rules, player)[-(-number // THREADS), THREADS]
        self.reset()

    def zeros(self, dtype: Any, *shape: int) -> Any:
        import cupy

        return cupy.zeros((self.number, *shape), dtype, order="F")

    def take(self, actions: Any) -> Any:
        """Whosever array they are: if they lie on the device already they stay where they are."""
        import cupy

        return cupy.asarray(actions, dtype=np.int32)

    def advance(self, actions: Any) -> None:
        matches, seats, *others = self.told
        self.run(self.data, self.states, self.series, matches, seats, cuda.as_cuda_array(actions), *others)
