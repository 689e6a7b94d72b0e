"""How a world may have come about: all that was turned lay open, and the rest of the deck is as it is in that world."""

from __future__ import annotations

from typing import Any

from camarilla.engine.match import Match
from camarilla.engine.past import states


def retrace(match: Match, world: Match, seat: int | None) -> tuple[dict[str, Any], list[int]]:
    """From the deal; or once Louis XIV has appeared, from there: what went under the deck need not be known any more
    (SUN-43), even if he ends the game before anything is shuffled (SUN-30)."""
    met = [int(state["louis"][0]) for state in states(match)]
    first = met.count(0) if met[-1] else 0
    start = match.after(first).position()
    deck, left = start["deck"].split(), world.position()["deck"].split()
    start["deck"] = " ".join([*deck[: len(deck) - len(left)], *left])
    return start, [step.action for step in match.steps[first:]]


def truth(position: dict[str, Any]) -> dict[str, Any]:
    """The stream says only what is to come."""
    return {key: value for key, value in position.items() if key != "stream"}
