"""`camarilla rules`: the rulebook of a game, or one clause of it."""

from __future__ import annotations

import argparse

from camarilla.engine import rulebook
from camarilla.games import games, kind
from camarilla.terminal import WORDS
from camarilla.terminal.screen import open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    def said(key: str, **parts: object) -> str:
        return WORDS(key, **parts).text(language)

    parser.add_argument("game", metavar=said("flag.a_game"), help=said("flag.game", known=list(games())))
    parser.add_argument("clause", metavar=said("flag.a_clause"), nargs="?", help=said("flag.clause"))


def run(args: argparse.Namespace) -> int:
    game = kind(args.game)
    text = str(rulebook.clause(game, args.clause, args.lang)) if args.clause else rulebook.text(game, args.lang)
    open_screen(args.lang, None).markdown(text.rstrip())
    return 0
