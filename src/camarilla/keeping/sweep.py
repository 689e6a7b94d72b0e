"""`camarilla sweep`: clear away now what is cleared away once an hour in a house that is open."""

from __future__ import annotations

import argparse

from camarilla.keeping import WORDS, open_database
from camarilla.terminal.flags import help_of
from camarilla.terminal.screen import open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said = help_of(WORDS, "sweep.flag", language)
    parser.add_argument("--dry-run", action="store_true", help=said("dry_run"))


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    open_database()
    from camarilla.site import sweep

    found = sweep.count() if args.dry_run else sweep.sweep()
    here.say(WORDS("sweep.would" if args.dry_run else "sweep.done"))
    for name, number in found.items():
        here.say(WORDS(f"sweep.{name}", number=number))
    return 0
