"""Who calls from Python and has to wait for the compiler is told so, on the standard error stream.

Compiling takes half a minute and more, once. As soon as it has taken a moment it is said what is compiled, and on a
terminal how far it is. With CAMARILLA_QUIET=1 nothing is said: so it is for the commands, which show it in their own
way, and for processes that compile aside.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from numba.core import event

from camarilla.engine.words import ENGINE

PATIENCE = 1.0  # seconds before anything is said
PAUSE = 0.2  # seconds between two reports on a terminal


def is_quiet() -> bool:
    return os.environ.get("CAMARILLA_QUIET", "0") not in ("", "0")


class Notice(event.Listener):
    """Follows Numba, which tells of every function when it begins to compile it and when it is done.

    It compiles one thing at a time, whatever the threads.
    """

    def __init__(self) -> None:
        self.entries: dict[Any, tuple[str, list[Any]]] = {}  # what Python calls: of which game, and the rules in it
        self.said: set[tuple[str, str]] = set()  # what has been said, and of which game
        self.entry: Any = None  # what is being compiled now
        self.began = self.reported = 0.0
        self.done = self.whole = 0

    def follow(self, entry: Any, game: str, rules: list[Any]) -> None:
        """Say so when that is compiled."""
        self.entries[entry] = game, rules

    def on_start(self, happened: event.Event) -> None:
        entry = happened.data["dispatcher"]
        if self.entry is None and entry in self.entries and not is_quiet():
            self.entry, self.began, self.done = entry, time.monotonic(), 0
            self.whole = 1 + sum(not one.overloads for one in self.entries[entry][1])

    def on_end(self, happened: event.Event) -> None:
        if self.entry is None:
            return
        self.done += 1
        if happened.data["dispatcher"] is self.entry:
            self.wipe()
            self.entry = None
        elif time.monotonic() - self.began > PATIENCE:
            self.report()

    def report(self) -> None:
        """Once for each game what is done; and on a terminal every moment how far it is."""
        now = time.monotonic()
        self.tell("first", self.entries[self.entry][0])
        if sys.stderr.isatty() and now - self.reported > PAUSE:
            self.reported = now
            parts = {"percent": min(99, 100 * self.done // self.whole), "seconds": round(now - self.began)}
            print(f"\r{ENGINE('compiling.so_far', **parts).text()} ", end="", file=sys.stderr, flush=True)

    def tell(self, what: str, game: str) -> None:
        """Once for each game. For a device Numba tells nothing on the way, so it is said at the beginning."""
        if (what, game) not in self.said and not is_quiet():
            self.said.add((what, game))
            print(ENGINE(f"compiling.{what}", game=game).text(), file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Leave no half line behind."""
        if self.reported > self.began:
            print(f"\r{'':40}\r", end="", file=sys.stderr, flush=True)


NOTICE = Notice()
event.register("numba:compile", NOTICE)
