"""Waiting for somebody who thinks, but not for ever."""

from __future__ import annotations

import ctypes
import math
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

PATIENCE = 20.0  # seconds that a bot may take for a decision

T = TypeVar("T")


class TooLate(Exception):
    """A bot has not made up its mind in time."""


class Thinker(threading.Thread):
    """A thread that thinks one thought after the other."""

    def __init__(self) -> None:
        super().__init__(name="thinker", daemon=True)
        self.thoughts: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        self.dismissed = False

    def run(self) -> None:
        with suppress(TooLate):  # which an interruption may also bring after the thought
            while not self.dismissed:
                think, answer = self.thoughts.get()
                try:
                    answer.set_result(think())
                except BaseException as fault:  # also the wish to end the program, which is not a bot's to have
                    answer.set_exception(fault)
                del think, answer

    def interrupt(self) -> None:
        """End as soon as it comes back to Python: a thread that turns in circles would slow down all others."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident or 0), ctypes.py_object(TooLate))


IDLE: deque[Thinker] = deque()  # those who wait for the next thought


def in_time(think: Callable[[], T], name: str, patience: float, interrupts: bool = False) -> T:
    """What comes of a thought. It is thought in another thread, which is left to itself when time is up.

    With `interrupts` it is told to end, which is for who may be turning in circles.
    """
    thinker, answer = get_thinker(), Future[T]()
    thinker.thoughts.put((think, answer))
    try:
        return answer.result(patience if math.isfinite(patience) else None)
    except TimeoutError:
        if answer.done():  # it is the thought that has failed like this
            raise
        thinker.dismissed = True
        if interrupts:
            thinker.interrupt()
        raise TooLate(name) from None
    finally:
        thinker.dismissed |= not answer.done()
        if not thinker.dismissed:
            IDLE.append(thinker)


def get_thinker() -> Thinker:
    """One who is idle, or else a new one. Those of a process that has forked are not there in the other."""
    with suppress(IndexError):
        while not (idle := IDLE.pop()).is_alive():
            pass
        return idle
    thinker = Thinker()
    thinker.start()
    return thinker
