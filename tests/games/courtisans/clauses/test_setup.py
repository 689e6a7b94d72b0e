"""Setting up: CTS-6 to CTS-9."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from camarilla import Match
from camarilla.engine import calls
from tests.games.courtisans.positions import SEATS, at_random, cards, game, over, played, table
from tests.referee.courtisans import BLUE_MISSIONS, RULEBOOK_MISSIONS, WHITE_MISSIONS

EVERY_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])
DEALS = 120


@pytest.fixture(scope="module")
def deals() -> list[Match]:
    """Many deals for five, of which every second is of the published edition."""
    return [game(5, ("rulebook", "published")[seed % 2]).new(seed) for seed in range(DEALS)]


# --- CTS-6 ---


@pytest.mark.parametrize(("players", "put_away"), [(2, 30), (3, 18), (4, 6), (5, 0)])
def test_cts_6_so_many_cards_are_put_away_unseen(players: int, put_away: int) -> None:
    match = game(players).new(4)
    assert len(cards(match.position()["away"])) == put_away
    assert {match.view(seat)["away"] for seat in (None, *range(players))} == {put_away}


def test_cts_6_the_cards_are_shuffled(deals: list[Match]) -> None:
    """The next card of the pile: each family turns up about as often as another."""
    first = Counter(deal.position()["pile"][0] for deal in deals)
    assert len(first) == 6 and max(first.values()) < 2 * DEALS / 6
    assert len({deal.position()["pile"] for deal in deals}) == DEALS


def test_cts_6_the_cards_put_away_are_shuffled_too() -> None:
    away = Counter(card[0] for seed in range(20) for card in cards(game(2).new(seed).position()["away"]))
    assert len(away) == 6 and min(away.values()) > 60 and max(away.values()) < 140


# --- CTS-7 ---


@EVERY_NUMBER
def test_cts_7_everybody_has_three_cards_and_the_rest_is_the_pile(players: int) -> None:
    match = game(players).new(5)
    position = match.position()
    rest = {2: 54, 3: 63, 4: 72, 5: 75}[players]
    assert [len(cards(hand)) for hand in position["hands"].values()] == [3] * players
    assert len(cards(position["pile"])) == rest
    assert (match.view()["hands"], match.view()["pile"]) == ([3] * players, rest)
    assert all(not position[key] for key in ("above", "below", "removed", "assassin"))
    assert not any(position["domains"].values())


@pytest.mark.parametrize("players", [2, 5])
def test_cts_7_a_new_match_is_dealt_whatever_lay_there_before(players: int) -> None:
    fresh = game(players).new(7).state
    for used in (at_random(game(5).new(6), 6).state, np.ones(1, fresh.dtype)):
        game(players).call(calls.setup, used, np.uint64(7))
        assert all((used[name] == fresh[name]).all() for name in fresh.dtype.names or ())


# --- CTS-8 ---


@EVERY_NUMBER
def test_cts_8_missions_are_dealt_secretly(players: int) -> None:
    match = game(players, "published").new(8)
    dealt = list(match.position()["missions"].values())
    for seat in range(players):
        assert match.view(seat)["missions"] == [dealt[seat] if seat == other else None for other in range(players)]
    assert match.view()["missions"] == [None] * players


def test_cts_8_any_mission_may_be_dealt_to_anybody(deals: list[Match]) -> None:
    for number, every in ((0, [RULEBOOK_MISSIONS, RULEBOOK_MISSIONS]), (1, [WHITE_MISSIONS, BLUE_MISSIONS])):
        for which in (0, 1):
            dealt = [deal.position()["missions"] for deal in deals[number::2]]
            found = Counter(held[seat][which] for held in dealt for seat in held)
            assert set(found) == set(every[which])
            assert max(found.values()) < 2 * 5 * len(dealt) / len(every[which])
    assert len({deal.position()["missions"]["C"][0] for deal in deals[::2]}) > 12


def test_cts_8_a_player_may_look_at_his_own_missions_at_any_time() -> None:
    match = game(3).new(9)
    dealt = match.position()["missions"]["C"]
    for seed in range(4):
        assert at_random(match, seed, 7).view(2)["missions"] == [None, None, dealt]


def test_cts_8_missions_are_shown_at_the_end() -> None:
    match = over(3)
    every = list(match.position()["missions"].values())
    assert all(match.view(seat)["missions"] == every for seat in (None, 0, 1, 2))


# --- CTS-9 ---


def test_cts_9_the_first_player_is_drawn_at_random(deals: list[Match]) -> None:
    """Of 120 deals to five each seat begins about 24; one that is off by 18 would be a 1 in 3000 chance."""
    began = Counter(deal.waiting for deal in deals)
    assert set(began) == {(0,), (1,), (2,), (3,), (4,)}
    assert all(6 < times < 42 for times in began.values())


@EVERY_NUMBER
def test_cts_9_anybody_may_be_first_however_many_play(players: int) -> None:
    began = Counter(game(players).new(seed).view()["first"] for seed in range(20))
    assert set(began) == set(range(players))


@EVERY_NUMBER
def test_cts_9_play_goes_clockwise_from_the_first_player(players: int) -> None:
    match = game(players).new(10)
    first = match.waiting[0]
    assert match.position()["first"] == SEATS[first] and match.view()["turn"] == 1
    while not match.over:
        turn = match.view()["turn"]
        assert match.waiting == ((first + turn - 1) % players,)
        at_random(match, turn, 1)


def test_cts_9_the_turn_passes_from_the_last_seat_to_the_first() -> None:
    match = table(3, mover="C", turn=15, zones="own", hands={"C": "T", "A": "B B B", "B": "N N N"})
    assert played(match, "T@C").waiting == (0,)
    assert (match.view()["turn"], match.view()["zones"]) == (16, ["queen", "own", "other"])
