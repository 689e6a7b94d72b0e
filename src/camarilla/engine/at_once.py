"""At once: who plays does not wait for a compiler.

A game's calls (`calls.py`) run interpreted from the first. When it has been played for a moment they are compiled
aside, and as soon as that is on disk they are compiled ones: between two calls, in the middle of a match, on the same
memory.
"""

from __future__ import annotations

import functools
import logging
import subprocess
import time
from collections.abc import Callable

from camarilla.engine import calls
from camarilla.engine.aside import find_failure, name_of, start_aside
from camarilla.engine.rule import is_call, is_rule
from camarilla.engine.runtime import COMPILED, READY, Book, Function

log = logging.getLogger("camarilla.engine")
PATIENCE = 1.0  # seconds for which a game is played before it is compiled; endless where somebody else sees to that


def is_ready(kind: type, book: Book) -> bool:
    """Whether the calls of a book are compiled ones by now, for a game of that class."""
    if book not in READY:
        transition(kind, book).advance()
    return book in READY


@functools.cache
def transition(kind: type, book: Book) -> Transition:
    return Transition(kind, book)


class Transition:
    """Of the calls of a book, from interpreted to compiled, a look at a time."""

    def __init__(self, kind: type, book: Book) -> None:
        self.kind, self.book = kind, book
        self.began = time.monotonic()
        self.advance: Callable[[], None] = self.begin

    def begin(self) -> None:
        if time.monotonic() - self.began < PATIENCE:
            return
        if are_on_disk(self.book):
            READY.add(self.book)
        else:
            self.rely_on(start_compiling(self.kind))

    def rely_on(self, process: subprocess.Popen[bytes]) -> None:
        """Go over when that process, which compiles them, has ended."""
        self.advance = functools.partial(self.follow, process)

    def follow(self, process: subprocess.Popen[bytes]) -> None:
        """Rules that cannot be compiled stay interpreted, and it is said why."""
        if process.poll() == 0:
            READY.add(self.book)
        elif process.poll():
            log.warning("%s stays interpreted:\n%s", self.kind.__name__, find_failure(process))
            self.advance = lambda: None


def start_compiling(kind: type) -> subprocess.Popen[bytes]:
    from camarilla.engine.compiling import compile_calls

    return start_aside(compile_calls, name_of(kind))


def are_on_disk(book: Book) -> bool:
    return all(COMPILED.is_on_disk(one, book) for one in calls_of(book))


def calls_of(book: Book) -> list[Function]:
    """What Python calls of a book: with a quick player beside the rules, what that one is asked; otherwise the rest."""
    every = [one for one in vars(calls).values() if is_rule(one) and is_call(one)]
    return [one for one in every if (one is calls.choose) == (len(book) > 1)]
