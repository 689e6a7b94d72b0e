"""Hints: what a seat could do now, the best first, each with the share of the victory to be expected of it."""

from __future__ import annotations

from camarilla.bots.continuation import Continuation
from camarilla.bots.ladder import adviser
from camarilla.bots.search import check
from camarilla.engine.match import Choice, Hint, Match

FORCED = 1_000  # iterations that are enough where nothing is to be chosen


def hints(match: Match, seat: int | None = None, iterations: int | None = None, seed: int = 0) -> list[Hint]:
    """The seat's choices, the best first. Where nothing is to be decided: the one choice that will do."""
    seat = match.acting(seat)
    bot = adviser(match.game, iterations)
    check(match, seat, bot.iterations)
    choices = {choice.id: choice for choice in match.choices(seat)}
    spared = match.indifferent(seat)
    if spared or len(choices) == 1:
        return [without_alternative(match, spared or next(iter(choices.values())), bot.iterations, seed)]
    thoughts = bot.weigh(match.game, match.state, seat, seed)
    return [Hint(choices[thought.action], thought.won, thought.visits) for thought in thoughts]


def without_alternative(match: Match, choice: Choice, iterations: int, seed: int) -> Hint:
    """Nothing is to be chosen: the search begins after it."""
    following = Continuation(match.game, match.state, choice.seat, choice.id, min(iterations, FORCED), seed)
    return Hint(choice, float(following.shares[following.later].mean()), len(following.shares))
