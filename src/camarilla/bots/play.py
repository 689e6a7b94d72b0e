"""Bots at a table: one decision of a match that people may sit at, or a whole match among themselves."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

from camarilla.bots.bot import Bot, chance, open_actions
from camarilla.bots.ladder import below
from camarilla.bots.own import BotFault, Forfeit, Own, illegal
from camarilla.bots.patience import PATIENCE, in_time
from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import Game
from camarilla.engine.match import Choice, Match

log = logging.getLogger("camarilla.bots")


def decide(match: Match, seat: int, bot: Bot, seed: int | None = None, patience: float = PATIENCE) -> Choice:
    """The bot's choice for a seat that is to move.

    It never fails and never stalls: a bot that breaks down, does what is not allowed or takes too long is replaced for
    this move by the level below it, and the fault is logged. The last resort is the first choice there is. Only who
    plays by code of their own wants to know: a fault of such a bot is raised.
    """
    choices = match.choices(match.acting(seat))
    seed = chance(match.seed or 0, seat, len(match.steps)) if seed is None else seed
    for one in (bot, *below(match.game, bot)):
        try:
            action = answer_in_time(one, match, seat, seed, patience)
            return next(choice for choice in choices if choice.id == action)
        except BotFault:
            raise
        except Exception:
            log.exception("%s failed in %r, seat %s; the level below takes over for this move", one.name, match, seat)
    return choices[0]


def answer_in_time(bot: Bot, match: Match, seat: int, seed: int, patience: float) -> int:
    if isinstance(bot, Own):  # which looks at the clock itself
        return bot.answer(match, seat, seed)
    until = time.monotonic() + patience
    return in_time(lambda: bot.answer(match, seat, seed, until), bot.name, patience)


@dataclass(frozen=True)
class Result:
    """Of a whole match: points and places by seat, and how it went."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    decisions: int  # choices among two or more that matter
    moves: int
    first: int  # the seat that began
    actions: tuple[int, ...]  # all moves, each of the first seat that might act


def play_match(game: Game, seed: int, bots: Sequence[Bot]) -> Result:
    """The bots among themselves, one in each seat. Whatever fails here is an error: nobody is waiting for a move."""
    match, decisions = game.new(seed), 0
    while waiting := match.waiting:
        seat = waiting[0]
        decisions += len(open_actions(game, match.state, seat)) > 1
        try:
            play_answer(match, seat, bots[seat], chance(seed, seat, len(match.steps)))
        except Forfeit:
            return lose(match, seat, decisions)
    return end_match(match, *game.score(match.state), decisions, match.steps[0].seat)


def play_answer(match: Match, seat: int, bot: Bot, seed: int) -> None:
    """Ask a bot and do what it says, if that is a move."""
    action = bot.answer(match, seat, seed)
    try:
        match.step(action, seat)
    except IllegalMove as problem:
        raise illegal(bot, match, seat, action, problem) from None


def lose(match: Match, loser: int, decisions: int) -> Result:
    """A match that a seat has forfeited ends at once: all others share the victory, and nobody has points."""
    places = [1] * match.game.players
    places[loser] = match.game.players
    first = match.steps[0].seat if match.steps else loser
    return end_match(match, (0,) * match.game.players, tuple(places), decisions, first)


def end_match(match: Match, points: tuple[int, ...], places: tuple[int, ...], decisions: int, first: int) -> Result:
    return Result(points, places, decisions, len(match.steps), first, tuple(step.action for step in match.steps))
