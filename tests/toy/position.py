"""The whole truth as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from camarilla.engine.errors import BadPosition
from camarilla.engine.record import Records, empty
from camarilla.engine.words import ENGINE
from tests.toy import rules
from tests.toy.cards import COPIES, LETTERS, SEATS, WORDS, held, laid


def write(game: Any, state: Records) -> dict[str, Any]:
    s = state[0]
    return {
        "first": SEATS[s["first"]],
        "mover": None if s["mover"] < 0 else SEATS[s["mover"]],
        "laid": bool(s["laid"]),
        "favourite": LETTERS[s["favourite"]],
        "hands": [held(s, seat) for seat in game.seats],
        "row": [laid(s, i, True) for i in range(s["length"])],
        "pile": "".join(LETTERS[kind - 1] for kind in s["pile"] if kind),
        "lots": s["lots"].tolist(),
        "stream": int(s["random"]),
    }


def read(game: Any, position: Mapping[str, Any]) -> Records:
    state = empty(rules.State)
    try:
        arrange(position, state[0])
    except (KeyError, TypeError, ValueError, OverflowError):
        wanted = WORDS("position.wanted")
        raise BadPosition(ENGINE("position.value", key="position", value=position, wanted=wanted)) from None
    cards = sorted("".join([*position["hands"], *(word[1] for word in position["row"]), position["pile"]]))
    if cards != sorted("".join(letter * copies for letter, copies in zip(LETTERS, COPIES, strict=True))):
        raise BadPosition(WORDS("position.deck", cards="".join(cards)))
    return state


def arrange(position: Mapping[str, Any], s: Any) -> None:
    """What `write` wrote, back into a state."""
    s["first"], s["favourite"] = SEATS.index(position["first"]), LETTERS.index(position["favourite"])
    s["mover"] = -1 if position["mover"] is None else SEATS.index(position["mover"])
    s["laid"], s["lots"], s["random"] = position["laid"], position["lots"], position["stream"]
    s["left"], s["length"] = len(position["pile"]) - rules.AWAY, len(position["row"])
    for i, letter in enumerate(position["pile"]):
        s["pile"][i] = LETTERS.index(letter) + 1
    for seat, hand in enumerate(position["hands"]):
        s["hand"][seat] = [hand.count(letter) for letter in LETTERS]
    for i, word in enumerate(position["row"]):
        s["owner"][i], s["row"][i] = SEATS.index(word[0]), LETTERS.index(word[1]) + 1
        s["veiled"][i] = word.endswith("*")
