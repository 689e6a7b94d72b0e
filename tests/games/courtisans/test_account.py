"""Scores explained: the lines add up."""

from __future__ import annotations

import random

import pytest

import camarilla
from camarilla.engine.words import LANGUAGES


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["rulebook", "published"])
@pytest.mark.parametrize("double", [True, False])
def test_lines_add_up_to_the_score(players: int, edition: str, double: bool) -> None:
    options = {"players": players, "edition": edition, "nobles_count_double_in_missions": double}
    game = camarilla.game("courtisans", runtime="interpreted", **options)
    for seed in range(10):
        match, chance = game.new(seed), random.Random(seed)
        while match.waiting:
            match.play(chance.choice(match.choices()))
        account = match.account()
        assert tuple(sum(line.points for line in lines) for lines in account) == match.scores
        assert all(line.message.text(language) for lines in account for line in lines for language in LANGUAGES)
        assert all(len(lines) >= 2 for lines in account)
