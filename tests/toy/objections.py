"""Why moves are refused."""

from __future__ import annotations

from typing import Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.record import Records
from tests.toy import rules
from tests.toy.cards import WORDS, card


def objection(game: Any, state: Records, seat: int, action: int) -> IllegalMove:
    if action >= rules.DRAW:
        return IllegalMove(WORDS("why.empty" if state["laid"][0] else "why.lay_first"))
    if state["laid"][0]:
        return IllegalMove(WORDS("why.laid"))
    return IllegalMove(WORDS("why.not_held", card=card(action // 2)))
