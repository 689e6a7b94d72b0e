"""What is wrong with moves that are not possible, each with the clause that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from backstairs.cards import WORDS, visitor
from backstairs.notation import taken_apart
from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records

if TYPE_CHECKING:
    from backstairs.game import Backstairs


def objection(game: Backstairs, state: Records, seat: int, action: int) -> IllegalMove:
    card, _, _ = taken_apart(action)
    if not state["hand"][0, seat, int(card) - 1]:
        return IllegalMove(WORDS("why.not_held", visitor=visitor(card), seat=SEAT_LETTERS[seat]), "BST-7")
    return IllegalMove(WORDS("why.night"), "BST-11")
