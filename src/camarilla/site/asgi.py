"""The site as an ASGI application, with the steward beside it."""

from __future__ import annotations

import asyncio
import functools
import gc
import multiprocessing
import os
import signal
import warnings
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camarilla.site.settings")
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous")  # WhiteNoise's are small files
django.setup()

from camarilla.engine import runtime  # noqa: E402  # what follows needs Django set up
from camarilla.engine.compiling import prepare  # noqa: E402
from camarilla.engine.runtime import Compiled  # noqa: E402
from camarilla.games import game, games  # noqa: E402
from camarilla.site.bell import BELL  # noqa: E402
from camarilla.site.handler import Handler  # noqa: E402
from camarilla.site.steward import keep_house  # noqa: E402
from camarilla.site.thinker import end_with_parent  # noqa: E402

THRESHOLDS = 50_000, 20, 50  # of the collector: things made and not freed before it looks through the youngest, ...
site = Handler()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    else:
        await site(scope, receive, send)


async def lifespan(receive: Any, send: Any) -> None:
    """From the start of the server to its end, the house is kept."""
    await receive()
    if multiprocessing.parent_process():
        end_with_parent()
    if runtime.default() == Compiled.name:
        for name in games():
            prepare(game(name))  # which a worker's parent has compiled
    let_pages_go()
    collect_seldom()
    keeping = asyncio.ensure_future(keep_house())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    keeping.cancel()
    await asyncio.wait([keeping])
    await send({"type": "lifespan.shutdown.complete"})


def collect_seldom() -> None:
    """What is here now stays, and what requests leave behind is mostly freed without the collector: it took a twentieth
    of the time of a move to look through all of it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def let_pages_go() -> None:
    """Open pages would keep the house open: when it is told to close they are let go first."""

    def close(number: int, frame: Any, before: Any) -> None:
        BELL.close()
        before(number, frame)

    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, functools.partial(close, before=signal.getsignal(sign)))
