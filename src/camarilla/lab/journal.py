"""The journal of a tournament: a line a match as it ends, so that the tournament can be stopped, resumed and prolonged.

The first line says which tournament it is. What was being written when the machine stopped is the end of the file
without a line's end: it is cut off, and that match is played again.
"""

from __future__ import annotations

import json
import math
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

import numpy as np

from camarilla.engine.errors import BadOption, trouble
from camarilla.engine.words import Words, of_package
from camarilla.games import kind
from camarilla.lab import results

WORDS = of_package(__file__, "arena.toml")

LONG = 60  # characters
EVERY = 1.0  # seconds between two times that what was written is brought to the disk, which takes a while
Number = tuple[int, int]  # of a match: its deal, and its seating
Outcome = list[list[int]]  # points by seat, and places by seat


def journal_of(path: Path) -> Path:
    """Where the journal of the results in that file lies. It stays there, for the day when more deals are wanted."""
    return path.with_name(f"{path.name}.journal")


class Journal:
    """The results that are in it, and those to come; `about` says which tournament they have to be of."""

    words: ClassVar[Words] = WORDS  # in which a journal of something else is refused

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.path, self.about = path, json.loads(json.dumps(about))
        self.results: dict[Number, Outcome] = {}
        self.safe = -math.inf  # when it was last on disk, whatever happens to the machine
        try:
            whole = self.read(path.read_bytes() if path.exists() else b"")
            self.file = path.open("ab")
            self.file.truncate(len(whole))
        except OSError as problem:
            raise self.unwritable(problem) from None
        if not whole:
            self.write(self.about)

    def read(self, text: bytes) -> bytes:
        """Take in the results; the lines that are whole."""
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and not line_of(self.about).startswith(text):
            raise self.foreign(1)
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                self.take(json.loads(line)) if number > 1 else self.compare(json.loads(line))
            except BadOption:
                raise
            except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
                raise self.foreign(number) from None
        return whole

    def compare(self, found: dict[str, Any]) -> None:
        """The journal of another tournament is left alone, and what differs is named. An option that came later was as
        usual."""
        later = {*self.about} - {*found}
        usual = {option.name: option.default for option in kind(self.about["game"]).options} if later else {}
        there = usual | found
        for name, value in self.about.items():
            if there[name] != value:
                parts = {"name": name, "there": shorten(there[name]), "here": shorten(value)}
                raise BadOption(self.words("journal.other", path=str(self.path), **parts))

    def take(self, line: list[Any]) -> None:
        deal, seating, *outcome = line
        by_seat = np.array(outcome, np.int16).reshape(2, self.about["players"])
        self.results[int(deal), int(seating)] = by_seat.tolist()

    def foreign(self, line: int) -> BadOption:
        return BadOption(self.words("journal.foreign", path=str(self.path), line=line))

    def add(self, number: Number, outcome: Outcome) -> None:
        self.write([*number, *outcome])

    def write(self, content: Any) -> None:
        try:
            self.file.write(line_of(content))
            self.file.flush()
            if time.monotonic() >= self.safe + EVERY:
                os.fsync(self.file.fileno())
                self.safe = time.monotonic()
        except OSError as problem:
            raise self.unwritable(problem) from None

    def unwritable(self, problem: OSError) -> BadOption:
        return BadOption(results.WORDS("out.unwritable", path=str(self.path), problem=trouble(problem, "no_folder")))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, where: TracebackType | None
    ) -> None:
        self.file.close()


def line_of(content: Any) -> bytes:
    return json.dumps(content).encode() + b"\n"


def shorten(value: Any) -> str:
    """As it is typed, unless that is too long to be read."""
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= LONG else f"{text[:LONG]}…"
