"""The site as an ASGI application, with the steward beside it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import warnings
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camarilla.site.settings")
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous")  # WhiteNoise's are small files
django.setup()

from camarilla.site.handler import Handler  # noqa: E402  # what follows needs Django set up
from camarilla.site.operation import READINESS  # noqa: E402
from camarilla.site.steward import THINKERS, Steward, prepare_bots  # noqa: E402

site = Handler()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    else:
        await site(scope, receive, send)


async def lifespan(receive: Any, send: Any) -> None:
    """From the start of the server to its end, the steward serves."""
    await receive()
    steward = READINESS.steward = Steward()
    serving = asyncio.gather(steward.serve(), prepare_bots())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    serving.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await serving
    await steward.close()
    THINKERS.close()
    await send({"type": "lifespan.shutdown.complete"})
