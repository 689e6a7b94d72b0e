"""Which quality cards bear a seal (SUN-4): `seals.toml`, or a file of the same form that somebody names."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from camarilla.engine.errors import BadOption
from camarilla.games.sun_king.cards import COLOURS, COPIES, WORDS

OURS = "ours"
FILE = Path(__file__).with_name("seals.toml")
CONTENT = re.compile(", ".join(rf"{colour} (\d{{1,2}})" for colour in COLOURS))
LARGEST = 100_000  # bytes; more than anybody would write by hand
CLAUSE = "SUN-4"


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
    table = parsed(path).get("sealed")
    if not isinstance(table, dict):
        raise refusal("table", path=path)
    for colour in table:
        if colour not in COLOURS:
            raise refusal("colour", colour=colour, known=list(COLOURS))
    for colour in COLOURS:
        if colour not in table:
            raise refusal("missing", colour=colour)
    return write(table)


def parsed(name: str) -> dict[str, Any]:
    try:
        path = Path(name).expanduser()
        if not path.is_file() or path.stat().st_size > LARGEST:
            raise refusal("file", path=name, known=OURS)
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, RuntimeError):  # it cannot be read; or there is no such home folder
        raise refusal("file", path=name, known=OURS) from None
    except tomllib.TOMLDecodeError as problem:
        raise refusal("toml", path=name, problem=str(problem)) from None
    except BadOption:
        raise
    except ValueError:  # it is not text, or the path cannot be one
        raise refusal("file", path=name, known=OURS) from None


def write(table: dict[str, Any]) -> str:
    """The numbers, once they have been checked: "blue 5, green 5, ..."."""
    for colour, cards in zip(COLOURS, COPIES, strict=True):
        number = table[colour]
        if type(number) is not int or not 0 <= number <= cards:
            raise refusal("number", colour=colour, value=number, cards=cards)
    return ", ".join(f"{colour} {table[colour]}" for colour in COLOURS)


def refusal(key: str, **parts: Any) -> BadOption:
    return BadOption(WORDS(f"seals.{key}", **parts), CLAUSE)
