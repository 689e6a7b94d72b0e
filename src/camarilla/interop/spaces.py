"""What an environment tells a learner about its numbers, from what the game's rules declare."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from camarilla.engine.game import Game


def observation_space(game: Game) -> spaces.Dict:
    """What a seat knows as a vector, and which actions it may take; `spaces.md` of the game says what lies where.

    >>> import camarilla
    >>> observation_space(camarilla.game(camarilla.games()[0]))["observation"].low.max()
    np.int8(0)
    """
    bounds = np.array(game.rules.OBSERVATION_SPACE.bounds, np.int8)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(bounds), bounds, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
        }
    )


def action_space(game: Game) -> spaces.Discrete:
    """One number for every action of the game."""
    return spaces.Discrete(game.actions)
