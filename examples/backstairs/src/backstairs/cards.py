"""The material by name and letter (BST-1, BST-2, BST-3), and the numbers that the rulebook gives."""

from __future__ import annotations

from camarilla.engine.words import Message, of_package

WORDS = of_package(__file__)
CHAMBERS = ("chancellor", "marshal", "treasurer")
LETTERS = "CMT"  # of the chambers
VISITORS = ("valet", "priest", "captain", "banker", "countess", "duke")  # by rank, from 1
COPIES = 4  # of each
FAVOURS = (2, 3, 4, 5, 6)
TURNS = {2: 6, 3: 5, 4: 4}  # that everybody takes, by number of players (BST-5)
HONOUR = 1  # what an announced visitor counts beyond its rank (BST-8)
DISCRETION = 1  # points for a visitor who met nobody (BST-15)
UNKNOWN = "?"  # the rank of a visitor that is not known
STAIRS = ("", "*")  # how a visitor by the great staircase is written, and one by the backstairs


def visitor(card: str) -> Message:
    """A visitor by its rank, as it is written: "the banker (4)"."""
    return WORDS("visitor.unknown") if card == UNKNOWN else WORDS(f"visitor.{VISITORS[int(card) - 1]}", rank=card)


def chamber(number: int) -> Message:
    """ "to the Chancellor"."""
    return WORDS(f"chamber.{CHAMBERS[number]}.to")
