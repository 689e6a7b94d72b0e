"""The law of playing at the same time: who acts first makes no difference, unless both reach for the same pile."""

from __future__ import annotations

from itertools import combinations
from random import Random

from camarilla.engine.match import Choice, Match

SHARED = ("random", "left", "deck", "discard")  # what the piles are called in a state, where it has any


def order_does_not_matter(match: Match, chance: Random) -> int:
    """An action of each of two seats that wait, in both orders: the same bytes. How many such pairs there were."""
    found = 0
    for one, other in combinations(match.waiting, 2):
        first, second = action(match, one, chance), action(match, other, chance)
        if first and second:
            together, turned = played(match, first + second), played(match, second + first)
            assert together.state.tobytes() == turned.state.tobytes(), [choice.move for choice in first + second]
            found += 1
    return found


def action(match: Match, seat: int, chance: Random) -> list[Choice]:
    """Moves of the seat until the others may go on; none if that touches a pile, or if they cannot go on then."""
    after, others = match.copy(), {*match.waiting} - {seat}
    moves: list[Choice] = []
    while not moves or after.waiting == (seat,):
        moves.append(chance.choice(after.choices(seat)))
        after.play(moves[-1])
    alone = all(after.state[name].tobytes() == match.state[name].tobytes() for name in SHARED)
    return moves if alone and others <= {*after.waiting} else []


def played(match: Match, choices: list[Choice]) -> Match:
    after = match.copy()
    for choice in choices:
        after.play(choice)
    return after
