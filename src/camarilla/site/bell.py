"""The bell that wakes open pages, and the steward, when something has changed at a table.

It carries no news but how new they are: who has older ones looks into the database, and who does not hear it looks
there now and then. With a database server all processes that serve the house hear one bell: rings travel as its
notifications (`carry_rings`).
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from camarilla.site import known
from camarilla.site.known import KNOWN

log = logging.getLogger("camarilla.bell")
EVERY_TABLE = 0
CHANNEL = "camarilla"
AGAIN = 1.0  # seconds after which a broken line to the database is tried again


class Bell:
    def __init__(self) -> None:
        self._lock = threading.RLock()  # a signal may come while it is held
        self.silent = False  # the house closes: who listens may go
        self._ears: dict[int, set[tuple[asyncio.AbstractEventLoop, asyncio.Queue[int]]]] = defaultdict(set)

    @contextmanager
    def heard(self, table: int) -> Iterator[asyncio.Queue[int]]:
        """Rings for this table, or for `EVERY_TABLE`, as they come: the revision that can be seen now, 0 if who rings
        does not know it."""
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

    def ring(self, table: int, duty: bool = True, revision: int = 0) -> None:
        """From any thread."""
        with self._lock:
            ears = [*self._ears.get(table, ()), *(self._ears.get(EVERY_TABLE, ()) if duty else ())]
        for loop, queue in ears:
            if not loop.is_closed():
                loop.call_soon_threadsafe(queue.put_nowait, revision)

    def ring_all(self) -> None:
        """For everybody who listens: something may have happened anywhere."""
        with self._lock:
            tables = list(self._ears)
        for table in tables:
            self.ring(table)

    def close(self) -> None:
        """The last ring, for all."""
        self.silent = True
        self.ring_all()


BELL = Bell()


def ring_on_commit(table: int, duty: bool = True, revision: int = 0) -> None:
    """For those who look, when it can be seen; also for the steward, unless there is surely nothing to do for it."""
    if connection.vendor == "postgresql":
        connection.cursor().execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{table} {duty:d} {revision}"])
    else:
        transaction.on_commit(lambda: BELL.ring(table, duty, revision), robust=True)


def carry_rings() -> None:
    """Let this process hear the rings of all that serve the house, where there may be several."""
    if connection.vendor == "postgresql":
        threading.Thread(target=listen, name="bell", daemon=True).start()


def listen() -> None:
    while not BELL.silent:
        try:
            connection.ensure_connection()
            with connection.cursor() as cursor:
                cursor.execute(f"LISTEN {CHANNEL}; LISTEN {known.CHANNEL}")
            KNOWN.forget(hears=True)
            BELL.ring_all()  # nobody knows what was rung before
            for ring in connection.connection.notifies():
                hear(ring.channel, ring.payload)
        except Exception as problem:
            KNOWN.forget(hears=False)
            log.warning("the bell's line to the database broke; it is tried again: %s", problem)
            connection.close()
            time.sleep(AGAIN)


def hear(channel: str, payload: str) -> None:
    if channel == known.CHANNEL:
        KNOWN.forget()
        return
    table, duty, revision = map(int, payload.split())
    BELL.ring(table, bool(duty), revision)
