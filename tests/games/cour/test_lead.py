"""Who leads, in matches whose points are counted by hand."""

from __future__ import annotations

from tests.games.cour.positions import played, table
from tests.games.leads import Lead, lead

# The base row has prestige 10 or 12, the second 1 (the Thief), the third 8; a Lord at the apex 5.
LESS = "Smith Guard Lord Trader / Priest Thief Jester / Guard Lord"
MORE = "Guard Guard Lord Trader / Priest Thief Jester / Guard Lord"


def test_each_apex_takes_the_lead() -> None:
    match = table(LESS, MORE, hands=["Lord", "Lord"], base=4)
    steps = ("A enrol Lord", "A at d1", "A end", "B enrol Lord", "B at d1", "B end")
    assert lead(match, played, *steps) == Lead([[19, 21], [24, 21]], 2, 6, False)


def test_a_match_without_a_finished_pyramid_comes_to_nothing() -> None:
    """COR-36; B has led from the beginning."""
    assert lead(table(LESS, MORE, round=40, base=4), played, "B end", "A end") == Lead([[19, 21]] * 2, 0, 0, True)
