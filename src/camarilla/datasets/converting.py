"""From one form of data into another: records as JSON or lines of JSON, and their decisions as Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from camarilla.datasets.decisions import Decisions, note, schema, write_decisions
from camarilla.datasets.records import LINES, ONE, WORDS, Record, read_records, write_record, write_records
from camarilla.engine.errors import BadRecord
from camarilla.engine.match import Match
from camarilla.lab.results import Forms

Found = Iterable[tuple[Record, Match]]
Told = Callable[[int], None]  # how many records have been dealt with


def convert(path: Path, told: Told) -> Iterator[tuple[Record, Match]]:
    """The records of a file, one after the other; there must be some."""
    number = 0
    for number, one in enumerate(read_records(path), 1):
        yield one
        told(number)
    if not number:
        raise BadRecord(WORDS("records.none", path=str(path)))


def write_noted(found: Found, path: Path) -> None:
    """The decisions of all matches."""
    matches = (match for _, match in found)
    first = next(matches)

    def parts() -> Iterator[Decisions]:
        yield note(first)
        for number, match in enumerate(matches, 1):
            if describe(match) != describe(first):
                raise BadRecord(
                    WORDS("records.other", number=number + 1, found=describe(match), wanted=describe(first))
                )
            yield note(match, number)

    write_decisions(parts(), schema(first.game, None, ()), path)


def describe(match: Match) -> str:
    options = ", ".join(f"{name} {value}" for name, value in match.game.chosen.items())
    return f"{match.game.id} ({options})"


FORMS: Forms = {
    LINES: lambda found, path: write_records((record for record, _ in found), path),
    ONE: lambda found, path: write_record((record for record, _ in found), path),
    ".parquet": write_noted,
}
