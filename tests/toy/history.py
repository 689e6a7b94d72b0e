"""How a world may have come about: others drew their cards in the order in which they laid them."""

from __future__ import annotations

from typing import Any

from camarilla.engine.match import Match
from camarilla.engine.past import in_order_of_use
from tests.toy import notation, rules
from tests.toy.cards import SEATS


def retrace(match: Match, world: Match, seat: int | None) -> tuple[dict[str, Any], list[int]]:
    """From the beginning; with the true stream, so that lots fall as they fell."""
    start, now = match.after(0).position(), world.position()
    row = now["row"][len(start["row"]) :]
    used = {
        other: [*(word[1] for word in row if word[0] == SEATS[other]), *hand]
        for other, hand in enumerate(now["hands"])
        if other != seat
    }
    drawers = [step.seat for step in match.steps if step.action == rules.DRAW]
    hands, drawn = in_order_of_use(start["hands"], [*zip(drawers, start["pile"][::-1], strict=False)], used)
    start |= {"hands": ["".join(hand) for hand in hands], "pile": now["pile"] + "".join(drawn[::-1])}
    laid = (notation.read(match.game, world.state, SEATS.index(word[0]), word[1:]) for word in row)
    return start, [next(laid) if step.action < rules.DRAW else step.action for step in match.steps]


def truth(position: dict[str, Any]) -> dict[str, Any]:
    """The stream says only what is to come."""
    return {key: value for key, value in position.items() if key != "stream"}
