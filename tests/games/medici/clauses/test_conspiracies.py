"""Conspiracies: MED-11 to MED-14."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.games.medici.positions import (
    HOUSES,
    RANKS,
    court,
    discards,
    hand,
    moves,
    played,
    possible_conspiracies,
    refusal,
    stacks,
    table,
)

MOVERS = pytest.mark.parametrize("mover", HOUSES)
AREAS = ["I", "R", "G"]

# --- MED-11 ---


def conspirators(moves_: list[str]) -> list[str]:
    return [move.rstrip("!") for move in moves_ if move.endswith("!")]


@pytest.mark.parametrize(("onto", "target"), list(product(AREAS, AREAS)))
@MOVERS
def test_med_11_conspirators_and_target_may_be_in_any_area(mover: str, onto: str, target: str) -> None:
    """A 3 joins a 4 against a 7, both of the mover's own house or of the other: whoever is where is all the same."""
    for ours, theirs in product(HOUSES, HOUSES):
        areas = {"I": ["R9", "G9"], "R": ["R8"], "G": ["G8"]}
        areas[onto].append(f"{ours}4")
        areas[target].append(f"{theirs}7")
        source, victim = (
            f"{onto}{areas[onto].index(ours + '4') + 1}",
            f"{target}{areas[target].index(theirs + '7') + 1}",
        )
        match = played(table(written(areas), f"{mover}3", mover=mover), "3")
        assert conspirators(moves(match)) == [source]
        assert moves(played(match, f"{source}!")) == [f"x{victim}"]
        assert match.position()["onto"] == source and match.position()["step"] == "target"
        played(match, f"x{victim}")
        areas[onto][areas[onto].index(f"{ours}4")] += f"+{mover}3"
        areas[target].remove(f"{theirs}7")
        assert court(match) == written(areas)
        assert discards(match) == f"{theirs}7"
        assert match.waiting == (1 - HOUSES.index(mover),) and match.view()["hands"] == [1, 1]


def written(areas: dict[str, list[str]]) -> str:
    return "|".join(" ".join(areas[area]) for area in AREAS)


def test_med_11_every_card_goes_to_its_own_houses_pile_and_never_returns() -> None:
    match = played(table("R9 G9|R5+G4+G5|", "R5", discards={"R": "R7", "G": "G7 G7"}), "5", "I1!", "xR1")
    assert match.position()["discards"] == {"R": "R5 R7", "G": "G4 G5 G7 G7"}
    assert court(match) == "R9+R5 G9||"
    for _ in range(6):
        played(match, moves(match)[0], "send")
    assert match.position()["discards"] == {"R": "R5 R7", "G": "G4 G5 G7 G7"}


def test_med_11_exactly_one_other_is_eliminated() -> None:
    match = played(table("R9 G9|R7 G7|R4+G3", "R4", discards={"R": "R7"}), "4", "I1")
    assert court(match) == "R9+R4 G9|R7 G7|R4+G3"
    match = played(table("R3 G9|R7 G7|R5+G2", "R4"), "4", "I1!")
    assert moves(match) == ["xR1", "xR2", "xG1"]
    assert court(played(match, "xR2")) == "R3+R4 G9|R7|R5+G2"
    assert (match.position()["card"], match.position()["onto"], match.position()["target"]) == (None, None, None)


def test_med_11_the_conspiracy_stays_as_an_alliance() -> None:
    match = played(table("R3 G9|R7 G7|", "R4", other="G1"), "4", "I1!", "xR1")
    assert match.view()["inner"][0] == {"label": "I1", "nobles": ["R3", "R4"], "total": 7}


def test_med_11_equal_totals_never_oblige() -> None:
    match = played(table("R3 G9|R7|", "R4"), "4")
    assert moves(match) == ["send", "plan", "I1", "I2", "R1", "I1!"]
    assert court(played(match, "I1")) == "R3+R4 G9|R7|" and discards(match) == ""


