"""The threads that answer requests and ask the database for asynchronous code: a fixed number, so that each can keep
its connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import close_old_connections

Answer = TypeVar("Answer")

NUMBER = 8  # most of them wait: for a move to be on disk, or for a hint
POOL = ThreadPoolExecutor(NUMBER, "answers")


async def in_thread(function: Callable[..., Answer], *arguments: Any) -> Answer:
    """What the function answers, in one of the threads."""

    def asked() -> Answer:
        close_old_connections()  # one that the database has closed; it is opened again when it is needed
        return function(*arguments)

    return await asyncio.get_running_loop().run_in_executor(POOL, asked)
