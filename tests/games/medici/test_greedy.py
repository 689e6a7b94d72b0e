"""The quick player of Court of the Medici: it plays by the rules, peeks at no card, and is better than chance."""

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
from camarilla.games.medici import greedy, rules
from camarilla.games.medici.game import Medici
from camarilla.lab.series import series
from tests.games.medici.positions import starting, table
from tests.laws.cases import combinations

pytestmark = pytest.mark.xdist_group("greedy_medici")  # so that its rules are compiled once

DECISIONS, ILLEGAL, WHIMS, PEEKS = range(4)  # of `counts`
GREEDY = 0
SEED = 20_261_115


@rule
def try_choice(t, states, seat, action, choices, other, counts):
    """It is legal, the same whatever the table to scribble on holds, and when all that is hidden is dealt anew."""
    found = 0
    for i in range(legal(t, states[0], seat, choices)):
        found += choices[i] == action
    counts[DECISIONS] += 1
    counts[ILLEGAL] += 1 - found
    for i in range(len(other)):
        other[i] = 7 * i - 300
    states[1] = states[0]
    counts[WHIMS] += choose(t, states[1], seat, GREEDY, other) != action
    redeal(t, states[1], seat, counts[DECISIONS])
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
        follow = scaled(mix(chance), 3)
        action = choices[scaled(mix(chance + STEP), legal(t, s, seat, choices))]
        chosen = choose(t, s, seat, GREEDY, out)
        try_choice(t, states, seat, chosen, choices, other, counts)
        play(t, s, seat, chosen if follow else action)


@rule
def ask(data, states, seat, out):
    return choose(data[0], states[0], seat, GREEDY, out)


def scratch() -> Any:
    return np.zeros(rules.CHOICES, np.int64)


@pytest.mark.parametrize("chosen", list(combinations(Medici.options)), ids=str)
def test_it_plays_by_the_rules_and_looks_at_nothing_hidden(chosen: dict[str, Any]) -> None:
    game = camarilla.game("medici", runtime="compiled", **chosen)
    counts, run = np.zeros(4, np.int64), bind(try_match, greedy, "compiled")
    for seed in range(100):
        run(game.data, np.zeros(2, rules.State), np.uint64(seed), scratch(), scratch(), scratch(), counts)
    assert counts[DECISIONS] > 2_000
    assert (counts[ILLEGAL], counts[WHIMS], counts[PEEKS]) == (0, 0, 0)


def test_it_writes_to_nothing_but_its_table() -> None:
    game = camarilla.game("medici", dukes=True, distinct_start=True, runtime="compiled")
    asked, match = bind(ask, greedy, "compiled"), game.new(1)
    while match.waiting:
        seat = match.waiting[0]
        before = match.state.tobytes()
        action = asked(game.data, match.state, seat, scratch())
        assert match.state.tobytes() == before
        match.play(int(action), seat)


@pytest.mark.parametrize("edition", ["english", "french"])
def test_both_runtimes_choose_alike(edition: str) -> None:
    fast, slow = (camarilla.game("medici", edition=edition, runtime=name) for name in ("compiled", "interpreted"))
    for styles in (("greedy", "greedy"), ("greedy", "random")):
        one, other = (series(game, SEED, 0, 1, styles=styles) for game in (fast, slow))
        assert np.array_equal(one.points, other.points) and np.array_equal(one.about, other.about)


@pytest.mark.parametrize("edition", ["english", "french"])
def test_it_beats_chance(edition: str) -> None:
    game = camarilla.game("medici", edition=edition, runtime="compiled")
    first, second = (series(game, SEED, 0, 300, styles=who) for who in (("greedy", "random"), ("random", "greedy")))
    assert (share(first, 0) + share(second, 1)) / 2 >= 0.9


def share(played: Any, seat: int) -> float:
    """Of the wins; half of one that is shared."""
    won, lost = played.places[:, seat] == 1, played.places[:, 1 - seat] == 1
    return float((won & ~lost).mean() + (won & lost).mean() / 2)


# --- What it does in positions that a person can judge ---


def turn(match: Any) -> list[int]:
    """Its actions, as long as it is its turn."""
    asked, seat, actions = bind(ask, greedy, "interpreted"), match.waiting[0], []
    while list(match.waiting) == [seat]:
        actions.append(int(asked(match.game.data, match.state, seat, scratch())))
        match.play(actions[-1], seat)
    return actions


def test_it_strikes_the_greatest_rival() -> None:
    """The 10, by whatever conspiracy: the 7 could be eliminated as well."""
    match = table("R4 R9 G2 G10 G7||", "R6 R3", other="G2 G3")
    assert turn(match)[-1] == rules.ELIMINATE + 3


def test_it_ends_a_game_that_it_wins() -> None:
    match = table("R9 R4 G6|R8|G3", "R2 R10")
    assert turn(match) == [2, rules.CONSPIRE + 1, rules.ELIMINATE + 2]
    assert match.over


def test_it_does_not_end_a_game_that_it_loses() -> None:
    match = table("R4 G6||G10+G9+G8", "R2")
    turn(match)
    assert not match.over


def test_it_sends_the_greater_noble() -> None:
    assert turn(table("R4 R3 G10 G9||", "R5 R2", other="G2", edition="french"))[0] == 5


def test_it_replaces_the_lesser_pair_and_keeps_a_great_one() -> None:
    asked = bind(ask, greedy, "interpreted")
    for inner, action in (("R3 R3 R2 R2 G1 G2 G3 G4", rules.SWAP + 2), ("R9 R9 R2 R3 G1 G2 G3 G4", rules.STOP)):
        match = starting(inner)
        assert asked(match.game.data, match.state, 0, scratch()) == action
