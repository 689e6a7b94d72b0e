"""Pasts drawn by chance: all that may have been are equally likely. That they lead to the world is a law."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

from camarilla.engine.match import Match
from camarilla.engine.past import states
from camarilla.games import game
from camarilla.games.medici.pasts import House
from camarilla.testing.walks import walk

HELD = [100, 101, 102, 103, 104]  # told apart, as ranks are not
DRAWS = 4_000


def test_every_order_in_which_cards_may_have_come_is_as_likely() -> None:
    match = next(one for one in walk(game("medici", runtime="interpreted"), 1, 3) if len(uses(one)) == 3)
    house = House(states(match), [step.seat for step in match.steps], [step.action for step in match.steps], 0)
    found = Counter(house.draw_row(HELD, random.Random(seed)).index(HELD[0]) for seed in range(DRAWS))
    cards = [*(card for card, _ in house.early), *HELD]
    rows = [row for row in permutations(range(8)) if all(row[i] < 5 + i for i in range(3))]  # the place of each card
    expected = Counter(row[3] for row in rows)
    assert len(cards) == 8
    for place in range(8):
        assert abs(found[place] / DRAWS - expected[place] / len(rows)) < 0.03


def uses(match: Match) -> list[int]:
    """The cards that seat 0 has taken, when it is not in the middle of a turn."""
    steps = match.steps
    taken = [step.action for step in steps if step.seat == 0 and step.action < 13]
    return taken if steps and steps[-1].seat == 1 else []
