"""Search with a trained net: its policy says what to look at first, its value takes the place of playouts.

An iteration deals anew what the searching seat cannot know and plays on. Everybody's decisions are remembered: of each
choice how often it was made and what came of it for who made it. A decision of the searching seat is remembered by what
it knows, one of another by what they have seen since the search began: what they hold differs from world to world, so
what they know hardly ever comes twice, and a search that went by it would never look further than to their next
decision. (A game may say that it is to go by it all the same, where what others hold decides what they can do at all.)
At a decision that is new the net says what it is worth to who decides, and the iteration is over. So who is asked is
asked as in training: at a decision of their own, with their own knowledge. Of two players the other loses what one
wins. Of more, what the position is worth to another seat says little about the searching one: there the net decides for
the others where they are new, each choice as likely as it holds it to be, until it is that seat's turn.

A game may say that a playout counts for so much beside the value of the net: the two err in different ways.

Instead of dealing worlds anew an iteration may take one of several that are given, each as often as its share says: of
those that what others did makes more likely, more often (`bots/belief.py`).
"""

import math

import numpy as np

from camarilla.bots.net import judge, perceive
from camarilla.bots.tree import NOWHERE, SEATS, clear, deal_world, grow, play_out, share
from camarilla.engine.form import indifferent, legal, play, score, seen, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import STEP, mix, nth, start

PULL = 1.5  # how strongly the net's expectations draw the search
TRUST = 0.75  # the part of an expectation that is the net's; the rest is shared by all choices, for it may be mistaken
CAUTION = 0.2  # by how much less than its position an untried choice is held to be worth
WHOLE = 1 << 24  # of an expectation, which a node keeps in parts of this
FRACTIONS = 1.0 / (1 << 53)  # a stream's 53 upper bits as a number below 1
VALUES = 256  # that a number of an observation can have


# --- Numbers ---


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
    return find_share(worth, choices, mix(chance))


@rule
def find_share(shares, count, bits):
    """The one that has a point of the way from 0 to 1, which 64 bits tell, when each has a stretch of its length."""
    left = float(bits >> np.uint64(11)) * FRACTIONS
    for i in range(count):
        left -= float(shares[i])
        if left < 0.0:
            return i
    return count - 1


# --- What is remembered ---


@rule
def fingerprint(known, seat):
    """Of what a seat knows; two that differ have the same by an accident that nobody will live to see."""
    mark = np.uint64(seat)
    for i in range(len(known)):
        if known[i]:
            mark ^= mix(np.uint64(i * VALUES + known[i]) * STEP)
    return mark


@rule
def mark_decision(t, s, seat, mover, trails, known):
    """What a decision is remembered by: what another has seen, where there are trails, or what who decides knows."""
    if mover != seat and len(trails):
        return trails[mover]
    perceive(t, s, mover, known)
    return fingerprint(known, mover)


@rule
def begin_trails(trails):
    """A trail is a number that follows from all that a seat has seen: nothing yet."""
    for seat in range(len(trails)):
        trails[seat] = mix(np.uint64(seat + 1) * STEP)


@rule
def follow(t, s, mover, action, trails):
    """What every seat sees of a move goes into its trail."""
    for seat in range(len(trails)):
        sight = seen(t, s, seat, mover, action)
        if sight >= 0:
            trails[seat] = mix(trails[seat] + np.uint64(sight * SEATS + mover + 1) * STEP)


@rule
def find_slot(index, marks, mark):
    """The place in the index for such a decision: of its node, or free."""
    last = len(index) - 1
    slot = np.int64(mark & np.uint64(last))
    while index[slot] >= 0 and marks[index[slot]] != mark:
        slot = (slot + 1) & last
    return slot


@rule
def open_node(memory, slot, mark, choices):
    """Begin to remember a decision; the node, or -1 without room: then it is forgotten.

    `used` counts nodes and decisions: of the index half stays free, so that a place is found soon.
    """
    nodes, used, index, marks, _ = memory
    if used[0] + choices >= len(nodes) or 2 * used[1] >= len(index):
        return NOWHERE
    at = used[0]
    used[0] += 1
    used[1] += 1
    clear(nodes, at, NOWHERE)
    index[slot] = at
    marks[at] = mark
    return at


@rule
def expect_choices(memory, at, out, worth, choices):
    """What the net expects of these choices: each has a branch from now on. What was expected of some of them before,
    when who decides held something else, counts as much as what is expected now."""
    nodes, used, _, _, branches = memory
    list_branches(nodes, at, branches, True)
    for place in range(choices):
        expected = int((TRUST * float(worth[place]) + (1.0 - TRUST) / choices) * WHOLE)
        i = branches[out[place]]
        if i >= 0:
            nodes[i].spare = (nodes[i].spare + expected) // 2
        else:
            i = grow(nodes, used, at, out[place])
            if i >= 0:
                nodes[i].spare = expected
    list_branches(nodes, at, branches, False)


@rule
def list_branches(nodes, at, branches, known):
    """Enter a node's branches into the table by action, or clear it: it is full of -1 before and after."""
    i = nodes[at].first
    while i >= 0:
        branches[nodes[i].key] = i if known else NOWHERE
        i = nodes[i].next


