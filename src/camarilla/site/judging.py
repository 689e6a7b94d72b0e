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


@functools.lru_cache(maxsize=2)
def load_moments(record: str) -> tuple[Match, tuple[Moment, ...]]:
    match = load(record)
    prepare(match.game)  # a search goes through the rules so often that it waits for them
    return match, tuple(moments(match, match.game.seats))


def find_decisions(record: str) -> list[int]:
    """The numbers of the moves that were decisions."""
    return [moment.number for moment in load_moments(record)[1]]


def judge(record: str, number: int, iterations: int) -> list[float]:
    """The decision of that move."""
    moment = next(moment for moment in load_moments(record)[1] if moment.number == number)
    return review.pack(review.judge(moment, iterations, SEED))


def explain(record: str, numbers: list[float]) -> list[Message]:
    """Why a decision was a mistake."""
    return reasons(review.unpack(load_moments(record)[0], numbers), SEED)
