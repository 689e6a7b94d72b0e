"""The quick players of the games: their modules `greedy`, which choose by rules of thumb."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from camarilla.engine.game import Game

QUICK = "greedy"


def quick_player(game: Game) -> ModuleType | None:
    """The module that stands for the game's rulebook with a player in addition; None if the game has none."""
    name = f"{type(game).__module__.rpartition('.')[0]}.{QUICK}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def styles(game: Game) -> tuple[str, ...]:
    """How the quick player can play."""
    module = quick_player(game)
    return tuple(module.STYLES) if module else ()
