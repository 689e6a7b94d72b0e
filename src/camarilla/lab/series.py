"""A series of matches: the same results for the same seed, however many threads play it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import AtRandom, Bot, Quick, on_one_thread
from camarilla.bots.compiling import prepare_bots
from camarilla.bots.ladder import find_bot, write_bot
from camarilla.bots.own import Player
from camarilla.bots.play import play_match
from camarilla.engine import playout
from camarilla.engine.compiling import Watch, in_silence, prepare, warm_up
from camarilla.engine.game import Game
from camarilla.engine.parts import Greedy, Progress
from camarilla.engine.record import empty
from camarilla.engine.runtime import Function
from camarilla.engine.seeds import draw_seeds
from camarilla.engine.shown import Shown
from camarilla.lab.crew import Threads, carry_out
from camarilla.lab.guests import invite
from camarilla.lab.totals import Tally, count

CHUNK = 5_000  # matches between two reports of progress
QUICK_CHUNK = 500  # of quick players


@dataclass(frozen=True)
class Series(Shown):
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
        return draw_seeds(self.seed, len(self))

    @property
    def tally(self) -> Tally:
        return count(self.points, self.places, self.about)


@dataclass(frozen=True)
class Counted:
    """A series of which nothing is left but what it comes to."""

    game: Game
    seed: int
    tally: Tally
    styles: tuple[str, ...] = ()

    def __len__(self) -> int:
        return self.tally.matches


Played = Series | Counted


def victories(places: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Of every match by seat, the last axis: 1 for the winner; a shared victory counts in parts."""
    winners: npt.NDArray[np.float64] = (places == 1).astype(np.float64)
    winners /= winners.sum(axis=-1, keepdims=True)
    return winners


def series(
    game: Game,
    seed: int,
    first: int,
    games: int,
    threads: int = 1,
    progress: Progress = lambda done, whole: None,
    styles: Sequence[Bot | Player | str] = (),
) -> Series:
    """Play the matches number `first` and on. `progress` is told after every so many.

    `styles` are those who sit in each seat, as `bots/ladder.py` finds them; without them all play at random.
    """
    bots = [find_bot(game, style) for style in styles]
    points = np.zeros((games, game.players), np.int16)
    places = np.zeros((games, game.players), np.int8)
    about = np.zeros((games, 3), np.int32)
    progress(0, games)
    with Threads(threads) as crew, invite(crew, bots) as guests:
        run, chunk = how_to_play(game, guests)

        def play(start: int) -> int:
            rows = slice(start, min(start + chunk, games))
            run(np.uint64(seed), np.uint64(first + start), points[rows], places[rows], about[rows])
            return rows.stop - start

        done = 0
        for _, played in carry_out(crew, play, range(0, games, chunk)):
            done += played
            progress(done, games)
    names = (one if isinstance(one, str) else write_bot(game, bot) for one, bot in zip(styles, bots, strict=True))
    return Series(game, seed, points, places, about, tuple(names))


def prepare_series(game: Game, bots: Sequence[Bot], watch: Watch = in_silence) -> None:
    """Have everything compiled that a series between these bots needs, before the clock starts."""
    if plays_in_one_loop(bots):
        styles, player = tuple(bot.name for bot in bots), quick_player(game, bots)
        warm_up(game, lambda here: series(here, 0, 0, 1, styles=styles), watch, "rules", playout.play_matches, player)
    else:
        prepare(game, watch)
        prepare_bots(game, bots, watch)


def how_to_play(game: Game, bots: Sequence[Bot]) -> tuple[Function, int]:
    """What plays matches between these bots, and how many at a time."""
    if not plays_in_one_loop(bots):
        return one_by_one(game, bots), 1
    return in_one_loop(game, bots), QUICK_CHUNK if quick_player(game, bots) else CHUNK


def plays_in_one_loop(bots: Sequence[Bot]) -> bool:
    """Whether these bots can be compiled into one loop with the rules: random and quick players can."""
    return all(isinstance(bot, AtRandom | Quick) for bot in bots)


def quick_player(game: Game, bots: Sequence[Bot]) -> Greedy | None:
    """The game's rules of thumb, if one of the bots goes by them: they need not be compiled for nothing."""
    return game.greedy if any(isinstance(bot, Quick) for bot in bots) else None


def seat_styles(game: Game, bots: Sequence[Bot]) -> npt.NDArray[np.int64]:
    """Who sits in each seat, as the compiled loop knows them."""
    styles = [game.styles.index(bot.style) if isinstance(bot, Quick) else playout.RANDOM for bot in bots]
    return np.array(styles or [playout.RANDOM] * game.players, np.int64)


def in_one_loop(game: Game, bots: Sequence[Bot]) -> Function:
    seats, player = seat_styles(game, bots), quick_player(game, bots)

    def play(seed: np.uint64, first: np.uint64, *results: Any) -> None:
        scratch = empty(game.rules.State), np.zeros(game.rules.CHOICES, np.int64)
        game.call(playout.play_matches, *scratch, seed, first, seats, *results, player=player)

    return play


def one_by_one(game: Game, bots: Sequence[Bot]) -> Function:
    """Bots that think. The matches share the processor: within a match nobody takes more than one thread."""
    modest = [on_one_thread(bot) for bot in bots]

    def play(seed: np.uint64, first: np.uint64, points: Any, places: Any, about: Any) -> None:
        for row, dealt in enumerate(draw_seeds(int(seed), len(points), int(first)).tolist()):
            found = play_match(game, dealt, modest)
            points[row], places[row] = found.points, found.places
            about[row] = found.decisions, found.moves, found.first

    return play
