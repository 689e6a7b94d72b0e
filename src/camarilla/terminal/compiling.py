"""Compiling the rules before the first move needs them, and saying so."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType

from camarilla.engine import entries
from camarilla.engine.errors import CannotUndo
from camarilla.engine.game import Game
from camarilla.engine.runtime import COMPILED, Compiled, Function
from camarilla.terminal import WORDS
from camarilla.terminal.screen import Screen


@contextmanager
def waiting_for_rules(
    game: Game, screen: Screen, algorithm: Function = entries.move, rules: ModuleType | None = None
) -> Iterator[None]:
    """While something runs that needs the rules compiled. Once per installation this takes a while, and is told."""
    started, rules = time.monotonic(), rules or game.rules
    first = game.runtime == Compiled.name and not COMPILED.kept(algorithm, rules)
    with screen.busy(WORDS("compiling" if first else "loading"), tell=first):
        yield
    if first:
        seconds = f"{time.monotonic() - started:.1f}"
        screen.say(WORDS("compiled", seconds=seconds if screen.language == "en" else seconds.replace(".", ",")))


def prepare(game: Game, screen: Screen) -> None:
    """Have every rule ready before the first move."""
    if game.runtime == Compiled.name:
        with waiting_for_rules(game, screen):
            rehearse(game)


def rehearse(game: Game) -> None:
    """A whole match at random, and a step taken back: that needs every rule there is."""
    chance, match = random.Random(0), game.new(0)
    match.play(match.choices(match.waiting[0])[0])
    with suppress(CannotUndo):
        match.undo()
    while match.waiting:
        match.spared(match.waiting[0])
        match.play(chance.choice(match.choices(match.waiting[0])))
    match.view()
