"""`camarilla move-house`: from the embedded database into a PostgreSQL."""

from __future__ import annotations

import argparse
import os

from camarilla.engine.errors import BadOption
from camarilla.keeping import WORDS, open_database
from camarilla.site import server
from camarilla.terminal.flags import help_of
from camarilla.terminal.screen import open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said = help_of(WORDS, "move.flag", language)
    parser.add_argument("database", nargs="?", metavar="postgresql://…", help=said("database"))


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    os.environ["DATABASE_URL"] = args.database or os.environ.get("DATABASE_URL", "")
    if not os.environ["DATABASE_URL"]:
        raise BadOption(WORDS("move.where"))
    open_database()
    from django.conf import settings

    from camarilla.site import archive

    if not settings.EMBEDDED["NAME"].exists():
        raise BadOption(WORDS("move.nothing", path=settings.EMBEDDED["NAME"]))
    with server.claim_house(settings.HOME, ""), here.progress(WORDS("move.busy")) as tell:
        counts = archive.move(tell)
    here.say(WORDS("move.done", tables=counts["table"], people=counts["person"], path=settings.EMBEDDED["NAME"]))
    here.say(WORDS("move.next", path=settings.HOME / "key"))
    return 0
