"""Random play to the end: the yardstick of simulation and of speed, and the end of every search."""

import numpy as np

from camarilla.engine.form import indifferent, legal, play, score, setup, waiting
from camarilla.engine.rule import rule
from camarilla.engine.stream import STEP, mix, nth, scaled, start

DECISIONS, MOVES, FIRST = range(3)  # of `about`: choices among two or more, all moves, the seat that began
PLAYERS_STREAM = np.uint64(0x5EA7)  # tells the players' chance from the deal's


@rule
def lowest(seats):
    """The first of up to six seats given as bits."""
    bit = seats & -seats
    return (bit > 1) + (bit > 2) + (bit > 4) + (bit > 8) + (bit > 16)


@rule
def table(t, s, seed, out, points, places, about):
    """One whole match with this seed, every seat a random player. Their choices leave the stream of the match alone."""
    s.random = start(seed)
    setup(t, s)
    chance = start(seed ^ PLAYERS_STREAM)
    about[FIRST] = lowest(waiting(t, s))
    decisions = 0
    moves = 0
    seats = waiting(t, s)
    while seats:
        seat = lowest(seats)
        action = indifferent(t, s, seat)
        if action < 0:
            choices = legal(t, s, seat, out)
            pick = 0
            if choices > 1:
                decisions += 1
                chance += STEP
                pick = scaled(mix(chance), choices)
            action = out[pick]
        play(t, s, seat, action)
        moves += 1
        seats = waiting(t, s)
    about[DECISIONS] = decisions
    about[MOVES] = moves
    score(t, s, points, places)


@rule
def tables(data, states, out, seed, first, points, places, about):
    """The matches number `first` and on of a series, as many as there are rows in `points`."""
    for i in range(len(points)):
        table(data[0], states[0], nth(seed, first + np.uint64(i)), out, points[i], places[i], about[i])
