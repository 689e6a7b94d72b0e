"""The cards of Pocket Court by letter and name."""

from __future__ import annotations

from typing import Any

from camarilla.engine.words import Message, of_package

WORDS = of_package(__file__)
LETTERS = "PNQK"
NAMES = ("page", "knave", "queen", "king")
COPIES = (4, 3, 3, 2)
SEATS = "AB"


def card(kind: int) -> Message:
    return WORDS(f"card.{NAMES[kind]}")


def held(s: Any, seat: int) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, s["hand"][seat], strict=True))


def laid(s: Any, i: int, known: bool) -> str:
    """`AK` is a king that A laid, `AK*` one laid veiled, `A?*` a card that is not known."""
    open_or_known = known or not s["veiled"][i]
    return SEATS[s["owner"][i]] + (LETTERS[s["row"][i] - 1] if open_or_known else "?") + "*" * int(s["veiled"][i])
