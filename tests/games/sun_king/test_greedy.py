"""The quick player of the Sun King: it plays by the rules, looks at no hidden card, and is better than chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla.engine.form import choose, legal, play, redeal, setup, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.runtime import bind
from camarilla.engine.stream import STEP, mix, scaled, start
from camarilla.games.sun_king import greedy, rules
from camarilla.games.sun_king.game import SunKing
from camarilla.lab.series import series
from tests.games.sun_king.positions import table as set_table
from tests.laws.cases import combinations

pytestmark = pytest.mark.xdist_group("greedy sun_king")  # so that its rules are compiled once

DECISIONS, ILLEGAL, WHIMS, PEEKS, STEPS = range(5)  # of `counts`; from STEPS on, how often each was asked
GREEDY = 0
SEED = 20_261_115


@rule
def try_choice(t, states, seat, action, choices, other, counts):
    """It is legal, the same whatever the table to scribble on holds, and when all that is hidden is dealt anew."""
    found = 0
    for i in range(legal(t, states[0], seat, choices)):
        found += choices[i] == action
    counts[ILLEGAL] += 1 - found
    for i in range(len(other)):
        other[i] = 7 * i - 300
    states[1] = states[0]
    counts[WHIMS] += choose(t, states[1], seat, GREEDY, other) != action
    redeal(t, states[1], seat, counts[DECISIONS])
    counts[PEEKS] += choose(t, states[1], seat, GREEDY, other) != action


@rule
def try_match(data, states, seed, choices, out, other, counts):
    """A match in which the player is asked everywhere; chance decides whether to follow."""
    t = data[0]
    s = states[0]
    s.random = start(seed)
    setup(t, s)
    chance = start(seed + 1)
    while waiting(t, s):
        seat = lowest(waiting(t, s))
        chance += STEP
        action = choices[scaled(mix(chance), legal(t, s, seat, choices))]
        counts[DECISIONS] += 1
        counts[STEPS + s.step] += 1
        chosen = choose(t, s, seat, GREEDY, out)
        try_choice(t, states, seat, chosen, choices, other, counts)
        chance += STEP
        play(t, s, seat, chosen if scaled(mix(chance), 4) else action)


@rule
def ask(data, states, seat, out):
    return choose(data[0], states[0], seat, GREEDY, out)


def scribble() -> Any:
    return np.zeros(rules.CHOICES, np.int64)


@pytest.mark.parametrize("chosen", list(combinations(SunKing.options)), ids=str)
def test_it_plays_by_the_rules_and_looks_at_nothing_hidden(chosen: dict[str, Any]) -> None:
    game = camarilla.game("sun_king", runtime="compiled", **chosen)
    counts, run = np.zeros(STEPS + rules.PAY + 1, np.int64), bind(try_match, greedy, game.runtime)
    for seed in range(60):
        run(game.data, np.zeros(2, rules.State), np.uint64(seed), scribble(), scribble(), scribble(), counts)
    assert counts[DECISIONS] > 2_000
    assert all(counts[STEPS:])
    assert (counts[ILLEGAL], counts[WHIMS], counts[PEEKS]) == (0, 0, 0)


@pytest.mark.parametrize("players", [2, 5])
def test_it_writes_to_nothing_but_its_table(players: int) -> None:
    game = camarilla.game("sun_king", players=players, runtime="compiled")
    asked = bind(ask, greedy, "compiled")
    for seed in range(5):
        match = game.new(seed)
        while match.waiting:
            seat = match.waiting[0]
            before = match.state.tobytes()
            action = asked(game.data, match.state, seat, scribble())
            assert match.state.tobytes() == before
            match.play(int(action), seat)


def test_both_runtimes_choose_alike() -> None:
    for players in (2, 4):
        fast, slow = (camarilla.game("sun_king", players=players, runtime=name) for name in ("compiled", "interpreted"))
        styles = ("greedy",) * players
        one, other = (series(game, SEED, 0, 1, styles=styles) for game in (fast, slow))
        assert np.array_equal(one.points, other.points) and np.array_equal(one.about, other.about)


def share(places: Any, seat: int) -> float:
    """Of victories; a shared one counts for its part."""
    won = places == 1
    return float((won[:, seat] / won.sum(axis=1)).mean())


def test_it_beats_chance() -> None:
    game = camarilla.game("sun_king", players=2, runtime="compiled")
    first, second = (series(game, SEED, 0, 500, styles=seats) for seats in (("greedy", "random"), ("random", "greedy")))
    assert (share(first.places, 0) + share(second.places, 1)) / 2 >= 0.93


def choice(match: Any) -> str:
    """What it does at a table that a test has set."""
    seat, game = match.waiting[0], match.game
    action = bind(ask, greedy, "interpreted")(game.data, match.state, seat, scribble())
    return str(game.write(match.state, seat, int(action)))


POSITIONS = [
    (lambda: set_table("y", "b b b", power="1 0", phase=3), "strike B"),  # who is eliminated
    (lambda: set_table("p p p p", "b b", gold="1 0", phase=3), "swap p"),  # for a blue one
    (lambda: set_table("b b p p p p", "p", discard="b"), "etiquette p"),  # for a blue one
]


@pytest.mark.parametrize(("setting", "move"), POSITIONS)
def test_it_knows_the_game(setting: Any, move: str) -> None:
    assert choice(setting()) == move
