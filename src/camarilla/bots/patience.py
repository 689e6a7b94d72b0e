"""Waiting for somebody who thinks, but not for ever."""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

PATIENCE = 20.0  # seconds that a bot may take for a decision

T = TypeVar("T")


class TooLate(Exception):
    """A bot has not made up its mind in time."""


def in_time(think: Callable[[], T], name: str, patience: float, interrupts: bool = False) -> T:
    """What comes of a thought. It is thought in a thread of its own, which is left to itself when time is up.

    With `interrupts` it is told to end, which is for who may be turning in circles.
    """
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(think())
        except BaseException as fault:  # whoever thinks may also want to end the program: that is nobody's business
            answer.set_exception(fault)

    thread = threading.Thread(target=run, name=f"bot {name}", daemon=True)
    thread.start()
    if wait([answer], patience if math.isfinite(patience) else None).not_done:
        if interrupts:
            interrupt(thread)
        raise TooLate(name)
    return answer.result()


def interrupt(thread: threading.Thread) -> None:
    """Have a thread end as soon as it comes back to Python: one that turns in circles would slow down all others."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(TooLate))
