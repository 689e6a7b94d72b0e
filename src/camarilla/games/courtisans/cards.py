"""The cards by name and letter (CTS-1, CTS-2), and how many the deck has of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from camarilla.engine.words import Message, kept, of_package
from camarilla.games.courtisans import rules

WORDS = of_package(__file__)
FAMILIES = ("butterfly", "toad", "nightingale", "hare", "stag", "carp")
ROLES = ("plain", "noble", "assassin", "guard", "spy")
FAMILY_LETTERS = "BTNHSC"
ROLE_LETTERS = ("", "n", "a", "g", "s")
COPIES = (4, 4, 2, 3, 2)  # of each role in each family
FATES = {1: "light", 0: "neutral", -1: "disgrace"}  # how a family may stand

CARD = re.compile(rf"([{FAMILY_LETTERS}])([{''.join(ROLE_LETTERS)}]?)")
HIDDEN_SPY = "?s"
DECK = [COPIES[kind // rules.FAMILIES] for kind in range(rules.KINDS)]


def letters(kind: int) -> str:
    return FAMILY_LETTERS[kind % rules.FAMILIES] + ROLE_LETTERS[kind // rules.FAMILIES]


def kind(family: str, role: str) -> int:
    """The kind with these letters."""
    return ROLE_LETTERS.index(role) * rules.FAMILIES + FAMILY_LETTERS.index(family)


def read(text: str) -> int | None:
    """The kind that is written exactly so."""
    match = CARD.fullmatch(text)
    return kind(*match.groups()) if match else None


@kept
def name(kind: int) -> Message:
    """ "the toad guard"."""
    role, family = ROLES[kind // rules.FAMILIES], FAMILIES[kind % rules.FAMILIES]
    return WORDS(f"card.{role}", family=WORDS(f"family.{family}.name"), of_family=WORDS(f"family.{family}.of"))


def fate(balance: int) -> int:
    """1 in the light, -1 in disgrace, 0 neutral (CTS-21)."""
    return (balance > 0) - (balance < 0)


def worth(laid: Iterable[str], standing: Mapping[str, int]) -> int:
    """What cards of a domain would bring if the game ended as families stand in a view (CTS-22)."""
    fates = {letter: fate(standing[family]) for letter, family in zip(FAMILY_LETTERS, FAMILIES, strict=True)}
    return sum(fates[card[0]] * weight(card) for card in laid)


def weight(card: str) -> int:
    return rules.NOBLE_WEIGHT if card[1:] == ROLE_LETTERS[rules.NOBLE] else 1
