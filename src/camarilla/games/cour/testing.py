"""What the laws have to be told about Cour. COR-35 says what is hidden; nothing here asks the rules for it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.engine.game import Game
from camarilla.engine.places import Place, picks, portions
from camarilla.engine.record import Records
from camarilla.games.cour import rules

OF_A_CARD = 3 + 2 + 7 + 7  # moves in a round at most: enrolled, dismissed, its power, its effect between turns
OF_A_SEAT = 2 + rules.PLACES * OF_A_CARD  # the income and the end of the turn too
LONGEST = 8 * rules.SEATS + rules.LAST_ROUND * (rules.SEATS * OF_A_SEAT + rules.CARDS)  # and the hand limit
SHORT = {"players": 2, "base": 4}
EXAMPLES = {
    # With the Philosopher A can complete the base row, and is rich enough for it.
    "base_row": {
        "options": {"players": 2, "base": 4, "turns": "in_order"},
        "hands": {"A": ["Philosopher"]},
        "pyramids": {"A": {"a1": "Miner", "a2": "Miner", "a3": "Relic Seller"}},
        "resources": {letter: {"gold": 9, "steel": 9, "ruby": 9} for letter in "AB"},
    }
}
SHARED = ("left", "deck", "discard")

HAND, KEPT, RESERVED = range(3)
Counts = npt.NDArray[np.int64]


def cards(game: Game, position: dict[str, Any]) -> Counter[str]:
    lists = [position[pile] for pile in ("looked", "leaving", "discard", "deck")]
    lists += [group for key in ("hands", "kept", "reserved") for group in position[key].values()]
    lists += [pyramid.values() for pyramid in position["pyramids"].values()]
    lists += [[position["chosen"]]] if position["step"] in ("place", "pay") else []
    return Counter(name.rstrip("!<") for names in lists for name in names)


def dealt(game: Game, states: Records) -> list[Place]:
    deck = portions(game.data["copies"][0])
    places = in_deck(states, deck, int(states["left"][0]))
    return places + [Place(f"hand {seat}", one_of(states, *span(states, seat, HAND)), deck) for seat in game.seats]


def unseen(game: Game, state: Records, seat: int, states: Records) -> list[Place]:
    s = state[0]
    pool, others = hidden_cards(game, state, seat), [other for other in game.seats if other != seat]
    if not pool.any():
        return []
    places = in_deck(states, portions(pool), int(s["left"]))
    looked = int((s["looked"] >= 0).sum())
    if looked and s["user"] != seat:
        where = np.arange(len(states)), picks(len(states), looked)
        places.append(Place("looked", states["looked"][where], portions(pool)))
    for other in others:
        aside = span(state, other, HAND)[0], span(state, other, KEPT)[1]  # which of these is where nobody else knows
        for which in (HAND, KEPT, RESERVED):
            begin, end = span(state, other, which)
            mixed = span(state, other, which) if which == RESERVED else aside
            if begin < end:
                chances = mixture(game, state, other, seat, mixed, pool)
                places.append(Place(f"group {which} of {other}", one_of(states, begin, end), chances))
    return places


def mixture(game: Game, state: Records, owner: int, seat: int, where: tuple[int, int], pool: Counts) -> Any:
    """The cards that the seat knows there, and for each of the others any that it cannot see."""
    codes = state["cards"][0, slice(*where)]
    known = [code for code in codes if knows(game, owner, seat, int(code))]
    return portions(counted(known) + (len(codes) - len(known)) * portions(pool))


def knows(game: Game, owner: int, seat: int, code: int) -> bool:
    """Known to all, or to the right-hand neighbour, or to its owner alone."""
    return owner == seat or code % 4 == 0 or (code % 4 == 1 and seat >= 0 and (seat + 1) % game.players == owner)


def hidden_cards(game: Game, state: Records, seat: int) -> Counts:
    """How many of each character the seat cannot see."""
    s = state[0]
    hidden = np.bincount(s["deck"][: s["left"]], minlength=rules.CHARACTERS)
    for owner in game.seats:
        codes = s["cards"][span(state, owner, HAND)[0] : span(state, owner, RESERVED)[1]]
        hidden = hidden + counted([code for code in codes if not knows(game, owner, seat, int(code))])
    if s["user"] != seat:
        hidden = hidden + np.bincount(s["looked"][s["looked"] >= 0], minlength=rules.CHARACTERS)
    return hidden


def counted(codes: list[Any]) -> Counts:
    return np.bincount(np.array(codes, int) // 4, minlength=rules.CHARACTERS)


def span(states: Records, seat: int, which: int) -> tuple[int, int]:
    """Where a group begins and ends: in all redeals of a state at the same places."""
    first = states["first"][0]
    return int(first[seat * 3 + which]), int(first[seat * 3 + which + 1])


def one_of(states: Records, begin: int, end: int) -> npt.NDArray[Any]:
    """One card of a group of each state, any of them."""
    return states["cards"][np.arange(len(states)), begin + picks(len(states), end - begin)] // 4


def in_deck(states: Records, chances: npt.NDArray[np.float64], n: int) -> list[Place]:
    return [Place(f"deck {i}", states["deck"][:, i], chances) for i in range(n)]
