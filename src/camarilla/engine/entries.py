"""The doors from Python into compiled rules: each takes the game's data and a match as arrays of one record."""

from camarilla.engine.form import (
    forced,
    indifferent,
    legal,
    observe,
    play,
    redeal,
    reveals,
    score,
    seen,
    setup,
    waiting,
)
from camarilla.engine.rule import rule
from camarilla.engine.stream import start


@rule
def deal(data, states, seed):
    states[0].random = start(seed)
    setup(data[0], states[0])


@rule
def seats_waiting(data, states):
    return waiting(data[0], states[0])


@rule
def choices(data, states, seat, out):
    return legal(data[0], states[0], seat, out)


@rule
def only_choice(data, states, seat, out):
    return forced(data[0], states[0], seat, out)


@rule
def spared(data, states, seat):
    return indifferent(data[0], states[0], seat)


@rule
def move(data, states, seat, action):
    play(data[0], states[0], seat, action)


@rule
def count(data, states, points, places):
    score(data[0], states[0], points, places)


@rule
def sights(data, states, mover, action, out):
    """What the spectator (first) and then each seat sees of a move that is about to be made."""
    for i in range(len(out)):
        out[i] = seen(data[0], states[0], i - 1, mover, action)


@rule
def has_revealed(data, before, after):
    return reveals(data[0], before[0], after[0])


@rule
def deal_anew(data, states, seat, seed):
    redeal(data[0], states[0], seat, seed)


@rule
def look(data, states, seat, out):
    observe(data[0], states[0], seat, out)