def test_med_11_later_stacks_move_up_when_one_leaves() -> None:
    for target, after in (("I2", "R3+R4 G9|R7 G2|R7"), ("R1", "R3+R4 G7 G9|G2|R7"), ("G1", "R3+R4 G7 G9|R7 G2|")):
        match = played(table("R3 G7 G9|R7 G2|R7", "R4", other="G5"), "4", "I1!", f"x{target}")
        assert court(match) == after
        assert match.game.at(match.position()).fingerprint == match.fingerprint
    match = played(table("G7 R3 G9||", "R4", other="G5"), "4", "I2!", "xI1")
    assert court(match) == "R3+R4 G9||"


@pytest.mark.parametrize(("onto", "clause"), [("I1", "MED-11"), ("I2", "MED-11"), ("R1", "MED-11"), ("R2", "MED-10")])
def test_med_11_without_another_of_that_total_there_is_no_conspiracy(onto: str, clause: str) -> None:
    match = played(table("R9 G9|R7|", "R4"), "4")
    assert conspirators(moves(match)) == [] and refusal(match, f"{onto}!") == clause


def test_med_11_a_target_must_have_the_same_total() -> None:
    match = played(table("R3 G9|R7 G6 G8|G10", "R4"), "4", "I1!")
    assert moves(match) == ["xR1"]
    assert {refusal(match, f"x{label}") for label in ("I2", "R2", "R3", "G1")} == {"MED-11"}
    assert refusal(match, "xG2") == refusal(match, 115 + 6) == "MED-10"
    assert {refusal(match, move) for move in ("I1", "send", "4", "I1!")} == {"MED-11"}
    assert refusal(match, "done") == "MED-28"


def test_med_11_a_tall_stack_may_strike_a_tall_stack() -> None:
    tower = "R9+R10+R8+R7+R6+R5+R4+R3"  # 52
    match = played(table(f"G9 {tower} R9|G10+G8+G7+G6+G5+G4+G3|", "G9", mover="G"), "9")
    assert conspirators(moves(match)) == ["R1"]  # 43 + 9
    assert court(played(match, "R1!", "xI2")) == "G9 R9|G10+G8+G7+G6+G5+G4+G3+G9|"
    assert match.position()["discards"]["R"] == "R3 R4 R5 R6 R7 R8 R9 R10"


EVERYBODY = [house + rank for house in HOUSES for rank in [*RANKS[:9] * 2, "9", *["10"] * 2, *["X=1"] * 2, "D"]]


def test_med_11_all_fifty_cards_may_be_at_court() -> None:
    """And the last one of them may conspire: nobody but Della Rovere's second minister is missing."""
    outer = [card for card in EVERYBODY if card != "R0"] + ["R0"]
    bound = {"decks": {"R": "", "G": ""}, "limits": {"R": 4, "G": 4}}
    match = table(f"R9 G9|{' '.join(outer)}|", "R0", other="", dukes=True, **bound)
    assert len(stacks(match)) == 49
    assert len(moves(played(match, "0"))) == 1 + 49 + 49  # everybody has an equal
    played(match, "I1!", "xI2", "done")
    assert match.over and len(stacks(match)) == 48 and discards(match) == "G9"


COURTS = [
    "R9 G9|R4 G4+G6|G7+R7",
    "R3 G2|R5 RX=3|G7",
    "RX=1 G9|GX=5+R10|G10+G8 R0",
    "R10+G10 G9+R8|RX=2+GX=2|",
    "RX=10 GX=10|RX=1|GX=1 R10+G10+R9",
    "R9+RX=4+GX=4 G1|R0 G0|G10+G10+R10 R8+G8+GX=1",
    "R10+R10+G10+G10 GX=7|RX=3+GX=9+RX=1|R1",
    "R2 G2|RX=1+GX=1|R10+RX=4",
    "R2 GX=2|R9+R10+RX=4|G10+G9 R3",
]


def holders(lying: str, rank: str) -> list[str]:
    """Who can have such a card in the hand, if it lies at court that often."""
    found = Counter(re.findall(r"[RG][0-9X]+", lying))
    return [house for house in HOUSES if found[house + rank] < 2][:1]


