"""`camarilla docs`: open the handbook, which lies in the package, so that no network is needed."""

from __future__ import annotations

import argparse
import webbrowser
from pathlib import Path

from camarilla.engine.errors import CamarillaError
from camarilla.terminal import WORDS
from camarilla.terminal.flags import help_of
from camarilla.terminal.screen import open_screen

HANDBOOK = Path(__file__).parents[1] / "handbook"  # as `tools/handbook.py` builds it


class NoHandbook(CamarillaError):
    """It has not been built."""


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--no-open", action="store_true", help=help_of(WORDS, "docs.flag", language)("no_open"))


def run(args: argparse.Namespace) -> int:
    here, index = open_screen(args.lang, None), HANDBOOK / "index.html"
    if not index.exists():
        raise NoHandbook(WORDS("docs.none"))
    here.say(WORDS("docs.here", path=str(index)))
    if not args.no_open:
        webbrowser.open(index.as_uri())
    return 0
