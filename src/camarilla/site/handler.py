"""Django behind ASGI, a request a thread.

Django's own handler gives every request a thread of its own, and with it a new connection to the database, and goes
from thread to thread between the middleware: ten milliseconds for what takes three. Here a request is answered in one
of a fixed number of threads, which keep their connections; only streams are sent by the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import set_script_prefix

from camarilla.site.threads import in_thread


class TooBig(Exception):
    """More was sent than anything here needs."""


class Handler(ASGIHandler):
    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(checked(receive))
        except RequestAborted:
            return
        except TooBig:
            await self.send_response(HttpResponse("413 Content Too Large", status=413, content_type="text/plain"), send)
            return
        with contextlib.closing(body):
            request, response = self.create_request(scope, body)
            if request is not None:
                response = await in_thread(self.answer, request, get_script_prefix(scope))
            try:
                await self.send_while_heard(response, receive, send)
            finally:
                response.close()

    def answer(self, request: HttpRequest, prefix: str) -> HttpResponseBase:
        set_script_prefix(prefix)
        return self.get_response(request)

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


def checked(receive: Any) -> Any:
    """The body as it comes in, as long as it is not too big."""
    size = 0

    async def received() -> Any:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooBig
        return message

    return received
