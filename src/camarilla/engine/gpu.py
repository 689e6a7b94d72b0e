"""The third runtime: the same rules on a CUDA device, a match a thread. Needs the extra `camarilla[gpu]`.

Each thread keeps its match in its own local memory, which the device lays out so that neighbouring threads read
neighbouring addresses: 2.6 times as fast as records side by side in global memory (measured on an H200).
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba.cuda
import numba.cuda.dispatcher
import numpy as np

from camarilla.engine import concise, playout, stream
from camarilla.engine.notice import NOTICE
from camarilla.engine.runtime import Book, Function, game_of, of_game, rebuild

cuda: Any = numba.cuda  # numba-cuda has no types
concise.keep_code_short()
THREADS = 256  # a block
REGISTERS = 64  # a thread: more would leave room for fewer threads, and each waits most of the time


def on_device(function: Function, _: Function) -> Function:
    compiled: Function = cuda.jit(device=True)(function)
    return compiled


def bind_for_device(algorithm: Function, book: Book) -> Function:
    """The algorithm, or the game's rule of that name, as a device function, which kernels call."""
    NOTICE.tell("device", game_of(book))
    return rebuild(of_game(algorithm, book), book, on_device, built_for(book))


@functools.cache
def built_for(book: Book) -> dict[Function, Function]:
    """The device functions of a game so far: kernels share them."""
    return {}


def matches_at_once(rules: types.ModuleType) -> Function:
    """`camarilla.engine.playout.play_matches` as a kernel: every thread plays one match after another."""
    play_match = bind_for_device(playout.play_match, (rules,))
    nth = bind_for_device(stream.nth, (rules,))
    state, choices = numba.from_dtype(rules.State), rules.CHOICES

    def kernel(data, seed, first, styles, points, places, about):  # type: ignore[no-untyped-def]
        states = cuda.local.array(1, state)
        out = cuda.local.array(choices, np.int16)
        for i in range(cuda.grid(1), len(points), cuda.gridsize(1)):
            match = nth(seed, first + np.uint64(i))
            play_match(data[0], states[0], match, styles, out, points[i], places[i], about[i])

    return kernel


@functools.cache
def compiled(rules: types.ModuleType) -> Any:
    return cuda.jit(matches_at_once(rules), max_registers=REGISTERS)


class RandomPlay:
    """Random matches of one game on the device, so many at a time."""

    def __init__(self, rules: types.ModuleType, data: Any, players: int, threads: int) -> None:
        self.run = compiled(rules)[-(-threads // THREADS), THREADS]
        self.data, self.players = cuda.to_device(data), players
        self.styles = cuda.to_device(np.full(players, playout.RANDOM, np.int8))

    def play(self, seed: int, first: int, games: int) -> tuple[Any, Any, Any]:
        """Points, places and `about` (see `playout`) of the matches number `first` and on, left on the device."""
        points = cuda.device_array((games, self.players), np.int16)
        places = cuda.device_array((games, self.players), np.int8)
        about = cuda.device_array((games, 3), np.int32)
        self.run(self.data, np.uint64(seed), np.uint64(first), self.styles, points, places, about)
        return points, places, about


def ptx(function: Function, arguments: tuple[Any, ...], capability: tuple[int, int], kernel: bool = True) -> str:
    """A kernel or a function compiled for a device of that compute capability, in half the time as it need not be fast.

    No device is needed for it.
    """
    with pretended_device(capability):
        signature = tuple(numba.typeof(argument) for argument in arguments)
        text, _ = cuda.compile_ptx(function, signature, cc=capability, device=not kernel, opt=False)
    return str(text)


@contextmanager
def pretended_device(capability: tuple[int, int]) -> Iterator[None]:
    """Where there is no device, numba-cuda still asks one for its capability before it compiles a device function."""
    dispatcher: Any = numba.cuda.dispatcher
    real = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = real
