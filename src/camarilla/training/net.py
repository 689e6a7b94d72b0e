"""The net of a player that learns: what to do, and how likely it is to win, from what a seat knows."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from camarilla.bots.net import TRAITS
from camarilla.engine.space import Space

NEVER = -1e9  # how much an action is worth that is not allowed


class Senses(nn.Module):
    """What is known, as the first layer takes it: measures by how much they differ from what is usual, names by their
    traits. The columns are in the order of the observation."""

    def __init__(self, space: Space) -> None:
        super().__init__()
        names = space.names
        of_names = {number for numbers in names.values() for number in numbers}
        self.measures: Tensor
        self.mean: Tensor
        self.scale: Tensor
        measures = [number for number in range(space.size) if number not in of_names]
        self.register_buffer("measures", torch.tensor(measures), persistent=False)
        self.register_buffer("mean", torch.zeros(len(measures)))
        self.register_buffer("scale", torch.ones(len(measures)))
        self.tables = nn.ModuleList(nn.Embedding(piece.most + 1, TRAITS) for piece in names)
        for i, numbers in enumerate(names.values()):
            self.register_buffer(f"named_{i}", torch.tensor(numbers), persistent=False)
        self.columns = len(measures) + TRAITS * len(of_names)

    def forward(self, known: Tensor) -> Tensor:
        measures = (known[:, self.measures].float() - self.mean) * self.scale
        traits = [table(known[:, getattr(self, f"named_{i}")].long()).flatten(1) for i, table in enumerate(self.tables)]
        return torch.cat([measures, *traits], 1)

    def learn_scale(self, known: Tensor) -> None:
        """From what is seen at random play."""
        seen = known[:, self.measures].float()
        self.mean.copy_(seen.mean(0))
        self.scale.copy_(1 / seen.std(0).clamp_min(0.1))


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.inner, self.outer = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.outer(functional.relu(self.inner(self.norm(x))))


class Net(nn.Module):
    def __init__(self, space: Space, actions: int, width: int, blocks: int) -> None:
        super().__init__()
        self.space = space
        self.senses = Senses(space)
        self.enter = nn.Linear(self.senses.columns, width)
        self.body = nn.Sequential(*(Block(width) for _ in range(blocks)))
        self.norm = nn.LayerNorm(width)
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        for part in (self.policy.weight, self.policy.bias, self.value.weight, self.value.bias):
            nn.init.zeros_(part)

    def forward(self, known: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of the actions, and the value between -1 and 1."""
        hidden = self.norm(self.body(functional.relu(self.enter(self.senses(known)))))
        policy, value = self.policy(hidden), self.value(hidden)
        return policy.masked_fill(masks == 0, NEVER), torch.tanh(value.squeeze(-1))
