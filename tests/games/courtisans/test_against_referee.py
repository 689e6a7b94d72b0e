"""Random matches, judged move for move by a second implementation (tests/referee)."""

from __future__ import annotations

import random
from itertools import product

import pytest

import camarilla
from tests.referee.courtisans import Referee

OPTIONS = list(product((2, 3, 4, 5), ("rulebook", "published"), (True, False)))
MATCHES = 3  # with each choice of options


@pytest.mark.parametrize(("players", "edition", "double"), OPTIONS)
def test_the_referee_agrees_move_for_move(players: int, edition: str, double: bool) -> None:
    chosen = {"players": players, "edition": edition, "nobles_count_double_in_missions": double}
    game, chance = camarilla.game("courtisans", runtime="compiled", **chosen), random.Random(str(chosen))
    for _ in range(MATCHES):
        match = game.new(chance.getrandbits(64))
        referee = Referee(match.position())
        while not referee.over:
            assert match.waiting == (referee.mover,)
            offered = [choice.move for choice in match.choices()]
            assert len(set(offered)) == len(offered) and set(offered) == referee.choices()
            move = chance.choice(sorted(offered))
            match.play(move)
            referee.play(move)
            assert match.position() == referee.position()
        assert match.over
        assert (list(match.scores or ()), list(match.places or ())) == (referee.scores(), referee.places())
