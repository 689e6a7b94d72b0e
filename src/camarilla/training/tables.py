"""The tables of a learner as tensors."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from camarilla.engine.form import choose
from camarilla.engine.rule import rule
from camarilla.lockstep.vector import OnProcessor, Vector, vector
from camarilla.training.plan import Plan

NAMES = ("observations", "masks", "seats", "rewards", "ended", "points")


@rule
def advise_tables(data, states, seats, advice, out):
    """What the rules of thumb would do at each table."""
    for i in range(len(seats)):
        advice[i] = choose(data[0], states[i], seats[i], 0, out)


class Tables:
    """Tables as tensors where the net is. Where they are played elsewhere, what is told is copied after every step."""

    def __init__(self, plan: Plan, players: int, number: int, seed: int, opponents: str | None = None) -> None:
        options = {**plan.options, "players": players}
        self.vector: Vector = vector(
            plan.game, number=number, on=plan.tables, opponents=opponents, seed=seed, **options
        )
        self.number, self.players = number, players
        self.told = [torch.from_dlpack(getattr(self.vector, name)) for name in NAMES]
        self.here = [tensor.to(plan.on) for tensor in self.told]
        self.observations, self.masks, self.seats, self.rewards, self.ended, self.points = self.here

    def step(self, actions: Tensor) -> None:
        self.vector.step(actions.to(self.told[0].device, torch.int32).contiguous())
        for here, told in zip(self.here, self.told, strict=True):
            if here is not told:
                here.copy_(told)

    def advise(self) -> Tensor:
        """What the rules of thumb would do; only of tables on a processor."""
        assert isinstance(self.vector, OnProcessor)
        game, advice = self.vector.game, np.zeros(self.number, np.int64)
        out = np.zeros(game.rules.CHOICES, np.int64)
        game.call(advise_tables, self.vector.states, self.vector.seats, advice, out, player=game.greedy)
        return torch.from_numpy(advice).to(self.observations.device)
