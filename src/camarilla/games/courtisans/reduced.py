"""Courtisans small enough to be gone through to the end: `finale`, the last two turns of a match between two players.

The deck has thirteen cards of two families, one of them put away, and each of the two stacks has two missions. Two
turns and a card have brought seven cards onto the table. A has a card left for its own domain and one for B's, then B
lays its last three. Most of these are spies: B does not know which of them lie where, nor what was put away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from camarilla.engine.data_file import OURS
from camarilla.engine.options import Option
from camarilla.engine.record import Records
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.game import Courtisans
from camarilla.games.courtisans.missions import Mission

ABOVE, BELOW, DOMAINS = "B T", "T", {"A": "B T", "B": "B T"}
LAID = " ".join([ABOVE, BELOW, *DOMAINS.values()]).split()
HIDDEN = ["Bs", "Bs", "Ts", "Ts", "B", "B"]
HELD_BY_A, HELD_BY_B = 2, 3
WHITE, BLUE = ("fewer-butterfly", "fewer-toad"), ("disgrace-butterfly", "disgrace-toad")
Hand = tuple[str, ...]


class Finale(Courtisans):
    options = (
        Option("players", (2,), 2, Courtisans.words),
        Option("edition", ("published",), "published", Courtisans.words),
        Option("nobles_count_double_in_missions", (True,), True, Courtisans.words),
        Option("missions", (OURS,), OURS, Courtisans.words),
    )

    @property
    def missions(self) -> tuple[Mission, ...]:
        return tuple(mission for mission in super().missions if mission.name in (*WHITE, *BLUE))

    def fill(self, data: Records) -> None:
        super().fill(data)
        deck = Counter(cards.read(card) for card in (*LAID, *HIDDEN))
        data["total"] = [deck[kind] for kind in range(rules.KINDS)]
        data["away"] = len(HIDDEN) - HELD_BY_A - HELD_BY_B


GAMES = {"finale": Finale}


def deals(game: Finale) -> list[tuple[dict[str, Any], float]]:
    """Every way to deal the hidden cards, and the missions of each stack."""
    cards_dealt = Counter(hands())
    missions_dealt = list(product(WHITE, BLUE))
    every = cards_dealt.total() * len(missions_dealt)
    return [
        (begin(*held, missions), times / every)
        for (held, times), missions in product(cards_dealt.items(), missions_dealt)
    ]


def hands() -> Iterator[tuple[Hand, Hand]]:
    """The hands of A and of B, as often as there are ways to deal them."""
    for mine in combinations(range(len(HIDDEN)), HELD_BY_A):
        rest = [card for number, card in enumerate(HIDDEN) if number not in mine]
        for others in combinations(rest, HELD_BY_B):
            yield tuple(HIDDEN[number] for number in mine), others


def begin(mine: Hand, others: Hand, missions: tuple[str, str]) -> dict[str, Any]:
    """The position in which A and B have these hands, and A these missions."""
    left = [next(name for name in stack if name not in missions) for stack in (WHITE, BLUE)]
    return {
        "turn": 3,
        "mover": "A",
        "zones": "own other",
        "above": ABOVE,
        "below": BELOW,
        "domains": DOMAINS,
        "hands": {"A": " ".join(mine), "B": " ".join(others)},
        "missions": {"A": [*missions], "B": left},
    }


def widest(game: Finale) -> int:
    return 5
