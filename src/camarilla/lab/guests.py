"""Bots that leave the table when nobody waits for the match any more: after Ctrl-C no thread thinks it to its end."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from camarilla.bots.bot import AtRandom, Bot, Quick, on_one_thread
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.record import Records
from camarilla.lab.crew import Crew, Threads


class CalledOff(Exception):
    """Nobody waits for the match any more."""


@dataclass(frozen=True)
class Guest(Bot):
    """The same player, until it is over."""

    bot: Bot
    over: threading.Event

    @property
    def name(self) -> str:
        return self.bot.name

    @property
    def sees_all(self) -> bool:  # type: ignore[override]
        return self.bot.sees_all

    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        return self.bot.action(game, world, seat, seed, until)

    def answer(self, match: Match, seat: int, seed: int, until: float = math.inf) -> int:
        if self.over.is_set():
            raise CalledOff
        return self.bot.answer(match, seat, seed, until)


@contextmanager
def invite(crew: Crew, bots: Sequence[Bot]) -> Iterator[tuple[Bot, ...]]:
    """The bots as long as the context lasts. Nobody has to wait for quick ones, nor for a crew that is elsewhere."""
    over = threading.Event()
    stay = AtRandom | Quick if isinstance(crew, Threads) else Bot
    try:
        yield tuple(bot if isinstance(bot, stay) else Guest(on_one_thread(bot), over) for bot in bots)
    finally:
        over.set()
