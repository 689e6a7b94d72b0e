"""The law of playing at the same time: who acts first makes no difference, unless both reach for what they share."""

from __future__ import annotations

from itertools import combinations
from random import Random

from camarilla.engine.game import Game
from camarilla.engine.match import Choice, Match
from camarilla.testing.walks import luck_in, some, walk


def who_acts_first_makes_no_difference(game: Game, seed: int, luck: int) -> None:
    """Of a match in which several seats wait at once there are actions that can be tried in both orders."""
    together = [match for match in walk(game, seed, luck) if len(match.waiting) > 1]
    if together:
        chance = luck_in(game, luck)
        assert sum(order_does_not_matter(match, chance) for match in some(together, luck, 40))


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
    """Moves of the seat until the others may go on; none if that touches what is shared, or if they cannot then."""
    after, others = match.copy(), {*match.waiting} - {seat}
    moves: list[Choice] = []
    while not moves or after.waiting == (seat,):
        moves.append(chance.choice(after.choices(seat)))
        after.play(moves[-1])
    shared = ("random", *match.game.testing.SHARED)
    alone = all(after.state[name].tobytes() == match.state[name].tobytes() for name in shared)
    return moves if alone and others <= {*after.waiting} else []


def played(match: Match, choices: list[Choice]) -> Match:
    after = match.copy()
    for choice in choices:
        after.play(choice)
    return after
