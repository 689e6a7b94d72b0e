"""Camarilla: card games of court intrigue, to play, to study and to change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from camarilla.engine import saved
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
from camarilla.engine.match import Choice, Match, Sight
from camarilla.games import game, games

__version__ = "0.1.0"
__all__ = [
    "BadOption",
    "BadPosition",
    "BadRecord",
    "CamarillaError",
    "CannotUndo",
    "Choice",
    "Game",
    "IllegalMove",
    "Match",
    "OtherRules",
    "Sight",
    "UnknownClause",
    "UnknownGame",
    "game",
    "games",
    "load",
]


def load(record: Mapping[str, Any] | str) -> Match:
    """The match that a record describes: what `match.record()` gave, or its JSON text."""
    return saved.load(record, game)
