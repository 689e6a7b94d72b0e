"""Files: matches as the JSON of `match.record()` with who plays, and results; written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from camarilla.engine import folders
from camarilla.engine.errors import CamarillaError, trouble
from camarilla.engine.match import Match
from camarilla.lab import results
from camarilla.terminal import WORDS
from camarilla.terminal.screen import Screen


class FileTrouble(CamarillaError):
    """A file that cannot be read or written."""


def write(path: Path, match: Match, players: Sequence[str]) -> None:
    """Save the match. Whoever looks finds the old file or the new one, never half of it."""
    text = json.dumps({**match.record(), "players": list(players)}, indent=1, ensure_ascii=False) + "\n"
    try:
        replace(path, text)
    except (OSError, ValueError) as problem:
        raise FileTrouble(WORDS("file.write", path=path, problem=trouble(problem, "no_folder"))) from None


def replace(path: Path, text: str) -> None:
    if path.is_dir():
        raise IsADirectoryError
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        raise FileTrouble(WORDS("file.read", path=path, problem=trouble(problem, "missing"))) from None


def exists(path: Path) -> bool:
    """Whether something would be replaced; what cannot be looked at fails later, when written."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


class Output:
    """The file that was asked for, if one was. What is wrong with it is found out now.

    It is written before anything of what it holds is said: whoever listens, such as `head`, may leave at any word.
    """

    def __init__(self, path: Path | None, forms: results.Forms, done: str = "file.results") -> None:
        self.path, self.done = path, done
        self.carry_out = results.writer(path, forms) if path else None

    def write(self, found: Any) -> None:
        if self.carry_out:
            self.carry_out(found)

    def tell(self, here: Screen) -> None:
        """That it is written, and where."""
        if self.path:
            here.say(WORDS(self.done, path=str(self.path)))


# --- What is kept without being asked ---


def new_path(game: str) -> Path:
    """A file of its own for a match that begins now."""
    return folders.matches() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"


def find_last() -> Path:
    """The match that was kept last."""
    kept = [path for folder in places() for path in folder.glob("*.json")]
    if not kept:
        raise FileTrouble(WORDS("resume.none", folder=folders.matches()))
    return max(kept, key=lambda path: path.stat().st_mtime_ns)


def is_ours(path: Path) -> bool:
    """Whether that is a file which we keep, and may write to."""
    return path.absolute().parent in places()


def places() -> set[Path]:
    """Where matches are kept, and where they were before somebody chose another folder."""
    return {folders.matches().absolute(), folders.customary().absolute()}


def keep(path: Path, match: Match, players: Sequence[str]) -> None:
    """Save a match in the folder of those being played."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise FileTrouble(WORDS("file.write", path=path, problem=trouble(problem, "no_folder"))) from None
    write(path, match, players)
