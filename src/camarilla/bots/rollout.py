"""Thinking by rehearsal: every choice is played out in the same worlds, everybody going by the rules of thumb.

A playout by rules of thumb takes much longer than one by chance, but tells more; and in the same worlds, with the same
cards to come, choices differ by what they do and hardly by luck. So a few hundred playouts tell what a search needs
many thousands for, where luck is large and the rules of thumb are good. Half of the choices drop out in each of several
rounds (sequential halving), and those that are left share the playouts of the next.

What a world is and how it goes on follows from the seed and the world's number alone: how many threads share the work
changes nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Thinker
from camarilla.bots.rehearsal import rehearse
from camarilla.bots.search import Thought
from camarilla.bots.tree import EVERYBODY
from camarilla.engine.game import Game
from camarilla.engine.record import Records

SLICE = 200  # playouts between two looks at the clock

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rollout(Thinker):
    """Plays out every choice by the rules of thumb, and takes what comes of it best."""

    sees_all: bool = False

    @property
    def name(self) -> str:
        return f"{'seer' if self.sees_all else 'rollout'}:{self.iterations}"

    def weigh(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> list[Thought]:
        with ThreadPoolExecutor(self.threads) as pool:
            return Rehearsal(self, game, world, seat, seed, until, pool).weigh(game.legal(world, seat))


@dataclass(frozen=True)
class Rehearsal:
    """Of one decision."""

    bot: Rollout
    game: Game
    world: Records
    seat: int
    seed: int
    until: float
    pool: ThreadPoolExecutor

    def weigh(self, actions: Sequence[int]) -> list[Thought]:
        """The choices, the best first: who dropped out later, and of those the one that fared better."""
        left, dropped = [Thought(action, 0, 0.0, 0.0) for action in actions], list[Thought]()
        rounds = max(1, math.ceil(math.log2(len(actions))))
        for number in range(rounds):
            worlds = max(1, self.bot.iterations // rounds // len(left))
            left = self.go_on(left, worlds)
            keep = -(-len(left) // 2) if number < rounds - 1 else len(left)
            left, dropped = left[:keep], left[keep:] + dropped
        return left + dropped

    def go_on(self, thoughts: Sequence[Thought], worlds: int) -> list[Thought]:
        """The same choices after so many worlds more, the best first."""
        first, actions = thoughts[0].visits, [thought.action for thought in thoughts]
        each = max(1, SLICE // len(actions))
        parts = [(first + start, min(each, worlds - start)) for start in range(0, worlds, each)]
        found = self.pool.map(lambda part: self.play(actions, *part), parts)
        results = np.concatenate([np.zeros((0, len(actions), 2)), *found])
        return sorted(
            (add_up(thought, results[:, i]) for i, thought in enumerate(thoughts)),
            key=lambda thought: (-thought.value, thought.action),
        )

    def play(self, actions: Sequence[int], first: int, count: int) -> Numbers:
        """What comes of the actions in these worlds; when it is too late, in none but the first."""
        in_time = first == 0 or time.monotonic() < self.until
        results = np.zeros((count if in_time else 0, len(actions), 2))
        game, seat = self.game, self.seat
        observer = EVERYBODY if self.bot.sees_all else seat
        states, room = np.concatenate([self.world] * 3), np.zeros(game.rules.CHOICES, np.int64)
        outcome: tuple[Any, ...] = (*np.zeros((2, game.players), np.int64), np.zeros(game.players))
        series = np.uint64(self.seed), np.uint64(first), results
        game.call(rehearse, states, seat, observer, np.array(actions), room, *outcome, *series, player=game.greedy)
        return results


def add_up(thought: Thought, results: Numbers) -> Thought:
    """With what came of more playouts, a row each."""
    before = thought.visits * np.array([thought.value, thought.won])
    visits = thought.visits + len(results)
    value, won = (before + results.sum(axis=0)) / visits
    return Thought(thought.action, visits, float(value), float(won))
