"""Asking the quick player of a game, and trying it out."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np

from camarilla.engine import calls
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.record import Records, empty

ENOUGH = 3_000  # decisions
MOST = 100  # matches


def chosen(match: Match, style: int = 0) -> int:
    """The action that it takes."""
    return asked(match.game, match.state, match.waiting[0], style)


def asked(game: Game, state: Records, seat: int, style: int, scribbled: int = 0) -> int:
    """The action that it takes, whatever the table to scribble on holds."""
    out = np.arange(game.rules.CHOICES) * 7 - 300 if scribbled else np.zeros(game.rules.CHOICES, np.int64)
    return int(game.call(calls.choose, state, seat, style, out, player=game.greedy))


def tried(game: Game) -> Counter[str]:
    """Counts of enough decisions: of all, and of those that are wrong, by what is wrong with them."""
    counts = Counter[str]()
    for seed in range(MOST):
        try_match(game, seed, counts)
        if counts["decisions"] >= ENOUGH:
            break
    return counts


def try_match(game: Game, seed: int, counts: Counter[str]) -> None:
    """A match in which a player of every style is asked everywhere; chance decides which to follow, or none."""
    state, chance = empty(game.rules.State), Random(seed)
    game.call(calls.setup, state, np.uint64(seed))
    while seats := game.call(calls.waiting, state):
        seat = (seats & -seats).bit_length() - 1
        choices = game.legal(state, seat)
        actions = [chance.choice(choices)]
        if game.call(calls.indifferent, state, seat) < 0:
            actions += [asked(game, state, seat, style) for style in range(len(game.styles))]
            for style, action in enumerate(actions[1:]):
                counts.update(faults(game, state, seat, style, action))
                counts["illegal"] += action not in choices
        game.call(calls.play, state, seat, chance.choice(actions))


def faults(game: Game, state: Records, seat: int, style: int, action: int) -> dict[str, int]:
    """Whether it decides otherwise on a table full of scribbles, and when all that is hidden is dealt anew."""
    whim, peek, world = asked(game, state, seat, style, scribbled=True) != action, 0, state.copy()
    for deal in range(2):
        game.call(calls.redeal, world, seat, np.uint64(deal))
        peek += asked(game, world, seat, style, scribbled=True) != action
    return {"decisions": 1, "whims": whim, "peeks": peek}
