"""The quick player of Courtisans: it plays by the rules, looks at no hidden card, and is better than chance."""

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
from camarilla.games.courtisans import greedy, rules
from camarilla.games.courtisans.game import Courtisans
from camarilla.lab.series import series
from tests.laws.cases import combinations

pytestmark = pytest.mark.xdist_group("greedy_courtisans")  # so that its rules are compiled once

DECISIONS, KILLS, ILLEGAL, WHIMS, PEEKS = range(5)  # of `counts`
SEED = 20_261_115
GREEDY = 0


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
    for deal in range(2):
        redeal(t, states[1], seat, 2 * counts[DECISIONS] + deal)
        counts[PEEKS] += choose(t, states[1], seat, GREEDY, other) != action


@rule
def try_match(data, states, seed, choices, out, other, counts):
    """A match in which the player is asked everywhere; chance decides whether to follow it."""
    t = data[0]
    s = states[0]
    s.random = start(seed)
    setup(t, s)
    chance = start(seed + 1)
    while waiting(t, s):
        seat = lowest(waiting(t, s))
        chance += STEP
        action = choices[scaled(mix(chance + STEP), legal(t, s, seat, choices))]
        counts[DECISIONS] += 1
        counts[KILLS] += s.assassin > 0
        chosen = choose(t, s, seat, GREEDY, out)
        try_choice(t, states, seat, chosen, choices, other, counts)
        play(t, s, seat, chosen if scaled(mix(chance), 2) else action)


@rule
def ask(data, states, seat, out):
    return choose(data[0], states[0], seat, GREEDY, out)


def table() -> Any:
    return np.zeros(rules.CHOICES, np.int64)


@pytest.mark.parametrize("chosen", list(combinations(Courtisans.options)), ids=str)
def test_it_plays_by_the_rules_and_looks_at_nothing_hidden(chosen: dict[str, Any]) -> None:
    game = camarilla.game("courtisans", runtime="compiled", **chosen)
    counts, run = np.zeros(5, np.int64), bind(try_match, greedy, "compiled")
    for seed in range(40):
        run(game.data, np.zeros(2, rules.State), np.uint64(seed), table(), table(), table(), counts)
    assert counts[DECISIONS] > 2_400 and counts[KILLS] > 200
    assert (counts[ILLEGAL], counts[WHIMS], counts[PEEKS]) == (0, 0, 0)


@pytest.mark.parametrize("players", [2, 5])
def test_it_writes_to_nothing_but_its_table(players: int) -> None:
    game = camarilla.game("courtisans", players=players, runtime="compiled")
    asked, match = bind(ask, greedy, "compiled"), game.new(1)
    while match.waiting:
        seat = match.waiting[0]
        before = match.state.tobytes()
        action = asked(game.data, match.state, seat, table())
        assert match.state.tobytes() == before
        match.play(int(action), seat)


@pytest.mark.parametrize("edition", ["rulebook", "published"])
def test_both_runtimes_choose_alike(edition: str) -> None:
    fast, slow = (
        camarilla.game("courtisans", players=3, edition=edition, runtime=name) for name in ("compiled", "interpreted")
    )
    one, other = (series(game, SEED, 0, 2, styles=("greedy", "random", "greedy")) for game in (fast, slow))
    assert np.array_equal(one.points, other.points) and np.array_equal(one.about, other.about)


def share(series_: Any, seat: int) -> float:
    """Of the victories, a shared one divided among those who share it."""
    winners = series_.places == 1
    return float((winners[:, seat] / winners.sum(axis=1)).mean())


@pytest.mark.parametrize("edition", ["rulebook", "published"])
@pytest.mark.parametrize(("players", "least"), [(2, 0.9), (3, 0.85)])
def test_it_beats_chance(players: int, least: float, edition: str) -> None:
    game = camarilla.game("courtisans", players=players, edition=edition, runtime="compiled")
    shares = []
    for seat in range(players):
        styles = tuple("greedy" if other == seat else "random" for other in range(players))
        shares.append(share(series(game, SEED, 0, 500, styles=styles), seat))
    assert np.mean(shares) >= least
