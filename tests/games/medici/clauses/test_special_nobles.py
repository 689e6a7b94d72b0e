"""Special nobles: MED-23 to MED-26, MED-29."""

from __future__ import annotations

import pytest

from tests.games.medici.positions import HOUSES, court, discards, moves, played, table

MOVERS = pytest.mark.parametrize("mover", HOUSES)
LYING = "R9 G9+R8 G3|R4+G4+R7 R3|G7+R7 G5"

# --- MED-23, MED-24: the minister ---


@MOVERS
@pytest.mark.parametrize(
    ("label", "after", "gone"),
    [
        ("I2", "R9 ? G3|R4+G4+R7 R3|G7+R7 G5", "R8 G9"),
        ("R1", "R9 G9+R8 G3|? R3|G7+R7 G5", "R4 R7 G4"),
        ("G1", "R9 G9+R8 G3|R4+G4+R7 R3|? G5", "R7 G7"),
    ],
)
def test_med_23_a_minister_allied_to_an_alliance_discards_all_others(
    mover: str, label: str, after: str, gone: str
) -> None:
    match = played(table(LYING, f"{mover}0", mover=mover), "0", label)
    assert court(match) == after.replace("?", f"{mover}0") and discards(match) == gone
    assert match.waiting == (1 - HOUSES.index(mover),) and match.view()["hands"] == [1, 1]
    assert match.game.at(match.position()).fingerprint == match.fingerprint


def test_med_23_ministers_and_ladies_are_discarded_like_all_others() -> None:
    match = played(table("R9 G9|R0+G0+R1+G1+R5|", "R0"), "0", "R1")
    assert court(match) == "R9 G9|R0|" and discards(match) == "R0 R1 R5 G0 G1"
    assert match.view()["outer"][0] == [{"label": "R1", "nobles": ["R0"], "total": 0}]


def test_med_23_jesters_go_too_and_those_elsewhere_may_be_named() -> None:
    match = played(table("R9 G9 GX=3|RX=4+R5|", "R0"), "0", "R1")
    assert court(match) == "R9 G9 GX=3|R0|" and discards(match) == "R5 RX"
    assert moves(match)[0] == "X1=1" and "X2=1" not in moves(match)
    assert (match.position()["onto"], match.position()["step"]) == ("R1", "values")
    match = played(table("R9 G9|RX=4+R5|", "R0"), "0", "R1")
    assert match.position()["step"] == "card"  # no jester is left to be named


def test_med_23_what_stood_there_counts_no_more_in_a_later_conspiracy() -> None:
    match = played(table("R10 G9|RX=4+R5 R3|", "R0 R6", other="G6"), "0", "R1", "6")
    assert [move for move in moves(match) if move.endswith("!")] == ["R2!"]  # 3 + 6 against 9
    assert moves(played(match, "R2!")) == ["xI2"]


@MOVERS
@pytest.mark.parametrize(
    ("label", "after"),
    [
        ("I1", "R9+? G9+R8 G3|R4+G4+R7 R3|G7+R7 G5"),
        ("R2", "R9 G9+R8 G3|R4+G4+R7 R3+?|G7+R7 G5"),
        ("G2", "R9 G9+R8 G3|R4+G4+R7 R3|G7+R7 G5+?"),
    ],
)
def test_med_24_a_minister_allied_to_a_single_noble_does_nothing(mover: str, label: str, after: str) -> None:
    match = played(table(LYING, f"{mover}0", mover=mover), "0", label)
    assert court(match) == after.replace("?", f"{mover}0") and discards(match) == ""


@pytest.mark.parametrize(("lying", "after"), [("R4+G4", "R4+G4+R0"), ("R8", "R8+R0"), ("R4+R2+G2", "R4+R2+G2+R0")])
def test_med_24_a_minister_played_to_conspire_does_nothing(lying: str, after: str) -> None:
    match = played(table(f"R9 G9|{lying}|G8", "R0"), "0", "R1!", "xG1")
    assert court(match) == f"R9 G9|{after}|" and discards(match) == "G8"


def test_med_24_a_minister_sent_stands_alone() -> None:
    assert court(played(table(LYING, "R0"), "0", "send")) == "R9 G9+R8 G3|R4+G4+R7 R3 R0|G7+R7 G5"


# --- MED-25, MED-26: the lady-in-waiting ---


