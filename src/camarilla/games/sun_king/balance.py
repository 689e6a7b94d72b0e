"""What a report on the balance of In the Shadow of the Sun King is told: cards before the players, phases, points."""

from __future__ import annotations

from typing import Any

from camarilla.engine.rule import rule
from camarilla.engine.words import Message
from camarilla.games.sun_king import cards
from camarilla.games.sun_king.cards import WORDS
from camarilla.games.sun_king.rules import AUCTIONS, COLOURS, MAIN, final_points

PHASES = ("one", "two", "three", "etiquette", "medal", "take", "second", "cardinal", "debt", "bid", "pay")
# fmt: off
OF_STEP = (0, 3, 3, 2, 4, 5, 6, 7, 7, 8, 8, 9, 10)  # by the step of the rules; the main one is told by the phase
# fmt: on


def things(game: Any) -> list[tuple[str, Message]]:
    colours = [("cards", WORDS("thing.colour", colour=WORDS(f"colour.{name}.feminine"))) for name in cards.COLOURS]
    return colours + [("auctions", cards.auction_name(card)) for card in range(AUCTIONS)]


def phases(game: Any) -> list[Message]:
    return [WORDS(f"phase.{name}") for name in PHASES]


@rule
def count_held(t, s, seat, out):
    for colour in range(COLOURS):
        out[colour] += s.row[seat, colour]
    for card in range(AUCTIONS):
        out[COLOURS + card] += s.auction[seat, card]


@rule
def thing_used(t, s, seat, action):
    """Cards lie before their owner and work from there."""
    return -1


@rule
def count_earned(t, s, seat, out):
    pass


@rule
def phase_of(t, s, seat):
    return s.phase - 1 if s.step == MAIN else OF_STEP[s.step]


@rule
def points_now(t, s, points):
    for seat in range(t.players):
        points[seat] = final_points(s, seat)


@rule
def came_to_nothing(t, s):
    return False
