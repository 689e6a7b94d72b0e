"""Nets that know nothing: as large as a test needs them, and compiled ahead (`tests/ahead.py`)."""

from __future__ import annotations

import numpy as np
import pytest

from camarilla.bots import net
from camarilla.bots.learned import Net, count_weights, unfold
from camarilla.engine.game import Game
from camarilla.games import games
from tests.samples import GAME

WIDTH, BLOCKS = 16, 2
MOST = [
    pytest.param(name, marks=() if name == GAME else pytest.mark.sweep) for name in games()
]  # to compile takes long


def untaught(of: Game, seed: int = 0) -> Net:
    """A net that knows nothing."""
    about = {"options": {"players": [of.players]}, "rules": of.version}
    return Net(*unfold(random_numbers(of, seed), of.rules.OBSERVATION_SPACE, WIDTH), WIDTH, BLOCKS, about)


def random_numbers(of: Game, seed: int = 0) -> np.ndarray:
    """As a file keeps them."""
    size = count_weights(of.rules.OBSERVATION_SPACE, WIDTH, BLOCKS, of.actions)
    return np.random.default_rng(seed).normal(scale=0.2, size=size).astype(np.float16).astype(np.float32)


@net.rule
def judge_first(data, states, seat, mind, out, worth):
    net.perceive(data[0], states[0], seat, mind[3])
    choices = net.legal(data[0], states[0], seat, out)
    return choices, net.judge(mind, out, choices, worth)
