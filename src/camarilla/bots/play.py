"""Bots at a table: one decision of a match that people may sit at, or a whole match among themselves."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from camarilla.bots.bot import Bot, ask_bot, chance
from camarilla.bots.ladder import below
from camarilla.engine import calls
from camarilla.engine.game import Game
from camarilla.engine.match import Choice, Match
from camarilla.engine.playout import lowest
from camarilla.engine.record import empty

log = logging.getLogger("camarilla.bots")
PATIENCE = 20.0  # seconds that a bot may take for a decision


def decide(match: Match, seat: int, bot: Bot, seed: int | None = None, patience: float = PATIENCE) -> Choice:
    """The bot's choice for a seat that is to move.

    It never fails and never stalls: a bot that breaks down, does what is not allowed or takes too long is replaced for
    this move by the level below it, and the fault is logged. The last resort is the first choice there is.
    """
    choices = match.choices(match.acting(seat))
    seed = chance(match.seed or 0, seat, len(match.steps)) if seed is None else seed
    for one in (bot, *below(match.game, bot)):
        try:
            action = in_time(one, match, seat, seed, patience)
            return next(choice for choice in choices if choice.id == action)
        except Exception:
            log.exception("%s failed in %r, seat %s; the level below takes over for this move", one.name, match, seat)
    return choices[0]


def in_time(bot: Bot, match: Match, seat: int, seed: int, patience: float) -> int:
    """The bot's decision. It thinks in a thread of its own, which is left to itself when time is up."""
    until, answer = time.monotonic() + patience, Future[int]()

    def think() -> None:
        try:
            answer.set_result(ask_bot(bot, match.game, match.state, seat, seed, until))
        except Exception as fault:
            answer.set_exception(fault)

    threading.Thread(target=think, name=f"bot {bot.name}", daemon=True).start()
    return answer.result(patience if math.isfinite(patience) else None)


@dataclass(frozen=True)
class Result:
    """Of a whole match: points and places by seat, and how it went."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    decisions: int  # choices among two or more that matter
    moves: int
    first: int  # the seat that began


def play_match(game: Game, seed: int, bots: Sequence[Bot]) -> Result:
    """The bots among themselves, one in each seat. Whatever fails here is an error: nobody is waiting for a move."""
    state, movers, decisions = empty(game.rules.State), list[int](), 0
    game.call(calls.setup, state, np.uint64(seed))
    while seats := int(game.call(calls.waiting, state)):
        seat = lowest(seats)
        decisions += game.call(calls.indifferent, state, seat) < 0 and len(game.legal(state, seat)) > 1
        action = ask_bot(bots[seat], game, state, seat, chance(seed, seat, len(movers)))
        game.call(calls.play, state, seat, action)
        movers.append(seat)
    return Result(*game.score(state), decisions, len(movers), movers[0])
