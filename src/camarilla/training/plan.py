"""How to train: all that is settled before it begins. How much is learned also depends on how fast the machine is, for
what the net is to strive for changes with the time."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from camarilla.engine.options import Option, Value, written
from camarilla.engine.words import Message
from camarilla.games import kind as kind_of
from camarilla.training import WORDS

Kind = dict[str, Any]  # of a match: the options, each with its value
# What a plan is to be where a CUDA device learns.
ON_DEVICE: dict[str, Any] = {
    "number": 12_288, "steps": 48, "minibatch": 16_384, "rate": 4e-4, "entropy": 0.015, "rivals": 0.5, "width": 256,
}  # fmt: skip


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

    def describe(self, kind: Kind) -> list[Message | str]:
        """A kind of match by what sets it apart."""
        apart = [one for one in kind_of(self.game).options if one.name == "players" or len(self.options[one.name]) > 1]
        return [say(option, kind[option.name]) for option in apart]

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


def say(option: Option, value: Value) -> Message | str:
    """The value of an option, in words where there are any."""
    if option.name == "players":
        return WORDS("players", number=value)
    worded = f"option.{option.name}.{written(value)}" in option.words.entries
    return option.meaning(value) if worded else f"{option.name} {written(value)}"


def seed_of(*what: str | int) -> int:
    """A seed for what these words and numbers name; anything else has another."""
    return int.from_bytes(hashlib.sha256(repr(what).encode()).digest()[:8], "big")
