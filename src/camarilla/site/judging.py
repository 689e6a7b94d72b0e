"""What the thinkers do for an analysis, a decision at a time. They know the match from its record, and no database."""

from __future__ import annotations

import functools

from camarilla.analysis import review
from camarilla.analysis.reasons import reasons
from camarilla.analysis.review import Moment, moments
from camarilla.engine.compiling import prepare
from camarilla.engine.match import Match
from camarilla.engine.words import Message
from camarilla.games import load

SEED = 0  # of what the analysis leaves to chance
GOLDEN = (5**0.5 - 1) / 2  # multiples of it, less what is whole in them, fill the range from 0 to 1 evenly


@functools.lru_cache(maxsize=2)
def load_moments(record: str) -> tuple[Match, tuple[Moment, ...]]:
    match = load(record)
    prepare(match.game)  # a search goes through the rules so often that it waits for them
    return match, tuple(moments(match, match.game.seats))


def find_decisions(record: str) -> list[int]:
    """The numbers of the moves that were decisions, in the order in which they are judged: scattered, so that the first
    ones are like the others, and tell how long the rest will take. Early moves take longer than late ones."""
    numbers = [moment.number for moment in load_moments(record)[1]]
    return sorted(numbers, key=lambda number: number * GOLDEN % 1)


def judge(record: str, number: int, iterations: int) -> list[float]:
    """The decision of that move."""
    moment = next(moment for moment in load_moments(record)[1] if moment.number == number)
    return review.pack(review.judge(moment, iterations, SEED))


def explain(record: str, numbers: list[float]) -> tuple[list[Message], dict[int, float]]:
    """Why a decision was a mistake, and what would have been lost with each choice that there was."""
    decision = review.unpack(load_moments(record)[0], numbers)
    return reasons(decision, SEED), review.losses(decision, SEED)
