"""Random matches of every game, judged move for move by a second implementation (tests/referee)."""

from __future__ import annotations

import random
from typing import Any

from camarilla.engine.game import Game
from tests.laws.cases import matches_of_every_game_of_ours
from tests.referee.perft import REFEREES

MATCHES = 3  # with the usual options; in a sweep, with each choice of options


@matches_of_every_game_of_ours(MATCHES)
def test_the_referee_agrees_move_for_move(game: Game, matches: int) -> None:
    judge(game, random.Random(str(game.chosen)), matches)


def judge(game: Game, chance: random.Random, matches: int) -> None:
    """Play so many random matches, and ask the referee about every choice, position and score."""
    for _ in range(matches):
        match = game.new(chance.getrandbits(64))
        referee = REFEREES[game.id](match.position())
        while not referee.over:
            assert match.waiting == referee.waiting
            for seat in match.waiting:
                offered = [choice.move for choice in match.choices(seat)]
                assert len(set(offered)) == len(offered) and set(offered) == referee.choices(seat)
            seat = chance.choice(referee.waiting)
            move = chance.choice(sorted(referee.choices(seat)))
            match.play(move, seat)
            referee.play(move, seat=seat, after=match.position())
            assert judged(match.position(), referee) == judged(referee.position(), referee)
        assert match.over
        assert (list(match.scores or ()), list(match.places or ())) == (referee.scores(), referee.places())


def judged(position: dict[str, Any], referee: Any) -> dict[str, Any]:
    """What the referee judges: no referee knows of chance, or of what a seat remembers."""
    left_out = {"stream", *getattr(referee, "LEFT_OUT", ())}
    return {key: value for key, value in position.items() if key not in left_out}
