"""What the quick player of the Sun King does in positions that a person can judge."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.greedy import chosen
from tests.games.sun_king.positions import table as set_table

POSITIONS = [
    (lambda: set_table("y", "b b b", power="1 0", phase=3), "strike B"),  # who is eliminated
    (lambda: set_table("p p p p", "b b", gold="1 0", phase=3), "swap p"),  # for a blue one
    (lambda: set_table("b b p p p p", "p", discard="b"), "etiquette p"),  # for a blue one
]


@pytest.mark.parametrize(("setting", "move"), POSITIONS)
def test_it_knows_the_game(setting: Any, move: str) -> None:
    match = setting()
    assert match.game.notation.write(match.game, match.state, match.waiting[0], chosen(match)) == move
