"""`camarilla ratings`: reckon all ratings again, from all matches in the order in which they ended."""

from __future__ import annotations

import argparse

from camarilla.keeping import WORDS, open_database
from camarilla.terminal.screen import open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    """There is nothing to choose."""


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    open_database()
    from camarilla.site import ratings, writing

    with here.progress(WORDS("ratings.busy")) as tell:
        number = writing.write(lambda: ratings.reckon_again(tell))
    here.say(WORDS("ratings.done", number=number))
    return 0
