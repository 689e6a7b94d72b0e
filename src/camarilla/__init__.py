"""Camarilla: card games of court intrigue, to play, to study and to change."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from camarilla.engine.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    CamarillaError,
    CannotUndo,
    IllegalMove,
    OtherRules,
    UnknownClause,
    UnknownGame,
)
from camarilla.engine.game import Game
from camarilla.engine.match import Choice, Hint, Match, Sight
from camarilla.engine.rule import rule
from camarilla.engine.runtime import bind
from camarilla.engine.shown import Shown
from camarilla.games import game, games, load
from camarilla.version import __version__

if TYPE_CHECKING:
    from camarilla.bots.knowledge import Knowledge as Knowledge
    from camarilla.bots.own import BotFault as BotFault
    from camarilla.lockstep.vector import vector as vector
    from camarilla.notebook.showing import show as show

__all__ = [
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BotFault",
    "CamarillaError",
    "CannotUndo",
    "Choice",
    "Game",
    "Hint",
    "IllegalMove",
    "Knowledge",
    "Match",
    "OtherRules",
    "Sight",
    "UnknownClause",
    "UnknownGame",
    "__version__",
    "bind",
    "game",
    "games",
    "load",
    "rule",
    "show",
    "vector",
]


def advise(match: Match, seat: int | None, iterations: int | None, seed: int) -> list[Hint]:
    """Bots lie above the engine: whoever asks a match for a hint asks them from here."""
    from camarilla.bots.hints import hints

    return hints(match, seat, iterations, seed)


def draw(thing: Shown) -> str:
    """So do pictures for notebooks."""
    from camarilla.notebook.showing import draw

    return str(draw(thing))


Match.adviser = staticmethod(advise)
Shown.draw = staticmethod(draw)


LATER = {
    "BotFault": "camarilla.bots.own",
    "Knowledge": "camarilla.bots.knowledge",
    "show": "camarilla.notebook.showing",
    "vector": "camarilla.lockstep.vector",
}  # what few need is imported when it is asked for, each from its module


def __getattr__(name: str) -> Any:
    if name in LATER:
        return getattr(importlib.import_module(LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
