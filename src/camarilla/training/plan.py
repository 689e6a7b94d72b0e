"""How to train: everything that decides what is learned, so that the same plan learns the same again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Plan:
    game: str
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = (2,)  # at the tables, which are shared out among these numbers
    on: str = "cpu"  # where the net is
    tables: str = "cpu"  # where the matches are
    number: int = 512  # of tables
    steps: int = 64  # decisions at each before the net learns from them
    minibatch: int = 4_096
    rate: float = 5e-4
    entropy: float = 0.02  # how much the net is to like doubt, at first
    schooling: float = (
        0.3  # the part of the time in which it also learns what the rules of thumb would do, less and less
    )
    past: float = 0.2  # the part of the tables where somebody is a past self
    rivals: float = 0.3  # the part of the tables where the others play by the rules of thumb
    width: int = 128
    blocks: int = 2
    seed: int = 1

    @property
    def name(self) -> str:
        """Short, and another for another plan."""
        text = json.dumps(asdict(self), sort_keys=True)
        return f"{self.game}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
