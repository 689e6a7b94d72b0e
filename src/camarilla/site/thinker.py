"""Thinking for bots, for hints and about finished matches, in processes of its own, so that pages never wait for it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from camarilla.bots.hints import hints
from camarilla.bots.ladder import level, stand_in, write_bot
from camarilla.bots.patience import PATIENCE
from camarilla.bots.play import decide
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.runtime import AT_ONCE, Compiled, Interpreted
from camarilla.games import game


@dataclass(frozen=True)
class Task:
    """A match as it travels to a thinker."""

    game: str
    options: dict[str, Any]
    seed: int
    position: dict[str, Any] | None
    moves: tuple[tuple[int, str], ...]
    runtime: str
    patience: float = PATIENCE  # seconds that a bot may take for a decision

    def match(self) -> Match:
        played = game(self.game, runtime=self.runtime, **self.options)
        match = played.at(self.position) if self.position else played.new(self.seed)
        for seat, move in self.moves:
            match.play(move, seat)
        return match


def make_task(match: Match, seed: int, position: dict[str, Any] | None, patience: float = PATIENCE) -> Task:
    moves = tuple((step.seat, step.move) for step in match.steps)
    return Task(match.game.id, dict(match.game.chosen), seed, position, moves, runtime_for(match.game), patience)


# --- What is not compiled yet ---

PREPARING: set[str] = set()  # the games of which that is so


def runtime_for(played: Game) -> str:
    """What is compiled lies on disk, and thinkers load it from there: none of them compiles."""
    if played.runtime != AT_ONCE:
        return played.runtime
    return Interpreted.name if played.id in PREPARING else Compiled.name


def at_hand(played: Game, name: str) -> str:
    """The level that plays for a bot of that level now: another as long as it has to be compiled, and is not yet."""
    if played.id not in PREPARING or not (bot := level(played, name)).needs_compiling:
        return name
    return write_bot(played, stand_in(played, bot))


# --- What a thinker does ---


def choose_move(wanted: Task, seat: int, name: str) -> str:
    """The move of the bot of that level."""
    match = wanted.match()
    seed = None if wanted.position is None else wanted.seed + len(match.steps)
    return decide(match, seat, level(match.game, name), seed, wanted.patience).move


def advise(wanted: Task, seat: int) -> list[tuple[str, float]]:
    """The best choices, with what is to be expected of each."""
    return [(hint.choice.move, hint.win_share) for hint in hints(wanted.match(), seat)[:3]]


def get_ready() -> None:
    """A process that has done anything at all has started."""


# --- The pool ---


class Thinkers:
    """A pool of processes, made anew when one of them dies. With none, a thread of the server itself thinks."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._lock = threading.Lock()
        self._pool: Executor | None = None

    def start(self) -> None:
        """Have them ready when the first is asked."""
        for _ in range(self.number):
            self.ask(get_ready)

    def ask(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        with self._lock:
            if self._pool is None:
                self._pool = new_pool(self.number)
            try:
                return self._pool.submit(task, *arguments)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False)
                self._pool = new_pool(self.number)
                return self._pool.submit(task, *arguments)

    def close(self) -> None:
        with self._lock:
            if self._pool:
                end(getattr(self._pool, "_processes", {}).values())
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool = None


def new_pool(number: int) -> Executor:
    if not number:
        return ThreadPoolExecutor(1)
    return ProcessPoolExecutor(number, multiprocessing.get_context("spawn"), initializer=end_with_parent)


def end_with_parent() -> None:
    """A process that another started, to think or to serve pages, does not outlive that one, however it ended."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent:
            parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def end(processes: Iterable[Any]) -> None:
    for process in list(processes):
        process.terminate()
