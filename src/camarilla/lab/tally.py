"""Whole matches, and all that a report on the balance of a game counts in them, in one compiled loop.

Quick and random players play in the loop itself; the moves of those who think come as a script.

How much a thing does for whoever has it is a slope: by how much the share of the victory grows with one more of it than
the others at the table have. Both are taken from the mean of their table, so a match is compared with itself only. What
is summed up over the matches is enough for the slope and for its error, a match being one observation.
"""

import numpy as np

from camarilla.engine.form import (
    came_to_nothing,
    count_earned,
    count_held,
    indifferent,
    legal,
    phase_of,
    play,
    points_now,
    score,
    thing_used,
    waiting,
)
from camarilla.engine.playout import DECISIONS, FIRST, MOVES, deal, decide, lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import nth

SCRIPTED = -2  # a style: whatever the script says
CHANGES, SETTLED, FAILED = range(3, 6)  # of `about`, after those of a playout: see `follow_lead`, `came_to_nothing`
ABOUT = 6
ASKED, DECIDED, BRANCHES = range(3)  # of `phases`: moves, choices among two or more, and these choices added up
OF_PHASE = 3
HAD, HELD, USED = range(3)  # of `hands`: when the seat was last looked at; all that it ever held; all that it used
OF_HANDS = 3
NUMBER, SEATS, WON, CROSS, SQUARE, CROSS2, BOTH, SQUARE2 = range(8)  # of `things`: see `sum_up`
OF_THING = 8
NOBODY = -1


@rule
def tally_matches(
    data, states, out, seed, first, styles, script, points, places, about, standing, now, hands, phases, things
):
    """The matches number `first` and on of a series, as many as there are rows in `points`; one, if it is scripted.

    `phases` and `things` are added to; `standing`, `now` and `hands` are scratch.
    """
    t = data[0]
    s = states[0]
    for i in range(len(points)):
        chance = deal(t, s, nth(seed, first + np.uint64(i)))
        follow_match(t, s, styles, script, chance, out, points[i], places[i], about[i], standing, now, hands, phases)
        for seat in range(len(places[i])):
            look_at(t, s, seat, now, hands)
            earn(t, s, seat, now, hands)
        for thing in range(len(now)):
            sum_up(hands, HELD, thing, places[i], things)
            sum_up(hands, USED, thing, places[i], things)


@rule
def follow_match(t, s, styles, script, chance, out, points, places, about, standing, now, hands, phases):
    """One match, from wherever it stands to its end."""
    clear(about, hands)
    play_through(t, s, styles, script, chance, out, about, standing, now, hands, phases)
    score(t, s, points, places)
    about[FAILED] = came_to_nothing(t, s)
    follow_lead(about, sole_winner(places), about[MOVES], standing)


@rule
def clear(about, hands):
    for i in range(ABOUT):
        about[i] = 0
    for what in range(OF_HANDS):
        for seat in range(hands.shape[1]):
            for thing in range(hands.shape[2]):
                hands[what, seat, thing] = 0


@rule
def play_through(t, s, styles, script, chance, out, about, standing, now, hands, phases):
    """The match to its end. `standing` has, behind the points of each seat, who leads."""
    seats = waiting(t, s)
    about[FIRST] = lowest(seats)
    standing[len(standing) - 1] = NOBODY
    mover = NOBODY
    moves = 0
    while seats:
        seat = lowest(seats)
        if seat != mover:
            follow_lead(about, sole_leader(t, s, standing), moves, standing)
            mover = seat
        action, choices, chance = next_move(t, s, seat, styles[seat], script, moves, chance, out)
        count_phase(phases, phase_of(t, s, seat), choices)
        about[DECISIONS] += choices > 1
        look_at(t, s, seat, now, hands)
        use(t, s, seat, action, hands)
        play(t, s, seat, action)
        moves += 1
        seats = waiting(t, s)
    about[MOVES] = moves


@rule
def next_move(t, s, seat, style, script, move, chance, out):
    """What is done, among how many choices, and the chance that is left."""
    if style != SCRIPTED:
        return decide(t, s, seat, style, chance, out)
    choices = 0 if indifferent(t, s, seat) >= 0 else legal(t, s, seat, out)
    return np.int64(script[move]), choices, chance


@rule
def count_phase(phases, phase, choices):
    phases[phase, ASKED] += 1
    if choices > 1:
        phases[phase, DECIDED] += 1
        phases[phase, BRANCHES] += choices


# --- Who leads ---


@rule
def sole_leader(t, s, standing):
    """The one who has the most points when the turn goes to another seat; -1 if several have."""
    points_now(t, s, standing)
    most = standing[0]
    leader = 0
    for seat in range(1, len(standing) - 1):
        if standing[seat] > most:
            most = standing[seat]
            leader = seat
        elif standing[seat] == most:
            leader = NOBODY
    return leader


@rule
def sole_winner(places):
    winner = NOBODY
    for seat in range(len(places)):
        if places[seat] == 1:
            if winner >= 0:
                return NOBODY
            winner = seat
    return winner


@rule
def follow_lead(about, leader, moves, standing):
    """Count how often the lead goes over to another, and note the move after which it does so for the last time."""
    before = standing[len(standing) - 1]
    if leader >= 0 and leader != before:
        about[CHANGES] += before >= 0
        about[SETTLED] = moves
        standing[len(standing) - 1] = leader


# --- What is held and used ---


@rule
def look_at(t, s, seat, now, hands):
    """Whatever a seat has more of than when it was last looked at has come into its hands."""
    for thing in range(len(now)):
        now[thing] = 0
    count_held(t, s, seat, now)
    for thing in range(len(now)):
        hands[HELD, seat, thing] += max(0, now[thing] - hands[HAD, seat, thing])
        hands[HAD, seat, thing] = now[thing]


@rule
def use(t, s, seat, action, hands):
    thing = thing_used(t, s, seat, action)
    if thing >= 0:
        hands[USED, seat, thing] += 1
        hands[HAD, seat, thing] -= 1


@rule
def earn(t, s, seat, now, hands):
    for thing in range(len(now)):
        now[thing] = 0
    count_earned(t, s, seat, now)
    for thing in range(len(now)):
        hands[USED, seat, thing] += now[thing]


@rule
def sum_up(hands, what, thing, places, things):
    """How many there were, in how many seats, how many of those seats won, and what the slope is made of: products and
    squares of the distances from the table's means, and the squares and products of these."""
    players = len(places)
    number = 0
    squares = 0
    for seat in range(players):
        number += hands[what, seat, thing]
        squares += hands[what, seat, thing] ** 2
    if number == 0:
        return
    winners = 0
    with_winners = 0
    for seat in range(players):
        if places[seat] == 1:
            winners += 1
            with_winners += hands[what, seat, thing]
    square = squares - number * number / players
    cross = with_winners / winners - number / players
    row = what - HELD
    for seat in range(players):
        if hands[what, seat, thing]:
            things[row, thing, SEATS] += 1
            if places[seat] == 1:
                things[row, thing, WON] += 1 / winners
    things[row, thing, NUMBER] += number
    things[row, thing, CROSS] += cross
    things[row, thing, SQUARE] += square
    things[row, thing, CROSS2] += cross * cross
    things[row, thing, BOTH] += cross * square
    things[row, thing, SQUARE2] += square * square