@MOVERS
@pytest.mark.parametrize(
    ("label", "after"),
    [
        ("I1", "R9 ? G9+R8 G3|R4+G4+R7 R3|G7+R7 G5"),
        ("I2", "R9 G9 R8 ? G3|R4+G4+R7 R3|G7+R7 G5"),
        ("I3", "R9 G9+R8 G3 ?|R4+G4+R7 R3|G7+R7 G5"),
        ("R1", "R9 G9+R8 G3|R4 G4 R7 ? R3|G7+R7 G5"),
        ("R2", "R9 G9+R8 G3|R4+G4+R7 R3 ?|G7+R7 G5"),
        ("G1", "R9 G9+R8 G3|R4+G4+R7 R3|G7 R7 ? G5"),
        ("G2", "R9 G9+R8 G3|R4+G4+R7 R3|G7+R7 G5 ?"),
    ],
)
def test_med_25_a_lady_separates_whom_she_is_allied_to_in_the_same_area(mover: str, label: str, after: str) -> None:
    match = played(table(LYING, f"{mover}1", mover=mover), "1", label)
    assert court(match) == after.replace("?", f"{mover}1") and discards(match) == ""
    assert match.waiting == (1 - HOUSES.index(mover),) and match.view()["hands"] == [1, 1]
    assert match.game.at(match.position()).fingerprint == match.fingerprint


def test_med_25_each_stands_alone_from_the_bottom_up_she_last() -> None:
    match = played(table("R9 G9|R4+RX=7+G4 R3 R2|", "R1"), "1", "R1")
    assert court(match) == "R9 G9|R4 RX=7 G4 R1 R3 R2|" and match.position()["onto"] == "R4"
    view = match.view()["outer"][0]
    assert [(stack["label"], stack["total"]) for stack in view] == [
        ("R1", 4),
        ("R2", 7),
        ("R3", 4),
        ("R4", 1),
        ("R5", 3),
        ("R6", 2),
    ]
    assert court(played(match, "X1=2", "done")) == "R9 G9|R4 RX=2 G4 R1 R3 R2|"


def test_med_25_those_separated_conspire_and_are_targets_one_by_one() -> None:
    match = played(table("R10 G10|R4+RX=7+G8 R6|", "R1 R2", other="G0"), "1", "R1", "done", "0", "I2", "done", "2")
    assert court(match) == "R10 G10+G0|R4 RX=7 G8 R1 R6|"
    conspiracies = [move for move in moves(match) if move.endswith("!")]
    assert conspiracies == ["R1!", "R2!", "R3!", "R4!", "R5!"]  # 6, 3 to 12, 10, 3, 8; not 12
    assert moves(played(match.copy(), "R1!")) == ["xR2", "xR5"]
    assert moves(played(match.copy(), "R3!")) == ["xI1", "xI2", "xR2"]
    assert moves(played(match.copy(), "R5!")) == ["xR2", "xR3"]


def test_med_25_a_jester_in_hand_keeps_a_lady_from_nothing() -> None:
    match = played(table("R9 G9|RX=7|", "R1"), "1", "R1")
    assert court(match) == "R9 G9|RX=7 R1|" and moves(match)[-1] == "done"
    assert court(played(match, "done")) == "R9 G9|RX=7 R1|"


@pytest.mark.parametrize(("lying", "after"), [("R4+G3", "R4+G3+R1"), ("R7", "R7+R1")])
def test_med_26_a_lady_played_to_conspire_does_nothing(lying: str, after: str) -> None:
    match = played(table(f"R9 G9|{lying}|G8", "R1"), "1", "R1!", "xG1")
    assert court(match) == f"R9 G9|{after}|" and discards(match) == "G8"


def test_med_26_a_lady_sent_stands_alone() -> None:
    assert court(played(table(LYING, "R1"), "1", "send")) == "R9 G9+R8 G3|R4+G4+R7 R3 R1|G7+R7 G5"


# --- MED-29 ---


@pytest.mark.parametrize("card", ["5", "0"])
def test_med_29_a_minister_at_court_does_nothing_any_more(card: str) -> None:
    match = played(table("R9 G9|G0 R0|", f"R{card}"), card, "R1")
    assert court(match) == f"R9 G9|G0+R{card} R0|"
    assert court(played(match, "2", "R1")).startswith("R9 G9|G0+")


def test_med_29_a_lady_at_court_does_nothing_any_more() -> None:
    match = played(table("R9 G9|G1 R4|", "R5"), "5", "R1")
    assert court(played(match, "2", "R1")) == "R9 G9|G1+R5+G2 R4|"


def test_med_29_stacks_that_have_equal_totals_do_nothing_by_themselves() -> None:
    match = played(table("R9 G9|R4+G3 R7|", "R8"), "8", "I1")
    assert court(match) == "R9+R8 G9|R4+G3 R7|" and discards(match) == ""
    assert moves(played(match, "2", "send")) == ["0"]
