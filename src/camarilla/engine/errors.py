"""Errors that people read: each is a message, in either language, and names the clause if a rule forbids it."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from functools import reduce

from camarilla.engine.words import ENGINE, Message


class BadGame(TypeError):
    """A game that is not of the form. Only who writes games ever reads it."""


class CamarillaError(ValueError):
    """Something that was asked for cannot be done; nothing was changed."""

    def __init__(self, message: Message, clause: str | None = None) -> None:
        self.message, self.clause = message, clause
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        said = self.message.text(language)
        return f"{said} ({self.clause})" if self.clause else said


class UnknownGame(CamarillaError):
    """No game of that name."""


class BadOption(CamarillaError):
    """An option that the game does not have, or a value that the option cannot take."""


def list_faults(faults: Sequence[BadOption]) -> Message:
    """A line each."""
    lines = [
        ENGINE("data.cited", problem=one.message, clause=one.clause) if one.clause else one.message for one in faults
    ]
    return reduce(lambda one, other: ENGINE("data.lines", one=one, other=other), lines)


def trouble(problem: Exception, if_missing: str) -> Message | str:
    """What the system complains about a file, in words; `if_missing` is the word for what is not there."""
    known = {
        FileNotFoundError: if_missing,
        NotADirectoryError: if_missing,
        IsADirectoryError: "folder",
        FileExistsError: "not_folder",
        PermissionError: "forbidden",
        UnicodeDecodeError: "not_text",
        ValueError: "name",
    }
    if getattr(problem, "errno", None) == errno.ENOSPC:
        return ENGINE("trouble.full")
    for kind, word in known.items():
        if isinstance(problem, kind):
            return ENGINE(f"trouble.{word}")
    return getattr(problem, "strerror", None) or str(problem)


class IllegalMove(CamarillaError):
    """A move that the rules forbid, that cannot be read, or that is not this seat's to make."""


class CannotUndo(CamarillaError):
    """A step that cannot be taken back."""


class BadRecord(CamarillaError):
    """A record that cannot be loaded."""


class OtherRules(BadRecord):
    """A match that was played by other rules than these, which cannot replay it."""


class BadPosition(CamarillaError):
    """A position that no match could be in."""


class UnknownClause(CamarillaError):
    """The rulebook has no such clause."""
