"""What a report on the balance of Pocket Court is told."""

from __future__ import annotations

from typing import Any

from camarilla.engine.rule import rule
from camarilla.engine.words import Message
from tests.toy.cards import WORDS, card
from tests.toy.rules import DRAW, KINDS


def things(game: Any) -> list[tuple[str, Message]]:
    return [("cards", card(kind)) for kind in range(KINDS)]


def phases(game: Any) -> list[Message]:
    return [WORDS("phase.lay"), WORDS("phase.draw")]


@rule
def count_held(t, s, seat, out):
    for kind in range(KINDS):
        out[kind] += s.hand[seat, kind]


@rule
def thing_used(t, s, seat, action):
    return action // 2 if action < DRAW else -1


@rule
def count_earned(t, s, seat, out):
    pass


@rule
def phase_of(t, s, seat):
    return s.laid


@rule
def points_now(t, s, points):
    for seat in range(t.players):
        points[seat] = -t.price * s.lots[seat]
    for i in range(s.length):
        points[s.owner[i]] += s.row[i] * (2 if s.row[i] - 1 == s.favourite else 1)


@rule
def came_to_nothing(t, s):
    return s.length == 0
