"""The missions: ours (`missions.toml`, CTS-3 and CTS-4), or a file of the same form that somebody names (CTS-31); read
into the record that the rules read, and into words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from camarilla.engine.data_file import OURS, DataFile, sealed, shown, source_of
from camarilla.engine.errors import BadOption
from camarilla.engine.record import Records
from camarilla.engine.words import Message
from camarilla.games.courtisans import rules
from camarilla.games.courtisans.cards import COPIES, FAMILIES, ROLES, WORDS

FILE = Path(__file__).with_name("missions.toml")
DATA = DataFile("missions", "CTS-31")
STACKS = {
    "rulebook": ("rulebook", "rulebook"),
    "published": ("white", "blue"),
}  # where a player's two missions come from
POINTS = {"rulebook": 2, "published": 3}  # of a mission, unless the file says something else (CTS-23)
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
SPEAKS_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(CONDITIONS, ("number",)),
    "disgrace": ("families",),
    "fewer": ("families",),
    "role": ("role", "number"),
    "every_below": (),
}  # the fields that a condition needs besides
ALWAYS = ("name", "stack", "condition")
FIELDS = (*ALWAYS, "families", "role", "number")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_NAME = 40


@dataclass(frozen=True)
class Mission:
    name: str
    stack: str
    condition: str
    families: tuple[str, ...] = ()
    role: str = "plain"
    number: int = 0

    @property
    def asks(self) -> tuple[Any, ...]:
        """All but its name."""
        return self.stack, self.condition, frozenset(self.families), self.role, self.number

    @property
    def message(self) -> Message:
        the = [WORDS(f"family.{family}.the") for family in self.families]
        if len(the) == 2:
            return WORDS("mission.either", first=the[0], second=the[1])
        return WORDS(f"mission.{self.wording}", families=the, number=self.number, role=WORDS(f"role.{self.role}"))

    @property
    def wording(self) -> str:
        if "number" not in SPEAKS_OF[self.condition]:
            return self.condition
        return self.condition + {0: "_none", 1: "_one"}.get(self.number, "")


@dataclass(frozen=True)
class Set:
    points: tuple[tuple[str, int], ...]  # of a mission, by edition
    missions: tuple[Mission, ...]

    def of_edition(self, edition: str) -> tuple[Mission, ...]:
        """The edition's missions in the order of the file: the rules know them by their number in it."""
        return tuple(mission for mission in self.missions if mission.stack in STACKS[edition])


@lru_cache(maxsize=16)
def chosen(value: str) -> Set:
    """The missions of the option's value: ours, or a recorded set."""
    return read_set(str(FILE) if value == OURS else value)


def of_file(text: str) -> str:
    """The set of the file of that path in the form in which it is recorded, or "ours"; a recorded set stays so."""
    found = read_set(text)
    return OURS if found == chosen(OURS) else sealed(write_set(found))


def of_edition(edition: str, value: str = OURS) -> tuple[Mission, ...]:
    return chosen(value).of_edition(edition)


def points(edition: str, value: str = OURS) -> int:
    """What a mission is worth (CTS-23)."""
    return dict(chosen(value).points)[edition]


def write_set(found: Set) -> str:
    points = "".join(f"{edition} = {number}\n" for edition, number in found.points)
    return "\n".join([f"[points]\n{points}", *map(written, found.missions)])


def written(mission: Mission) -> str:
    """One table of a file."""
    families = ", ".join(f'"{family}"' for family in mission.families)
    lines = {
        **{field: f'"{getattr(mission, field)}"' for field in (*ALWAYS, "role")},
        "families": f"[{families}]",
        "number": str(mission.number),
    }
    fields = (*ALWAYS, *SPEAKS_OF[mission.condition])
    return "".join(["[[mission]]\n", *(f"{field} = {lines[field]}\n" for field in fields)])


# --- The file ---


def refusal(key: str, **parts: Any) -> BadOption:
    return BadOption(WORDS(f"missions.{key}", **parts), DATA.clause)


def read_set(text: str) -> Set:
    tree = DATA.read(text)
    tables, points = tree.get("mission", []), tree.get("points", {})
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables) or not tables:
        raise refusal("tables", source=source_of(text))
    found = [read_mission(number, table) for number, table in enumerate(tables, 1)]
    faults = [refusal("top", found=shown(key)) for key in tree if key not in ("mission", "points")]
    faults += [*check_points(points), *(fault for _, wrong in found for fault in wrong)]
    missions = tuple(mission for mission, _ in found if mission)
    faults += check_alike(missions)
    if faults:
        raise DATA.refuse(faults)
    return Set(tuple((POINTS | points).items()), missions)


