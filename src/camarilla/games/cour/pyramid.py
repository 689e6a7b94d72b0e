"""The places of a pyramid (COR-27, COR-30): their names, and which lie above and below one another."""

from __future__ import annotations

from typing import Any

from camarilla.engine.record import Records
from camarilla.games.cour import rules

ROW_LETTERS = "abcde"
STARTS = (0, 5, 9, 12, 14)  # the first place of each row
ROW_OF = tuple(row for row in range(rules.ROWS) for _ in range(rules.ROWS - row))
COLUMN_OF = tuple(place - STARTS[row] for place, row in enumerate(ROW_OF))
NAMES = tuple(f"{ROW_LETTERS[row]}{column + 1}" for row, column in zip(ROW_OF, COLUMN_OF, strict=True))


def places(base: int) -> list[int]:
    """The places of a pyramid with this base, from the base row on."""
    return [place for place in range(rules.PLACES) if ROW_OF[place] + COLUMN_OF[place] < base]


def at(base: int, row: int, column: int) -> int:
    """The place in this row and column, or -1."""
    return STARTS[row] + column if 0 <= row < base and 0 <= column < base - row else rules.NONE


def fill(data: Records, base: int) -> None:
    """Write which places there are, and their neighbours, into the record that the rules read."""
    record, there = data[0], places(base)
    record["width"], record["places"] = base, len(there)
    record["place"][: len(there)] = there
    for name in ("child", "left_parent", "right_parent"):
        record[name] = rules.NONE
    for place in there:
        row, column = ROW_OF[place], COLUMN_OF[place]
        record["row"][place] = row
        record["child"][place] = at(base, row - 1, column)
        record["left_parent"][place] = at(base, row + 1, column - 1)
        record["right_parent"][place] = at(base, row + 1, column)


def labels(record: Any, kind: int) -> tuple[int, int]:
    """What a card goes by, and what it bears for its parents (COR-28); `inverted` turns most cards round (COR-31)."""
    own, base = int(record["type"][kind]), int(record["base"][kind])
    needed = rules.ANYTHING if base == rules.NEUTRAL else base
    upside_down = own == rules.ROGUE or base == rules.NEUTRAL
    return (own, base) if record["inverted"] and not upside_down else (needed, own)
