"""Asking the database from asynchronous code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

Answer = TypeVar("Answer")


async def in_thread(function: Callable[..., Answer], *arguments: Any) -> Answer:
    """What the function answers, in a thread; a connection to the database lasts as long as the question."""

    def asked() -> Answer:
        try:
            return function(*arguments)
        finally:
            close_old_connections()

    answer: Answer = await sync_to_async(asked, thread_sensitive=False)()
    return answer
