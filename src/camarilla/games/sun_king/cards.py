"""The cards by name and letters (SUN-1 to SUN-3), and how many there are of each."""

from __future__ import annotations

import re

from camarilla.engine.words import Message, kept, of_package
from camarilla.games.sun_king import rules

WORDS = of_package(__file__)
COLOURS = ("blue", "green", "purple", "red", "yellow")
COLOUR_LETTERS = "bgpry"
COPIES = (14, 14, 13, 13, 13)  # of each colour
SEAL = "*"
OTHERS = ("In", "Me", "Au", "Ov", "Pe", "Co", "Di", "De", "Ca", "Lo")  # auction cards, then special cards
# fmt: off
NAMES = ("influence", "medal", "authority", "overlord", "pension", "conspiracy", "diplomacy",
         "debts", "cardinal", "louis")
# fmt: on
OTHER_COPIES = (1, 1, 1, 1, 2, 1, 1, 4, 4, 1)
COLOUR_OF = {
    OTHERS[card]: COLOUR_LETTERS[rules.colour_of(card)] for card in range(rules.AUCTIONS) if rules.colour_of(card) >= 0
}  # of auction cards, but for the grey ones
SEALED = [OTHERS[card] for card in range(rules.AUCTIONS) if rules.has_seal(card)]
PRICES = {
    "strike": rules.STRIKE_PRICE, "swap": rules.SWAP_PRICE, "ruin": rules.RUIN_PRICE, "draw": rules.DRAW_PRICE,
}  # in gold, of the actions of phase 3  # fmt: skip

QUALITY = re.compile(rf"([{COLOUR_LETTERS}])(\*?)")


def letters(kind: int) -> str:
    if kind >= rules.QUALITIES:
        return OTHERS[kind - rules.QUALITIES]
    return COLOUR_LETTERS[kind // 2] + SEAL * (kind % 2)


def auction_letters(card: int) -> str:
    return OTHERS[card]


def read(text: str) -> int | None:
    """The kind that is written exactly so."""
    if text in OTHERS:
        return rules.QUALITIES + OTHERS.index(text)
    match = QUALITY.fullmatch(text)
    return COLOUR_LETTERS.index(match[1]) * 2 + len(match[2]) if match else None


@kept
def name(kind: int) -> Message:
    """ "a blue card with a seal", "Influence"."""
    if kind >= rules.QUALITIES:
        return WORDS(f"card.{NAMES[kind - rules.QUALITIES]}")
    return WORDS("card.sealed" if kind % 2 else "card.plain", colour=WORDS(f"colour.{COLOURS[kind // 2]}.feminine"))


def auction_name(card: int) -> Message:
    return name(rules.QUALITIES + card)


def colour(text: str) -> int:
    """Of a quality or auction card; -1 for a grey one."""
    return COLOUR_LETTERS.find(COLOUR_OF.get(text, text[0]))


def top_of(colour: int) -> Message:
    """ "the top blue card"."""
    return WORDS("card.top", colour=WORDS(f"colour.{COLOURS[colour]}.feminine"))


def row(colour: int) -> Message:
    """ "blue row"."""
    return WORDS("row", colour=WORDS(f"colour.{COLOURS[colour]}.feminine"))


def deck(sealed: list[int]) -> list[int]:
    """How many cards there are of each kind, with so many that bear a seal in each colour."""
    of_colours = [n for total, some in zip(COPIES, sealed, strict=True) for n in (total - some, some)]
    return [*of_colours, *OTHER_COPIES]
