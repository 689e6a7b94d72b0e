"""Calls from Python into compiled rules, by the rules' own names.

Compiled code cannot be handed a record by itself, so each takes the game's data and the match as arrays of one record.
"""

from camarilla.engine import form
from camarilla.engine.rule import call
from camarilla.engine.stream import start


@call
def setup(data, states, seed):
    states[0].random = start(seed)
    form.setup(data[0], states[0])


@call
def waiting(data, states):
    return form.waiting(data[0], states[0])


@call
def legal(data, states, seat, out):
    return form.legal(data[0], states[0], seat, out)


@call
def forced(data, states, seat, out):
    return form.forced(data[0], states[0], seat, out)


@call
def indifferent(data, states, seat):
    return form.indifferent(data[0], states[0], seat)


@call
def play(data, states, seat, action):
    form.play(data[0], states[0], seat, action)


@call
def score(data, states, points, places):
    form.score(data[0], states[0], points, places)


@call
def seen(data, states, mover, action, out):
    """What the spectator (first) and then each seat sees of a move that is about to be made."""
    for i in range(len(out)):
        out[i] = form.seen(data[0], states[0], i - 1, mover, action)


@call
def reveals(data, before, after):
    return form.reveals(data[0], before[0], after[0])


@call
def redeal(data, states, seat, seed):
    form.redeal(data[0], states[0], seat, seed)


@call
def observe(data, states, seat, out):
    form.observe(data[0], states[0], seat, out)


@call
def choose(data, states, seat, style, out):
    return form.choose(data[0], states[0], seat, style, out)
