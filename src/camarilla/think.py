"""`camarilla think`: thinking for a house that others serve, on this machine or another."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from importlib.util import find_spec

from camarilla.engine.errors import BadOption
from camarilla.site import WORDS, server
from camarilla.terminal.flags import at_least_one
from camarilla.terminal.screen import open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    text = WORDS("think.flag.thinkers").text(language).replace("%", "%%")
    parser.add_argument("--thinkers", metavar="N", help=text)


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    if not find_spec("django"):
        raise BadOption(WORDS("serve.extra"))
    if not os.environ.get("DATABASE_URL"):
        raise BadOption(WORDS("think.embedded"))
    number = (os.cpu_count() or 1) if args.thinkers is None else at_least_one("thinkers", args.thinkers)
    os.environ["CAMARILLA_THINKERS"] = str(number)
    server.set_up("localhost")
    here.say(WORDS("think.begins", number=number), style="bold")
    asyncio.run(think())
    return 0


async def think() -> None:
    """Until this process is told to end."""
    from camarilla.site.steward import keep_house

    loop, keeping = asyncio.get_running_loop(), asyncio.ensure_future(keep_house(shows_pages=False))
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, keeping.cancel)
    await asyncio.wait([keeping])
