"""Matches between players of given styles: quick players (`greedy.py` of a game) and random ones."""

import numpy as np

from camarilla.engine.form import choose, indifferent, legal, play, score, setup, waiting
from camarilla.engine.playout import DECISIONS, FIRST, MOVES, PLAYERS_STREAM, lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import STEP, mix, nth, scaled, start

RANDOM = -1  # a style


@rule
def decide(t, s, seat, style, chance, out):
    """The action of a player of this style; `chance` are the bits that a random one goes by."""
    action = indifferent(t, s, seat)
    if action >= 0:
        return action
    if style >= 0:
        return choose(t, s, seat, style, out)
    return out[scaled(mix(chance), legal(t, s, seat, out))]


@rule
def ask(data, states, seat, style, out):
    """What a quick player does in one position."""
    return choose(data[0], states[0], seat, style, out)


@rule
def match(t, s, seed, styles, out, points, places, about):
    """One whole match with this seed. The choices of random players leave its stream alone."""
    s.random = start(seed)
    setup(t, s)
    chance = start(seed ^ PLAYERS_STREAM)
    seats = waiting(t, s)
    about[FIRST] = lowest(seats)
    moves = 0
    decisions = 0
    while seats:
        seat = lowest(seats)
        chance += STEP
        decisions += indifferent(t, s, seat) < 0 and legal(t, s, seat, out) > 1
        play(t, s, seat, decide(t, s, seat, styles[seat], chance, out))
        moves += 1
        seats = waiting(t, s)
    about[DECISIONS] = decisions
    about[MOVES] = moves
    score(t, s, points, places)


@rule
def matches(data, states, out, seed, first, points, places, about, styles):
    """The matches number `first` and on of a series, as many as there are rows in `points`; `styles` seat by seat."""
    for i in range(len(points)):
        match(data[0], states[0], nth(seed, first + np.uint64(i)), styles, out, points[i], places[i], about[i])
