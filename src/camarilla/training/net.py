"""The net of a player that learns: what to do, and how likely it is to win, from what a seat knows."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

WIDTH, BLOCKS = 256, 2
NEVER = -1e9  # how much an action is worth that is not allowed


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.inner, self.outer = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.outer(F.relu(self.inner(self.norm(x))))


class Net(nn.Module):
    """Observations are scaled by what was seen of them at random play; that is folded into the first layer later."""

    def __init__(self, observation: int, actions: int, width: int = WIDTH, blocks: int = BLOCKS) -> None:
        super().__init__()
        self.mean: Tensor
        self.scale: Tensor
        self.register_buffer("mean", torch.zeros(observation))
        self.register_buffer("scale", torch.ones(observation))
        self.enter = nn.Linear(observation, width)
        self.body = nn.Sequential(*(Block(width) for _ in range(blocks)))
        self.norm = nn.LayerNorm(width)
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        for part in (self.policy.weight, self.policy.bias, self.value.weight, self.value.bias):
            nn.init.zeros_(part)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of the actions, and the value between -1 and 1."""
        x = (observations.float() - self.mean) * self.scale
        with torch.autocast(x.device.type, torch.bfloat16):
            hidden = self.norm(self.body(F.relu(self.enter(x))))
            policy, value = self.policy(hidden), self.value(hidden)
        return policy.float().masked_fill(masks == 0, NEVER), torch.tanh(value.float().squeeze(-1))

    def learn_scale(self, observations: Tensor) -> None:
        self.mean.copy_(observations.float().mean(0))
        self.scale.copy_(1 / observations.float().std(0).clamp_min(0.1))


def weights(net: Net) -> dict[str, Any]:
    """As small as they are kept."""
    return {name: value.half().cpu() for name, value in net.state_dict().items()}
