"""What the laws have to be told about Pocket Court."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from camarilla.engine.game import Game
from camarilla.engine.places import Place, even, picks, portions
from camarilla.engine.record import Records
from tests.toy import rules

LONGEST = 2 * (rules.DECK - rules.AWAY)
SHORT: dict[str, Any] = {}
EXAMPLES: dict[str, dict[str, Any]] = {}
SHARED = ()


def cards(game: Game, position: dict[str, Any]) -> Counter[str]:
    return Counter("".join([*position["hands"], *(word[1] for word in position["row"]), position["pile"]]))


def dealt(game: Game, states: Records) -> list[Place]:
    deck = portions(game.data["total"][0])
    return [
        *(Place(f"pile {i}", states["pile"][:, i] - 1, deck) for i in range(rules.DECK - rules.HAND * game.players)),
        *(Place(f"hand {seat}", one_of_hand(states, seat), deck) for seat in game.seats),
        Place("favourite", states["favourite"], even(rules.KINDS)),
        Place("first", states["first"], even(game.players)),
    ]


def unseen(game: Game, state: Records, seat: int, states: Records) -> list[Place]:
    s = state[0]
    veiled = [i for i in range(s["length"]) if s["veiled"][i] and s["owner"][i] != seat and s["mover"] >= 0]
    known = [int(s["row"][i]) - 1 for i in range(s["length"]) if i not in veiled]
    pool = game.data["total"][0] - np.bincount(known, minlength=rules.KINDS) - (s["hand"][seat] if seat >= 0 else 0)
    if not pool.sum():
        return []
    others = [other for other in game.seats if other != seat and s["hand"][other].any()]
    return [
        *(Place(f"row {i}", states["row"][:, i] - 1, portions(pool)) for i in veiled),
        *(Place(f"hand {other}", one_of_hand(states, other), portions(pool)) for other in others),
        *(Place(f"pile {i}", states["pile"][:, i] - 1, portions(pool)) for i in range(rules.AWAY + s["left"])),
    ]


def one_of_hand(states: Records, seat: int) -> Any:
    counts = states["hand"][:, seat].astype(int)
    return (counts.cumsum(axis=1) > picks(len(states), counts[0].sum())[:, None]).argmax(axis=1)
