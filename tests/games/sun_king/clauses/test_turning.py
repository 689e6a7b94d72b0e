"""Phases 2 and 3: SUN-23 to SUN-26."""

from __future__ import annotations

import pytest

from tests.games.sun_king.positions import (
    asked,
    at,
    bank,
    gold,
    moves,
    played,
    power,
    refusal,
    sphere,
    table,
)

# --- Phase 2 ---


@pytest.mark.parametrize("number", [1, 2, 3])
def test_sun_23_so_many_quality_cards_are_turned_as_announced(number: int) -> None:
    match = table("", "", "", phase=2, top="r* b g p y")
    assert moves(match) == ["turn 1", "turn 2", "turn 3"]
    played(match, f"turn {number}")
    assert at(match, "open") == " ".join(["r*", "b", "g"][:number])
    assert at(match, "deck").split()[0] == ["b", "g", "p"][number - 1] and asked(match) == "A2 take"


@pytest.mark.parametrize("move", ["turn", "enough", "take b"])
def test_sun_23_nothing_else_may_be_done(move: str) -> None:
    assert refusal(table("", "", "", phase=2), move) == "SUN-23"


def test_sun_23_the_whole_number_is_turned_whatever_comes_between() -> None:
    match = played(table("", "", "", phase=2, top="De De r Ca b g"), "turn 2")
    assert (at(match, "open"), at(match, "discard")) == ("r b", "De De Ca")


def test_sun_24_what_else_is_turned_waits_and_is_resolved_in_order() -> None:
    match = played(table("p", "b*", "b", phase=2, top="In r De Ca g Di b y"), "turn 2")
    assert (at(match, "open"), at(match, "waiting")) == ("r g", "De Ca")
    assert at(match, "frames") == [{"card": "In", "by": "A", "left": "ABC", "bid": 0, "bidder": None, "paid": None}]
    played(match, "drop", "drop", "drop")
    assert (asked(match), at(match, "waiting"), at(match, "discard")) == ("A2 debt", "Ca", "In")
    played(match, "token g", "token p", "give b")
    assert (asked(match), at(match, "waiting"), at(match, "discard")) == ("A2 cardinal", "", "In b De")
    played(match, "token p", "token p")
    assert (asked(match), at(match, "discard")) == ("A2 take", "In b De Ca")
    assert at(match, "deck").split()[0] == "Di"


def test_sun_24_louis_alone_is_resolved_when_turned() -> None:
    match = played(table("p", "", "", phase=2, top="Ca r Lo"), "turn 2")
    assert (asked(match), at(match, "louis"), gold(match)) == ("A2 cardinal", 1, [2, 2, 2])
    assert at(match, "open").split()[0] == "r" and len(at(match, "open").split()) == 2


def test_sun_25_exactly_one_is_taken_and_the_others_are_discarded_as_turned() -> None:
    match = played(table("g", "", "", phase=2, top="r* b g y", discard="p"), "turn 3")
    assert moves(match) == ["take b", "take g", "take r*"]
    assert refusal(match, "take r") == "SUN-25" and refusal(match, "end") == "SUN-25"
    played(match, "take b")
    assert (sphere(match, "A"), at(match, "discard"), at(match, "open")) == ("b g", "p r* g", "")
    assert asked(match) == "A3 main"


def test_sun_25_of_two_alike_one_is_taken() -> None:
    match = played(table("", "", "", phase=2, top="b b b* y"), "turn 3")
    assert moves(match) == ["take b", "take b*"]
    assert at(played(match, "take b"), "discard") == "b b*"


def test_sun_25_a_special_card_is_discarded_the_moment_it_is_done() -> None:
    match = played(table("p", "", "", phase=2, top="Ca Ca r"), "turn 1", "token g", "token g")
    assert (asked(match), at(match, "discard"), at(match, "waiting")) == ("A2 cardinal", "Ca", "")


# --- Phase 3 ---


def test_sun_26_what_gold_buys() -> None:
    spheres = ("b y", "g p*", "")
    assert moves(table(*spheres, phase=3, gold="0 9 9")) == ["end"]
    one = ["strike B", "strike C", "swap b", "swap y"]
    assert moves(table(*spheres, phase=3)) == [*one, "end"]
    assert moves(table(*spheres, phase=3, gold="2 0 0")) == [*one, "ruin Bg", "ruin Bp", "draw", "end"]
    assert refusal(table(*spheres, phase=3), "draw") == "SUN-26"
    assert refusal(table(*spheres, phase=3), "ruin Bg") == "SUN-26"
    assert refusal(table(*spheres, phase=3, gold="0 0 0"), "strike B") == "SUN-26"


def test_sun_26_strike() -> None:
    match = played(table("", "", "Di", phase=3, top="p p"), "strike C")
    assert (power(match), gold(match), bank(match)) == ([9, 9, 8], [0, 1, 1], (18, 34))
    assert asked(match) == "B2 main"


