"""The quick player of Cour plays with any set of characters."""

from __future__ import annotations

from pathlib import Path

import pytest

import camarilla
from camarilla.games.cour.powers import BASES, TYPES
from tests.games.greedy import tried

POWERS = [
    *(
        "",
        "pay 2 any, gain 1 any",
        "pay 1 gold, pay 1 any, gain 9 ruby",
        "gain 1 any, draw 1",
        "draw 9",
        "draw 1, keep 9",
    ),
    *("look 1", "look 9 take 9", "look 2 take 1, discard 2", "discard 1", "sell 1", "sell 9", "keep 1", "reserve 9"),
    *("cheaper 9", "cheaper 1 for rogue", "anywhere", "anywhere, cheaper 2, gain 1 gold", "recover 1", "recover 9"),
    *(
        "move",
        "move, gain 1 any",
        "gain 1 ruby, move",
        "copy",
        "once: anywhere",
        "once: move",
        "once: recover 2, sell 3",
    ),
    *("between turns: gain 9 any", "between turns: steal 9", "between turns: levy 9 steel", "between turns: purge 1"),
    *("between turns: remove 0", "between turns: remove 5", "once: pay 1 ruby; between turns: remove 5, steal 1"),
    *("end: 9 per 1 cards", "end: 1 per 9 types", "end: 2 per 1 cards on noble or neutral", "end: 9 per 2 rows"),
    *("end: 1 per 1 bases", "end: 3 per 1 height", "end: 2 per 1 parents of rogue", "end: 9 per 1 children"),
    *("end: 1 per 2 resources", "end: 1 per 1 gold, 1 per 1 steel, 1 per 1 ruby", "end: 1 per 1 children of cleric"),
]


@pytest.fixture
def odd_set(tmp_path: Path) -> str:
    """Characters with every kind of power, at any price."""
    tables = [
        f'[[character]]\nen = "C{i}"\ntype = "{TYPES[i % 7]}"\nbase = "{BASES[i * 3 % 7]}"\ncost = {2 + i % 4}\n'
        f'prestige = {i * 5 % 6}\npower = "{power}"\ncopies = {1 + i % 4}\n'
        for i, power in enumerate(POWERS)
    ]
    path = tmp_path / "odd.toml"
    path.write_text("\n".join(tables), encoding="utf-8")
    return str(path)


def test_it_plays_with_any_set(odd_set: str) -> None:
    for players in (2, 4):
        for inverted in (False, True):
            game = camarilla.game("cour", runtime="compiled", players=players, inverted=inverted, characters=odd_set)
            counts = tried(game)
            assert (counts["illegal"], counts["whims"], counts["peeks"]) == (0, 0, 0)
