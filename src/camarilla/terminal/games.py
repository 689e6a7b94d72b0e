"""`camarilla games`: which games there are; and the question which one to play."""

from __future__ import annotations

import argparse

from camarilla.engine.errors import UnknownGame
from camarilla.engine.words import ENGINE, Message
from camarilla.games import games, kind
from camarilla.terminal import WORDS
from camarilla.terminal.screen import Screen, open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    """There is nothing to choose."""


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    for name in games():
        here.say(describe_game(name))
        here.say(kind(name).words("summary"))
    return 0


def describe_game(name: str) -> Message:
    """A game's id and title, and for how many it is."""
    players = next(option.values for option in kind(name).options if option.name == "players")
    key = "games.line" if len(players) > 1 else "games.line_alone"
    return WORDS(key, name=name, title=kind(name).words("title"), first=players[0], last=players[-1])


def ask_which(here: Screen) -> str:
    """The game that somebody picks from the list."""
    names = list(games())
    for number, name in enumerate(names, 1):
        here.show(f"{number} {describe_game(name).text(here.language)}")
    while True:
        try:
            typed = here.ask(WORDS("games.which")).lower() or "1"
        except EOFError:
            raise UnknownGame(ENGINE("unknown_game", name="", known=names)) from None
        if typed in names:
            return typed
        if typed.isdecimal() and 1 <= int(typed) <= len(names):
            return names[int(typed) - 1]
        here.object(ENGINE("unknown_game", name=typed, known=names))
