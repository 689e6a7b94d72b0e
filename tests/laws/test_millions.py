"""Ten million random decisions of each game, all options mixed: none stuck, no card lost. `make sweep` runs it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import camarilla
from camarilla.engine.playout import DECISIONS, RANDOM, play_match
from camarilla.engine.record import Records
from camarilla.engine.rule import rule
from camarilla.engine.runtime import bind
from camarilla.engine.stream import nth
from camarilla.games import kind

DECISIONS_IN_ALL = 10_000_000
AT_ONCE = 2_000


@rule
def play_each(data, states, out, first, styles, points, places, about):
    """Random matches, each in a state of its own."""
    for i in range(len(states)):
        seed = nth(np.uint64(11), first + np.uint64(i))
        play_match(data[0], states[i], seed, styles, out, points[i], places[i], about[i])


def play(game: camarilla.Game, first: int) -> tuple[Records, int]:
    """So many matches at once: their last states, and the decisions they took."""
    rules, shape = game.rules, (AT_ONCE, game.players)
    states, about = np.zeros(AT_ONCE, rules.State), np.zeros((AT_ONCE, 3), np.int32)
    out = np.zeros(rules.CHOICES, np.int64)
    points, places = np.zeros(shape, np.int16), np.zeros(shape, np.int8)
    run = bind(play_each, game)
    run(game.data, states, out, np.uint64(first), np.full(game.players, RANDOM), points, places, about)
    return states, int(about[:, DECISIONS].sum())


@pytest.mark.sweep
@pytest.mark.parametrize("name", camarilla.games())
def test_no_match_is_stuck_and_no_card_is_lost(name: str) -> None:
    options = kind(name).options
    every = list(itertools.product(*(option.values for option in options)))
    for values in every:
        game = camarilla.game(name, **dict(zip((option.name for option in options), values, strict=True)))
        whole, decisions, first = game.testing.cards(game, game.new(0).position()), 0, 0
        while decisions < DECISIONS_IN_ALL / len(every):
            states, more = play(game, first)
            for i in range(0, AT_ONCE, 10):
                assert game.testing.cards(game, game.position.write(game, states[i : i + 1])) == whole
            decisions, first = decisions + more, first + AT_ONCE
