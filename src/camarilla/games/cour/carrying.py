"""What a power lacks to be carried out in full (COR-22), in words: the rules themselves only say whether it can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from camarilla.engine.words import Message
from camarilla.games.cour import rules
from camarilla.games.cour.powers import RESOURCES, WORDS, name_resource

FROM_DECK = (rules.DRAW, rules.LOOK, rules.RESERVE)


@dataclass
class Means:
    """How many cards there are in both piles and in the hand at some point of a power."""

    left: int
    discards: int
    hand: int


def means(s: Any, seat: int) -> Means:
    return Means(s.left, s.discards, rules.size(s, seat, rules.HAND))


def lack(t: Any, s: Any, seat: int, kind: int) -> Message | None:
    """What is missing for the whole power, if anything."""
    return of_resources(t, s, seat, kind) or of_cards(t, s, seat, kind, 0, means(s, seat))


def of_resources(t: Any, s: Any, seat: int, kind: int) -> Message | None:
    costs = [rules.cost_in(t, kind, resource) for resource in range(rules.RESOURCES + 1)]
    for resource, name in enumerate(RESOURCES):
        if s.resource[seat, resource] < costs[resource]:
            parts = {"n": costs[resource], "have": s.resource[seat, resource]}
            return WORDS("lack.resource", resource=name_resource(name, costs[resource]), **parts)
    if rules.riches(s, seat) < sum(costs):
        return WORDS("lack.resources", n=sum(costs), have=rules.riches(s, seat))
    return None


def of_cards(t: Any, s: Any, seat: int, kind: int, first: int, there: Means) -> Message | None:
    """What is missing from that part on."""
    for part in range(first, t.parts[kind]):
        if not t.later[kind, part]:
            found = of_part(t, s, seat, t.word[kind, part], t.amount[kind, part], t.of[kind, part], there)
            if found:
                return found
    return None


def of_part(t: Any, s: Any, seat: int, word: int, amount: int, taken: int, there: Means) -> Message | None:
    """What is missing for a part; if nothing, it is carried out."""
    if word in FROM_DECK:
        if there.left + there.discards < amount:
            return WORDS("lack.deck", n=amount, have=there.left + there.discards)
        if there.left < amount:
            there.left, there.discards = there.left + there.discards, 0
        there.left -= amount
        there.hand += {rules.DRAW: amount, rules.LOOK: taken}.get(word, 0)
    elif word == rules.RECOVER:
        if there.discards < amount:
            return WORDS("lack.discard", n=amount, have=there.discards)
        there.discards -= amount
        there.hand += amount
    elif word in (rules.DISCARD, rules.SELL):
        wanted = amount if word == rules.DISCARD else 1
        if there.hand < wanted:
            return WORDS("lack.hand", n=wanted, have=there.hand)
        there.hand -= wanted
    elif word == rules.MOVE and not rules.can_move_any(t, s, seat):
        return WORDS("lack.move")
    return None
