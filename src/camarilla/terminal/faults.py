"""Faults of bots: written to a file beside the kept matches, not all over the screen; told, where they cost matches."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from camarilla.bots.bot import Bot
from camarilla.bots.own import Own
from camarilla.bots.play import log
from camarilla.bots.search import WORDS
from camarilla.engine import folders
from camarilla.engine.words import numeral
from camarilla.terminal.screen import Screen

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


def tell_forfeits(bots: Sequence[Bot], here: Screen) -> None:
    """Which bots of one's own have lost matches by their faults, and by which one first."""
    for bot in dict.fromkeys(bot for bot in bots if isinstance(bot, Own) and bot.faults):
        first = bot.faults[0].text(here.language)
        here.say(WORDS("own.forfeits", bot=bot.name, number=numeral(len(bot.faults)), problem=first), style="red")
