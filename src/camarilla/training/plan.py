"""How to train: everything that decides what is learned, so that the same plan learns the same again."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from camarilla.engine.options import Value, written

Kind = dict[str, Any]  # of a match: the options, each with its value


@dataclass(frozen=True)
class Plan:
    game: str
    options: Mapping[str, Sequence[Value]]  # every option, with all values of it that are to be known
    on: str = "cpu"  # where the net is; the tables are on the processor
    number: int = 512  # of tables, shared out among the kinds of matches
    steps: int = 64  # decisions at each before the net learns from them
    minibatch: int = 4_096
    rate: float = 5e-4
    entropy: float = 0.02  # how much the net is to like doubt, at first
    schooling: float = 0.3  # the part of the time in which it also learns what the rules of thumb would do, ever less
    past: float = 0.2  # the part of the tables among learners where somebody is a past self
    rivals: float = 0.4  # the part of the tables where all others play by the rules of thumb
    width: int = 128
    blocks: int = 2
    seed: int = 1
    origin: str | None = None  # which net it begins with, by the hash of its file: another than one that knows nothing

    @property
    def kinds(self) -> list[Kind]:
        """Every kind of match that is to be learned."""
        return [dict(zip(self.options, values, strict=True)) for values in itertools.product(*self.options.values())]

    def describe(self, kind: Kind) -> str:
        """A kind of match by what sets it apart, as it is typed."""
        apart = [name for name, values in self.options.items() if name == "players" or len(values) > 1]
        return ", ".join(f"{name} {written(kind[name])}" for name in apart)

    @property
    def settings(self) -> dict[str, Any]:
        """All of it, as JSON knows it."""
        settings: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return settings

    @property
    def name(self) -> str:
        """Short, and another for another plan."""
        text = json.dumps(self.settings, sort_keys=True)
        return f"{self.game}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
