"""The games that tests of what all games share take as their examples, and whose moves and clauses they know.

This is the only place in those tests that names a game; what lies in a game's folder is tested in `tests/games`.
"""

from __future__ import annotations

from typing import Any

from camarilla.games import game, kind

GAME, DUEL, GLASS = "courtisans", "medici", "cour"  # for two to five players; for two; with an hourglass

RESHUFFLED = {"distinct_start": True}  # options of DUEL with which cards may be shuffled again after the deal


def short(name: str) -> dict[str, Any]:
    """The options of a short match, but for the number of players."""
    return {option: value for option, value in kind(name).testing.SHORT.items() if option != "players"}


def few(name: str) -> int:
    """How many play a short match."""
    return game(name, **kind(name).testing.SHORT).players


def some_sizes(name: str) -> tuple[int, ...]:
    """The least, a middling and the greatest number of players."""
    values = [int(n) for option in kind(name).options if option.name == "players" for n in option.values]
    return tuple(sorted({values[0], values[len(values) // 2], values[-1]}))
