"""Courtisans small enough to be gone through to the end: `finale`, the last two turns of two players.

Twelve cards of two families, and two missions in each of the two stacks. A has two cards left to lay, one at the
Queen's table and one with B, who then lays three. Five cards are in the hands: who looks at its own knows the other's, but
not which of them lies face down, nor what the other's missions are.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

from camarilla.engine.options import Option
from camarilla.engine.record import Records
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.game import Courtisans
from camarilla.games.courtisans.missions import Mission

TABLE = {"above": "T B", "below": "T B", "domains": {"A": "B Tn", "B": "T Bn"}}
HIDDEN = "Bs Ts B B T".split()
HELD_BY_A = 2
WHITE, BLUE = ("fewer-butterfly", "fewer-toad"), ("disgrace-butterfly", "disgrace-toad")


class Finale(Courtisans):
    options = (
        Option("players", (2,), 2, Courtisans.words),
        Option("edition", ("published",), "published", Courtisans.words),
        Option("nobles_count_double_in_missions", (True,), True, Courtisans.words),
    )

    @property
    def missions(self) -> tuple[Mission, ...]:
        return tuple(mission for mission in super().missions if mission.name in (*WHITE, *BLUE))

    def fill(self, data: Records) -> None:
        super().fill(data)
        laid = [*TABLE["domains"].values(), TABLE["above"], TABLE["below"]]
        deck = Counter(cards.read(card) for card in [*HIDDEN, *" ".join(laid).split()])
        data["total"] = [deck[kind] for kind in range(rules.KINDS)]
        data["away"] = 0


GAMES = {"finale": Finale}


def deals(game: Finale) -> list[tuple[dict[str, Any], float]]:
    """Any two of the hidden cards may be A's, and any mission of a stack."""
    held = Counter(combinations(sorted(HIDDEN), HELD_BY_A))
    every = sum(held.values()) * len(WHITE) * len(BLUE)
    return [
        (begin(hand, (white, blue)), times / every) for hand, times in held.items() for white in WHITE for blue in BLUE
    ]


def begin(hand: tuple[str, ...], mission: tuple[str, str]) -> dict[str, Any]:
    """The position in which A has these cards and missions, and B the others."""
    rest = Counter(HIDDEN) - Counter(hand)
    others = [next(name for name in stack if name != mine) for stack, mine in zip((WHITE, BLUE), mission, strict=True)]
    return {
        **TABLE,
        "turn": 3,
        "mover": "A",
        "zones": "queen other",
        "hands": {"A": " ".join(hand), "B": " ".join(rest.elements())},
        "missions": {"A": [*mission], "B": others},
    }


def widest(game: Finale) -> int:
    return 10
