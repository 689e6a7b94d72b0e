"""What a report on the balance of Court of the Medici is told: ranks of cards, steps of a turn, who is ahead."""

from __future__ import annotations

from typing import Any

from camarilla.engine.rule import rule
from camarilla.engine.words import Message
from camarilla.games.medici import cards
from camarilla.games.medici.cards import WORDS
from camarilla.games.medici.rules import (
    ALLY,
    CARDS,
    CONSPIRE,
    DUKE,
    HAND,
    HOUSES,
    PLACE,
    RANKS,
    SEND,
    house_points,
    rank,
)

PHASES = ("take", "place", "target", "values", "limit", "start")  # in the order of the steps of the rules


def things(game: Any) -> list[tuple[str, Message]]:
    """The ranks: either house has the same ones, under other titles."""
    return [("cards", name(which)) for which in range(RANKS if game.chosen["dukes"] else DUKE)]


def name(which: int) -> Message:
    titles = [cards.title(cards.number(house, which)) for house in range(HOUSES)]
    key = "thing.rank" if titles[0] == titles[1] else "thing.ranks"
    return WORDS(key, value=cards.worth(which, None), one=titles[0], other=titles[1])


def phases(game: Any) -> list[Message]:
    return [WORDS(f"phase.{step}") for step in PHASES]


@rule
def count_held(t, s, seat, out):
    """The hand, and the card that has been taken from it but not played yet."""
    for i in range(HAND):
        if s.hand[seat, i]:
            out[rank(s.hand[seat, i] - 1)] += 1
    if s.mover == seat and s.step == PLACE:
        out[rank(s.card - 1)] += 1


@rule
def thing_used(t, s, seat, action):
    """A card that is planned with goes back into the deck unused."""
    if action == SEND or ALLY <= action < CONSPIRE + CARDS:
        return rank(s.card - 1)
    return -1


@rule
def count_earned(t, s, seat, out):
    pass


@rule
def phase_of(t, s, seat):
    return s.step


@rule
def points_now(t, s, points):
    for seat in range(HOUSES):
        points[seat] = house_points(s, seat)


@rule
def came_to_nothing(t, s):
    """MED-17."""
    return s.drawn > 0
