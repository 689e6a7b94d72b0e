"""Positions: the whole truth of a match as JSON that a person can read and edit (notation.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from backstairs import cards, rules
from backstairs.cards import LETTERS, STAIRS, WORDS
from backstairs.notation import MOVE
from camarilla.engine import arrangement
from camarilla.engine.errors import BadPosition
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records, opened

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
        "stream": arrangement.write_stream(state),
    }


def visit(s: Any, i: int) -> str:
    return f"{s.visitor[i]}{LETTERS[s.chamber[i]]}{STAIRS[s.stairs[i]]}"


def held(state: Records, seat: int) -> list[str]:
    """The cards of a hand, by rank."""
    return [str(i + 1) for i, number in enumerate(state["hand"][0, seat]) for _ in range(number)]


# --- Arranging a state ---


def read(game: Backstairs, position: Mapping[str, Any]) -> Records:
    """The state that a position describes, or BadPosition."""
    return Arrangement(game, position).read()


class Arrangement(arrangement.Arrangement):
    keys = KEYS

    def carry_out(self) -> None:
        self.set_favours()
        self.pay_visits()
        self.fill_hands()
        self.fill_pile()

    def set_favours(self) -> None:
        """Three will do: the two that are out of the game follow."""
        given = self.position.get("favours")
        if not isinstance(given, list) or len(given) not in (rules.CHAMBERS, rules.FAVOURS):
            raise self.refuse("favours", "favours")
        every = [*given, *(favour for favour in cards.FAVOURS if favour not in given)]
        if any(type(favour) is not int for favour in given) or sorted(every) != list(cards.FAVOURS):
            raise self.refuse("favours", "favours")
        for i, favour in enumerate(every):
            self.s.favour[i] = favour

    def pay_visits(self) -> None:
        """Who begins and what has been done since say whose turn it is (BST-6); after nightfall all are unseen."""
        first, most = self.position.get("first", "A"), self.players * self.t.turns
        if first not in [*self.letters]:
            raise self.refuse("first", "first", letters=self.letters)
        words = self.words_of("visits", self.position.get("visits", ""), MOVE)
        if len(words) > most or not all(word.endswith(STAIRS[1]) for word in words[most - self.players :]):
            raise self.refuse("visits", "visits", most=most, players=self.players)
        for i, word in enumerate(words):
            self.s.visitor[i], self.s.chamber[i] = int(word[0]), LETTERS.index(word[1])
            self.s.stairs[i] = STAIRS.index(word[2:])
        self.s.first, self.s.visits = self.letters.index(first), len(words)
        self.s.mover = -1 if len(words) == most else rules.sender(self.t, self.s, len(words))

    def fill_hands(self) -> None:
        """As many cards as everybody holds after so many visits (BST-5, BST-10)."""
        paid = Counter(rules.sender(self.t, self.s, i) for i in range(self.s.visits))
        for seat, part in enumerate(self.by_seat("hands", "")):
            hand = self.words_of("hands", part, CARD)
            if len(hand) != (wanted := min(rules.HAND, self.t.turns - paid[seat])):
                raise self.refuse("hands", "hand", number=wanted, seat=self.letters[seat])
            for card in hand:
                self.s.hand[seat, int(card) - 1] += 1

    def fill_pile(self) -> None:
        """All cards together are the deck (BST-2); what is named nowhere was laid aside."""
        pile = self.words_of("pile", self.position.get("pile", ""), CARD)
        if len(pile) != (wanted := rules.left(self.t, self.s)):
            raise self.refuse("pile", "pile", number=wanted)
        named = [*pile, *(str(card) for card in self.s.visitor if card)]
        named += [card for seat in range(self.players) for card in held(self.state, seat)]
        rest = [
            str(kind + 1) for kind in self.rest_of([int(card) - 1 for card in named], [self.t.copies] * rules.RANKS)
        ]
        aside = self.words_of("aside", self.position.get("aside", " ".join(rest)), CARD)
        if sorted(aside) != rest:
            raise self.refuse("aside", "aside", cards=rest)
        for i, card in enumerate([*aside, *reversed(pile)]):
            self.s.pile[i] = int(card)

    def miscount(self, fault: str, kind: int, found: int) -> BadPosition:
        return BadPosition(WORDS("position.too_many", found=found, card=kind + 1, deck=self.t.copies), "BST-2")

    def words_of(self, key: str, value: object, form: re.Pattern[str]) -> list[str]:
        """The words of a text, if each of them is of the form."""
        if not isinstance(value, str) or not all(form.fullmatch(word) for word in value.split()):
            raise self.refuse(key, "words")
        return value.split()
