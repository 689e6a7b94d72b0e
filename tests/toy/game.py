"""Pocket Court as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from camarilla.engine.errors import BadPosition, IllegalMove
from camarilla.engine.game import Entry, Game
from camarilla.engine.options import Option
from camarilla.engine.record import Records, empty
from camarilla.engine.words import ENGINE, Saying, of_package
from tests.toy import rules

WORDS = of_package(__file__)
LETTERS = "PNQK"
NAMES = ("page", "knave", "queen", "king")
COPIES = (4, 3, 3, 2)
SEATS = "AB"


class PocketCourt(Game):
    id = "pocket"
    words = WORDS
    options = (Option("players", (2,), 2, words), Option("free_lots", (False, True), False, words))

    @property
    def rules(self) -> ModuleType:
        return rules

    def fill(self, data: Records) -> None:
        data[0]["players"] = self.players
        data[0]["total"] = COPIES
        data[0]["price"] = not self.chosen["free_lots"]

    # --- Moves ---

    def write(self, state: Records, mover: int, sight: int) -> str:
        if sight < rules.DRAW:
            return LETTERS[sight // 2] + "*" * (sight % 2)
        return {rules.DRAW: "draw", rules.LOT: "lot", rules.VEILED: "?*"}[sight]

    def read(self, state: Records, mover: int, text: str) -> int:
        for action in range(rules.ACTIONS):
            if self.write(state, mover, action).lower() == text.strip().lower():
                return action
        raise IllegalMove(ENGINE("move.unreadable", text=text, examples="K, K*, draw, lot"))

    def offer(self, state: Records, mover: int, action: int) -> Saying:
        if action < rules.DRAW:
            return WORDS("offer.veiled" if action % 2 else "offer.open", card=card(action // 2))
        return WORDS("offer.draw" if action == rules.DRAW else "offer.lot")

    def tell(self, state: Records, mover: int, sight: int) -> Saying:
        who = SEATS[mover]
        if sight < rules.DRAW:
            return WORDS("told.veiled" if sight % 2 else "told.open", seat=who, card=card(sight // 2))
        return WORDS({rules.DRAW: "told.draw", rules.LOT: "told.lot", rules.VEILED: "told.hidden"}[sight], seat=who)

    def objection(self, state: Records, seat: int, action: int) -> IllegalMove:
        if action >= rules.DRAW:
            return IllegalMove(WORDS("why.empty" if state["laid"][0] else "why.lay_first"))
        if state["laid"][0]:
            return IllegalMove(WORDS("why.laid"))
        return IllegalMove(WORDS("why.not_held", card=card(action // 2)))

    # --- What is known ---

    def see(self, state: Records, seat: int | None) -> dict[str, Any]:
        s, over = state[0], bool(state["mover"][0] < 0)
        return {
            "first": int(s["first"]),
            "mover": None if over else int(s["mover"]),
            "favourite": LETTERS[s["favourite"]],
            "hand": "" if seat is None else held(s, seat),
            "hands": [int(size) for size in s["hand"].sum(axis=1)],
            "row": [laid(s, i, over or seat == s["owner"][i]) for i in range(s["length"])],
            "pile": int(s["left"]),
            "lots": s["lots"].tolist(),
        }

    def describe(self, state: Records) -> dict[str, Any]:
        s = state[0]
        return {
            "first": SEATS[s["first"]],
            "mover": None if s["mover"] < 0 else SEATS[s["mover"]],
            "laid": bool(s["laid"]),
            "favourite": LETTERS[s["favourite"]],
            "hands": [held(s, seat) for seat in self.seats],
            "row": [laid(s, i, True) for i in range(s["length"])],
            "pile": "".join(LETTERS[kind - 1] for kind in s["pile"] if kind),
            "lots": s["lots"].tolist(),
            "stream": int(s["random"]),
        }

    def arrange(self, position: Mapping[str, Any]) -> Records:
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

    # --- For people ---

    def account(self, state: Records) -> list[list[Entry]]:
        s, price = state[0], int(self.data["price"][0])
        entries: list[list[Entry]] = [[(WORDS("offer.lot"), -price * int(s["lots"][seat]))] for seat in self.seats]
        for i in range(s["length"]):
            kind = int(s["row"][i]) - 1
            entries[s["owner"][i]].append((card(kind), (kind + 1) * (2 if kind == s["favourite"] else 1)))
        return entries

    def board(self, view: dict[str, Any], language: str, **settings: bool) -> str:
        return " ".join(view["row"])


def card(kind: int) -> Saying:
    return WORDS(f"card.{NAMES[kind]}")


def held(s: Any, seat: int) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, s["hand"][seat], strict=True))


def laid(s: Any, i: int, known: bool) -> str:
    """`AK` is a king that A laid, `AK*` one laid veiled, `A?*` a card that is not known."""
    open_or_known = known or not s["veiled"][i]
    return SEATS[s["owner"][i]] + (LETTERS[s["row"][i] - 1] if open_or_known else "?") + "*" * int(s["veiled"][i])


def arrange(position: Mapping[str, Any], s: Any) -> None:
    """What `describe` wrote, back into a state."""
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
