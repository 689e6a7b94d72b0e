"""Camarilla: card games of court intrigue, to play, to study and to change."""

from __future__ import annotations

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
from camarilla.games import game, games, load
from camarilla.version import __version__

__all__ = [
    "BadOption",
    "BadPosition",
    "BadRecord",
    "CamarillaError",
    "CannotUndo",
    "Choice",
    "Game",
    "Hint",
    "IllegalMove",
    "Match",
    "OtherRules",
    "Sight",
    "UnknownClause",
    "UnknownGame",
    "__version__",
    "game",
    "games",
    "load",
]


def advise(match: Match, seat: int | None, iterations: int | None, seed: int) -> list[Hint]:
    """Bots lie above the engine: whoever asks a match for a hint asks them from here."""
    from camarilla.bots.hints import hints

    return hints(match, seat, iterations, seed)


Match.adviser = staticmethod(advise)
