"""The search: it is the same player everywhere, sees only what its seat may know, and plays well."""

from __future__ import annotations

import random
import time

import pytest

import camarilla
from camarilla.bots.search import Tree, guide, think, weigh
from camarilla.engine.errors import BadOption, IllegalMove
from camarilla.engine.match import Match
from camarilla.testing.walks import some, walk
from tests.samples import GAME, GLASS
from tests.toy.game import PocketCourt

GAMES = [(GAME, {"players": 2}), (GLASS, {"players": 3, "base": 4, "turns": "simultaneous"})]


def positions(name: str, options: dict[str, object], n: int) -> list[Match]:
    return some(walk(camarilla.game(name, runtime="compiled", **options), 1, 1), 1, n + 1)[:-1]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_it_thinks_the_same_in_every_world_it_cannot_tell_apart(name: str, options: dict[str, object]) -> None:
    for number, match in enumerate(positions(name, options, 40)):
        for seat in match.waiting:
            assert think(match, seat, 30) == think(match.redeal(seat, number), seat, 30)


@pytest.mark.parametrize("guided", [True, False])
def test_a_guide_can_be_left_out(guided: bool) -> None:
    match = positions(GLASS, GAMES[1][1], 1)[0]
    tree, seat = Tree(match.game, 20, guided=guided), match.waiting[0]
    tree.grow(match.state, seat, seat, 1, 20)
    assert tree.player == (guide(match.game) if guided else None)
    assert sum(thought.visits for thought in tree.thoughts(seat).values()) == 20


def test_threads_change_nothing() -> None:
    for match in positions(GAME, {"players": 3}, 6):
        seat = match.waiting[0]
        assert think(match, seat, 301, seed=3, threads=1) == think(match, seat, 301, seed=3, threads=2)


def test_one_iteration_is_enough() -> None:
    match = positions(GAME, {"players": 2}, 1)[0]
    assert sum(thought.visits for thought in think(match, match.waiting[0], 1)) <= 1


def test_whoever_thinks_moves_first_where_several_may() -> None:
    """In the search of a seat its own choices come first, whoever else may act: all iterations begin with one."""
    game = camarilla.game(GLASS, players=3, base=4, turns="simultaneous", runtime="compiled")
    match = game.new(2)
    assert len(match.waiting) == 3
    for seat in match.waiting:
        assert sum(thought.visits for thought in think(match, seat, 60)) == 60


def test_it_weighs_exactly_the_choices_there_are() -> None:
    for match in positions(GAME, {"players": 4}, 20):
        seat = match.waiting[0]
        thoughts = think(match, seat, 200)
        assert {thought.action for thought in thoughts} == {choice.id for choice in match.choices(seat)}
        if len(thoughts) > 1 and match.indifferent(seat) is None:
            assert sum(thought.visits for thought in thoughts) == 200
        assert all(0 <= thought.value <= 1 for thought in thoughts)
        visits = [thought.visits for thought in thoughts]
        assert visits == sorted(visits, reverse=True)


def test_interpreted_and_compiled_search_agree() -> None:
    compiled, interpreted = (PocketCourt(runtime=name) for name in ("compiled", "interpreted"))
    for seed in range(4):
        one, other = compiled.new(seed), interpreted.new(seed)
        seat = one.waiting[0]
        assert think(one, seat, 40) == think(other, seat, 40)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_it_beats_chance(name: str, options: dict[str, object]) -> None:
    game, won, matches = camarilla.game(name, runtime="compiled", **options), 0.0, 8
    for number in range(matches):
        match, chance, seat = game.new(number), random.Random(number), number % game.players
        while not match.over:
            mover = match.waiting[0]
            match.play(
                think(match, mover, 60)[0].action if mover == seat else chance.choice(match.choices(mover)), mover
            )
        won += (seat in match.winners) / len(match.winners)
    assert won >= 6


def test_it_stops_in_time() -> None:
    match = camarilla.game(GAME, players=2, runtime="compiled").new(1)
    for iterations, seconds, stops in ((10**6, 0.05, True), (50, 60.0, False)):
        until = time.monotonic() + seconds
        thoughts = weigh(match.game, match.state, match.waiting[0], iterations, until=until)
        assert 0 < sum(thought.visits for thought in thoughts) < iterations + (not stops)


def test_what_cannot_be_thought_about_is_said() -> None:
    match = camarilla.game(GAME, players=3, runtime="compiled").new(1)
    with pytest.raises(BadOption, match="1 to 10000000 iterations, not 0"):
        think(match, match.waiting[0], 0)
    with pytest.raises(BadOption, match="not 10000001"):
        think(match, match.waiting[0], 10_000_001)
    with pytest.raises(IllegalMove, match="B"):
        think(match, 1, 10)
    over = walk(match.game, 1, 1)[-1]
    with pytest.raises(IllegalMove, match="over"):
        think(over, 0, 10)
