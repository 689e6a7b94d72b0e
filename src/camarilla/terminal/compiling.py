"""Compiling the rules, and what bots go by, before the first move needs them; and saying so."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from camarilla.bots import tree
from camarilla.bots.bot import Bot, Dreamer, Quick, Search
from camarilla.bots.search import guide
from camarilla.engine import calls
from camarilla.engine.errors import CannotUndo
from camarilla.engine.game import Game
from camarilla.engine.runtime import COMPILED, Compiled, Function
from camarilla.terminal import WORDS
from camarilla.terminal.screen import Screen

GLANCE = 10  # iterations of a search that is only got ready


@contextmanager
def waiting_for_rules(
    game: Game,
    screen: Screen,
    algorithm: Function = calls.play,
    player: Any = None,
    what: str = "rules",
) -> Iterator[None]:
    """While something runs that needs the rules compiled. Once per installation this takes a while, and is told."""
    started, book = time.monotonic(), (game.rules, player) if player else (game.rules,)
    first = game.runtime == Compiled.name and not COMPILED.kept(algorithm, book)
    with screen.busy(WORDS(f"{'compiling' if first else 'loading'}.{what}"), tell=first):
        yield
    if first:
        seconds = f"{time.monotonic() - started:.1f}"
        screen.say(WORDS("compiled", seconds=seconds if screen.language == "en" else seconds.replace(".", ",")))


def prepare(game: Game, screen: Screen) -> None:
    """Have every rule ready before the first move."""
    if game.runtime == Compiled.name:
        with waiting_for_rules(game, screen):
            rehearse(game)


def prepare_bots(game: Game, screen: Screen, bots: Sequence[Bot]) -> None:
    """Have ready all that the bots go by: rules of thumb, the search or both."""
    styles = [bot.style for bot in bots if isinstance(bot, Quick | Dreamer)]
    if styles:
        try_out(Quick(styles[0]), game, screen, calls.choose, game.greedy)
    if any(isinstance(bot, Search) for bot in bots):
        prepare_search(game, screen)


def prepare_search(game: Game, screen: Screen) -> None:
    try_out(Search(GLANCE), game, screen, tree.search, guide(game))


def try_out(bot: Bot, game: Game, screen: Screen, algorithm: Function, player: Any) -> None:
    """Have ready what a bot goes by, which is asked about the first choice that matters."""
    if game.runtime == Compiled.name:
        with waiting_for_rules(game, screen, algorithm, player, "bots"):
            match = game.new(0)
            while match.indifferent(seat := match.waiting[0]) or len(match.choices(seat)) == 1:
                match.play(match.choices(seat)[0])
            bot.action(game, match.state, seat, 0)


def rehearse(game: Game) -> None:
    """A whole match at random, a step taken back and what is hidden dealt anew: that needs every rule there is."""
    chance, match = random.Random(0), game.new(0)
    match.play(match.choices(match.waiting[0])[0])
    with suppress(CannotUndo):
        match.undo()
    while match.waiting:
        match.indifferent(match.waiting[0])
        match.play(chance.choice(match.choices(match.waiting[0])))
    match.redeal(0, 0).view()
