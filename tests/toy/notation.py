"""Moves in writing and in words."""

from __future__ import annotations

from typing import Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.record import Records
from camarilla.engine.words import ENGINE, Message
from tests.toy import rules
from tests.toy.cards import LETTERS, SEATS, WORDS, card


def write(game: Any, state: Records, mover: int, sight: int) -> str:
    if sight < rules.DRAW:
        return LETTERS[sight // 2] + "*" * (sight % 2)
    return {rules.DRAW: "draw", rules.LOT: "lot", rules.VEILED: "?*"}[sight]


def read(game: Any, state: Records, mover: int, text: str) -> int:
    for action in range(rules.ACTIONS):
        if write(game, state, mover, action).lower() == text.strip().lower():
            return action
    raise IllegalMove(ENGINE("move.unreadable", text=text, examples="K, K*, draw, lot"))


def offer(game: Any, state: Records, mover: int, action: int) -> Message:
    if action < rules.DRAW:
        return WORDS("offer.veiled" if action % 2 else "offer.open", card=card(action // 2))
    return WORDS("offer.draw" if action == rules.DRAW else "offer.lot")


def tell(game: Any, state: Records, mover: int, sight: int) -> Message:
    who = SEATS[mover]
    if sight < rules.DRAW:
        return WORDS("told.veiled" if sight % 2 else "told.open", seat=who, card=card(sight // 2))
    return WORDS({rules.DRAW: "told.draw", rules.LOT: "told.lot", rules.VEILED: "told.hidden"}[sight], seat=who)
