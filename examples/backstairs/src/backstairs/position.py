"""Positions: the whole truth of a match as JSON that a person can read and edit (notation.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from backstairs import cards, rules
from backstairs.cards import LETTERS, STAIRS, WORDS
from backstairs.notation import MOVE
from camarilla.engine.errors import BadPosition
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records, empty, opened
from camarilla.engine.words import ENGINE

if TYPE_CHECKING:
    from backstairs.game import Backstairs

CARD = re.compile("[1-6]")
KEYS = ["first", "favours", "visits", "hands", "pile", "aside", "stream"]


# --- Describing a state ---


def write(game: Backstairs, state: Records) -> dict[str, Any]:
    s, t = opened(state)[0], opened(game.data)[0]
    aside, left = rules.aside(t), rules.left(t, s)
    pile = [str(card) for card in s.pile if card]
    return {
        "first": SEAT_LETTERS[s.first],
        "favours": list(s.favour),
        "visits": " ".join(visit(s, i) for i in range(s.visits)),
        "hands": {SEAT_LETTERS[seat]: " ".join(held(state, seat)) for seat in game.seats},
        "pile": " ".join(pile[aside : aside + left][::-1]),
        "aside": " ".join(pile[:aside]),
        "stream": f"{s.random:016x}",
    }


def visit(s: Any, i: int) -> str:
    return f"{s.visitor[i]}{LETTERS[s.chamber[i]]}{STAIRS[s.stairs[i]]}"


def held(state: Records, seat: int) -> list[str]:
    """The cards of a hand, by rank."""
    return [str(i + 1) for i, number in enumerate(state["hand"][0, seat]) for _ in range(number)]


# --- Arranging a state ---


def read(game: Backstairs, position: Mapping[str, Any]) -> Records:
    """The state that a position describes, or BadPosition."""
    for key in position:
        if key not in KEYS:
            raise BadPosition(ENGINE("position.unknown", key=key, known=KEYS))
    state = empty(rules.State)
    Arrangement(game, position, state[0]).carry_out()
    return state


def bad(key: str, value: object, **parts: Any) -> BadPosition:
    return BadPosition(ENGINE("position.value", key=key, value=value, wanted=WORDS(f"position.{key}", **parts)))


class Arrangement:
    """A state in the making: `position` is read part by part into `s`."""

    def __init__(self, game: Backstairs, position: Mapping[str, Any], s: Any) -> None:
        self.position, self.s, self.t = position, s, game.data[0]
        self.players, self.letters = game.players, SEAT_LETTERS[: game.players]
        self.turns = int(self.t["turns"])

    def carry_out(self) -> None:
        self.set_favours()
        self.pay_visits()
        self.fill_hands()
        self.fill_pile()
        self.set_stream()

    def set_favours(self) -> None:
        """Three will do: the two that are out of the game follow."""
        given = self.position.get("favours", [])
        if not isinstance(given, list) or len(given) not in (rules.CHAMBERS, rules.FAVOURS):
            raise bad("favours", given)
        every = [*given, *(favour for favour in cards.FAVOURS if favour not in given)]
        if any(type(favour) is not int for favour in given) or sorted(every) != list(cards.FAVOURS):
            raise bad("favours", given)
        self.s["favour"] = every

    def pay_visits(self) -> None:
        """Who begins and what has been done since say whose turn it is (BST-6); after nightfall all are unseen."""
        first = self.position.get("first", "A")
        if not isinstance(first, str) or first not in [*self.letters]:
            raise bad("first", first, letters=self.letters)
        self.s["first"] = self.letters.index(first)
        words, most = self.words("visits", self.position.get("visits", ""), MOVE), self.players * self.turns
        if len(words) > most or not all(word.endswith("*") for word in words[most - self.players :]):
            raise bad("visits", self.position["visits"], most=most, players=self.players)
        for i, word in enumerate(words):
            self.s["visitor"][i], self.s["chamber"][i] = int(word[0]), LETTERS.index(word[1])
            self.s["stairs"][i] = STAIRS.index(word[2:])
        self.s["visits"] = len(words)
        self.s["mover"] = -1 if len(words) == most else (self.letters.index(first) + len(words)) % self.players

    def fill_hands(self) -> None:
        """As many cards as everybody holds after so many visits (BST-5, BST-10)."""
        given = self.position.get("hands", {})
        if not isinstance(given, Mapping) or any(letter not in [*self.letters] for letter in given):
            raise bad("hands", given, letters=self.letters)
        for seat, letter in enumerate(self.letters):
            hand = self.cards("hands", given.get(letter, ""))
            since = (seat - int(self.s["first"])) % self.players
            visits = (int(self.s["visits"]) - since + self.players - 1) // self.players
            if len(hand) != min(rules.HAND, self.turns - visits):
                raise bad("hands", given, letters=self.letters)
            for card in hand:
                self.s["hand"][seat, card - 1] += 1

    def fill_pile(self) -> None:
        """All cards together are the deck (BST-2); what is named nowhere was laid aside."""
        pile = self.cards("pile", self.position.get("pile", ""))
        if len(pile) != (wanted := rules.left(opened(self.t), opened(self.s))):
            raise bad("pile", self.position.get("pile", ""), number=wanted)
        rest = Counter(dict.fromkeys(range(1, rules.RANKS + 1), cards.COPIES))
        rest.subtract([*pile, *(int(card) for card in self.s["visitor"] if card)])
        rest.subtract({i + 1: int(number) for i, number in enumerate(self.s["hand"].sum(axis=0))})
        aside = self.cards("aside", self.position.get("aside", " ".join(str(card) for card in rest.elements())))
        if min(rest.values()) < 0 or Counter(aside) != +rest:
            raise BadPosition(WORDS("position.deck"), "BST-2")
        for i, card in enumerate([*aside, *reversed(pile)]):
            self.s["pile"][i] = card

    def set_stream(self) -> None:
        text = self.position.get("stream", "0" * 16)
        if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{16}", text):
            raise bad("stream", text)
        self.s["random"] = int(text, 16)

    def words(self, key: str, value: object, form: re.Pattern[str]) -> list[str]:
        """The words of a text, if each of them is of the form."""
        if not isinstance(value, str) or not all(form.fullmatch(word) for word in value.split()):
            raise BadPosition(ENGINE("position.value", key=key, value=value, wanted=WORDS("position.words")))
        return value.split()

    def cards(self, key: str, value: object) -> list[int]:
        return [int(word) for word in self.words(key, value, CARD)]
