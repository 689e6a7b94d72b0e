"""Playing choices out by the rules of thumb: the same player everywhere, who sees only what its seat may know."""

from __future__ import annotations

import time

import pytest

import camarilla
from camarilla.bots.bot import AtRandom
from camarilla.bots.ladder import LEVELS, adviser, level, parse_bot
from camarilla.bots.patience import TooLate
from camarilla.bots.play import play_match
from camarilla.bots.rollout import Rollout
from camarilla.engine.errors import BadOption
from camarilla.engine.match import Match
from camarilla.testing.walks import some, walk
from tests.samples import GAME
from tests.toy.game import PocketCourt

DUEL = camarilla.game(GAME, players=2, runtime="compiled")


def positions(n: int, players: int = 2) -> list[Match]:
    """Where somebody has a choice that matters."""
    game = camarilla.game(GAME, players=players, runtime="compiled")
    found = some(walk(game, 1, 1), 1, 3 * n)
    there = [one for one in found if one.waiting and not one.indifferent(one.waiting[0])]
    return [one for one in there if len(one.legal(one.waiting[0])) > 1][:n]


def test_it_thinks_the_same_in_every_world_it_cannot_tell_apart() -> None:
    bot = Rollout(60, threads=1)
    for number, match in enumerate(positions(20)):
        seat = match.waiting[0]
        other = match.redeal(seat, number)
        assert bot.weigh(DUEL, match.state, seat, 1) == bot.weigh(DUEL, other.state, seat, 1)


def test_who_sees_all_does_peek() -> None:
    """Otherwise the test above would show nothing."""
    seer, peeks = Rollout(60, threads=1, sees_all=True), 0
    for number, match in enumerate(positions(20)):
        seat = match.waiting[0]
        other = match.redeal(seat, number)
        peeks += seer.weigh(DUEL, match.state, seat, 1) != seer.weigh(DUEL, other.state, seat, 1)
    assert peeks > 5


def test_threads_change_nothing() -> None:
    for match in positions(4, players=3):
        seat = match.waiting[0]
        one, two = (Rollout(1_001, threads=n).weigh(match.game, match.state, seat, 3) for n in (1, 2))
        assert one == two


def test_interpreted_and_compiled_agree() -> None:
    match = positions(1)[0]
    slow = camarilla.game(GAME, players=2, runtime="interpreted")
    seat = match.waiting[0]
    one, other = (Rollout(30, threads=1).weigh(game, match.state, seat, 5) for game in (DUEL, slow))
    assert one == other


def test_it_weighs_every_choice_and_goes_on_with_the_better_half() -> None:
    for match in positions(10):
        seat = match.waiting[0]
        thoughts = Rollout(400, threads=1).weigh(DUEL, match.state, seat, 0)
        assert {thought.action for thought in thoughts} == set(match.legal(seat))
        visits = [thought.visits for thought in thoughts]
        assert visits == sorted(visits, reverse=True) and visits[-1] > 0
        assert all(0 <= thought.value <= 1 and 0 <= thought.won <= 1 for thought in thoughts)
        last = [thought.value for thought in thoughts if thought.visits == visits[0]]
        assert last == sorted(last, reverse=True)


def test_one_playout_is_enough() -> None:
    for match in positions(3):
        seat = match.waiting[0]
        assert Rollout(1).action(DUEL, match.state, seat, 0) in match.legal(seat)


def test_it_says_when_it_is_too_late() -> None:
    match = positions(1)[0]
    with pytest.raises(TooLate):
        Rollout(100_000).action(DUEL, match.state, match.waiting[0], 0, until=time.monotonic())


def test_it_beats_chance() -> None:
    bots, won = (Rollout(60, threads=1), AtRandom()), 0
    for number in range(10):
        seat = number % 2
        result = play_match(DUEL, number, bots if seat == 0 else bots[::-1])
        won += result.places[seat] == 1
    assert won >= 9


def test_it_goes_by_its_name() -> None:
    assert parse_bot(DUEL, "rollout:250") == Rollout(250)
    assert parse_bot(DUEL, "seer:250") == Rollout(250, sees_all=True)
    with pytest.raises(BadOption, match="no quick player"):
        parse_bot(PocketCourt(runtime="interpreted"), "rollout:250")


def test_a_game_says_that_its_upper_levels_play_so() -> None:
    assert DUEL.rollouts
    assert [level(DUEL, name).name for name in LEVELS[2:]] == [f"rollout:{number}" for number in DUEL.rollouts]
    assert adviser(DUEL, 7).name == "rollout:7"
