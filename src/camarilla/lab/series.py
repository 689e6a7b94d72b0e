"""A series of matches: the same results for the same seed, however many threads play it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import AtRandom, Bot, Quick, on_one_thread
from camarilla.bots.ladder import named
from camarilla.bots.quick import quick_player
from camarilla.bots.table import whole_match
from camarilla.engine import playout, stream, tables
from camarilla.engine.game import Game
from camarilla.engine.record import empty
from camarilla.engine.runtime import Function, bind

CHUNK = 5_000  # matches between two reports of progress
QUICK_CHUNK = 500  # of quick players


@dataclass(frozen=True)
class Series:
    """The results, a row a match: points and places by seat, and `about` (decisions, moves, the seat that began)."""

    game: Game
    seed: int
    points: npt.NDArray[np.int16]
    places: npt.NDArray[np.int8]
    about: npt.NDArray[np.int32]
    styles: tuple[str, ...] = ()  # who sat in each seat; nobody named if all played at random

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
    """Play the matches number `first` and on. `progress` is told of every so many matches that are done.

    `styles` names who sits in each seat, as `bots/ladder.py` knows them; without names all play at random.
    """
    points = np.zeros((games, game.players), np.int16)
    places = np.zeros((games, game.players), np.int8)
    about = np.zeros((games, 3), np.int32)
    run, chunk = table_of(game, [named(game, style) for style in styles])

    def play(start: int) -> int:
        rows = slice(start, min(start + chunk, games))
        run(np.uint64(seed), np.uint64(first + start), points[rows], places[rows], about[rows])
        return rows.stop - rows.start

    with ThreadPoolExecutor(threads) as pool:
        for done in pool.map(play, range(0, games, chunk)):
            progress(done)
    return Series(game, seed, points, places, about, styles)


def table_of(game: Game, bots: Sequence[Bot]) -> tuple[Function, int]:
    """What plays matches between these players, and how many at a time: in one compiled loop, if they allow that."""
    algorithm, rules = in_one_loop(game, bots)
    if algorithm is playout.tables:
        return loop(game, algorithm, rules), CHUNK
    if algorithm is tables.matches:
        return loop(game, algorithm, rules, np.array([number(rules, bot) for bot in bots], np.int64)), QUICK_CHUNK
    return one_by_one(game, bots), 1


def in_one_loop(game: Game, bots: Sequence[Bot]) -> tuple[Function | None, ModuleType]:
    """The compiled loop that random or quick players can play in, and its rules; None for others."""
    quick = quick_player(game)
    if all(isinstance(bot, AtRandom) for bot in bots):
        return playout.tables, game.rules
    if quick and all(isinstance(bot, AtRandom | Quick) for bot in bots):
        return tables.matches, quick
    return None, game.rules


def number(rules: ModuleType, bot: Bot) -> int:
    """A quick player's style, or chance, as the loop knows it."""
    return int(rules.STYLES.index(bot.style)) if isinstance(bot, Quick) else tables.RANDOM


def loop(game: Game, algorithm: Function, rules: ModuleType, *styles: Any) -> Function:
    run = bind(algorithm, rules, game.runtime)

    def play(seed: np.uint64, first: np.uint64, *results: Any) -> None:
        scratch = empty(game.rules.State), np.zeros(game.rules.CHOICES, np.int64)
        run(game.data, *scratch, seed, first, *results, *styles)

    return play


def one_by_one(game: Game, bots: Sequence[Bot]) -> Function:
    """Bots that think. The matches share the processor: within a match nobody takes more than one thread."""
    modest = [on_one_thread(bot) for bot in bots]

    def play(seed: np.uint64, first: np.uint64, points: Any, places: Any, about: Any) -> None:
        for row in range(len(points)):
            with np.errstate(over="ignore"):
                dealt = int(stream.nth(seed, first + np.uint64(row)))
            found = whole_match(game, dealt, modest)
            points[row], places[row] = found.points, found.places
            about[row] = found.decisions, found.moves, found.first

    return play
