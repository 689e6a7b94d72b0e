"""The end: SUN-41 and SUN-42."""

from __future__ import annotations

from typing import Any

import pytest

from camarilla import Match
from tests.games.sun_king.positions import at, at_random, game, played, table


def ended(*spheres: str, **given: Any) -> Match:
    """Louis comes for the second time."""
    return played(table(*spheres, phase=2, louis=1, top="Lo b", **given), "turn 1")


def test_sun_41_points_are_gold_power_and_two_a_blue_card() -> None:
    match = ended("b b* g p", "In b", "r y Pe Me", gold="3 0 1", power="4 7 0")
    assert match.over and match.scores == (11, 11, 1)


@pytest.mark.parametrize("counted", [True, False])
def test_sun_41_influence_is_a_blue_card_whatever_is_agreed_on_majorities(counted: bool) -> None:
    assert ended("In", "b", "", gold="0 0 0", power="0 0 0", counted=counted).scores == (2, 2, 0)


def test_sun_41_the_account_adds_up() -> None:
    match = ended("b b* g p", "In b", "r", gold="3 0 1", power="4 7 0")
    for seat, lines in enumerate(match.account()):
        assert sum(line.points for line in lines) == match.scores[seat]  # type: ignore[index]


def test_sun_41_the_account_names_influence_and_ties() -> None:
    match = ended("b b* g p", "In b", "r", gold="3 0 1", power="4 7 0")
    lengths = [len(lines) for lines in match.account()]
    assert lengths == [4, 5, 3]


def test_sun_42_more_purple_cards_decide_among_equals() -> None:
    match = ended("p", "p p", "", gold="1 1 1", power="5 5 5")
    assert (match.places, match.winners) == ((2, 1, 3), (1,))


@pytest.mark.parametrize("counted", [True, False])
def test_sun_42_the_medal_is_a_purple_card(counted: bool) -> None:
    match = ended("p", "Me p", "", gold="1 1 2", power="5 5 5", counted=counted)
    assert (match.places, match.winners) == ((3, 2, 1), (2,))


def test_sun_42_then_victory_is_shared() -> None:
    match = ended("p g", "Me", "r", gold="1 1 1", power="5 5 4")
    assert (match.places, match.winners) == ((1, 1, 3), (0, 1))


def test_sun_42_the_eliminated_rank_behind_later_before_earlier() -> None:
    match = ended("", "", "", "", "", "", gold="0 0 0 0 0 0", power="0 0 5 0 0 1", out=["B", "DE"])
    assert match.places == (3, 6, 1, 4, 4, 2) and match.scores == (0, 0, 5, 0, 0, 1)


def test_sun_42_the_eliminated_rank_in_the_order_they_went() -> None:
    match = table("g Ov", "", "", "", power="9 0 0 9")
    played(match, "duel B", "overlord C")
    assert at(match, "out") == ["B", "C"]
    match = table("g Ov", "", "", "", power="9 1 0 0")
    played(match, "overlord C", "duel BD")
    assert at(match, "out") == ["C", "D"]
    match = table("g Ov", "", "", "", power="9 0 0 0")
    played(match, "overlord C", "duel BD")
    assert match.over and match.places == (1, 2, 4, 2) and match.winners == (0,)


def test_sun_42_those_of_one_duel_go_together() -> None:
    match = played(table("g", "", "", power="9 0 0"), "duel BC")
    assert match.places == (1, 2, 2)


@pytest.mark.parametrize("players", range(2, 7))
def test_sun_42_every_match_has_winners(players: int) -> None:
    match = at_random(game(players).new(42), 42)
    assert match.over and match.winners and match.places is not None and min(match.places) == 1
