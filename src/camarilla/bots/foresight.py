"""Search with a trained net: its policy says what to look at first, its value takes the place of playouts.

An iteration deals anew what the searching seat cannot know and walks down the seat's own tree, whose branches are what
that seat sees of the moves. Where the others have to decide the net decides for them, by chance as likely as it holds
each choice, from what *they* know in that world. Where the seat comes to a position for the first time the net says
what it is worth, and the walk is over. So whoever is asked is asked in the place where it was trained: at a decision of
its own, with its own knowledge.
"""

import math

import numpy as np

from camarilla.bots.net import judge
from camarilla.bots.tree import EVERYBODY, NOWHERE, SEATS, branch, clear, grow, share
from camarilla.engine.form import indifferent, legal, play, redeal, score, seen, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import STEP, mix, nth, start

PULL = 1.5  # how strongly the net's expectations draw the search
CAUTION = 0.2  # by how much less than its position an untried choice is held to be worth
WHOLE = 1 << 24  # of an expectation, which a node keeps in parts of this
FRACTIONS = 1.0 / (1 << 53)  # a stream's 53 upper bits as a number below 1


@rule
def exponential(x):
    """About e to the power of x <= 0, in arithmetic that is the same on every machine."""
    y = 1.0 + max(x, -60.0) / 4096.0
    for _ in range(12):
        y *= y
    return y


@rule
def between(x):
    """A number between -1 and 1: the hyperbolic tangent, about."""
    small = exponential(-2.0 * abs(x))
    y = (1.0 - small) / (1.0 + small)
    return y if x >= 0 else -y


@rule
def expect(worth, choices):
    """Turn what choices are worth into how likely each is to be chosen."""
    most = worth[0]
    for i in range(1, choices):
        most = max(most, worth[i])
    total = 0.0
    for i in range(choices):
        worth[i] = np.float32(exponential(float(worth[i]) - float(most)))
        total += float(worth[i])
    for i in range(choices):
        worth[i] = np.float32(float(worth[i]) / total)


@rule
def sample(worth, choices, chance):
    """One of the choices, as likely as each is held to be."""
    left = float(mix(chance) >> np.uint64(11)) * FRACTIONS
    for i in range(choices):
        left -= float(worth[i])
        if left < 0.0:
            return i
    return choices - 1


@rule
def open_node(nodes, used, at, seat, out, worth, choices):
    """A branch for every choice, with what the net expects of it. Where there is no room it stays as it is: the net is
    asked again when somebody comes by."""
    if used[0] + choices > len(nodes):
        return
    for i in range(choices):
        below = descend(nodes, used, at, out[i], seat)
        nodes[below].spare = 1 + int(float(worth[i]) * WHOLE)
    nodes[at].offered = 1


@rule
def most_promising(nodes, at, seat):
    """The branch of the seat's to go down (PUCT)."""
    tries = 0
    total = 0.0
    i = nodes[at].first
    while i >= 0:
        if nodes[i].spare and nodes[i].key % SEATS == seat:
            tries += nodes[i].visits
            total += nodes[i].total
        i = nodes[i].next
    usual = (total / tries if tries else 0.0) - CAUTION
    pull = PULL * math.sqrt(tries + 1.0) / WHOLE
    best = NOWHERE
    most = -1e9
    i = nodes[at].first
    while i >= 0:
        if nodes[i].spare and nodes[i].key % SEATS == seat:
            visits = nodes[i].visits
            value = nodes[i].total / visits if visits else usual
            promise = value + pull * nodes[i].spare / (1.0 + visits)
            if promise > most:
                most = promise
                best = i
        i = nodes[i].next
    return best


@rule
def descend(nodes, used, at, sight, mover):
    """Where the seat comes to by what it sees of a move; -1 if there is no room."""
    if sight < 0:
        return at
    key = sight * SEATS + mover
    below = branch(nodes, at, key)
    return below if below >= 0 else grow(nodes, used, at, key)


@rule
def walk(t, s, seat, nodes, used, path, mind, out, worth, chance, points, places):
    """Down the seat's tree, from a world that has just been dealt."""
    at = 0
    depth = 0
    value = 0.0
    seats = waiting(t, s)
    mover = seat
    while seats:
        action = indifferent(t, s, mover)
        if action < 0:
            choices = legal(t, s, mover, out)
            action = out[0]
            if choices > 1 and mover == seat and nodes[at].offered:
                action = nodes[most_promising(nodes, at, seat)].key // SEATS
                if depth < len(path):
                    path[depth] = branch(nodes, at, action * SEATS + seat)
                    depth += 1
            elif choices > 1:
                chance += STEP
                choices, raw = judge(t, s, mover, mind, out, worth)
                expect(worth, choices)
                if mover == seat:
                    value = between(float(raw))
                    open_node(nodes, used, at, seat, out, worth, choices)
                    break
                action = out[sample(worth, choices, chance)]
        at = descend(nodes, used, at, seen(t, s, seat, mover, action), mover)
        if at < 0:
            break
        play(t, s, mover, action)
        seats = waiting(t, s)
        mover = lowest(seats)
    won = 0.5 + 0.5 * value
    if not seats:
        score(t, s, points, places)
        won = share(places, seat)
        value = (won * len(places) - 1.0) / (len(places) - 1.0)
    for i in range(depth):
        nodes[path[i]].visits += 1
        nodes[path[i]].total += value
        nodes[path[i]].won += won


@rule
def foresee(data, states, seat, observer, nodes, used, path, mind, out, worth, points, places, seed, first, count):
    """So many iterations from states[0], number `first` and on; states[1] is scratch."""
    t = data[0]
    s = states[1]
    if first == 0:
        clear(nodes, 0, NOWHERE)
        used[0] = 1
    for i in range(count):
        chance = nth(seed, first + np.uint64(i))
        states[1] = states[0]
        if observer != EVERYBODY:
            redeal(t, s, observer, mix(chance))
        walk(t, s, seat, nodes, used, path, mind, out, worth, start(chance), points, places)
