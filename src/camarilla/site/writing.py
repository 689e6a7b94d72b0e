"""Writing into the database, each thing whole or not at all: `write(deed)`.

An embedded database has one lock for all who write, and a commit takes milliseconds until it is on disk. So one thread
writes for all of this process: whatever has been asked for while it waited for the disk goes into the next transaction
together, each deed behind a savepoint of its own, and is acknowledged when all of it is on disk. A database server has
locks of its own, and everybody writes there at once.

What is slow (replaying, playing, drawing) is done before: nobody waits for a lock that is held meanwhile.
"""

from __future__ import annotations

import functools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, ParamSpec, TypeVar

from django.db import OperationalError, close_old_connections, connection, transaction

from camarilla.site import metrics
from camarilla.site.refusals import Refusal

MOST = 100  # deeds in a transaction
PATIENCE = 15.0  # seconds for which somebody waits to be written
FULL = "full"  # SQLite's word for a disk without room

P = ParamSpec("P")
T = TypeVar("T")
Order = tuple[Callable[[], Any], "Future[Any]"]


def write(deed: Callable[[], T]) -> T:
    """What the deed answers, once all that it wrote is kept. Where it raises nothing is."""
    if connection.in_atomic_block:
        return deed()
    try:
        with metrics.WRITES.time():
            return write_alone(deed) if connection.vendor != "sqlite" else WRITER.write(deed)
    except OperationalError as problem:
        raise refuse_database(problem) from problem


def write_alone(deed: Callable[[], T]) -> T:
    with transaction.atomic():
        return deed()


def refuse_database(problem: OperationalError) -> Refusal:
    """What somebody is told whom the database has let down."""
    return Refusal("disk_full" if FULL in str(problem) else "database", 503)


def in_turn(function: Callable[P, T]) -> Callable[P, T]:
    """A function that is done as one deed."""

    @functools.wraps(function)
    def written(*arguments: P.args, **named: P.kwargs) -> T:
        return write(lambda: function(*arguments, **named))

    return written


class Writer:
    """The one thread that writes into an embedded database; it begins when there is something to write."""

    def __init__(self) -> None:
        self._orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def write(self, deed: Callable[[], T]) -> T:
        answer: Future[T] = Future()
        self._orders.put((deed, answer))
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._serve, name="writer", daemon=True)
                self._thread.start()
        try:
            return answer.result(PATIENCE)
        except TimeoutError:
            if answer.cancel():  # it has not been begun, and will not be
                raise Refusal("database", 503) from None
            return answer.result()

    def _serve(self) -> None:
        while True:
            orders = [self._orders.get()]
            while len(orders) < MOST and not self._orders.empty():
                orders.append(self._orders.get())
            begun = [order for order in orders if order[1].set_running_or_notify_cancel()]
            if begun:
                close_old_connections()
                write_together(begun)


def write_together(orders: list[Order]) -> None:
    """One transaction for all. If it cannot be had or kept, all are told so."""
    answers: list[tuple[Future[Any], Any, BaseException | None]] = []
    try:
        with transaction.atomic():
            for deed, answer in orders:
                answers.append((answer, *outcome(deed, among_others=len(orders) > 1)))
    except Exception as problem:
        answers = [(answer, None, problem) for _, answer in orders]
    for answer, value, raised in answers:
        if raised is None:
            answer.set_result(value)
        else:
            answer.set_exception(raised)


def outcome(deed: Callable[[], Any], among_others: bool) -> tuple[Any, BaseException | None]:
    """What a deed answers or raises; then nothing of it is written: alone it takes the whole transaction with it."""
    try:
        with transaction.atomic(savepoint=among_others):
            return deed(), None
    except OperationalError:
        raise  # there is something wrong with the database, not with the deed
    except BaseException as problem:
        return None, problem


WRITER = Writer()
