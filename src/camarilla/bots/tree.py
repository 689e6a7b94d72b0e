"""Information-set Monte-Carlo tree search, with a tree for each seat, for every game and runtime.

An iteration deals anew what the searching seat cannot know, walks down, adds what is new, and plays on at random to the
end. Every seat chooses in its own tree, whose branches are what that seat sees of the moves: nobody, the searcher's
picture of the others included, goes by what it cannot know. Each maximises its own reward (max^n).

A branch is `sight * SEATS + mover`. Of the moves of a seat in its own tree the branch remembers how often it could be
chosen (`offered`), how often it was (`visits`), and what came of it (`total`). Arithmetic is such that it comes out the
same on every machine: no logarithm of a library, one order of additions. Several trees are grown for one decision, each
from chances of its own: how many depends on nothing but the iterations.
"""

import math

import numpy as np

from camarilla.engine.form import choose, indifferent, legal, play, redeal, score, seen, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import STEP, mix, nth, scaled, start

SEATS = 8  # a mover in a branch takes three bits
NOWHERE = -1
ALWAYS = 16  # of so many decisions in a playout, `guidance` are the quick player's
GUIDE_STREAM = np.uint64(0x7463)  # tells the chance of asking it from that of a random choice
TRUST = 0.5  # how likely the quick player's choice is held to be the best
PULL = 0.7  # how strongly such expectations draw the search
CURIOSITY = 0.6  # how much a branch is worth for having been tried seldom
MARGIN = 0.4  # the share of a reward that goes by points rather than by winning
DEEPEST = 512  # decisions that are remembered in one iteration
TREES = 8  # for one decision, at most: their counts are added up
EACH = 10_000  # iterations that one of several trees gets, at least
EVERYBODY = -2  # as the observer: one that knows all, to find out what luck alone decides

Node = np.dtype(
    [
        ("key", "i4"),
        ("first", "i4"),  # branch
        ("next", "i4"),  # branch of the node above
        ("visits", "i4"),
        ("offered", "i4"),
        ("spare", "i4"),
        ("total", "f8"),  # of the rewards
        ("won", "f8"),  # shares of the victory
    ],
    align=True,
)


