"""What the laws have to be told about Backstairs. BST-18 says what is hidden; nothing here asks the rules for it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from backstairs import rules
from camarilla.engine.game import Game
from camarilla.engine.places import Place, even, picks, portions
from camarilla.engine.record import Records

LONGEST = rules.VISITS
SHORT = {"players": 2}
EXAMPLES = {
    # A's priest is the last card that A has a say in: with the Marshal it wins the favour, by 8 to 7.
    "nightfall": {
        "options": {"players": 2},
        "favours": [5, 3, 2],
        "visits": "6C 4C 1M* 5T 3T* 2C* 4M 3M 2T 3M*",
        "hands": {"A": "2", "B": "3"},
    }
}
SHARED = ()


def cards(game: Game, position: dict[str, Any]) -> Counter[str]:
    visits = [word[0] for word in position["visits"].split()]
    held = [card for hand in position["hands"].values() for card in hand.split()]
    return Counter([*visits, *held, *position["pile"].split(), *position["aside"].split()])


def dealt(game: Game, states: Records) -> list[Place]:
    return [
        *(Place(f"favour {i}", states["favour"][:, i] - 2, even(rules.FAVOURS)) for i in range(rules.FAVOURS)),
        *in_pile(states, even(rules.RANKS), rules.DECK - rules.HAND * game.players),
        *(Place(f"hand {seat}", one_of_hand(states, seat), even(rules.RANKS)) for seat in game.seats),
        Place("first", states["first"], even(game.players)),
    ]


def unseen(game: Game, state: Records, seat: int, states: Records) -> list[Place]:
    s = state[0]
    unknown = [i for i in range(s["visits"]) if not known(game, s, seat, i)]
    seen = [int(s["visitor"][i]) - 1 for i in range(s["visits"]) if i not in unknown]
    pool = game.data["copies"][0] - np.bincount(seen, minlength=rules.RANKS) - (s["hand"][seat] if seat >= 0 else 0)
    others = [other for other in game.seats if other != seat and s["hand"][other].any()]
    return [
        *(Place(f"visit {i}", states["visitor"][:, i] - 1, portions(pool)) for i in unknown),
        *(Place(f"hand {other}", one_of_hand(states, other), portions(pool)) for other in others),
        *in_pile(states, portions(pool), int(np.count_nonzero(s["pile"]))),
    ]


def known(game: Game, s: Any, seat: int, i: int) -> bool:
    """Announced, one's own, or turned up at the end."""
    return bool(s["stairs"][i] == rules.GREAT or (s["first"] + i) % game.players == seat or s["mover"] < 0)


def in_pile(states: Records, chances: Any, n: int) -> list[Place]:
    return [Place(f"pile {i}", states["pile"][:, i] - 1, chances) for i in range(n)]


def one_of_hand(states: Records, seat: int) -> Any:
    counts = states["hand"][:, seat].astype(int)
    return (counts.cumsum(axis=1) > picks(len(states), counts[0].sum())[:, None]).argmax(axis=1)
