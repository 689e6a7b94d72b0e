"""Records with a mistake that a child would see."""

from __future__ import annotations

from collections import Counter
from typing import Any

import camarilla
from camarilla.engine.match import Match
from tests.samples import DUEL, GAME

MISSIONS = {"A": ["disgrace-nightingale-hare", "disgrace-hare-stag"], "B": ["disgrace-hare-carp", "one-neutral"]}
RANKS = [*map(str, range(11)), "X"]


def duel() -> camarilla.Game:
    return camarilla.game(GAME, players=2, runtime="compiled")


def last_card(move: str, **changed: Any) -> Match:
    """A's butterfly noble, the last card of the match, decides whether A's butterflies count for or against A.

    Above the Queen's table they win the match, below they lose it, whatever the missions of B.
    """
    domains = {"A": "B B B B T T T", "B": "C C"}
    table = {"above": "C Tn", "below": "Bg", "domains": domains, "hands": {"A": "Bn"}, "zones": "queen", **changed}
    match = duel().at({"turn": 13, "mover": "A", "missions": MISSIONS, **table})
    match.play(move)
    return match


def the_seven(move: str) -> Match:
    """Della Rovere's last card is a 7, Gonzaga's a 4: in the Outer Court, the 7 falls to a conspiracy of 3 and 4."""
    game = camarilla.game(DUEL, runtime="interpreted")
    match = game.at(
        {
            "mover": "R",
            "inner": ["R9", "G3", "G8"],
            "outer": {"R": [], "G": []},
            "hands": {"R": "R7", "G": "G4"},
            "decks": {"R": "", "G": ""},
            "limits": {"R": 10, "G": 10},
            "discards": {"R": all_but("R", "R7 R9"), "G": all_but("G", "G3 G4 G8")},
        }
    )
    match.play("7")
    match.play(move)
    return match


def all_but(house: str, cards: str) -> str:
    rest = Counter(f"{house}{rank}" for rank in RANKS for _ in range(2))
    rest.subtract(cards.split())
    return " ".join(rest.elements())
