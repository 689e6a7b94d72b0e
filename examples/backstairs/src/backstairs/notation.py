"""Moves as people write them (notation.md), and as sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from backstairs import rules
from backstairs.cards import LETTERS, STAIRS, UNKNOWN, WORDS, chamber, visitor
from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records
from camarilla.engine.words import ENGINE, Message

if TYPE_CHECKING:
    from backstairs.game import Backstairs

MOVE = re.compile(r"([1-6])([CMT])(\*?)")
EXAMPLES = "4C, 4C*"


def write(game: Backstairs, state: Records, mover: int, sight: int) -> str:
    card, where, stairs = taken_apart(sight)
    return f"{card}{LETTERS[where]}{STAIRS[stairs]}"


def read(game: Backstairs, state: Records, mover: int, text: str) -> int:
    """The action that the text means. Capitals and spaces do not matter."""
    found = MOVE.fullmatch(re.sub(r"\s", "", text).upper())
    if not found:
        raise IllegalMove(ENGINE("move.unreadable", text=text, examples=EXAMPLES))
    card, where, stairs = found.groups()
    return rules.ACTION_SPACE.encode("send", int(card) - 1, LETTERS.index(where), STAIRS.index(stairs))


def offer(game: Backstairs, state: Records, mover: int, action: int) -> Message:
    card, where, stairs = taken_apart(action)
    return WORDS(f"offer.{stairs_name(stairs)}", visitor=visitor(card), chamber=chamber(where))


def tell(game: Backstairs, state: Records, mover: int, sight: int) -> Message:
    card, where, stairs = taken_apart(sight)
    parts = {"seat": SEAT_LETTERS[mover], "visitor": visitor(card), "chamber": chamber(where)}
    return WORDS(f"told.{stairs_name(stairs)}", **parts)


def taken_apart(sight: int) -> tuple[str, int, int]:
    """Card, chamber and stairs of an action, or of what is seen of one."""
    name, indices = rules.SIGHT_SPACE.decode(sight)
    if name == "slip":
        return UNKNOWN, indices[0], rules.BACK
    rank, where, stairs = indices
    return str(rank + 1), where, stairs


def stairs_name(stairs: int) -> str:
    return "back" if stairs == rules.BACK else "great"
