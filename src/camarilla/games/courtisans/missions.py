"""The missions (CTS-3, CTS-4): read from `missions.toml` into the record that the rules read, and into words."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from camarilla.engine.record import Records
from camarilla.engine.words import Message
from camarilla.games.courtisans import rules
from camarilla.games.courtisans.cards import FAMILIES, ROLES, WORDS

STACKS = {
    "rulebook": ("rulebook", "rulebook"),
    "published": ("white", "blue"),
}  # where a player's two missions come from
CONDITIONS = {
    "disgrace": rules.DISGRACE,
    "light_at_least": rules.LIGHT_AT_LEAST,
    "disgrace_at_least": rules.DISGRACE_AT_LEAST,
    "neutral_at_least": rules.NEUTRAL_AT_LEAST,
    "light_at_most": rules.LIGHT_AT_MOST,
    "fewer": rules.FEWER,
    "role": rules.ROLE,
    "every_below": rules.EVERY_BELOW,
    "some_below": rules.SOME_BELOW,
}


@dataclass(frozen=True)
class Mission:
    name: str
    stack: str
    condition: str
    families: tuple[str, ...] = ()
    role: str = "plain"
    number: int = 0

    @property
    def message(self) -> Message:
        the = [WORDS(f"family.{family}.the") for family in self.families]
        if len(the) == 2:
            return WORDS("mission.either", first=the[0], second=the[1])
        return WORDS(f"mission.{self.condition}", families=the, number=self.number, role=WORDS(f"role.{self.role}"))


@functools.cache
def _file() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("missions.toml").read_text(encoding="utf-8"))


@functools.cache
def of_edition(edition: str) -> tuple[Mission, ...]:
    """The edition's missions in the order of the file: the rules know them by their number in it."""
    every = [Mission(**{**entry, "families": tuple(entry.get("families", ()))}) for entry in _file()["mission"]]
    return tuple(mission for mission in every if mission.stack in STACKS[edition])


def points(edition: str) -> int:
    """What a mission is worth (CTS-23)."""
    return int(_file()["points"][edition])


def fill(data: Records, edition: str, dealt: tuple[Mission, ...]) -> None:
    """Write the edition's missions that may be dealt into the game's data."""
    record, stacks = data[0], sorted(set(STACKS[edition]))
    record["points"] = points(edition)
    record["deal"] = [stacks.index(stack) for stack in STACKS[edition]]
    record["missions"] = len(dealt)
    for number, mission in enumerate(dealt):
        families = [FAMILIES.index(family) for family in mission.families] or [0]
        record["stack"][number] = stacks.index(mission.stack)
        record["condition"][number] = CONDITIONS[mission.condition]
        record["family"][number] = (families[0], families[-1])
        record["role"][number] = ROLES.index(mission.role)
        record["number"][number] = mission.number
