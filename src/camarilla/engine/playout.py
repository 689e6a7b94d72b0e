"""Whole matches between random players, and quick ones (`greedy.py` of a game), in one compiled loop.

It is the yardstick of simulation and of speed. The choices of the players leave the stream of the match alone.
"""

import numpy as np

from camarilla.engine.form import choose, indifferent, legal, play, score, setup, waiting
from camarilla.engine.rule import rule
from camarilla.engine.stream import STEP, mix, nth, scaled, start

RANDOM = -1  # a style: whatever chance says
DECISIONS, MOVES, FIRST = range(3)  # of `about`: choices among two or more, all moves, the seat that began
PLAYERS_STREAM = np.uint64(0x5EA7)  # tells the players' chance from the deal's


@rule
def lowest(seats):
    """The first of up to six seats given as bits."""
    bit = seats & -seats
    return (bit > 1) + (bit > 2) + (bit > 4) + (bit > 8) + (bit > 16)


@rule
def deal(t, s, seed):
    """Begin the match with this seed. Returns the stream of its players' chance."""
    s.random = start(seed)
    setup(t, s)
    return start(seed ^ PLAYERS_STREAM)


@rule
def decide(t, s, seat, style, chance, out):
    """What a player of that style does, among how many choices (none if it does not matter), and the chance that is
    left."""
    action = indifferent(t, s, seat)
    if action >= 0:
        return np.int64(action), 0, chance
    choices = legal(t, s, seat, out)
    if style != RANDOM:
        return np.int64(choose(t, s, seat, style, out)), choices, chance
    if choices == 1:
        return np.int64(out[0]), choices, chance
    chance += STEP
    return np.int64(out[scaled(mix(chance), choices)]), choices, chance


@rule
def play_match(t, s, seed, styles, out, points, places, about):
    """One whole match with this seed, with a player of the given style in each seat."""
    chance = deal(t, s, seed)
    seats = waiting(t, s)
    about[FIRST] = lowest(seats)
    decisions = 0
    moves = 0
    while seats:
        seat = lowest(seats)
        action, choices, chance = decide(t, s, seat, styles[seat], chance, out)
        decisions += choices > 1
        play(t, s, seat, action)
        moves += 1
        seats = waiting(t, s)
    about[DECISIONS] = decisions
    about[MOVES] = moves
    score(t, s, points, places)


@rule
def play_matches(data, states, out, seed, first, styles, points, places, about):
    """The matches number `first` and on of a series, as many as there are rows in `points`."""
    for i in range(len(points)):
        play_match(data[0], states[0], nth(seed, first + np.uint64(i)), styles, out, points[i], places[i], about[i])
