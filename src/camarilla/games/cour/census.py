"""What becomes of each character in matches, and what it is worth to hold one more of it.

Everybody is one player: whoever is bound beside the rules, with the `style` that it is asked in.
"""

import numpy as np

from camarilla.engine.form import choose
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import nth, start
from camarilla.games.cour.rules import (
    ACTIVATE_A,
    COPY_A,
    DISCARD_A,
    DRAFT,
    ENROL_A,
    HAND,
    KEPT,
    KNOWN_TO_OWNER,
    PICK_A,
    PLACES,
    TYPES,
    bit,
    character,
    group,
    indifferent,
    insert,
    play,
    score,
    setup,
    size,
    waiting,
)

OFFERED, PICKED, ENROLLED, ACTIVATED, BY_WINNER, BY_OTHER = range(6)  # of `counts`, a row a character
COLUMNS = 6
LAST_PICK = 4  # what is left is taken without a choice
LEAD, VICTORY = range(2)  # what an extra copy is measured by
MEASURES = 2
WHOLE = 60  # a victory, which can be shared by as many as there are at any table


@rule
def decide(t, s, seat, style, out):
    action = indifferent(t, s, seat)
    return choose(t, s, seat, style, out) if action < 0 else action


@rule
def play_on(t, s, style, out):
    """To the end."""
    seats = waiting(t, s)
    while seats:
        seat = lowest(seats)
        play(t, s, seat, decide(t, s, seat, style, out))
        seats = waiting(t, s)


# --- What becomes of each ---


@rule
def count_action(s, seat, action, counts):
    if s.phase == DRAFT and s.pick < LAST_PICK:
        if size(s, seat, KEPT) == 0:
            for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
                counts[character(s.cards[i]), OFFERED] += 1
        counts[action - PICK_A, PICKED] += 1
    elif ENROL_A <= action < DISCARD_A:
        counts[action - ENROL_A, ENROLLED] += 1
    elif ACTIVATE_A <= action < COPY_A:
        counts[s.pyramid[seat, action - ACTIVATE_A], ACTIVATED] += 1


@rule
def count_court(t, s, seat, loses, counts, types):
    """Each character, and each type, that is in the pyramid at the end, once."""
    found = 0
    for place in range(PLACES):
        kind = s.pyramid[seat, place]
        if kind >= 0:
            found |= bit(t.type[kind])
            again = 0
            for other in range(place):
                again |= s.pyramid[seat, other] == kind
            counts[kind, BY_WINNER + loses] += 1 - again
    for label in range(TYPES):
        types[label, loses] += found >> label & 1


@rule
def count_match(t, s, seed, style, out, points, places, counts, types, courts, rounds):
    s.random = start(seed)
    setup(t, s)
    seats = waiting(t, s)
    while seats:
        seat = lowest(seats)
        action = decide(t, s, seat, style, out)
        count_action(s, seat, action, counts)
        play(t, s, seat, action)
        seats = waiting(t, s)
    score(t, s, points, places)
    for seat in range(t.players):
        loses = 1 if places[seat] > 1 else 0
        courts[loses] += 1
        count_court(t, s, seat, loses, counts, types)
    rounds[s.round if s.completed else 0] += 1


@rule
def count_matches(data, states, out, seed, first, games, style, points, places, counts, types, courts, rounds):
    """The matches number `first` and on of a series. All counts are added to; a match that nobody completes is counted
    as round 0."""
    for i in range(games):
        game = nth(seed, first + np.uint64(i))
        count_match(data[0], states[0], game, style, out, points, places, counts, types, courts, rounds)


# --- What it is worth ---


@rule
def measure(t, s, holder, kind, style, out, points, places, found):
    """By how much a seat that gets an extra copy of the character after the draft beats the table, times players; and
    its share of the victory."""
    insert(s, holder, HAND, kind * 4 + KNOWN_TO_OWNER)
    play_on(t, s, style, out)
    score(t, s, points, places)
    total = 0
    winners = 0
    for seat in range(t.players):
        total += points[seat]
        winners += places[seat] == 1
    found[LEAD] = t.players * points[holder] - total
    found[VICTORY] = WHOLE // winners if places[holder] == 1 else 0


@rule
def draft(t, s, seed, style, out):
    s.random = start(seed)
    setup(t, s)
    while s.phase == DRAFT:
        seat = lowest(waiting(t, s))
        play(t, s, seat, decide(t, s, seat, style, out))


@rule
def measures(data, states, out, seed, first, style, points, places, found):
    """The deals number `first` and on, as many as `found` has rows: each is played for every holder and character."""
    t = data[0]
    for i in range(len(found)):
        draft(t, states[1], nth(seed, first + np.uint64(i)), style, out)
        for holder in range(t.players):
            for kind in range(t.kinds):
                if t.copies[kind]:
                    states[0] = states[1]
                    measure(t, states[0], holder, kind, style, out, points, places, found[i, holder, kind])
