"""Scores explained: the entries add up."""

from __future__ import annotations

import random

import pytest

import camarilla
from camarilla.engine.words import LANGUAGES


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["rulebook", "published"])
@pytest.mark.parametrize("double", [True, False])
def test_entries_add_up_to_the_score(players: int, edition: str, double: bool) -> None:
    options = {"players": players, "edition": edition, "nobles_count_double_in_missions": double}
    game = camarilla.game("courtisans", runtime="interpreted", **options)
    for seed in range(10):
        match, chance = game.new(seed), random.Random(seed)
        while match.waiting:
            match.play(chance.choice(match.choices()))
        account = game.account(match.state)
        assert tuple(sum(points for _, points in entries) for entries in account) == match.scores
        assert all(saying.text(language) for entries in account for saying, _ in entries for language in LANGUAGES)
        assert all(len(entries) >= 2 for entries in account)
