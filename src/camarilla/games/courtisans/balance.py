"""What a report on the balance of Courtisans is told: cards and missions, the cards of a turn, who is ahead."""

from __future__ import annotations

from typing import Any

from camarilla.engine.rule import rule
from camarilla.engine.words import Message
from camarilla.games.courtisans import cards
from camarilla.games.courtisans.cards import WORDS
from camarilla.games.courtisans.rules import (
    HAND,
    KINDS,
    PLACES,
    SPARE,
    domain_points,
    fulfilled,
    reveal_spies,
)

MISSIONS_HELD = 2
PHASES = ("first", "second", "third", "assassin")
ASSASSIN_STRIKES = 3  # the last of them


def things(game: Any) -> list[tuple[str, Message]]:
    kinds = [("cards", cards.name(kind)) for kind in range(KINDS)]
    return kinds + [("missions", mission.message) for mission in game.missions]


def phases(game: Any) -> list[Message]:
    return [WORDS(f"phase.{name}") for name in PHASES]


@rule
def count_held(t, s, seat, out):
    for i in range(HAND):
        if s.hand[seat, i]:
            out[s.hand[seat, i] - 1] += 1
    for i in range(MISSIONS_HELD):
        out[KINDS + s.mission[seat, i] - 1] += 1


@rule
def thing_used(t, s, seat, action):
    return action // PLACES if action < SPARE else -1


@rule
def count_earned(t, s, seat, out):
    """The missions that are fulfilled."""
    for i in range(MISSIONS_HELD):
        if fulfilled(t, s, seat, s.mission[seat, i] - 1):
            out[KINDS + s.mission[seat, i] - 1] += 1


@rule
def phase_of(t, s, seat):
    """Which card of the turn is laid, unless an assassin strikes."""
    if s.assassin:
        return ASSASSIN_STRIKES
    laid = 0
    for i in range(HAND):
        laid += s.hand[seat, i] == 0
    return laid


@rule
def points_now(t, s, points):
    """With the spies turned over, as at the end."""
    reveal_spies(s)
    for seat in range(t.players):
        points[seat] = domain_points(s, seat)
        for i in range(MISSIONS_HELD):
            if fulfilled(t, s, seat, s.mission[seat, i] - 1):
                points[seat] += t.points
    hide_spies(s)


@rule
def hide_spies(s):
    for i in range(s.spies):
        if s.spy_gone[i] == 0:
            s.laid[s.spy_spot[i], s.spy[i] - 1] -= 1


@rule
def came_to_nothing(t, s):
    return False
