"""What a report on the balance of Cour is told: the characters, kinds of decisions, who is ahead."""

from __future__ import annotations

from typing import Any

from camarilla.engine.rule import rule
from camarilla.engine.words import Message
from camarilla.games.cour.powers import WORDS
from camarilla.games.cour.rules import (
    DISCARD_A,
    DRAFT,
    ENROL_A,
    HAND,
    KEPT,
    NOTHING,
    RESERVED,
    TURNS,
    character,
    group,
    prestige_of,
)

PHASES = ("draft", "income", "turn", "between", "action")  # the first four in the order of the phases of the rules
IN_ACTION = 4


def things(game: Any) -> list[tuple[str, Message]]:
    return [("characters", Message({"en": card.en, "fr": card.fr})) for card in game.characters]


def phases(game: Any) -> list[Message]:
    return [WORDS(f"phase.{name}") for name in PHASES]


@rule
def count_held(t, s, seat, out):
    """Cards in hand and set aside; in the draft those that were picked, the hand being a pack that is passed on."""
    first = group(seat, KEPT) if s.phase == DRAFT else group(seat, HAND)
    for i in range(s.first[first], s.first[group(seat, RESERVED) + 1]):
        out[character(s.cards[i])] += 1


@rule
def thing_used(t, s, seat, action):
    """Who is enrolled."""
    return action - ENROL_A if ENROL_A <= action < DISCARD_A else -1


@rule
def count_earned(t, s, seat, out):
    pass


@rule
def phase_of(t, s, seat):
    """A turn is asked about at every action, and within one."""
    return IN_ACTION if s.phase == TURNS and s.step != NOTHING else s.phase


@rule
def points_now(t, s, points):
    for seat in range(t.players):
        points[seat] = prestige_of(t, s, seat)


@rule
def came_to_nothing(t, s):
    """Nobody has completed a pyramid (COR-36)."""
    return s.completed == 0
