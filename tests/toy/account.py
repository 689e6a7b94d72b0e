"""How scores come about."""

from __future__ import annotations

from typing import Any

from camarilla.engine.parts import Line
from camarilla.engine.record import Records
from tests.toy.cards import WORDS, card


def account(game: Any, state: Records) -> list[list[Line]]:
    s, price = state[0], int(game.data["price"][0])
    lines = [[Line(WORDS("offer.lot"), -price * int(s["lots"][seat]))] for seat in game.seats]
    for i in range(s["length"]):
        kind = int(s["row"][i]) - 1
        lines[s["owner"][i]].append(Line(card(kind), (kind + 1) * (2 if kind == s["favourite"] else 1)))
    return lines