def test_sun_26_swap() -> None:
    match = played(table("b b* y", "g* g", "r", "b", phase=3, gold="2 0 0 0"), "swap b")
    assert (gold(match), asked(match), at(match, "row")) == ([1, 0, 0, 0], "A3 for", "b")
    assert moves(match) == ["for Bg", "for Cr", "for Db"] and refusal(match, "end") == "SUN-26"
    played(match, "for Bg")
    assert (sphere(match, "A"), sphere(match, "B")) == ("b g y", "b* g*")
    assert at(match, "turn") == "B" and at(match, "discard") == ""


def test_sun_26_swap_within_a_colour() -> None:
    match = played(table("b b*", "b", "", phase=3), "swap b", "for Bb")
    assert (sphere(match, "A"), sphere(match, "B")) == ("b b", "b*")


def test_sun_26_an_action_without_the_cards_it_needs_cannot_be_chosen() -> None:
    assert moves(table("b", "In", "", phase=3, gold="2 0 0")) == ["strike B", "strike C", "draw", "end"]
    assert refusal(table("b", "In", "", phase=3), "swap b") == "SUN-26"
    assert moves(table("", "b", "", phase=3)) == ["strike B", "strike C", "end"]


def test_sun_26_ruin() -> None:
    match = played(table("", "g g*", "", phase=3, gold="3 0 0", discard="y"), "ruin Bg")
    assert (sphere(match, "B"), at(match, "discard"), gold(match)) == ("g", "y g*", [1, 0, 0])
    assert bank(match)[0] == 19 and at(match, "turn") == "B"


def test_sun_26_draw() -> None:
    match = played(table("r", "", "", phase=3, gold="2 0 0", top="r* g"), "draw")
    assert (sphere(match, "A"), gold(match), bank(match)[0]) == ("r r*", [0, 0, 0], 20)
    assert at(match, "turn") == "B"


def test_sun_26_draw_resolves_and_replaces_until_a_quality_card_comes() -> None:
    match = played(table("r", "", "", phase=3, gold="3 0 0", top="De In Ca Pe g* b"), "draw")
    assert at(match, "frames")[0] == {"draw": "A"} and at(match, "frames")[1]["card"] == "In"
    assert (asked(match), at(match, "discard")) == ("A3 bid", "De")
    played(match, "drop", "drop", "drop")
    assert (at(match, "frames")[1]["card"], at(match, "discard")) == ("Pe", "De In Ca")
    played(match, "bid 1", "drop", "drop", "pay gold")
    assert (sphere(match, "A"), gold(match)) == ("g* r Pe", [0, 0, 0])
    assert at(match, "turn") == "B" and at(match, "frames") == []


def test_sun_26_gold_is_in_the_bank_before_the_effect() -> None:
    """All gold was with the players, so that the Cardinal turned up finds what was paid."""
    match = played(table("p", "", "", phase=3, gold="2 18 0", power="60 0 0", top="Ca b"), "draw")
    assert moves(match) == ["draw", "token g"]


def test_sun_26_one_action_or_none() -> None:
    assert at(played(table("", "", "", phase=3), "end"), "turn") == "B"
    assert at(played(table("", "", "", phase=3, gold="5 0 0"), "strike B"), "turn") == "B"


# --- Louis in the middle of a flip, and the next turn ---


def test_sun_24_louis_in_the_middle_of_a_flip_does_not_count_as_a_card() -> None:
    match = played(table("", "", "", phase=2, top="r Lo"), "turn 3")
    assert at(match, "louis") == 1 and at(match, "to_turn") == 0
    assert len(at(match, "open").split()) == 3 and at(match, "open").split()[0] == "r"


def test_sun_25_everything_is_cleared_for_the_next_turn() -> None:
    match = played(table("r", "", "", top="b g p"), "power", "next", "turn 2", "take g", "end")
    position = match.position()
    assert [position[key] for key in ("used", "open", "waiting", "frames", "turn", "phase")] == ["", "", "", [], "B", 2]


def test_sun_26_the_own_sphere_is_no_target() -> None:
    match = table("b y", "g", "", phase=3, gold="4 0 0")
    assert refusal(match, "strike A") == "SUN-26" and refusal(match, "ruin Ab") == "SUN-26"
    played(match, "swap b")
    assert refusal(match, "for Ay") == "SUN-26"


def test_sun_26_the_eliminated_have_nothing_to_take() -> None:
    match = table("b", "g", "", phase=3, gold="4 0 0", out=["C"])
    assert moves(match) == ["strike B", "swap b", "ruin Bg", "draw", "end"]


def test_sun_26_a_draw_within_a_draw_comes_back_to_the_one_who_paid() -> None:
    match = played(table("", "p", "", phase=3, gold="2 0 0", top="Ca g r b"), "draw")
    assert asked(match) == "B3 cardinal"
    played(match, "draw")
    assert (sphere(match, "B"), sphere(match, "A"), at(match, "turn")) == ("g p", "r", "B")
    assert at(match, "discard") == "Ca"
