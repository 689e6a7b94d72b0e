"""An analysis made up for tests: it takes no thought."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from camarilla.analysis.review import moments
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES

BETTER = 0.75  # chances of winning with a good choice


def find_fault(match: Match, people: Container[int]) -> dict[str, Any]:
    """Every decision of a match was a mistake, later ones costlier: of all choices only the last other one was good."""
    decisions, why, ours = [], [], []
    for moment in moments(match, match.game.seats):
        choices = [choice.id for choice in moment.match.choices(moment.seat)]
        best = next(action for action in reversed(choices) if action != moment.action)
        cost = 0.1 + moment.number / 1000
        decisions.append([moment.number, best, BETTER - cost, BETTER, 0.001])
        losses = [[action, 0 if action == best else cost] for action in choices]
        why.insert(0, {"number": moment.number, "why": [dict.fromkeys(LANGUAGES, "for a reason.")], "losses": losses})
        ours += [moment.number] if moment.seat in people else []
    return {
        "decisions": decisions,
        "whole": len(decisions),
        "iterations": 10,
        "why": why,
        "people": ours,
        "broken": False,
    }