def check_points(points: Any) -> Iterator[BadOption]:
    if not isinstance(points, dict):
        yield refusal("points", value=shown(points), known=list(POINTS))
        return
    for edition, number in points.items():
        if edition not in POINTS:
            yield refusal("points", value=shown(edition), known=list(POINTS))
        elif type(number) is not int or not 1 <= number <= rules.MOST_POINTS:
            yield refusal("worth", edition=edition, value=shown(number), most=rules.MOST_POINTS)


def check_alike(missions: Sequence[Mission]) -> Iterator[BadOption]:
    """No two have the same name, or ask for the same thing."""
    for number, mission in enumerate(missions):
        for other in missions[:number]:
            if mission.name == other.name:
                yield fault(mission.name, "name", "twice")
            elif mission.asks == other.asks:
                yield fault(mission.name, "condition", "same", other=other.name)


def fault(mission: str | Message, field: str, problem: str, **parts: Any) -> BadOption:
    said = WORDS(f"missions.bad.{problem}", **parts)
    return refusal("mission", mission=mission, field=field, problem=said)


def read_mission(number: int, table: dict[str, Any]) -> tuple[Mission | None, list[BadOption]]:
    """The mission, if nothing is wrong with it, and all that is."""
    name = table.get("name")
    mission = str(name) if is_name(name) else WORDS("missions.number", number=number)
    faults = [fault(mission, field, problem, **parts) for field, problem, parts in check_fields(table)]
    if faults:
        return None, faults
    return Mission(**{**table, "families": tuple(table.get("families", ()))}), []


def check_fields(table: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What is wrong: the field, the problem, and its parts."""
    condition = table.get("condition")
    spoken_of = SPEAKS_OF.get(condition, ()) if isinstance(condition, str) else ()
    for field in table:
        if field not in FIELDS:
            yield shown(field), "field", {"known": list(FIELDS)}
        elif field not in (*ALWAYS, *spoken_of) and condition in list(CONDITIONS):
            yield field, "alien", {"condition": condition}
    for field in (*ALWAYS, *spoken_of):
        if field not in table:
            yield field, "missing", {}
        elif problem := check_value(field, table[field], table):
            yield field, *problem


def check_value(field: str, value: Any, table: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    if field == "name":
        return None if is_name(value) else ("name", {"value": shown(value), "most": LONGEST_NAME})
    if field == "families":
        most = 1 if table["condition"] == "fewer" else 2
        return None if are_families(value, most) else ("families", {"value": shown(value), "known": list(FAMILIES)})
    if field == "number":
        least, most = limits(table)
        good = type(value) is int and least <= value <= most
        return None if good else ("range", {"value": shown(value), "least": least, "most": most})
    known = {"stack": stacks(), "condition": list(CONDITIONS), "role": list(ROLES)}[field]
    return None if value in known else ("known", {"value": shown(value), "known": known})


def stacks() -> list[str]:
    return list(dict.fromkeys(stack for edition in STACKS.values() for stack in edition))


def is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME and bool(NAME.fullmatch(value))


def are_families(value: Any, most: int) -> bool:
    return (
        isinstance(value, list)
        and 1 <= len(value) <= most
        and all(value.count(family) == 1 and family in FAMILIES for family in value)
    )


def limits(table: dict[str, Any]) -> tuple[int, int]:
    """What the number may be, so that the mission can be fulfilled, and missed."""
    condition, role = table["condition"], table.get("role")
    if condition == "light_at_most":
        return 0, rules.FAMILIES - 1
    if condition == "role":
        return 1, rules.FAMILIES * (COPIES[ROLES.index(role)] if role in list(ROLES) else max(COPIES))
    return 1, sum(COPIES) if condition == "some_below" else rules.FAMILIES


# --- For the rules ---


def check_players(dealt: Sequence[Mission], edition: str, players: int) -> None:
    """There are enough in each stack, and not more than the rules have room for."""
    if len(dealt) > rules.MISSIONS:
        raise refusal("many", edition=edition, number=len(dealt), most=rules.MISSIONS)
    for stack in dict.fromkeys(STACKS[edition]):
        needed = players * STACKS[edition].count(stack)
        number = sum(mission.stack == stack for mission in dealt)
        if number < needed:
            raise refusal("few", stack=stack, players=players, needed=needed, number=number)


def fill(data: Records, edition: str, dealt: tuple[Mission, ...], points: int) -> None:
    """Write the edition's missions that may be dealt into the game's data."""
    record, stacks = data[0], sorted(set(STACKS[edition]))
    record["points"] = points
    record["deal"] = [stacks.index(stack) for stack in STACKS[edition]]
    record["missions"] = len(dealt)
    for number, mission in enumerate(dealt):
        families = [FAMILIES.index(family) for family in mission.families] or [0]
        record["stack"][number] = stacks.index(mission.stack)
        record["condition"][number] = CONDITIONS[mission.condition]
        record["family"][number] = (families[0], families[-1])
        record["role"][number] = ROLES.index(mission.role)
        record["number"][number] = mission.number
