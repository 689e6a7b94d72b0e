"""A series of matches between random players: the same results for the same seed, however many threads play it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from camarilla.engine import playout, stream
from camarilla.engine.game import Game
from camarilla.engine.record import empty
from camarilla.engine.runtime import bind

CHUNK = 5_000  # matches between two reports of progress


@dataclass(frozen=True)
class Series:
    """The results, a row a match: points and places by seat, and `about` (decisions, moves, the seat that began)."""

    game: Game
    seed: int
    points: npt.NDArray[np.int16]
    places: npt.NDArray[np.int8]
    about: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.points)

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of each match: `game.new(seed)` deals it again."""
        with np.errstate(over="ignore"):
            indices = np.arange(len(self), dtype=np.uint64) * stream.STEP
            mixed: npt.NDArray[np.uint64] = stream.mix(stream.start(np.uint64(self.seed)) + indices)
            return mixed


def series(
    game: Game,
    seed: int,
    first: int,
    games: int,
    threads: int = 1,
    progress: Callable[[int], object] = lambda done: None,
) -> Series:
    """Play the matches number `first` and on. `progress` is told of every so many matches that are done."""
    points = np.zeros((games, game.players), np.int16)
    places = np.zeros((games, game.players), np.int8)
    about = np.zeros((games, 3), np.int32)
    run = bind(playout.tables, game.rules, game.runtime)

    def play(start: int) -> int:
        rows = slice(start, min(start + CHUNK, games))
        state, out = empty(game.rules.State), np.zeros(game.rules.CHOICES, np.int64)
        run(game.data, state, out, np.uint64(seed), np.uint64(first + start), points[rows], places[rows], about[rows])
        return rows.stop - rows.start

    with ThreadPoolExecutor(threads) as pool:
        for done in pool.map(play, range(0, games, CHUNK)):
            progress(done)
    return Series(game, seed, points, places, about)
