"""`camarilla serve`: the site on this machine."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from camarilla.engine.errors import BadOption
from camarilla.site import WORDS
from camarilla.terminal.flags import whole_number
from camarilla.terminal.screen import Screen, screen

PORT, PORTS = 8000, 20  # the first port that is tried, and how many


def add(parser: argparse.ArgumentParser, language: str) -> None:
    def said(key: str) -> str:
        return WORDS(key).text(language).replace("%", "%%")

    parser.add_argument("--port", metavar="N", help=said("serve.flag.port"))
    parser.add_argument("--host", default="127.0.0.1", help=said("serve.flag.host"))
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, default=True, help=said("serve.flag.open"))


def run(args: argparse.Namespace) -> int:
    here = screen(args.lang, None)
    if not find_spec("django"):
        raise BadOption(WORDS("serve.extra"))
    line = listening(args.host, None if args.port is None else whole_number("port", args.port))
    address = f"http://{'localhost' if args.host in ('127.0.0.1', '0.0.0.0') else args.host}:{line.getsockname()[1]}/"
    claim = claimed(set_up(args.host), address)
    make_ready(here)
    here.say(WORDS("serve.open", address=address), style="bold")
    if args.open:
        threading.Timer(1, webbrowser.open, [address]).start()
    with claim:
        serve(line)
    return 0


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on the wished port, or on the first that is free."""
    for wanted in range(PORT, PORT + PORTS) if port is None else [port]:
        line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((host, wanted))
        except (OSError, OverflowError):
            line.close()
        else:
            return line
    raise BadOption(WORDS("serve.port", host=host, port=PORT if port is None else port))


def claimed(home: Path, address: str) -> IO[str]:
    """The house, for this server alone: with the embedded database there is one at a time. Held while it is open."""
    claim = (home / "open").open("a+", encoding="utf-8")
    try:
        lock(claim)
    except OSError:
        claim.seek(0)
        raise BadOption(WORDS("serve.claimed", address=claim.read().strip() or home)) from None
    claim.truncate(0)
    claim.write(address)
    claim.flush()
    return claim


def lock(claim: IO[str]) -> None:
    """Held until the process ends, however it ends."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(claim.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)


def set_up(host: str) -> Path:
    """Django, and the database brought up to date; gives the folder where everything is kept."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camarilla.site.settings")
    if host not in ("127.0.0.1", "localhost"):
        os.environ.setdefault("CAMARILLA_HOSTS", "*")
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    return Path(settings.HOME)


def make_ready(here: Screen) -> None:
    """Have the rules of all games before the first page is asked for; what bots need follows while people play.

    Compiling takes a minute or two, once: the thinkers do it, several games at a time.
    """
    from camarilla.engine import calls
    from camarilla.engine.runtime import COMPILED
    from camarilla.games import game, games
    from camarilla.site.steward import THINKERS
    from camarilla.site.thinker import compile_game
    from camarilla.terminal.compiling import prepare

    every = [game(name) for name in games()]
    cold = [one for one in every if not COMPILED.kept(calls.play, (one.rules,))]
    if cold:
        here.say(WORDS("serve.compiling", games=[one.title for one in cold]))
    compiling = [(one, THINKERS.ask(compile_game, one.id, False)) for one in cold]
    for one, answer in compiling:
        with here.busy(WORDS("serve.compiling_one", game=one.title), tell=False):
            answer.result()
        here.say(WORDS("serve.compiled", game=one.title))
    for one in every:
        prepare(one, here)


def serve(line: socket.socket) -> None:
    import uvicorn

    from camarilla.site.bell import BELL

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: Any) -> None:
            """Open pages would keep the house open: they are let go first."""
            BELL.close()
            super().handle_exit(sig, frame)

    config: dict[str, Any] = {"log_level": "warning", "timeout_graceful_shutdown": 1, "lifespan": "on"}
    Server(uvicorn.Config("camarilla.site.asgi:application", **config)).run(sockets=[line])
