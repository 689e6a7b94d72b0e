"""A file of data that an option takes in place of ours: read, refused with all that is wrong with it, kept in records.

A record holds what the file says, under its hash: so it re-plays anywhere, and one that somebody has changed is told.
"""

from __future__ import annotations

import re
import reprlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from camarilla.engine.errors import BadOption, list_faults
from camarilla.engine.words import ENGINE, Message

OURS = "ours"
SEALED = "sha256:"
SEAL = re.compile(rf"{SEALED}([0-9a-f]{{64}})\n(.*)", re.DOTALL)
LARGEST = 1_000_000  # bytes
MOST_FAULTS = 20  # that are told at once


def shown(value: object) -> str:
    """A value as somebody wrote it, on one line and not too long."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = 100
    try:
        return short.repr(value)
    except ValueError:  # a number of thousands of digits
        return "..."


def source_of(text: str) -> str | Message:
    """Where what the option was given comes from, for a refusal."""
    return ENGINE("data.recorded") if text.startswith(SEALED) else shown(text)


def sealed(text: str) -> str:
    """What a file says, as it is recorded."""
    return f"{SEALED}{sha256(text.encode()).hexdigest()}\n{text}"


@dataclass(frozen=True)
class DataFile:
    option: str  # that takes it
    clause: str  # that says what it may say
    known: tuple[str, ...] = (OURS,)  # what it takes besides, by name

    def refusal(self, key: str, **parts: Any) -> BadOption:
        return BadOption(ENGINE(f"data.{key}", option=self.option, **parts), self.clause)

    def read(self, text: str) -> dict[str, Any]:
        """What the option was given: a recorded text, or the path of a file."""
        content = self.unseal(text) if text.startswith(SEALED) else self.content(text)
        return self.parse(content, source_of(text))

    def unseal(self, text: str) -> str:
        match = SEAL.fullmatch(text)
        if not match or sha256(match[2].encode(errors="replace")).hexdigest() != match[1]:
            raise self.refusal("hash")
        return match[2]

    def content(self, name: str) -> str:
        source, path = shown(name), Path(name)
        try:
            path = path.expanduser()
            size = path.stat().st_size if path.is_file() else None
        except (OSError, RuntimeError, ValueError):  # no path can be so, or there is no such home folder
            size = None
        if size is None:
            raise self.refusal("missing", source=source, known=list(self.known))
        if size > LARGEST:
            raise self.refusal("large", source=source, most=LARGEST)
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except OSError:
            raise self.refusal("unreadable", source=source) from None
        except UnicodeDecodeError:
            raise self.refusal("text", source=source) from None
        if not text.strip():
            raise self.refusal("empty", source=source)
        return text

    def parse(self, text: str, source: str | Message) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            said, _, place = str(problem).rpartition(" (at ")
            line = re.match(r"line (\d+)", place)
            number = line[1] if line else len(text.rstrip().splitlines())
            raise self.refusal("toml", source=source, line=number, problem=said) from None
        except (ValueError, RecursionError):
            raise self.refusal("odd", source=source) from None

    def refuse(self, faults: Sequence[BadOption]) -> BadOption:
        """All mistakes at once, a line each, as many as fit on a screen, so that nobody mends a file line by line."""
        if len(faults) == 1:
            return faults[0]
        told = list_faults(faults[:MOST_FAULTS])
        return BadOption(ENGINE("data.several", option=self.option, number=len(faults), problems=told))
