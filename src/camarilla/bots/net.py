"""A trained net, evaluated by rules: the same numbers interpreted and compiled for the processor, and no library on the
player's machine.

A net is one array of single precision. From what a seat knows it makes a hidden state of `width` numbers; each of its
blocks adds to that what a layer of as many rectified numbers makes of it, normalised; and from the last, normalised
too, come what an action is worth and how likely the seat is to win. Where training has factors that could be multiplied
out beforehand they are (`camarilla.training.weights`). Sums are taken in one order, and each product is rounded before
it is added, so that what is best here is best on every machine. (A CUDA device would round once where it multiplies and
adds: numba-cuda has no option against it, and nobody asks a net there.) In the array lie

    enter    a row of `width` for each number that is a measure, one a name for each that is a name; then one more
    blocks   width x width, and width, twice: into the inner layer, and out of it
    value    width, and 1
    policy   actions x (width + 1): each action's weights lie together, for only those allowed are read

`mind` is all that is needed to evaluate it: the array, the places of what is known in it, the number of blocks, and
room for what is known and for three hidden states.
"""

import math

import numpy as np

from camarilla.engine.form import legal, observe
from camarilla.engine.rule import rule

TRAITS = 8  # numbers that a name is turned into, on disk and in training
MEASURE, NAME = range(2)  # what a number of an observation is
SMALL = np.float32(1e-5)  # that is added to a variance, as PyTorch does
ZERO = np.float32(0)


@rule
def add_row(row, factor, y):
    """y += factor * row. A row is a part of the array with bounds of its own: the compiler then needs no doubt about
    each number's place, and takes eight or sixteen of them at a time."""
    for j in range(len(y)):
        y[j] += factor * row[j]


@rule
def enter(weights, places, known, hidden):
    """hidden = known W + b. `places` tells of each number where its rows begin, and what it is."""
    width = len(hidden)
    last = places[len(known), 0]
    for j in range(width):
        hidden[j] = weights[last + j]
    for i in range(len(known)):
        number = known[i]
        if number:
            at = places[i, 0]
            if places[i, 1] == NAME:
                at += number * width
                number = 1
            add_row(weights[at : at + width], np.float32(number), hidden)
    return last + width


@rule
def add_layer(weights, at, x, y):
    """y += x W + b; returns where the next layer's weights begin."""
    width = len(y)
    for i in range(len(x)):
        if x[i] != ZERO:
            add_row(weights[at : at + width], x[i], y)
        at += width
    add_row(weights[at : at + width], np.float32(1), y)
    return at + width


@rule
def normalise(x, y):
    """y is x with mean 0 and variance 1."""
    width = np.float32(len(x))
    total = ZERO
    for i in range(len(x)):
        total += x[i]
    mean = total / width
    total = ZERO
    for i in range(len(x)):
        total += (x[i] - mean) * (x[i] - mean)
    scale = np.float32(1) / np.float32(math.sqrt(total / width + SMALL))
    for i in range(len(x)):
        y[i] = (x[i] - mean) * scale


@rule
def rectify(x):
    for i in range(len(x)):
        x[i] = max(x[i], ZERO)


@rule
def understand(mind):
    """From what is known to the last hidden state, which is left in `normal`; where the weights of the ends begin."""
    weights, places, blocks, known, hidden, normal, inner = mind
    at = enter(weights, places, known, hidden)
    rectify(hidden)
    for _ in range(blocks):
        normalise(hidden, normal)
        for j in range(len(inner)):
            inner[j] = ZERO
        at = add_layer(weights, at, normal, inner)
        rectify(inner)
        at = add_layer(weights, at, inner, hidden)
    normalise(hidden, normal)
    return at


@rule
def weigh_end(row, normal):
    """One number from the last hidden state."""
    total = row[len(normal)]
    for i in range(len(normal)):
        total += normal[i] * row[i]
    return total


@rule
def perceive(t, s, seat, known):
    """What the seat knows."""
    for i in range(len(known)):
        known[i] = 0
    observe(t, s, seat, known)


@rule
def judge(mind, out, choices, worth):
    """What each of the choices in `out` is worth (logits) to whoever knows what has been perceived; returned is what
    the position is worth to them, before it is brought between -1 and 1."""
    weights, _, _, _, _, normal, _ = mind
    ends = understand(mind)
    step = len(normal) + 1
    for i in range(choices):
        at = ends + step * (1 + out[i])
        worth[i] = weigh_end(weights[at : at + step], normal)
    return weigh_end(weights[ends : ends + step], normal)


@rule
def choose(t, s, seat, style, out):
    """The choice that is worth most; of equals the lowest. It is of the form, so that an algorithm that asks a quick
    player can be bound to a net as well: its style is a mind, and room for what choices are worth."""
    mind, worth = style
    choices = legal(t, s, seat, out)
    if choices == 1:
        return out[0]
    perceive(t, s, seat, mind[3])
    judge(mind, out, choices, worth)
    best = 0
    for i in range(1, choices):
        if worth[i] > worth[best]:
            best = i
    return out[best]


@rule
def decide(data, states, seat, mind, out, worth):
    """The same, asked from Python."""
    return choose(data[0], states[0], seat, (mind, worth), out)
