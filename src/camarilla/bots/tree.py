"""Information-set Monte-Carlo tree search, with a tree for each seat, for every game and runtime.

An iteration deals anew what the searching seat cannot know, walks down, adds what is new, and plays on at random to the
end. Every seat chooses in its own tree, whose branches are what that seat sees of the moves: nobody, the searcher's
picture of the others included, goes by what it cannot know. Each maximises its own reward (max^n).

A branch is `sight * SEATS + mover`. Of the moves of a seat in its own tree the branch remembers how often it could be
chosen (`offered`), how often it was (`visits`), and what came of it (`total`). Arithmetic is such that it comes out the
same on every machine: no logarithm of a library, one order of additions.
"""

import numpy as np

from camarilla.engine.form import indifferent, legal, play, redeal, score, seen, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import STEP, mix, nth, scaled, start

SEATS = 8  # a mover in a branch takes three bits
NOWHERE = -1
CURIOSITY = 0.6  # how much a branch is worth for having been tried seldom
MARGIN = 0.1  # the share of a reward that goes by points rather than by winning
DEEPEST = 512  # decisions that are remembered in one iteration

Node = np.dtype(
    [
        ("key", "i4"),
        ("first", "i4"),  # branch
        ("next", "i4"),  # branch of the node above
        ("visits", "i4"),
        ("offered", "i4"),
        ("spare", "i4"),
        ("total", "f8"),
    ],
    align=True,
)


@rule
def plant(nodes, players):
    """A root for each seat; how many nodes there are then."""
    for seat in range(players):
        clear(nodes, seat, NOWHERE)
    return players


@rule
def clear(nodes, i, key):
    nodes[i].key = key
    nodes[i].first = NOWHERE
    nodes[i].next = NOWHERE
    nodes[i].visits = 0
    nodes[i].offered = 0
    nodes[i].spare = 0
    nodes[i].total = 0.0


@rule
def branch(nodes, at, key):
    """The branch of a node with this key, or -1."""
    i = nodes[at].first
    while i >= 0 and nodes[i].key != key:
        i = nodes[i].next
    return i


@rule
def grow(nodes, used, at, key):
    """A new branch; -1 if there is no room."""
    if used[0] == len(nodes):
        return NOWHERE
    i = used[0]
    used[0] += 1
    clear(nodes, i, key)
    nodes[i].next = nodes[at].first
    nodes[at].first = i
    return i


@rule
def lg(n):
    """About the logarithm of n >= 1 to the base 2: straight lines between its powers."""
    whole = 0
    power = 1
    while power * 2 <= n:
        power *= 2
        whole += 1
    return whole + (n - power) / power


# --- Choosing ---


@rule
def choose_branch(nodes, at, mover, out, choices, slots, chance):
    """The place in `out` of the action to try: one never tried before, if there is one, or the most promising.

    `slots` is a table by action, full of -1 before and after.
    """
    i = nodes[at].first
    while i >= 0:
        slots[nodes[i].key // SEATS] = i
        i = nodes[i].next
    fresh = 0
    best = 0
    most = -1.0
    for place in range(choices):
        i = slots[out[place]]
        if i < 0 or nodes[i].visits == 0:
            fresh += 1
            if scaled(mix(chance + np.uint64(place) * STEP), fresh) == 0:  # each as likely as another
                best = place
        else:
            nodes[i].offered += 1
            if fresh == 0:
                promise = value(nodes, i)
                if promise > most:
                    most = promise
                    best = place
    i = nodes[at].first
    while i >= 0:
        slots[nodes[i].key // SEATS] = NOWHERE
        i = nodes[i].next
    return best, fresh > 0


@rule
def value(nodes, i):
    visits = nodes[i].visits
    return nodes[i].total / visits + CURIOSITY * np.sqrt(lg(nodes[i].offered) / visits)


# --- An iteration ---


@rule
def iterate(t, s, nodes, used, at, path, owners, out, slots, chance, points, places, rewards):
    """Walk down and play on, from a world that has just been dealt."""
    for seat in range(t.players):
        at[seat] = seat
    depth = 0
    in_trees = True
    seats = waiting(t, s)
    while seats:
        mover = lowest(seats)
        action = indifferent(t, s, mover)
        tried = False
        if action < 0:
            choices = legal(t, s, mover, out)
            place = 0
            if choices > 1:
                chance += STEP
                if in_trees:
                    place, fresh = choose_branch(nodes, at[mover], mover, out, choices, slots, chance)
                    tried = True
                    in_trees = not fresh
                else:
                    place = scaled(mix(chance), choices)
            action = out[place]
        if in_trees or tried:
            in_trees = descend(t, s, nodes, used, at, mover, action) and in_trees
            if tried and at[mover] >= 0 and depth < len(path):
                path[depth] = at[mover]
                owners[depth] = mover
                depth += 1
        play(t, s, mover, action)
        seats = waiting(t, s)
    score(t, s, points, places)
    reward(t, points, places, rewards)
    for i in range(depth):
        node = path[i]
        if nodes[node].visits == 0:
            nodes[node].offered += 1
        nodes[node].visits += 1
        nodes[node].total += rewards[owners[i]]


@rule
def descend(t, s, nodes, used, at, mover, action):
    """Every seat goes down its tree by what it sees of the move; false if there is no room for that."""
    room = True
    for seat in range(t.players):
        sight = seen(t, s, seat, mover, action)
        if sight >= 0 and at[seat] >= 0:
            key = sight * SEATS + mover
            below = branch(nodes, at[seat], key)
            if below < 0:
                below = grow(nodes, used, at[seat], key)
            at[seat] = below
            room = room and below >= 0
    return room


@rule
def reward(t, points, places, rewards):
    """A share of the victory, and a little for the margin over the best of the others."""
    winners = 0
    for seat in range(t.players):
        winners += places[seat] == 1
    for seat in range(t.players):
        rival = -1_000_000
        for other in range(t.players):
            if other != seat:
                rival = max(rival, points[other])
        margin = points[seat] - rival
        share = 1.0 / winners if places[seat] == 1 else 0.0
        rewards[seat] = (1.0 - MARGIN) * share + MARGIN * (0.5 + 0.5 * margin / (abs(margin) + 10.0))


@rule
def search(data, states, nodes, used, at, path, owners, out, slots, points, places, rewards, seat, seed, first, count):
    """So many iterations for the seat from states[0], number `first` and on; states[1] is scratch."""
    t = data[0]
    if first == 0:
        used[0] = plant(nodes, t.players)
    for i in range(count):
        chance = nth(seed, first + np.uint64(i))
        states[1] = states[0]
        redeal(t, states[1], seat, mix(chance))
        iterate(t, states[1], nodes, used, at, path, owners, out, slots, start(chance), points, places, rewards)
