"""Spheres of influence and majorities: SUN-11 to SUN-16."""

from __future__ import annotations

import pytest

from tests.games.sun_king.positions import (
    COLOURS,
    asked,
    at,
    moves,
    played,
    refusal,
    sphere,
    table,
)

# --- Spheres ---


def test_sun_11_a_new_card_goes_on_top_of_its_row() -> None:
    match = played(table("b b* g", "", "", phase=2, top="b g* p"), "turn 2", "take b")
    assert at(match, "rows")["A"] == {"b": "b b* b", "g": "g"}
    match = played(table("b b* g", "", "", phase=2, top="b g* p"), "turn 2", "take g*")
    assert at(match, "rows")["A"] == {"b": "b b*", "g": "g g*"}


def test_sun_11_everybody_sees_every_sphere() -> None:
    match = table("b b* g Co", "p*", "", phase=2)
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert view["rows"][0] == {"b": ["b", "b*"], "g": ["g"], "p": [], "r": [], "y": []}
        assert view["cards"] == [["Co"], [], []]


def test_sun_12_only_top_cards_are_given_or_discarded() -> None:
    match = played(table("b b*", "r* r", "", phase=3, gold="2 0 0"), "ruin Br")
    assert (sphere(match, "B"), at(match, "discard")) == ("r*", "r")
    assert refusal(table("b b*", "r* r", "", phase=3, gold="2 0 0"), "ruin Bg") == "SUN-12"
    assert refusal(table("b b*", "r* r", "", phase=3), "swap y") == "SUN-12"


@pytest.mark.parametrize(
    ("cards", "seals"),
    [
        ("b* b", 0),
        ("b b*", 1),
        ("b* g* p* r* y*", 5),
        ("b* b g g* p p", 1),
        ("In Me Au Ov Pe Co Di", 3),
        ("b* In", 2),
        ("", 0),
    ],
)
def test_sun_12_only_visible_seals_count(cards: str, seals: int) -> None:
    assert table("", cards, "", phase=3).view()["seals"] == [0, seals, 0]


def test_sun_13_nobody_else_can_touch_auction_cards() -> None:
    match = table("b b b", "In Me Au Ov Pe Co Di", "", gold="5 0 0", phase=3)
    assert moves(match) == ["strike B", "strike C", "draw", "end"]
    match = table("b b b g", "In r", "", discard="y")
    assert [move for move in moves(match) if move.startswith("spoil")] == ["spoil Br"]


@pytest.mark.parametrize(("card", "colour"), [("In", "b"), ("Me", "p"), ("Au", "r"), ("Ov", "g"), ("Pe", "y")])
def test_sun_13_coloured_auction_cards_count_for_majorities_if_so_agreed(card: str, colour: str) -> None:
    spheres = (f"{colour} {card}", colour, "")
    assert table(*spheres, phase=3).view()["majorities"] == [colour, "", ""]
    assert table(*spheres, phase=3, counted=False).view()["majorities"] == ["", "", ""]
    assert table(card, "", "", phase=3, counted=False).view()["majorities"] == ["", "", ""]


def test_sun_13_two_pensions_count_twice() -> None:
    assert table("Pe Pe", "y", "", phase=3).view()["majorities"] == ["y", "", ""]


def test_sun_13_without_the_option_a_coloured_one_keeps_its_colour_in_payment() -> None:
    frame = {"card": "Pe", "by": "A", "left": "A", "bid": 3, "bidder": "A", "paid": 0}
    match = table("Pe", "", "", frames=[frame], step="pay", open="b", counted=False)
    assert asked(played(match, "pay Pe")) == "A2 take" and sphere(match, "A") == "Pe"


# --- Majorities ---


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("seat", range(3))
def test_sun_14_with_three_it_takes_more_than_anyone_else(colour: str, seat: int) -> None:
    spheres = [colour] * 3
    spheres[seat] = f"{colour} {colour}"
    expected = ["", "", ""]
    expected[seat] = colour
    assert table(*spheres, phase=3).view()["majorities"] == expected
    assert table(*[spheres[seat], colour, spheres[seat]], phase=3).view()["majorities"] == ["", "", ""]


def test_sun_14_with_two_a_tie_gives_nobody_the_majority() -> None:
    assert table("b g g", "b g", phase=3).view()["majorities"] == ["g", ""]
    assert refusal(table("r r g", "g"), "duel B") == "SUN-14"


@pytest.mark.parametrize("players", [4, 5, 6])
def test_sun_15_with_four_or_more_all_tied_have_it(players: int) -> None:
    spheres = ["b b", "b", "b b*", *[""] * (players - 3)]
    assert table(*spheres, phase=3).view()["majorities"] == ["b", "", "b", *[""] * (players - 3)]
    assert refusal(table("r", "g", "", *[""] * (players - 3)), "duel B") == "SUN-15"


@pytest.mark.parametrize("players", range(2, 7))
def test_sun_15_nobody_has_the_majority_in_a_colour_with_no_cards(players: int) -> None:
    view = table(*["Di", "Co", "", "", "", ""][:players], phase=3).view()
    assert view["majorities"] == [""] * players


def test_sun_16_at_three_left_ties_count_no_more_within_the_same_phase() -> None:
    match = table("g g r y", "r", "y", "", power="9 9 9 1")
    assert "power" in moves(match) and "wealth" in moves(match)
    played(match, "duel D")
    assert at(match, "out") == ["D"] and match.view()["majorities"] == ["g", "", "", ""]
    assert moves(match) == ["next"]


def test_sun_16_the_tie_counts_while_four_are_left() -> None:
    match = played(table("g g r y", "r", "y", "", "", power="9 9 9 9 1"), "duel E")
    assert moves(match) == ["power", "wealth"]
    match = table("g r", "g r", "", "", phase=3, out=["D"])
    assert match.view()["majorities"] == ["", "", "", ""]


def test_sun_16_cards_of_the_eliminated_no_longer_count() -> None:
    match = played(table("g g r", "r r", "", power="9 1 9"), "duel B")
    assert match.view()["majorities"] == ["gr", "", ""] and moves(match) == ["power"]
