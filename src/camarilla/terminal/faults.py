"""Faults of bots: written to a file beside the kept matches, not all over the screen."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from camarilla.bots.play import log
from camarilla.engine import folders

FILE = "bots.log"


class Faults(logging.FileHandler):
    """Counts what it is told, and writes it down. Where that is not possible, the match goes on all the same."""

    def __init__(self) -> None:
        super().__init__(folders.matches() / FILE, encoding="utf-8", delay=True)
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1
        with suppress(OSError):
            folders.matches().mkdir(parents=True, exist_ok=True)
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Nobody is told."""


@contextmanager
def log_faults() -> Iterator[Faults]:
    """Within this context."""
    faults, before = Faults(), log.propagate
    log.addHandler(faults)
    log.propagate = False
    try:
        yield faults
    finally:
        log.propagate = before
        log.removeHandler(faults)
        faults.close()
