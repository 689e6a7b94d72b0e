"""Laws of large numbers need large numbers: many set-ups, redeals and matches in one go, whatever the game."""

import numpy as np

from camarilla.engine.form import legal, play, redeal, setup, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import STEP, mix, scaled, start


@rule
def set_ups(data, states, first):
    """The set-ups of consecutive seeds."""
    for i in range(len(states)):
        states[i].random = start(np.uint64(first + i))
        setup(data[0], states[i])


@rule
def redeals(data, states, seat, first):
    for i in range(len(states)):
        redeal(data[0], states[i], seat, np.uint64(first + i))


@rule
def lengths(data, states, out, first, most, moves):
    """How many moves random matches take, each stopped once it has taken more than `most`."""
    for i in range(len(moves)):
        moves[i] = length(data[0], states[0], out, np.uint64(first + i), most)


@rule
def length(t, s, out, seed, most):
    s.random = start(seed)
    setup(t, s)
    chance = mix(s.random)
    moves = 0
    while waiting(t, s) and moves <= most:
        seat = lowest(waiting(t, s))
        chance += STEP
        play(t, s, seat, out[scaled(mix(chance), legal(t, s, seat, out))])
        moves += 1
    return moves
