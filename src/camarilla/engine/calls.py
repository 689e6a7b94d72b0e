"""Calls from Python into compiled rules, by the rules' own names.

Compiled code cannot be handed a record by itself, so each takes the game's data and the match as arrays of one record.
"""

from camarilla.engine import form
from camarilla.engine.rule import rule
from camarilla.engine.stream import start


@rule
def setup(data, states, seed):
    states[0].random = start(seed)
    form.setup(data[0], states[0])


@rule
def waiting(data, states):
    return form.waiting(data[0], states[0])


@rule
def legal(data, states, seat, out):
    return form.legal(data[0], states[0], seat, out)


@rule
def forced(data, states, seat, out):
    return form.forced(data[0], states[0], seat, out)


@rule
def indifferent(data, states, seat):
    return form.indifferent(data[0], states[0], seat)


@rule
def play(data, states, seat, action):
    form.play(data[0], states[0], seat, action)


@rule
def score(data, states, points, places):
    form.score(data[0], states[0], points, places)


@rule
def seen(data, states, mover, action, out):
    """What the spectator (first) and then each seat sees of a move that is about to be made."""
    for i in range(len(out)):
        out[i] = form.seen(data[0], states[0], i - 1, mover, action)


@rule
def reveals(data, before, after):
    return form.reveals(data[0], before[0], after[0])


@rule
def redeal(data, states, seat, seed):
    form.redeal(data[0], states[0], seat, seed)


@rule
def observe(data, states, seat, out):
    form.observe(data[0], states[0], seat, out)


@rule
def choose(data, states, seat, style, out):
    return form.choose(data[0], states[0], seat, style, out)
