"""The tables of a learner: arrays with a row a table, and one call that makes a move at each of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from camarilla.bots.ladder import USUAL
from camarilla.engine.compiling import Watch, in_silence, warm_up
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.parts import Greedy
from camarilla.engine.words import ENGINE
from camarilla.games import game as make_game
from camarilla.lockstep import tables

REWARDS = ("win", "score")
PLACES = ("cpu", "cuda")
Carry = Callable[..., Any]


class Vector:
    """So many tables of one game, which are all asked for a decision at the same time.

    Every array has a row a table, and is written anew by each step:

    seats         whose decision it is
    observations  what that seat knows (`spaces.md` of the game says what lies where)
    masks         1 where an action is allowed
    rewards       by seat, of a match that the last step brought to its end; otherwise 0
    ended         whether it did: 0, 1, or 2 if by an action that was not allowed
    points        by seat, of the last match that was played to its end at the table
    matches       which match of the series is being played: `series(game, seed, ...)` plays the same deals

    They are NumPy's, or CuPy's on a device; `from_dlpack` of any other library shares their memory.
    """

    def __init__(self, game: Game, number: int, rivals: Greedy | None, reward: str, seed: int) -> None:
        self.game, self.number, self.rivals, self.seed = game, number, rivals, seed
        self.kind = REWARDS.index(reward)
        rules, players = game.rules, game.players
        self.seats = self.zeros(np.int32)
        self.matches = self.zeros(np.uint64)
        self.ended = self.zeros(np.uint8)
        self.rewards = self.zeros(np.float32, players)
        self.points = self.zeros(np.int32, players)
        self.observations = self.zeros(np.int8, rules.OBSERVATION)
        self.masks = self.zeros(np.int8, rules.ACTIONS)

    def zeros(self, dtype: Any, *shape: int) -> Any:
        return np.zeros((self.number, *shape), dtype)

    @property
    def series(self) -> tuple[Any, ...]:
        """As the rules in `tables` know it."""
        return np.uint64(self.seed), np.int64(self.number), np.int64(self.rivals is not None), np.int64(self.kind)

    def reset(self, seed: int | None = None) -> None:
        """Begin the series anew, or another one."""
        self.seed = self.seed if seed is None else seed
        self.rewards[:] = 0
        self.advance(self.zeros(np.int32) + np.int32(tables.ANEW))

    def step(self, actions: Any) -> None:
        """Make a move at every table, and go on to the next decision there."""
        chosen = self.take(actions)
        if chosen.shape != (self.number,):
            raise BadOption(ENGINE("vector.actions", shape=str(chosen.shape), number=self.number))
        self.advance(chosen)

    def take(self, actions: Any) -> Any:
        """The actions as an array where the tables are."""
        return np.ascontiguousarray(actions, np.int32)

    def advance(self, actions: Any) -> None:
        raise NotImplementedError


class OnProcessor(Vector):
    """Each thread has its share of the tables."""

    def __init__(
        self, game: Game, number: int, rivals: Greedy | None, reward: str, seed: int, threads: int | None, watch: Watch
    ) -> None:
        super().__init__(game, number, rivals, reward, seed)
        self.states = np.zeros(number, game.rules.State)
        self.threads = min(number, threads or os.cpu_count() or 1)
        self.pool = ThreadPoolExecutor(self.threads)
        self.scratch = [self.make_scratch() for _ in range(self.threads)]
        warm_up(game, lambda here: self.reset(), watch, "rules", tables.step_tables, rivals)
        self.reset()

    def make_scratch(self) -> tuple[Any, ...]:
        """Room for choices, where the quick player weighs them too, and for places."""
        return np.zeros(self.game.rules.CHOICES, np.int64), np.zeros(self.game.players, np.int32)

    def advance(self, actions: Any) -> None:
        self.share_out(lambda thread, first, last: self.step_part(thread, first, last, actions))

    def share_out(self, work: Callable[[int, int, int], None]) -> None:
        """Every thread does its share: told are its number, its first table, and the first of the next."""
        bounds = [self.number * thread // self.threads for thread in range(self.threads + 1)]
        list(self.pool.map(work, range(self.threads), bounds, bounds[1:]))

    def step_part(self, thread: int, first: int, last: int, actions: Any) -> None:
        told = self.matches, self.seats, actions, self.observations, self.masks, self.rewards, self.ended, self.points
        arguments = self.states, first, last, self.series, *told, *self.scratch[thread]
        self.game.call(tables.step_tables, *arguments, player=self.rivals)


def vector(
    name: str,
    *,
    number: int,
    on: str = "cpu",
    opponents: str | None = None,
    reward: str = "win",
    seed: int = 0,
    threads: int | None = None,
    watch: Watch = in_silence,
    **options: Any,
) -> Vector:
    """So many tables of a game that are stepped together, on the processor or on a CUDA device.

    With `opponents` the learner has one seat at each table, another from match to match, and the game's rules of thumb
    play the others. The same seed gives the same matches everywhere.

    >>> from camarilla.games import games
    >>> tables = vector(games()[0], number=4, seed=7)
    >>> tables.step(tables.masks.argmax(1))
    >>> tables.observations.shape == (4, tables.game.rules.OBSERVATION)
    True
    """
    game = make_game(name, **options)
    check_wish("on", on, PLACES)
    check_wish("reward", reward, REWARDS)
    rivals = find_rivals(game, opponents)
    if number < 1:
        raise BadOption(ENGINE("vector.number", number=number))
    if on == "cuda":
        from camarilla.lockstep.device import OnDevice

        return OnDevice(game, number, rivals, reward, seed)
    return OnProcessor(game, number, rivals, reward, seed, threads, watch)


def check_wish(what: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise BadOption(ENGINE("vector.wish", what=what, value=given, known=list(known)))


def find_rivals(game: Game, opponents: str | None) -> Greedy | None:
    """The rules of thumb that the opponents go by."""
    if opponents is None:
        return None
    check_wish("opponents", opponents, (USUAL,) if game.greedy else ())
    return game.greedy
