"""Who leads, in matches whose points are counted by hand."""

from __future__ import annotations

from tests.games.courtisans.positions import played, table
from tests.games.leads import Lead, lead


def test_the_lead_goes_by_spies_and_by_what_is_esteemed_at_that_moment() -> None:
    """B leads with two toads, one of them a spy, to a butterfly. A's toad below makes them worth nothing and a second
    butterfly two points; then B's noble makes them worth something again, and there are three."""
    hands, domains = {"A": "T B C", "B": "Tn T H"}, {"A": "B", "B": "T Ts/5"}
    match = table(zones="queen own other", mover="A", above="B T", below="", domains=domains, hands=hands)
    found = lead(match, played, "T-", "B@A", "C@B", "Tn+", "T@B", "H@A")
    assert found == Lead([[1, 2], [2, 0]], 2, 6, False) and match.scores == (2, 3)
