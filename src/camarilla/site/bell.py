"""The bell that wakes open pages, and the steward, when something has changed at a table.

It tells how new the news are: who has older ones looks into the database, and who does not hear it looks there now and
then. With a database server all processes that serve the house hear one bell: rings travel as its notifications
(`carry_rings`), and a move travels with its ring, so that nobody need look for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from camarilla.site import known
from camarilla.site.known import KNOWN
from camarilla.site.snapshots import Moves, play_on

log = logging.getLogger("camarilla.bell")
EVERY_TABLE = 0
CHANNEL = "camarilla"
LONGEST = 7_000  # bytes of news that travel with a ring: PostgreSQL takes 8,000
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

    def is_heard(self, table: int) -> bool:
        """Whether somebody listens here for this very table."""
        with self._lock:
            return table in self._ears

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


def ring_on_commit(table: int, duty: bool = True, revision: int = 0, news: Moves | None = None) -> None:
    """For those who look, when it can be seen; also for the steward, unless there is surely nothing to do for it. The
    news are for other processes, where moves are all that has changed."""
    if connection.vendor == "postgresql":
        told = json.dumps(news) if news else ""
        ring = f"{table} {duty:d} {revision} {told if len(told) < LONGEST else ''}"
        connection.cursor().execute("SELECT pg_notify(%s, %s)", [CHANNEL, ring])
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
    table, duty, revision, told = payload.split(" ", 3)
    if told and BELL.is_heard(int(table)):
        play_on(*json.loads(told))
    BELL.ring(int(table), bool(int(duty)), int(revision))
