"""Who plays what, in a form that can travel to another process: as it would be typed there."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from typing import Any

from camarilla.bots.bot import Bot
from camarilla.bots.ladder import find_bot, write_bot
from camarilla.bots.own import STRICT, Own, Terms
from camarilla.engine.game import Game
from camarilla.games import game as make_game


@dataclass(frozen=True)
class LineUp:
    """A game and bots for it."""

    game: Game
    bots: tuple[Bot, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(write_bot(self.game, bot) for bot in self.bots)

    @property
    def terms(self) -> Terms:
        return next((bot.terms for bot in self.bots if isinstance(bot, Own)), STRICT)

    @property
    def code(self) -> list[str]:
        """Of bots of somebody's own, which may change between two runs."""
        return [bot.code for bot in self.bots if isinstance(bot, Own)]

    def __reduce__(self) -> tuple[Any, ...]:
        return line_up, (self.game.id, json.dumps(self.game.recorded), self.names, self.terms)


@functools.lru_cache(maxsize=8)
def line_up(name: str, options: str, bots: tuple[str, ...], terms: Terms) -> LineUp:
    """The line-up there: made once in a process, for all tasks that come."""
    game = make_game(name, **json.loads(options))
    return LineUp(game, tuple(find_bot(game, bot, terms) for bot in bots))
