"""Who holds which key, as the database said less than a minute ago.

Every request asks this: each question less lets more of them through. Whoever gives somebody another name or key says
so (`forget_on_commit`), and all processes that serve the house hear it; one that cannot hear asks the database.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import Any

from django.db import connection, transaction

from camarilla.site.models import Person

COLUMNS = ("id", "key_hash", "name", "created")
CHANNEL = "camarilla_people"  # on which a database server tells all who serve the house
Row = tuple[Any, ...]


class Known:
    def __init__(self, most: int = 10_000, seconds: float = 60) -> None:
        self.most, self.seconds, self.changes = most, seconds, 0
        self.hears = False  # what other processes change; with the embedded database there are none
        self._rows: OrderedDict[str, tuple[Row, float]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key_hash: str) -> Row | None:
        if not self.hears and connection.vendor != "sqlite":
            return ask_database(key_hash)
        with self._lock:
            (row, since), changes = self._rows.get(key_hash, (None, 0.0)), self.changes
        if row and time.monotonic() - since < self.seconds:
            return row
        return self.keep(key_hash, ask_database(key_hash), changes)

    def keep(self, key_hash: str, row: Row | None, changes: int) -> Row | None:
        """Unless somebody was changed since it was asked for."""
        with self._lock:
            if row and changes == self.changes:
                self._rows[key_hash] = row, time.monotonic()
            while len(self._rows) > self.most:
                self._rows.popitem(last=False)
        return row

    def forget(self, hears: bool | None = None) -> None:
        """All that is known; and whether changes are heard from now on, where that is different."""
        with self._lock:
            self._rows.clear()
            self.changes += 1
            self.hears = self.hears if hears is None else hears


KNOWN = Known()


def forget_on_commit() -> None:
    """Somebody has another name or key, or is gone."""
    if connection.vendor == "postgresql":
        connection.cursor().execute("SELECT pg_notify(%s, '')", [CHANNEL])
    transaction.on_commit(KNOWN.forget, robust=True)


def ask_database(key_hash: str) -> Row | None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(COLUMNS)} FROM {Person._meta.db_table} WHERE key_hash = %s", [key_hash])
        found: Row | None = cursor.fetchone()
    return found
