"""The games of the house. A game is a folder here and one line below."""

from __future__ import annotations

import importlib
from typing import Any

from camarilla.engine.errors import UnknownGame
from camarilla.engine.game import Game
from camarilla.engine.words import ENGINE

GAMES = {
    "medici": "camarilla.games.medici.game:Medici",
    "courtisans": "camarilla.games.courtisans.game:Courtisans",
    "cour": "camarilla.games.cour.game:Cour",
    "sun_king": "camarilla.games.sun_king.game:SunKing",
}


def kind(name: str) -> type[Game]:
    """The class of the game with this id."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(ENGINE("unknown_game", name=name, known=list(GAMES)))
    module, _, attribute = GAMES[name].partition(":")
    found: type[Game] = getattr(importlib.import_module(module), attribute)
    return found


def game(name: str, /, *, runtime: str | None = None, **options: Any) -> Game:
    """The game with these options, each of them checked. `runtime` is "compiled" (the default) or "interpreted"."""
    return kind(name)(runtime=runtime, **options)