@pytest.mark.parametrize(
    ("lying", "card"),
    [(lying, house + rank) for lying in COURTS for rank in ["0", "1", "2", "7", "X"] for house in holders(lying, rank)],
)
def test_med_11_a_conspiracy_is_offered_exactly_when_some_values_make_it_equal(lying: str, card: str) -> None:
    expect_conspiracies(lying, card)


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 8, 10])
@pytest.mark.parametrize("lying", COURTS[:3] + COURTS[7:])
def test_med_11_under_a_limit_too_the_values_decide(lying: str, limit: int) -> None:
    (mover,) = holders(lying, "X")
    shown = {mover: f"{mover}{limit}"}
    expect_conspiracies(lying, f"{mover}X", decks={mover: ""}, shown=shown, limits={mover: limit})


def expect_conspiracies(lying: str, card: str, **given: Any) -> None:
    rest = HOUSES[HOUSES.index(card[0]) - 1]
    match = played(table(lying, card, f"{rest}3", card[0], **given), card[1:])
    possible = possible_conspiracies(match)
    assert conspirators(moves(match)) == list(possible)
    for label, targets in possible.items():
        plot = played(match.copy(), f"{label}!")
        assert moves(plot) == [f"x{target}" for target in targets]


# --- MED-12 ---


def test_med_12_a_card_that_is_sent_alone_cannot_conspire() -> None:
    match = played(table("R9 G9|R7|", "R7"), "7")
    assert not conspirators(moves(match)) and refusal(match, "send!") is None
    assert court(played(match, "send")) == "R9 G9|R7 R7|" and discards(match) == ""


# --- MED-13 ---


def test_med_13_a_noble_in_an_alliance_is_no_target() -> None:
    match = played(table("R3 G9|R7+G1 R10|", "R4"), "4")
    assert conspirators(moves(match)) == []
    match = played(table("R4 G9|R7+G1|", "R4"), "4")
    assert conspirators(moves(match)) == ["I1"]
    assert court(played(match, "I1!", "xR1")) == "R4+R4 G9||" and discards(match) == "R7 G1"


def test_med_13_never_the_conspiracy_itself() -> None:
    match = played(table("R3 G9|R7 G5|", "R4", other="G8"), "4", "I1!")
    assert refusal(match, "xI1") == "MED-13" and moves(match) == ["xR1"]
    match = played(table("R3+R5 G9||", "R0"), "0")  # 8 equals nothing but itself
    assert conspirators(moves(match)) == []
    match = played(table("RX=4 G9||", "R3"), "3")  # whatever the jester is, it is in the conspiracy
    assert conspirators(moves(match)) == ["I1"] and moves(played(match, "I1!")) == ["xI2"]


# --- MED-14 ---


@MOVERS
@pytest.mark.parametrize("victim", ["R7", "G7", "R5+R2", "G5+G2", "R5+G2"])
def test_med_14_nobles_of_any_house_may_be_eliminated(mover: str, victim: str) -> None:
    match = table(f"R9 G9|R4|{victim}", f"{mover}3", other=f"{'G' if mover == 'R' else 'R'}6", mover=mover)
    assert court(played(match, "3", "R1!", "xG1")) == f"R9 G9|R4+{mover}3|"
    assert sorted(discards(match).split()) == sorted(victim.split("+"))


@pytest.mark.parametrize("victim", ["R0", "G0", "G0+G0", "R0+G0"])
def test_med_14_zero_equals_zero(victim: str) -> None:
    own = "R0" if "R0" not in victim else "G0"
    match = played(table(f"R9 G8|{own}|{victim}", "R0"), "0")
    assert conspirators(moves(match)) == ["R1", "G1"]
    assert court(played(match, "R1!", "xG1")) == f"R9 G8|{own}+R0|"
    assert sorted(discards(match).split()) == sorted(victim.split("+"))


def test_med_14_a_conspiracy_in_the_outer_court_may_strike_the_inner_circle() -> None:
    match = played(table("R9 G7 G10|R3|", "R4", other="G1"), "4", "R1!", "xI2")
    assert court(match) == "R9 G10|R3+R4|" and not match.over
    assert hand(match, "R") == "R0"
