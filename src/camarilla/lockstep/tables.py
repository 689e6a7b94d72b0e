"""Many tables a step at a time: one action at each, then on to the next decision, with everything a learner is told.

Whatever needs no decision is played at once: moves of who has one choice, or none that matters, and those of rivals by
the game's rules of thumb. Where a match ends the next one of the series begins at the same table. The functions are
rules, so that the same text runs on a processor and on a CUDA device and gives the same matches.
"""

import numpy as np

from camarilla.engine.form import choose, indifferent, legal, observe, play, score, setup, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import nth, start

OVER = -1  # instead of a seat
ANEW = -(1 << 30)  # instead of an action: begin the series
EVERYBODY = -1  # instead of the seat of the only learner
WIN, SCORE = range(2)  # what a reward is: the share of the win, or the points
FORFEIT = -100.0  # the points of who does what is not allowed


@rule
def settle(t, s, learner, out):
    """Play on until a learner has something to decide: that seat, or OVER."""
    seats = waiting(t, s)
    while seats:
        seat = lowest(seats)
        action = indifferent(t, s, seat)
        if action < 0:
            choices = legal(t, s, seat, out)
            if choices == 1:
                action = out[0]
            elif learner == EVERYBODY or seat == learner:
                return seat
            else:
                action = choose(t, s, seat, 0, out)
        play(t, s, seat, action)
        seats = waiting(t, s)
    return OVER


@rule
def learner_of(match, players, rivals):
    """The seat of the learner in that match of a series: each in turn."""
    return np.int64(match % np.uint64(players)) if rivals else EVERYBODY


@rule
def deal(t, s, seed, match, stride, players, rivals, out):
    """Begin that match of the series, or the next at this table where a learner has something to decide: its number."""
    while True:
        s.random = start(nth(seed, match))
        setup(t, s)
        if settle(t, s, learner_of(match, players, rivals), out) != OVER:
            return match
        match += np.uint64(stride)


@rule
def sense(t, s, seat, observation, mask, out):
    """What the seat that is to decide knows, and may do."""
    for i in range(len(observation)):
        observation[i] = 0
    for i in range(len(mask)):
        mask[i] = 0
    observe(t, s, seat, observation)
    for i in range(legal(t, s, seat, out)):
        mask[out[i]] = 1


@rule
def share(kind, points, places, rewards):
    """What everybody gets for these points and places."""
    winners = 0
    for i in range(len(rewards)):
        winners += places[i] == 1
    for i in range(len(rewards)):
        if kind == SCORE:
            rewards[i] = points[i]
        elif places[i] == 1:
            rewards[i] = np.float32(1) / np.float32(winners)


@rule
def forfeit(kind, offender, rewards):
    """What everybody gets where somebody did what is not allowed: the others share the win."""
    for i in range(len(rewards)):
        if kind == SCORE:
            rewards[i] = np.float32(FORFEIT) if i == offender else np.float32(0)
        elif i != offender:
            rewards[i] = np.float32(1) / np.float32(len(rewards) - 1)


@rule
def step(t, s, seat, action, learner, kind, mask, rewards, points, out, places):
    """One action at one table. Returns 0 if the match goes on, 1 if it is over, 2 if the action was not allowed."""
    for i in range(len(rewards)):
        rewards[i] = 0
    if action < 0 or action >= len(mask) or mask[action] == 0:
        forfeit(kind, seat, rewards)
        return 2
    play(t, s, seat, action)
    if settle(t, s, learner, out) != OVER:
        return 0
    score(t, s, points, places)
    share(kind, points, places, rewards)
    return 1


@rule
def step_table(t, s, i, series, matches, seats, actions, observations, masks, rewards, ended, points, out, places):
    """One action at table `i` of a series, given as its seed, its tables, whether there are rivals, and its rewards."""
    seed, stride, rivals, kind = series
    players = rewards.shape[1]
    ended[i] = 0
    match = np.uint64(i)
    if actions[i] != ANEW:
        learner = learner_of(matches[i], players, rivals)
        ended[i] = step(t, s, seats[i], actions[i], learner, kind, masks[i], rewards[i], points[i], out, places)
        match = matches[i] + np.uint64(stride)
    if ended[i] or actions[i] == ANEW:
        matches[i] = deal(t, s, seed, match, stride, players, rivals, out)
    look(t, s, i, seats, observations, masks, out)


@rule
def look(t, s, i, seats, observations, masks, out):
    seats[i] = lowest(waiting(t, s))
    sense(t, s, seats[i], observations[i], masks[i], out)


# --- On a processor: so many tables one after the other ---


@rule
def step_tables(
    data, states, first, last, series, matches, seats, actions, observations, masks, rewards, ended, points, out, places
):
    for i in range(first, last):
        step_table(
            data[0], states[i], i, series, matches, seats, actions, observations, masks, rewards, ended, points, out,
            places,
        )  # fmt: skip


@rule
def advise_tables(data, states, first, last, seats, advice, out):
    """What the rules of thumb would do at each of these tables."""
    for i in range(first, last):
        advice[i] = choose(data[0], states[i], seats[i], 0, out)
