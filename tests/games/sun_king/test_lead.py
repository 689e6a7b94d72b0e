"""Who leads, in matches whose points are counted by hand."""

from __future__ import annotations

from tests.games.leads import Lead, lead
from tests.games.sun_king.positions import played, table


def test_each_blue_card_takes_the_lead() -> None:
    """A has 3 gold, 4 power and a blue card, B 1, 5 and two: 9 to 10 points. A blue card is two more."""
    match = table("b", "b b", phase=2, louis=1, gold="3 1", power="4 5", top="b b Lo")
    steps = ("turn 1", "take b", "end", "turn 1", "take b", "end", "turn 1")
    assert lead(match, played, *steps) == Lead([[9, 10], [11, 10], [11, 12]], 2, 6, False)
