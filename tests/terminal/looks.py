"""How the positions of random matches look at a terminal."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

from rich.console import Console, RenderableType

import camarilla
from camarilla.engine.match import Match
from camarilla.terminal.menu import menu


def positions(game: str, seed: int, **options: object) -> Iterator[Match]:
    """Every third position of a random match, and its last."""
    match, chance = camarilla.game(game, runtime="interpreted", **options).new(seed), random.Random(seed)
    while match.waiting:
        if len(match.steps) % 3 == 0:
            yield match
        match.play(chance.choice([choice for seat in match.waiting for choice in match.choices(seat)]))
    yield match


def printed(thing: RenderableType, width: int = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=False, _environ={}).print(thing)
    return out.getvalue()


def board(match: Match, seat: int | None, language: str = "en", width: int = 80, **settings: bool) -> str:
    return printed(match.game.board.board(match.game, match.view(seat), language, **settings), width)


def choices_of(match: Match, language: str = "en", width: int = 80, seat: int | None = None) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False, _environ={})
    return printed(menu(match.choices(seat), language, console), width)
