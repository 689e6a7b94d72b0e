"""A series of matches: the same results for the same seed, however many threads play it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from camarilla.engine import playout, stream, tables
from camarilla.engine.game import Game
from camarilla.engine.record import empty
from camarilla.engine.runtime import Function, bind
from camarilla.lab.players import AT_RANDOM, number, quick_player

CHUNK = 5_000  # matches between two reports of progress
QUICK_CHUNK = 500  # of players that think


@dataclass(frozen=True)
class Series:
    """The results, a row a match: points and places by seat, and `about` (decisions, moves, the seat that began)."""

    game: Game
    seed: int
    points: npt.NDArray[np.int16]
    places: npt.NDArray[np.int8]
    about: npt.NDArray[np.int32]
    styles: tuple[str, ...] = ()  # of the players; none if all play at random

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
    styles: tuple[str, ...] = (),
) -> Series:
    """Play the matches number `first` and on. `progress` is told of every so many matches that are done."""
    points = np.zeros((games, game.players), np.int16)
    places = np.zeros((games, game.players), np.int8)
    about = np.zeros((games, 3), np.int32)
    run = player_of(game, styles)
    chunk = CHUNK if at_random(styles) else QUICK_CHUNK

    def play(start: int) -> int:
        rows = slice(start, min(start + chunk, games))
        state, out = empty(game.rules.State), np.zeros(game.rules.CHOICES, np.int64)
        run(game.data, state, out, np.uint64(seed), np.uint64(first + start), points[rows], places[rows], about[rows])
        return rows.stop - rows.start

    with ThreadPoolExecutor(threads) as pool:
        for done in pool.map(play, range(0, games, chunk)):
            progress(done)
    return Series(game, seed, points, places, about, styles)


def at_random(styles: tuple[str, ...]) -> bool:
    return all(style == AT_RANDOM for style in styles)


def player_of(game: Game, styles: tuple[str, ...]) -> Function:
    """What plays matches between such players."""
    if at_random(styles):
        return bind(playout.tables, game.rules, game.runtime)
    run = bind(tables.matches, quick_player(game), game.runtime)
    numbers = np.array([number(game, style) for style in styles], np.int64)

    def play(*arguments: object) -> None:
        run(*arguments, numbers)

    return play
