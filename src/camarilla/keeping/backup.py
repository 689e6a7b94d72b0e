"""`camarilla backup`: the whole house as one file, while it is open."""

from __future__ import annotations

import argparse
from pathlib import Path

from camarilla.engine.errors import trouble
from camarilla.keeping import WORDS, open_database
from camarilla.terminal import WORDS as OF_TERMINAL
from camarilla.terminal.files import FileTrouble
from camarilla.terminal.flags import help_of
from camarilla.terminal.screen import open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said = help_of(WORDS, "backup.flag", language)
    parser.add_argument("file", type=Path, metavar=WORDS("file").text(language), help=said("file"))


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    open_database()
    from camarilla.site import archive

    try:
        with here.progress(WORDS("backup.busy")) as tell:
            counts = archive.back_up(args.file, tell)
    except OSError as problem:
        said = trouble(problem, "no_folder")
        raise FileTrouble(OF_TERMINAL("file.write", path=args.file, problem=said)) from None
    size = f"{args.file.stat().st_size / 1e6:.1f}"
    here.say(WORDS("backup.done", path=args.file, tables=counts["table"], people=counts["person"], size=size))
    return 0