@rule
def trees_for(iterations):
    """How many trees are grown: two, and more for longer thought, so that more cores can share it."""
    return min(TREES, max(2, iterations // EACH))


@rule
def share_of(iterations, tree):
    """The iterations that one of the trees gets."""
    trees = trees_for(iterations)
    if tree >= trees:
        return 0
    return iterations // trees + (tree < iterations % trees)


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
    nodes[i].won = 0.0


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
def most_promising(nodes, at, mover, out, choices, slots, chance):
    """The place in `out` of the action to try: one never tried before, if there is one, or the most promising (UCB).

    `slots` is a table by action, full of -1 before and after.
    """
    mark_own_branches(nodes, at, mover, slots, True)
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
                visits = nodes[i].visits
                promise = nodes[i].total / visits + CURIOSITY * math.sqrt(lg(nodes[i].offered) / visits)
                if promise > most:
                    most = promise
                    best = place
    mark_own_branches(nodes, at, mover, slots, False)
    return best, fresh > 0


@rule
def most_promising_by_advice(nodes, at, mover, out, choices, slots, advice):
    """The same where the quick player has said what it would do: that is tried first, the others by and by (PUCT)."""
    mark_own_branches(nodes, at, mover, slots, True)
    tries = 0
    total = 0.0
    for place in range(choices):
        i = slots[out[place]]
        if i >= 0:
            tries += nodes[i].visits
            total += nodes[i].total
    usual = total / tries if tries else 0.5
    pull = PULL * math.sqrt(tries + 1.0)
    best = 0
    most = -1.0
    for place in range(choices):
        i = slots[out[place]]
        expected = (1.0 - TRUST) / choices
        if out[place] == advice:
            expected += TRUST
        visits = nodes[i].visits if i >= 0 else 0
        value = nodes[i].total / visits if visits else usual
        promise = value + pull * expected / (1.0 + visits)
        if promise > most:
            most = promise
            best = place
    i = slots[out[best]]
    fresh = i < 0 or nodes[i].visits == 0
    mark_own_branches(nodes, at, mover, slots, False)
    return best, fresh


@rule
def mark_own_branches(nodes, at, mover, slots, known):
    """Enter the mover's branches into the table, or clear it. Who moves may be hidden: others may have some here."""
    i = nodes[at].first
    while i >= 0:
        if nodes[i].key % SEATS == mover:
            slots[nodes[i].key // SEATS] = i if known else NOWHERE
        i = nodes[i].next


# --- An iteration ---


@rule
def iterate(t, s, seat, nodes, used, at, path, owners, out, slots, guidance, chance, points, places, rewards):
    """Walk down and play on, from a world that has just been dealt. Of several that may act the seat does so first."""
    for other in range(len(at)):
        at[other] = other
    depth = 0
    in_trees = True
    seats = waiting(t, s)
    mover = lowest(seats) if seat < 0 else seat
    while seats:
        action = indifferent(t, s, mover)
        mine = False  # whether the mover chooses by its tree
        if action < 0:
            choices = legal(t, s, mover, out)
            action = out[0]
            if choices > 1:
                chance += STEP
                if in_trees:
                    mine = True
                    action, fresh = by_tree(t, s, nodes, at[mover], mover, out, choices, slots, guidance, chance)
                    in_trees = not fresh
                else:
                    action = by_chance(t, s, mover, out, choices, guidance, chance)
        if in_trees or mine:
            in_trees = descend(t, s, nodes, used, at, mover, action) and in_trees
            if mine and at[mover] >= 0 and depth < len(path):
                path[depth] = at[mover]
                owners[depth] = mover
                depth += 1
        play(t, s, mover, action)
        seats = waiting(t, s)
        mover = lowest(seats)
    score(t, s, points, places)
    reward(points, places, rewards)
    for i in range(depth):
        remember(nodes, path[i], owners[i], places, rewards)


@rule
def by_tree(t, s, nodes, at, mover, out, choices, slots, guidance, chance):
    """The action to try in the mover's tree, and whether it was never tried before."""
    if guidance:
        advice = choose(t, s, mover, 0, out)
        legal(t, s, mover, out)  # the quick player has scribbled over them
        place, fresh = most_promising_by_advice(nodes, at, mover, out, choices, slots, advice)
    else:
        place, fresh = most_promising(nodes, at, mover, out, choices, slots, chance)
    return out[place], fresh


@rule
def by_chance(t, s, mover, out, choices, guidance, chance):
    """What is done beneath the trees: what the quick player does, so often, or anything."""
    if guidance and scaled(mix(chance ^ GUIDE_STREAM), ALWAYS) < guidance:
        return choose(t, s, mover, 0, out)
    return out[scaled(mix(chance), choices)]


@rule
def play_out(t, s, out, guidance, chance):
    """To the end, as beneath the trees."""
    seats = waiting(t, s)
    while seats:
        mover = lowest(seats)
        action = indifferent(t, s, mover)
        if action < 0:
            choices = legal(t, s, mover, out)
            action = out[0]
            if choices > 1:
                chance += STEP
                action = by_chance(t, s, mover, out, choices, guidance, chance)
        play(t, s, mover, action)
        seats = waiting(t, s)


@rule
def remember(nodes, i, owner, places, rewards):
    if nodes[i].visits == 0:
        nodes[i].offered += 1
    nodes[i].visits += 1
    nodes[i].total += rewards[owner]
    nodes[i].won += share(places, owner)


@rule
def descend(t, s, nodes, used, at, mover, action):
    """Every seat goes down its tree by what it sees of the move; false if there is no room for that."""
    room = True
    for seat in range(len(at)):
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
def share(places, seat):
    """Of the victory, which several may share."""
    winners = 0
    for other in range(len(places)):
        winners += places[other] == 1
    return 1.0 / winners if places[seat] == 1 else 0.0


@rule
def reward(points, places, rewards):
    """The share of the victory, and a little for the margin over the best of the others."""
    for seat in range(len(places)):
        rival = -1_000_000
        for other in range(len(places)):
            if other != seat:
                rival = max(rival, points[other])
        margin = points[seat] - rival
        rewards[seat] = (1.0 - MARGIN) * share(places, seat) + MARGIN * (0.5 + 0.5 * margin / (abs(margin) + 10.0))


@rule
def deal_world(t, states, observer, chance):
    """Make states[1] a world that states[0] could be for all that the observer knows; the chance of what follows."""
    states[1] = states[0]
    if observer != EVERYBODY:
        redeal(t, states[1], observer, mix(chance))
    return start(chance)


@rule
def search(
    data,
    states,
    seat,
    observer,
    nodes,
    used,
    at,
    path,
    owners,
    out,
    slots,
    points,
    places,
    rewards,
    guidance,
    seed,
    first,
    count,
):
    """So many iterations from states[0], number `first` and on; states[1] is scratch.

    The seat thinks, or -1, whoever is to move; what the observer cannot know is dealt anew.
    """
    t = data[0]
    s = states[1]
    if first == 0:
        used[0] = plant(nodes, len(at))
    for i in range(count):
        chance = deal_world(t, states, observer, nth(seed, first + np.uint64(i)))
        iterate(t, s, seat, nodes, used, at, path, owners, out, slots, guidance, chance, points, places, rewards)
