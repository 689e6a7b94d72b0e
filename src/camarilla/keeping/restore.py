"""`camarilla restore`: an empty house filled from the file that `camarilla backup` wrote."""

from __future__ import annotations

import argparse
import contextlib
from pathlib import Path

from camarilla.engine.errors import BadOption, trouble
from camarilla.keeping import WORDS, open_database
from camarilla.site import server
from camarilla.terminal import WORDS as OF_TERMINAL
from camarilla.terminal.files import FileTrouble
from camarilla.terminal.flags import help_of
from camarilla.terminal.screen import Screen, open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said = help_of(WORDS, "restore.flag", language)
    parser.add_argument("file", type=Path, metavar=WORDS("file").text(language), help=said("file"))
    parser.add_argument("--replace", action="store_true", help=said("replace"))


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    open_database()
    with server.claim_database() if args.replace else contextlib.nullcontext():
        if args.replace:
            confirm(here)
        restore(here, args.file, args.replace)
    return 0


def confirm(here: Screen) -> None:
    """Who replaces a house means it."""
    word = WORDS("restore.word").text(here.language)
    with contextlib.suppress(EOFError):
        if here.ask(WORDS("restore.sure", word=word)).lower() == word:
            return
    raise BadOption(WORDS("restore.left"))


def restore(here: Screen, path: Path, replace: bool) -> None:
    from django.conf import settings

    from camarilla.site import archive
    from camarilla.site.models import fingerprint

    try:
        with here.progress(WORDS("restore.busy")) as tell:
            head = archive.restore(path, tell, replace)
    except OSError as problem:
        said = trouble(problem, "missing")
        raise FileTrouble(OF_TERMINAL("file.read", path=path, problem=said)) from None
    here.say(WORDS("restore.done", tables=head["rows"]["table"], people=head["rows"]["person"]))
    if head["key"] != fingerprint(settings.SECRET_KEY):
        here.say(WORDS("restore.other_key"), style="bold")
