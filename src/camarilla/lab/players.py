"""Who plays a series: random players, or the quick ones of a game that has them (its module `greedy`)."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.tables import RANDOM
from camarilla.engine.words import of_package
from camarilla.games import GAMES, kind

WORDS = of_package(__file__)
AT_RANDOM, QUICK = "random", "greedy"
SEPARATOR = ","


def package(game: type[Game]) -> str:
    return game.__module__.rpartition(".")[0]


def has_quick_player(game: type[Game]) -> bool:
    return importlib.util.find_spec(f"{package(game)}.{QUICK}") is not None


def quick_player(game: Game) -> ModuleType:
    """The module that stands for the rulebook with a player in addition; BadOption if the game has none."""
    if not has_quick_player(type(game)):
        known = [name for name in GAMES if has_quick_player(kind(name))]
        raise BadOption(WORDS("player.none", game=game.id, known=known))
    return importlib.import_module(f"{package(type(game))}.{QUICK}")


def styles(game: Game, names: str) -> tuple[str, ...]:
    """The player of each seat: one for all, or as many as there are seats, separated by commas."""
    chosen = tuple(name.strip() for name in names.split(SEPARATOR))
    if len(chosen) not in (1, game.players):
        raise BadOption(WORDS("player.number", number=len(chosen), players=game.players))
    known = (AT_RANDOM,) if set(chosen) == {AT_RANDOM} else (AT_RANDOM, *quick_player(game).STYLES)
    for name in chosen:
        if name not in known:
            raise BadOption(WORDS("player.unknown", value=name, known=list(known)))
    return chosen if len(chosen) > 1 else chosen * game.players


def number(game: Game, style: str) -> int:
    """A style as `choose` knows it."""
    return RANDOM if style == AT_RANDOM else int(quick_player(game).STYLES.index(style))
