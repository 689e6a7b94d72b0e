"""The bell that wakes open pages, and the steward, when something has changed at a table.

It carries no news: who hears it looks into the database. Who does not hear it looks there now and then.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

EVERY_TABLE = 0


class Bell:
    def __init__(self) -> None:
        self._lock = threading.RLock()  # a signal may come while it is held
        self.silent = False  # the house closes: who listens may go
        self._ears: dict[int, set[tuple[asyncio.AbstractEventLoop, asyncio.Queue[int]]]] = defaultdict(set)

    @contextmanager
    def heard(self, table: int) -> Iterator[asyncio.Queue[int]]:
        """Rings for this table, or for `EVERY_TABLE`, as they come."""
        ear = (asyncio.get_running_loop(), asyncio.Queue[int]())
        with self._lock:
            self._ears[table].add(ear)
        try:
            yield ear[1]
        finally:
            with self._lock:
                self._ears[table].discard(ear)
                if not self._ears[table]:
                    del self._ears[table]

    def ring(self, table: int, duty: bool = True) -> None:
        """From any thread."""
        with self._lock:
            ears = [*self._ears.get(table, ()), *(self._ears.get(EVERY_TABLE, ()) if duty else ())]
        for loop, queue in ears:
            if not loop.is_closed():
                loop.call_soon_threadsafe(queue.put_nowait, table)

    def close(self) -> None:
        """The last ring, for all."""
        self.silent = True
        for table in list(self._ears):
            self.ring(table)


BELL = Bell()


def ring_on_commit(table: int, duty: bool = True) -> None:
    """For those who look, when it can be seen; also for the steward, unless there is surely nothing to do for it."""
    transaction.on_commit(lambda: BELL.ring(table, duty), robust=True)
