"""Which quality cards bear a seal (SUN-4): `seals.toml`, or a file of the same form that somebody names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from camarilla.engine.data_file import OURS, DataFile
from camarilla.engine.errors import BadOption
from camarilla.games.sun_king.cards import COLOURS, COPIES, WORDS

FILE = Path(__file__).with_name("seals.toml")
CONTENT = re.compile(", ".join(rf"{colour} (\d{{1,2}})" for colour in COLOURS))
DATA = DataFile("seals", "SUN-4")


def sealed(chosen: str) -> list[int]:
    """How many cards of each colour bear a seal."""
    match = CONTENT.fullmatch(recorded(chosen))
    assert match
    return [int(number) for number in match.groups()]


def recorded(chosen: str) -> str:
    """The numbers as they are recorded, also if they are ours."""
    return read_file(str(FILE)) if chosen == OURS else chosen


def of_file(text: str) -> str:
    """What the file of that path says, in the form in which it is recorded, or "ours"; what has that form stays so."""
    match = CONTENT.fullmatch(text)
    written = write(dict(zip(COLOURS, map(int, match.groups()), strict=True))) if match else read_file(text)
    return OURS if written == recorded(OURS) else written


def read_file(path: str) -> str:
    table = DATA.read(path).get("sealed")
    if not isinstance(table, dict):
        raise refusal("table", path=path)
    return write(table)


def write(table: dict[str, Any]) -> str:
    """The numbers, once they have been checked: "blue 5, green 5, ..."."""
    if faults := [*check(table)]:
        raise DATA.refuse(faults)
    return ", ".join(f"{colour} {table[colour]}" for colour in COLOURS)


def check(table: dict[str, Any]) -> Iterator[BadOption]:
    for colour in table:
        if colour not in COLOURS:
            yield refusal("colour", colour=colour, known=list(COLOURS))
    for colour, cards in zip(COLOURS, COPIES, strict=True):
        if colour not in table:
            yield refusal("missing", colour=colour)
        elif type(number := table[colour]) is not int or not 0 <= number <= cards:
            yield refusal("number", colour=colour, value=number, cards=cards)


def refusal(key: str, **parts: Any) -> BadOption:
    return BadOption(WORDS(f"seals.{key}", **parts), DATA.clause)