@rule
def most_promising(memory, at, out, choices):
    """The branch to take, of those of these choices (PUCT); -1 where one of them has none yet."""
    nodes, _, _, _, branches = memory
    list_branches(nodes, at, branches, True)
    tries = 0
    total = 0.0
    expected = 0.0
    known = 0
    for place in range(choices):
        i = branches[out[place]]
        if i >= 0:
            known += 1
            tries += nodes[i].visits
            total += nodes[i].total
            expected += nodes[i].spare
    best = NOWHERE
    if known == choices:
        usual = (total / tries if tries else 0.0) - CAUTION
        pull = PULL * math.sqrt(tries + 1.0) / max(1.0, expected)
        most = -1e9
        for place in range(choices):
            i = branches[out[place]]
            visits = nodes[i].visits
            value = nodes[i].total / visits if visits else usual
            promise = value + pull * nodes[i].spare / (1.0 + visits)
            if promise > most:
                most = promise
                best = i
    list_branches(nodes, at, branches, False)
    return best


# --- An iteration ---


@rule
def enter_world(t, states, observer, shares, seed, number):
    """Make states[1] the world of the iteration of that number, and return the chance of what follows: a world dealt
    anew, or where there are `shares` one of those from states[2] on.

    Steps of the golden section spread evenly over them, wherever one begins: each world comes as often as it should.
    """
    chance = nth(seed, number)
    if len(shares) == 0:
        return deal_world(t, states, observer, chance)
    states[1] = states[2 + find_share(shares, len(shares), start(seed) + number * STEP)]
    states[1].random = mix(chance)
    return start(chance)


@rule
def weigh(t, s, mover, mind, out, choices, worth):
    """What the net holds the position to be worth to who decides; `worth` gets how likely it holds each choice."""
    perceive(t, s, mover, mind[3])
    value = between(float(judge(mind, out, choices, worth)))
    expect(worth, choices)
    return value


@rule
def walk(t, s, seat, memory, path, owners, trails, mind, out, worth, chance, points, places, rewards):
    """Play on, from a world that has just been dealt, to a decision that is new, or to the end; what that is worth to
    each seat is left in `rewards`. Returned is how many of the branches on the way are noted in `path`, with who took
    them in `owners`."""
    nodes, _, index, marks, _ = memory
    begin_trails(trails)
    depth = 0
    seats = waiting(t, s)
    mover = seat
    while seats:
        action = indifferent(t, s, mover)
        if action < 0:
            choices = legal(t, s, mover, out)
            action = out[0]
            if choices > 1:
                chance += STEP
                mark = mark_decision(t, s, seat, mover, trails, mind[3])
                slot = find_slot(index, marks, mark)
                at = index[slot]
                is_new = at < 0
                branch = NOWHERE if is_new else most_promising(memory, at, out, choices)
                if branch < 0:
                    value = weigh(t, s, mover, mind, out, choices, worth)
                    if is_new:
                        at = open_node(memory, slot, mark, choices)
                    if at >= 0:
                        expect_choices(memory, at, out, worth, choices)
                    if is_new and (mover == seat or len(places) == 2):
                        divide(mover, value, rewards)
                        return depth
                    if not is_new:
                        branch = most_promising(memory, at, out, choices)
                if branch < 0:
                    action = out[sample(worth, choices, chance)]
                else:
                    action = nodes[branch].key
                    if depth < len(path):
                        path[depth] = branch
                        owners[depth] = mover
                        depth += 1
        follow(t, s, mover, action, trails)
        play(t, s, mover, action)
        seats = waiting(t, s)
        mover = lowest(seats)
    count_result(t, s, points, places, rewards, 1.0)
    return depth


@rule
def count_result(t, s, points, places, rewards, weight):
    """Let the result of a match that is over have this weight in what each seat gets, beside what was expected."""
    score(t, s, points, places)
    for seat in range(len(places)):
        result = (share(places, seat) * len(places) - 1.0) / (len(places) - 1.0)
        rewards[seat] = weight * result + (1.0 - weight) * rewards[seat]


@rule
def divide(seat, value, rewards):
    """What one seat can expect, the others together cannot."""
    for other in range(len(rewards)):
        rewards[other] = value if other == seat else -value / (len(rewards) - 1.0)


@rule
def remember(nodes, i, value, players):
    """What a branch was worth to who took it: as a number between -1 and 1, and as a share of the victory."""
    nodes[i].visits += 1
    nodes[i].total += value
    nodes[i].won += max(0.0, (1.0 + (players - 1.0) * value) / players)  # a net may expect less than nothing


@rule
def foresee(
    data,
    states,
    seat,
    observer,
    memory,
    path,
    owners,
    trails,
    mind,
    out,
    worth,
    points,
    places,
    rewards,
    guidance,
    weight,
    shares,
    seed,
    first,
    count,
):
    """So many iterations from states[0], number `first` and on; states[1] is scratch. The root is node 0.

    `memory` holds the nodes, how much is used of it, the index, the nodes' marks and a table by action. `weight` is
    that of a playout, `guidance` how often the quick player decides in it; `shares` are those of the worlds from
    states[2] on, if there are any.
    """
    t = data[0]
    s = states[1]
    nodes = memory[0]
    for i in range(count):
        chance = enter_world(t, states, observer, shares, seed, first + np.uint64(i))
        depth = walk(t, s, seat, memory, path, owners, trails, mind, out, worth, chance, points, places, rewards)
        if weight > 0.0 and waiting(t, s):
            play_out(t, s, out, guidance, mix(chance))
            count_result(t, s, points, places, rewards, weight)
        for j in range(depth):
            remember(nodes, path[j], rewards[owners[j]], len(places))
