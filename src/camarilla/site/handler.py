"""Django behind ASGI, a request a thread.

Django's own handler gives every request a thread of its own, and with it a new connection to the database, and goes
from thread to thread between the middleware: ten milliseconds for what takes three. Here a request is answered in one
of a fixed number of threads, which keep their connections; only streams are sent by the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponseBase
from django.urls import set_script_prefix

from camarilla.site import metrics
from camarilla.site.logs import note_access
from camarilla.site.operation import ANSWERS
from camarilla.site.proxies import Request, see_through
from camarilla.site.refusals import Refusal
from camarilla.site.threads import in_thread

PATIENCE = 30.0  # seconds until the next part of what a visitor sends must have come


class Handler(ASGIHandler):
    request_class = Request

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if asked := ANSWERS.get(scope["path"]):
            await self.send_response(await asked(scope), send)
            return
        started = time.perf_counter()
        scope, body = see_through(scope), Body(receive)
        try:
            file = await self.read_body(body.receive)
        except RequestAborted:
            return
        with contextlib.closing(file):
            request, response = self.create_request(scope, file)
            if request is not None:
                request.body_problem = body.problem
                response = await in_thread(self.answer, request, get_script_prefix(scope))
                self.note(request, response, time.perf_counter() - started)
            try:
                await self.send_while_heard(response, receive, send)
            finally:
                response.close()

    def answer(self, request: HttpRequest, prefix: str) -> HttpResponseBase:
        set_script_prefix(prefix)
        return self.get_response(request)

    def note(self, request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
        metrics.note_request(request, response.status_code, seconds)
        if settings.ACCESS_LOG:
            note_access(request, response, seconds)

    async def send_while_heard(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """A stream ends when who listened has gone."""
        if not response.streaming:
            await self.send_response(response, send)
            return
        sending = asyncio.ensure_future(self.send_response(response, send))
        gone = asyncio.ensure_future(self.listen_for_disconnect(receive))
        await asyncio.wait([sending, gone], return_when=asyncio.FIRST_COMPLETED)
        for task in (sending, gone):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, RequestAborted):
                await task


class Body:
    """What a visitor sends, up to as much as anything here needs; of the rest nothing is kept or waited for, nor for
    who takes for ever."""

    def __init__(self, receive: Any) -> None:
        self._receive, self.size, self.too_slow = receive, 0, False

    @property
    def too_big(self) -> bool:
        return self.size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    @property
    def problem(self) -> Refusal | None:
        if self.too_big:
            return Refusal("too_big", 413, most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1000)
        return Refusal("too_slow", 408) if self.too_slow else None

    async def receive(self) -> dict[str, Any]:
        try:
            message: dict[str, Any] = await asyncio.wait_for(self._receive(), PATIENCE)
        except TimeoutError:
            self.too_slow = True
            return {"type": "http.request", "body": b"", "more_body": False}
        self.size += len(message.get("body", b""))
        return {**message, "body": b"", "more_body": False} if self.too_big and "body" in message else message
