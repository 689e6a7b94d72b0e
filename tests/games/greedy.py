"""Asking the quick player of a game, and trying it out."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from camarilla.engine import calls
from camarilla.engine.form import choose, indifferent, legal, play, redeal, setup, waiting
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.runtime import bind
from camarilla.engine.stream import STEP, mix, scaled, start

DECISIONS, ILLEGAL, WHIMS, PEEKS = range(4)  # of `counts`
ENOUGH = 3_000  # decisions
MOST = 100  # matches


@rule
def try_choice(t, states, seat, style, action, choices, other, counts):
    """It is legal, the same whatever the table to scribble on holds, and when all that is hidden is dealt anew."""
    found = 0
    for i in range(legal(t, states[0], seat, choices)):
        found += choices[i] == action
    counts[DECISIONS] += 1
    counts[ILLEGAL] += 1 - found
    for i in range(len(other)):
        other[i] = 7 * i - 300
    states[1] = states[0]
    counts[WHIMS] += choose(t, states[1], seat, style, other) != action
    for deal in range(2):
        redeal(t, states[1], seat, 2 * counts[DECISIONS] + deal)
        counts[PEEKS] += choose(t, states[1], seat, style, other) != action


@rule
def try_match(data, states, seed, styles, choices, out, other, counts):
    """A match in which a player of every style is asked everywhere; chance decides which to follow, or none."""
    t = data[0]
    s = states[0]
    s.random = start(seed)
    setup(t, s)
    chance = start(seed + 1)
    while waiting(t, s):
        seat = lowest(waiting(t, s))
        chance += STEP
        follow = scaled(mix(chance), styles + 1)
        chance += STEP
        action = choices[scaled(mix(chance), legal(t, s, seat, choices))]
        if indifferent(t, s, seat) < 0:
            for style in range(styles):
                chosen = choose(t, s, seat, style, out)
                try_choice(t, states, seat, style, chosen, choices, other, counts)
                if style == follow:
                    action = chosen
        play(t, s, seat, action)


def scribble(rules: ModuleType) -> Any:
    """A table to scribble on."""
    return np.zeros(rules.CHOICES, np.int64)


def tried(game: Game) -> Any:
    """The counts of enough decisions."""
    player, counts = game.greedy, np.zeros(4, np.int64)
    run = bind(try_match, game.rules, game.runtime, player)
    for seed in range(MOST):
        tables = [scribble(game.rules) for _ in range(3)]
        run(game.data, np.zeros(2, game.rules.State), np.uint64(seed), len(player.STYLES), *tables, counts)
        if counts[DECISIONS] >= ENOUGH:
            break
    return counts


def chosen(match: Match, style: int = 0) -> int:
    """The action that it takes."""
    game, out = match.game, scribble(match.game.rules)
    return int(game.call(calls.choose, match.state, match.waiting[0], style, out, player=game.greedy))
