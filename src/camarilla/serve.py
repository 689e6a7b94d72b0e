"""`camarilla serve`: the site on this machine, started from a terminal."""

from __future__ import annotations

import argparse
import contextlib
import os
import threading
import webbrowser
from importlib.util import find_spec

from camarilla.engine import runtime
from camarilla.engine.compiling import prepare
from camarilla.engine.errors import BadOption
from camarilla.engine.runtime import Compiled
from camarilla.games import game, games
from camarilla.site import WORDS, server
from camarilla.terminal.flags import at_least_one, whole_number
from camarilla.terminal.screen import Screen, open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    def said(key: str) -> str:
        return WORDS(key).text(language).replace("%", "%%")

    parser.add_argument("--port", metavar="N", help=said("serve.flag.port"))
    parser.add_argument("--host", default="127.0.0.1", help=said("serve.flag.host"))
    parser.add_argument("--workers", metavar="N", help=said("serve.flag.workers"))
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, default=True, help=said("serve.flag.open"))


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    if not find_spec("django"):
        raise BadOption(WORDS("serve.extra"))
    line = server.listen(args.host, None if args.port is None else whole_number("port", args.port))
    address = f"http://{'localhost' if args.host in ('127.0.0.1', '0.0.0.0') else args.host}:{line.getsockname()[1]}/"
    workers = 1 if args.workers is None else at_least_one("workers", args.workers)
    home, embedded = server.set_up(args.host), not os.environ.get("DATABASE_URL")
    if embedded and workers > 1:
        raise BadOption(WORDS("serve.workers"))
    if not embedded:
        server.check_key()
    with server.claim_house(home, address) if embedded else contextlib.nullcontext():
        prepare_games(here)
        here.say(WORDS("serve.open", address=address), style="bold")
        if args.open:
            threading.Timer(1, webbrowser.open, [address]).start()
        share_thinkers(workers)
        server.serve(line, workers)
    return 0


def share_thinkers(workers: int) -> None:
    """Of those who think for this machine's bots every worker has its part."""
    from django.conf import settings

    if workers > 1 and settings.THINKING:
        os.environ["CAMARILLA_THINKERS"] = str(max(1, settings.THINKERS // workers))


def prepare_games(here: Screen) -> None:
    """Whoever asks for compiled rules waits for them; otherwise the house opens at once, and goes over to them."""
    if runtime.default() == Compiled.name:
        for name in games():
            prepare(game(name), here.compiling)
