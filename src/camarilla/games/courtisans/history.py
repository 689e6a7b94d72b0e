"""How a world may have come about: others drew their cards in the order in which they laid them. Which spies they laid,
what they hold and what their missions are is as it is in that world (CTS-26)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from camarilla.engine.match import Match, Step
from camarilla.engine.past import in_order_of_use, states
from camarilla.games.courtisans import cards, rules


def retrace(match: Match, world: Match, seat: int | None) -> tuple[dict[str, Any], list[int]]:
    """From the beginning."""
    start, now = match.after(0).position(), world.position()
    actions = [action_in(world, step) for step in match.steps]
    moves = list(zip((step.seat for step in match.steps), actions, strict=True))
    laid = [(mover, cards.letters(action // rules.PLACES)) for mover, action in moves if action < rules.SPARE]
    used = {
        other: [*(card for mover, card in laid if mover == other), *hand.split()]
        for other, hand in enumerate(now["hands"].values())
        if other != seat
    }
    hands = [hand.split() for hand in start["hands"].values()]
    hands, drawn = in_order_of_use(hands, [*zip(drawers(match), start["pile"].split(), strict=False)], used)
    start["hands"] = dict(zip(start["hands"], map(" ".join, hands), strict=True))
    start |= {"pile": " ".join([*drawn, now["pile"]]), "away": now["away"], "missions": now["missions"]}
    return start, actions


def action_in(world: Match, step: Step) -> int:
    """What was done in that world: a spy, which turn and spot tell apart (CTS-27), may be another one there."""
    if not rules.SPIES * rules.PLACES <= step.action < rules.SPARE:
        return step.action
    place, s = step.action % rules.PLACES, world.state[0]
    spot = place if place < rules.DOMAIN else rules.DOMAIN + (step.seat + place - rules.DOMAIN) % world.game.players
    here = (s["spy_turn"] == step.before["turn"]) & (s["spy_spot"] == spot)
    return (int(s["spy"][here].item()) - 1) * rules.PLACES + place


def drawers(match: Match) -> list[int]:
    """Who drew each of the cards drawn so far (CTS-12)."""
    left = pairwise(int(state["left"][0]) for state in states(match))
    return [step.seat for step, (before, after) in zip(match.steps, left, strict=True) for _ in range(before - after)]


def truth(position: dict[str, Any]) -> dict[str, Any]:
    """The stream says only what is to come."""
    return {key: value for key, value in position.items() if key != "stream"}
