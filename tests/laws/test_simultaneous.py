"""Playing at the same time, in every game where several may wait."""

import pytest

from camarilla.engine.game import Game
from tests.laws.cases import cases, matches
from tests.laws.simultaneous import order_does_not_matter
from tests.laws.walks import luck_in, some, walk

TOGETHER = [case for case in cases() if case.values[0].chosen.get("turns") == "simultaneous"]


@pytest.mark.parametrize("game", TOGETHER)
@matches(3)
def test_who_acts_first_makes_no_difference(game: Game, seed: int, luck: int) -> None:
    chance = luck_in(game, luck)
    assert sum(order_does_not_matter(match, chance) for match in some(walk(game, seed, luck), luck, 40))
