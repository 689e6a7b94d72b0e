"""Every law of `camarilla.testing` is kept by every game, with every value of every option."""

import pytest

from camarilla.engine.errors import BadGame
from camarilla.engine.game import Game
from camarilla.testing import EVERY, Law, cases, try_out
from camarilla.testing.laws import MATCHES
from tests.laws.cases import matches_of_every_game
from tests.toy.game import PocketCourt


@pytest.mark.parametrize("law", EVERY, ids=lambda law: law.name)
@matches_of_every_game(MATCHES)
def test_the_law_is_kept(game: Game, matches: int, law: Law) -> None:
    try_out(law, game, matches)


def test_few_combinations_bring_every_two_values_together() -> None:
    every = [(a, b, c, d) for a in range(5) for b in range(3) for c in range(3) for d in range(2)]
    chosen = list(cases.pairwise(every))
    assert len(chosen) < 25
    assert set().union(*map(cases.pairs, chosen)) == set().union(*map(cases.pairs, every))


def test_a_game_that_tells_the_laws_nothing_is_told_to() -> None:
    stranger = type("Stranger", (PocketCourt,), {"__module__": "camarilla.engine.game", "rules": PocketCourt.rules})
    with pytest.raises(BadGame, match=r"no module camarilla.engine.testing"):
        stranger.testing  # noqa: B018  # it is looked for when it is first needed
