"""The cards by title, name and letters (MED-1, MED-3), and how many a house has of each."""

from __future__ import annotations

import re

from camarilla.engine.words import Letters, Message, kept, of_package
from camarilla.games.medici import rules

WORDS = of_package(__file__)
LETTERS = Letters("RG")  # of the houses, which are the seats
HOUSES = ("Della Rovere", "Gonzaga")
RANKS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "X", "D")
COPIES = (2,) * rules.DUKE  # of each rank; of the dukes there is one, or none (MED-2)

# fmt: off
TITLES = (
    ("minister", "lady_in_waiting", "chamberlain", "sculptor", "playwright", "architect", "banker", "knight", "lady",
     "praefect", "count", "jester", "duke"),
    ("minister", "lady_in_waiting", "friar", "painter", "poet", "scholar", "merchant", "captain_general", "lord",
     "cardinal", "countess", "jester", "duke"),
)  # by house and rank
# fmt: on
NAMES = (
    (
        "Baldassare Castiglione",
        "Cecilia Gallerani",
        "Vicenzo Mosti",
        "Jacopo Sansovino",
        "Pietro Aretino",
        "Jacopo Strada",
        "Ludovico Capponi",
        "Francesco Guardi",
        "Lucrezia Panciatichi",
        "Tommaso Inghirami",
        "Sciarra Martinengo Cesaresco",
        "Sebastian de Morra",
        "Francesco Maria della Rovere",
    ),
    (
        "Gian Giacomo Trivulzio",
        "Simonetta Vespucci",
        "Belo da Vicenza",
        "Raphael Sanzio",
        "",  # the Poet, whose name is not known
        "Lorenzo di Lorenzi",
        "Angelo Doni",
        "Andrea Doria",
        "Charles d’Amboise",
        "Giovanni della Casa",
        "Isabella d’Este",
        "El Niño de Vallecas",
        "Federico II Gonzaga",
    ),
)

CARD = re.compile(rf"([{LETTERS}])({'|'.join(RANKS)})")
JESTER = rules.JESTER


def number(house: int, rank: int) -> int:
    return house * rules.RANKS + rank


def house(card: int) -> int:
    return card // rules.RANKS


def rank(card: int) -> int:
    return card % rules.RANKS


def letters(card: int) -> str:
    return LETTERS[house(card)] + RANKS[rank(card)]


def read(text: str) -> int | None:
    """The card that is written exactly so."""
    match = CARD.fullmatch(text)
    return number(LETTERS.index(match[1]), RANKS.index(match[2])) if match else None


@kept
def name(card: int, value: int | None = None) -> Message:
    """ "the Merchant Angelo Doni (6)"; a jester at court with its value, "the Jester Sebastian de Morra (X=4)"."""
    person = person_of(card)
    return (
        WORDS("card.named", title=title(card), name=person, value=worth(card, value)) if person else brief(card, value)
    )


@kept
def brief(card: int, value: int | None = None) -> Message:
    """ "the Merchant (6)": in the log, where every word is one too many."""
    return WORDS("card.titled", title=title(card), value=worth(card, value))


def title(card: int) -> Message:
    return WORDS(f"noble.{TITLES[house(card)][rank(card)]}")


def worth(card: int, value: int | None) -> str:
    if rank(card) == JESTER:
        return f"X={value}" if value else "X"
    return str(rules.worth(rank(card)))


def person_of(card: int) -> str:
    """The name alone; nothing for the one who has none."""
    return NAMES[house(card)][rank(card)]
