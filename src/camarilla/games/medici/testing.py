"""What the laws have to be told about Court of the Medici. MED-37 says what is hidden; the rules are not asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.engine.game import Game
from camarilla.engine.places import Place, even, picks, portions
from camarilla.engine.record import Records
from camarilla.games.medici import rules

PLAYS = rules.CARDS - 2 * rules.INNER  # to court, at most: each card once
PLAYED = 8  # steps of such a play: card, place, target, four jesters and done
PLANNED = 2  # steps of a plan
REPLACED = 2 * (rules.HOUSE - rules.INNER + 1)  # with `distinct_start`
LONGEST = PLAYS * PLAYED + 5 * (PLAYS + 1) * PLANNED + PLANNED + 2 + REPLACED  # no more than 5 plans between two plays
SHORT: dict[str, Any] = {}
EXAMPLES = {
    # Della Rovere's last card is a 7, Gonzaga's a 4: in the Outer Court, the 7 falls to a conspiracy of 3 and 4.
    "the_seven": {
        "mover": "R",
        "inner": ["R9", "G3", "G8"],
        "hands": {"R": "R7", "G": "G4"},
        "decks": {"R": "", "G": ""},
        "limits": {"R": 10, "G": 10},
    }
}
SHARED = ()
TOGETHER = (("plans", "run"),)  # fields of a position of which one says what another may say


def cards(game: Game, position: dict[str, Any]) -> Counter[str]:
    lists = [*position["inner"], *position["outer"]["R"], *position["outer"]["G"]]
    lists += [part for key in ("hands", "decks", "discards", "aside") for part in position[key].values()]
    found = Counter(word.split("=")[0] for words in lists for word in words.replace("+", " ").split())
    return found + Counter([position["card"]] if position["step"] == "place" else [])


def dealt(game: Game, states: Records) -> list[Place]:
    """With `distinct_start` some of the set-ups wait for a decision, before hands are drawn and somebody begins."""
    deck = portions(game.data["total"][0])
    left = int(game.data["total"][0].sum()) - rules.INNER - rules.HAND
    places = [Place(f"inner {i}", ranks(states["court"][:, i]), deck) for i in range(rules.HOUSES * rules.INNER)]
    places += [place for seat in game.seats for place in in_deck(states, seat, deck, 0, left)]
    if not game.chosen["distinct_start"]:
        places += [Place(f"hand {seat}", one_of_hand(states, seat), deck) for seat in game.seats]
        places.append(Place("first", states["mover"], even(rules.HOUSES)))
    return places


def unseen(game: Game, state: Records, seat: int, states: Records) -> list[Place]:
    """The own deck above what was planned; of the other house hand and deck, with a card taken and not yet played."""
    s, places = state[0], []
    for owner in game.seats:
        left, known = int(s["left"][owner]), int(s["known"][owner]) if owner == seat else 0
        pool = [int(card) for card in s["deck"][owner, known:left]]
        if owner != seat:
            pool += [int(card) for card in s["hand"][owner] if card]
            pool += [int(s["card"])] * bool(s["mover"] == owner and s["step"] == rules.PLACE)
        if pool:
            chances = portions(np.bincount(ranks(np.array(pool)), minlength=rules.RANKS))
            places += in_deck(states, owner, chances, known, left)
            if owner != seat and len(pool) > left:
                places.append(Place(f"hand {owner}", one_of_hand(states, owner), chances))
    return places


def ranks(slots: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return (slots - 1) % rules.RANKS


def in_deck(states: Records, seat: int, chances: npt.NDArray[np.float64], first: int, end: int) -> list[Place]:
    return [Place(f"deck {seat} {i}", ranks(states["deck"][:, seat, i]), chances) for i in range(first, end)]


def one_of_hand(states: Records, seat: int) -> npt.NDArray[Any]:
    size = int(np.count_nonzero(states["hand"][0, seat]))
    return ranks(states["hand"][:, seat][np.arange(len(states)), picks(len(states), size)])
