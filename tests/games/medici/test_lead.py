"""Who leads, in matches whose points are counted by hand."""

from __future__ import annotations

from tests.games.leads import Lead, lead
from tests.games.medici.positions import played, table

NONE_LEFT = {"decks": {"R": "", "G": ""}, "limits": {"R": 10, "G": 10}}


def test_each_noble_that_is_sent_takes_the_lead_but_the_last() -> None:
    """R has 7 and 2, G 7 and 1. The nobles 3, 6, 5 and 1 come, in turn: 12, 14, 17 and 15 points."""
    match = table("R7 G7|R2|G1", "R3 R5", other="G6 G1", **NONE_LEFT)
    steps = ("3", "send", "6", "send", "5", "send", "1", "send")
    assert lead(match, played, *steps) == Lead([[9, 8], [12, 8], [12, 14], [17, 14]], 2, 6, False)


def test_a_match_that_the_plans_make_a_draw_comes_to_nothing() -> None:
    """MED-17; R leads from the beginning, and nobody wins."""
    match = table("R9 G8||", "R5 R6", plans={"R": 2, "G": 3}, run=5)
    assert lead(match, played, "5", "plan") == Lead([[9, 8]], 0, 0, True)
