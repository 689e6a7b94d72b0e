"""Whole matches between bots as rules, for every runtime: many of them fit on a CUDA device at once (`device.py`).

A bot is a number here, its `mind`: so many iterations of search, the quick player, or chance; below that, a search that
sees everything. They are the same players as in `bot.py`, decision for decision: the seed of each decision comes from
the match, the seat and the step.
"""

import numpy as np

from camarilla.bots.tree import EVERYBODY, NOWHERE, SEATS, TREES, share_of
from camarilla.engine.form import choose, indifferent, legal, play, setup, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import mix, nth, scaled, start

QUICK, CHANCE = 0, -1  # minds
LETTERS = 6  # seats of the largest table
BOTS_STREAM = np.uint64(0xB075)  # tells the bots' chance from the deal's
UNDECIDED = -1


@rule
def chance_of(origin, seat, step):
    """The seed of a decision, from that of the match: it is the same when a match is resumed."""
    return nth(origin ^ BOTS_STREAM, np.uint64(step * LETTERS + seat))


@rule
def without_search(t, s, seat, mind, chance, out):
    """What is done where no search is needed; -1 where it is."""
    action = indifferent(t, s, seat)
    if action >= 0:
        return action
    choices = legal(t, s, seat, out)
    if choices == 1:
        return out[0]
    if mind == QUICK:
        return choose(t, s, seat, 0, out)
    if mind == CHANCE:
        return out[scaled(mix(start(chance)), choices)]
    return UNDECIDED


@rule
def play_on(t, s, origin, step, minds, out):
    """Play until a seat has to search, or to the end; the step that is reached then."""
    seats = waiting(t, s)
    while seats:
        seat = lowest(seats)
        action = without_search(t, s, seat, minds[seat], chance_of(origin, seat, step), out)
        if action < 0:
            return step
        play(t, s, seat, action)
        step += 1
        seats = waiting(t, s)
    return step


@rule
def budget(mind, tree):
    """The iterations that one of its trees gets."""
    return share_of(abs(mind), tree)


@rule
def observer(mind, seat):
    """Whose knowledge the search goes by."""
    return EVERYBODY if mind < CHANCE else seat


@rule
def tally(nodes, seat, counts):
    """The visits at the root of the seat's tree, by action."""
    for action in range(len(counts)):
        counts[action] = 0
    i = nodes[seat].first
    while i >= 0:
        if nodes[i].key % SEATS == seat:
            counts[nodes[i].key // SEATS] = nodes[i].visits
        i = nodes[i].next


@rule
def most_visited(counts, out, choices):
    """By the counts of all trees; of equals the lowest."""
    best = NOWHERE
    most = -1
    for place in range(choices):
        visits = 0
        for tree in range(TREES):
            visits += counts[tree, out[place]]
        if visits > most:
            most = visits
            best = out[place]
    return best


@rule
def begin(t, s, seed):
    s.random = start(seed)
    setup(t, s)
