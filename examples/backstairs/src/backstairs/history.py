"""How a world may have come about: others drew their visitors in the order in which they sent them. Who came by the
backstairs, and who is still to come, is as it is in that world (BST-18)."""

from __future__ import annotations

from typing import Any

from camarilla.engine.match import Match
from camarilla.engine.past import in_order_of_use


def retrace(match: Match, world: Match, seat: int | None) -> tuple[dict[str, Any], list[int]]:
    """From the beginning: after each visit a card was drawn, until the pile was empty (BST-10)."""
    game, start, now = match.game, match.after(0).position(), world.position()
    senders = [step.seat for step in match.steps]
    visits = list(zip(senders, now["visits"].split()[len(start["visits"].split()) :], strict=True))
    used = {
        other: [*(visit[0] for sender, visit in visits if sender == other), *hand.split()]
        for other, hand in enumerate(now["hands"].values())
        if other != seat
    }
    hands = [hand.split() for hand in start["hands"].values()]
    hands, drawn = in_order_of_use(hands, [*zip(senders, start["pile"].split(), strict=False)], used)
    start["hands"] = dict(zip(start["hands"], map(" ".join, hands), strict=True))
    start |= {"pile": " ".join([*drawn, now["pile"]]), "aside": now["aside"]}
    return start, [game.notation.read(game, world.state, sender, visit) for sender, visit in visits]


def truth(position: dict[str, Any]) -> dict[str, Any]:
    """The stream says only what is to come."""
    return {key: value for key, value in position.items() if key != "stream"}
