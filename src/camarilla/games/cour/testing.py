"""What the laws have to be told about Cour. COR-35 says what is hidden; nothing here asks the rules for it."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable
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
    ways = ways_to_share(game, state, seat, pool)
    rest = mean(
        ways, lambda way: portions(pool - sum(way.values())) if (pool - sum(way.values())).any() else pool * 0.0
    )
    places = in_deck(states, rest, int(s["left"]))
    looked = int((s["looked"] >= 0).sum())
    if looked and s["user"] != seat:
        where = np.arange(len(states)), picks(len(states), looked)
        places.append(Place("looked", states["looked"][where], rest))
    for other in others:
        for which in (HAND, KEPT, RESERVED):
            begin, end = span(state, other, which)
            if begin < end:
                share = functools.partial(mixture, game, state, other, seat, which, pool)
                chances = mean(ways, share)
                places.append(Place(f"group {which} of {other}", one_of(states, begin, end), chances))
    return places


def mixture(game: Game, state: Records, owner: int, seat: int, which: int, pool: Counts, way: Way) -> Any:
    """The cards that the seat knows there, those that it passed on, and for each of the others any that it cannot see.
    Which of the cards in hand and set aside from it is where nobody else knows."""
    begin, end = span(state, owner, which)
    if which != RESERVED:
        begin, end = span(state, owner, HAND)[0], span(state, owner, KEPT)[1]
    codes = state["cards"][0, begin:end]
    known = counted([code for code in codes if knows(game, owner, seat, int(code))])
    known = known + way.get((owner, RESERVED if which == RESERVED else HAND), 0)
    rest = pool - sum(way.values())
    return portions(known + ((len(codes) - known.sum()) * portions(rest) if len(codes) > known.sum() else 0))


# --- The packs of the draft that a seat passed on ---

Way = dict[tuple[int, int], Any]  # what lies where of the cards passed on: counts by owner and group


def mean(ways: list[tuple[float, Way]], chances: Callable[[Way], Any]) -> Any:
    return sum(weight * chances(way) for weight, way in ways) / sum(weight for weight, _ in ways)


def ways_to_share(game: Game, state: Records, seat: int, pool: Counts) -> list[tuple[float, Way]]:
    """All ways in which the others may have taken the cards passed on, and how many worlds go with each."""
    packs = [spread(game, state, seat, pack) for pack in range(2)] if seat >= 0 and game.players > 2 else []
    found = []
    for owners in itertools.product(*packs):
        taken = dict(pair for pack in owners for pair in pack)  # by the place of a card, who took it
        if all(stays(state, seat, taker, taken) for taker in range(3)) and is_sure(state, seat, taken):
            way = lying(game, state, seat, taken)
            room = {owner: unknown(game, state, seat, owner) for owner in game.seats}
            for (owner, _), cards in way.items():
                room[owner] -= int(cards.sum())
            rest = pool - sum(way.values())
            if min(room.values()) >= 0 and (rest >= 0).all():
                found.append((log_ways(int(rest.sum()), room), way))
    most = max((weight for weight, _ in found), default=0.0)
    return [(math.exp(weight - most), way) for weight, way in found] or [(1.0, {})]


def log_ways(cards: int, room: dict[int, int]) -> float:
    return math.lgamma(cards + 1) - sum(math.lgamma(free + 1) for free in room.values())


def spread(game: Game, state: Records, seat: int, pack: int) -> list[tuple[tuple[int, int], ...]]:
    """Who may have taken which card of a pack, once more than one seat has had it."""
    pick = int(state["pick"][0])
    places = [i for i in ((0, 1, 2, 3, 4, 5), (6, 7, 8, 9))[pack] if state["passed"][0, seat, i] >= 0]
    if not places or (pick and pick <= pack + 2):
        return [()]
    takers: list[int] = []
    for taker in range(min(3, game.players - 1)):
        turn = pack + 2 + taker
        left = len(places) - len(takers)
        takers += [taker] * (min(2, left) if not pick or turn < pick else left if turn == pick else 0)
    return [tuple(zip(places, order, strict=True)) for order in set(itertools.permutations(takers))]


def kinds_of(state: Records, seat: int, places: Iterable[int]) -> Counter[int]:
    return Counter(int(state["passed"][0, seat, i]) for i in places)


def set_bits(mask: int) -> list[int]:
    return [i for i in range(10) if mask >> i & 1]


def stays(state: Records, seat: int, taker: int, taken: dict[int, int]) -> bool:
    """Whether a taker never had fewer cards than it must have had."""
    mine = kinds_of(state, seat, [i for i, who in taken.items() if who == taker])
    masks = enumerate(int(mask) for mask in state["gone"][0, seat, taker, :4])
    return all((mine - kinds_of(state, seat, set_bits(mask))).total() <= few for few, mask in masks if mask >= 0)


def is_sure(state: Records, seat: int, taken: dict[int, int]) -> bool:
    """Whether of the cards that have left hands for sure each was taken by one who has let such a card go."""
    sure = set_bits(int(state["sure"][0, seat]))
    for number in range(len(sure)):
        kind, until = state["passed"][0, seat, sure[number]], sure[: number + 1]
        alike = {i for i in until if state["passed"][0, seat, i] == kind}
        left = 0
        for taker in range(3):
            mine = sum(who == taker and state["passed"][0, seat, i] == kind for i, who in taken.items())
            left += min(mine, len(alike & set(set_bits(int(state["gone"][0, seat, taker, 4])))))
        if left < len(alike):
            return False
    return True


def lying(game: Game, state: Records, seat: int, taken: dict[int, int]) -> Way:
    """Where the cards passed on are that have not left hands."""
    pick = int(state["pick"][0])
    way: Way = {}
    for taker in range(3):
        mine = [i for i, who in taken.items() if who == taker]
        here = kinds_of(state, seat, mine) - kinds_of(state, seat, set_bits(int(state["gone"][0, seat, taker, 4])))
        for i in mine:
            kind, which = int(state["passed"][0, seat, i]), RESERVED if pick > taker + 2 + (i >= 6) else HAND
            if here[kind]:
                here[kind] -= 1
                where = ((seat + 1 + taker) % game.players, which)
                way[where] = way.get(where, 0) + np.bincount([kind], minlength=rules.CHARACTERS)
    return way


def unknown(game: Game, state: Records, seat: int, owner: int) -> int:
    """How many cards of the draft an owner may have that the seat does not know."""
    codes = state["cards"][
        0, span(state, owner, HAND)[0] : span(state, owner, RESERVED if state["pick"][0] else KEPT)[1]
    ]
    return sum(not knows(game, owner, seat, int(code)) for code in codes)


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
