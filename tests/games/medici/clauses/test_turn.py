"""A turn: MED-8 to MED-10, MED-15, MED-22."""

from __future__ import annotations

import pytest

from tests.games.medici.positions import HOUSES, at_random, court, game, hand, moves, played, refusal, stacks, table

MOVERS = pytest.mark.parametrize("mover", HOUSES)
COURT = "R9 G9+R10 G3|R4 G4+G6|G7+R7"

# --- MED-8 ---


@pytest.mark.parametrize(
    ("held", "offers"),
    [
        ("R0 R1 R5 R10 RX", "0 1 5 10 X"),
        ("R5 R5 R3 R3 R2", "2 3 5"),
        ("RX RX", "X"),
        ("R6 R7 RD R8 R8", "6 7 8 D"),
    ],
)
def test_med_8_any_card_of_the_hand_may_be_played(held: str, offers: str) -> None:
    assert moves(table("R9 G9||", held, dukes=True)) == offers.split()


@pytest.mark.parametrize(
    ("card", "kept"),
    [("0", "R1 R5 R5 RX"), ("1", "R0 R5 R5 RX"), ("5", "R0 R1 R5 RX"), ("X", "R0 R1 R5 R5")],
)
def test_med_8_the_card_taken_leaves_the_hand_and_one_is_drawn(card: str, kept: str) -> None:
    match = played(table("R9 G9||", "R0 R1 R5 R5 RX", decks={"R": "R7 R3 R2"}), card)
    assert (hand(match, "R"), match.position()["card"], match.waiting) == (kept, f"R{card}", (0,))
    played(match, "send")
    if card == "X":
        played(match, "done")
    cards = sorted([*kept.split(), "R7"], key=["R0", "R1", "R5", "R7", "RX"].index)
    assert hand(match, "R") == " ".join(cards) and match.position()["decks"]["R"] == "R3 R2"
    assert (match.waiting, match.position()["step"], match.position()["card"]) == ((1,), "card", None)


@MOVERS
def test_med_8_the_turn_passes_to_the_other(mover: str) -> None:
    other = "G" if mover == "R" else "R"
    match = table("R9 G9||", f"{mover}7", mover=mover)
    assert played(match, "7", "send").waiting == (HOUSES.index(other),)
    assert played(match, "2", "send").waiting == (HOUSES.index(mover),)
    assert match.view()["hands"] == [1, 1]


@MOVERS
def test_med_8_the_four_ways_to_play_a_card(mover: str) -> None:
    match = played(table(COURT, f"{mover}6", mover=mover), "6")
    allied = ["I1", "I2", "I3", "R1", "R2", "G1"]
    assert moves(match) == ["send", "plan", *allied, "I3!", "R1!"]  # 3 + 6 against 9, 4 + 6 against 4 + 6


def test_med_8_a_card_that_is_not_held_cannot_be_played() -> None:
    match = table("R9 G9||", "R3 R5 R7", other="G4")
    assert {refusal(match, move) for move in ("4", "2", "6", "0", "X", "D", "R4")} == {"MED-8"}
    assert refusal(table("R9 G9||", "R3"), "8") == "MED-8"


def test_med_8_one_card_and_then_its_place() -> None:
    match = table("R9 G9||", "R3 R5")
    assert {refusal(match, move) for move in ("send", "plan", "I1", "I1!")} == {"MED-8"}
    played(match, "3")
    assert {refusal(match, move) for move in ("3", "5", "R5")} == {"MED-8", "MED-10"}
    assert [refusal(match, move) for move in ("xI1", "X1=3", "done", "limit 2")] == [
        "MED-11",
        "MED-28",
        "MED-28",
        "MED-20",
    ]


def test_med_8_a_card_may_be_written_with_its_house_and_anyhow() -> None:
    match = table("R9 G9||", "R3 R5 R10")
    assert court(played(match, "r 10", " SEND ")) == "R9 G9|R10|"
    match = table("R9 G9||", "G3 G5 GX", mover="G")
    assert court(played(match, "gx", "i2", "DONE")) == "R9 G9+GX=1||"


@pytest.mark.parametrize("move", ["", "pass", "R", "11", "G3", "Z1", "I", "send I1", "I1!!", "x1"])
def test_med_8_what_is_no_move_is_refused(move: str) -> None:
    assert refusal(table("R9 G9||", "R3"), move) in (None, "MED-10")


def test_med_8_choices_are_numbered_in_ascending_order() -> None:
    match = game().new(5)
    for stretch in range(12):
        numbers = [choice.id for choice in match.choices()]
        assert numbers == sorted(set(numbers))
        assert {choice.seat for choice in match.choices()} == set(match.waiting)
        assert match.choices(1 - match.waiting[0]) == []
        at_random(match, stretch, 3)


# --- MED-9 ---


@MOVERS
@pytest.mark.parametrize("rank", ["0", "1", "7"])
def test_med_9_a_card_that_is_sent_stands_alone_at_the_end_of_the_own_outer_court(mover: str, rank: str) -> None:
    after = {"R": f"R9 G9+R10 G3|R4 G4+G6 R{rank}|G7+R7", "G": f"R9 G9+R10 G3|R4 G4+G6|G7+R7 G{rank}"}
    match = table(COURT, f"{mover}{rank}", mover=mover)
    assert court(played(match, rank, "send")) == after[mover]
    assert match.position()["discards"] == {"R": "", "G": ""}


@MOVERS
def test_med_9_the_first_one_sent_is_number_one(mover: str) -> None:
    match = played(table("R9 G9 R3||", f"{mover}7", mover=mover), "7", "send")
    assert stacks(match)[f"{mover}1"] == [f"{mover}7"]


# --- MED-10 ---


@MOVERS
@pytest.mark.parametrize(
    ("label", "after"),
    [
        ("I1", "R9+? G9+R10 G3|R4 G4+G6|G7+R7"),
        ("I2", "R9 G9+R10+? G3|R4 G4+G6|G7+R7"),
        ("I3", "R9 G9+R10 G3+?|R4 G4+G6|G7+R7"),
        ("R1", "R9 G9+R10 G3|R4+? G4+G6|G7+R7"),
        ("R2", "R9 G9+R10 G3|R4 G4+G6+?|G7+R7"),
        ("G1", "R9 G9+R10 G3|R4 G4+G6|G7+R7+?"),
    ],
)
def test_med_10_a_card_may_be_allied_to_any_noble_or_stack(mover: str, label: str, after: str) -> None:
    match = played(table(COURT, f"{mover}8", mover=mover), "8")
    worth = {stack["label"]: stack["total"] for stack in every_stack(match.view())}
    assert court(played(match, label)) == after.replace("?", f"{mover}8")
    now = {stack["label"]: stack["total"] for stack in every_stack(match.view())}
    assert now == {**worth, label: worth[label] + 8}
    assert match.waiting == (1 - HOUSES.index(mover),)


def every_stack(view: dict) -> list[dict]:
    return [*view["inner"], *view["outer"][0], *view["outer"][1]]


def test_med_10_an_alliance_may_be_of_any_size() -> None:
    tower = "R9+G9+R10+G10+R8+G8+R7+G7+R6+G6+R5+G5+R4+G4+R3"
    match = played(table(f"{tower} G2||", "R5"), "5", "I1")
    assert court(match) == f"{tower}+R5 G2||"
    assert match.view()["inner"][0]["total"] == sum((9, 9, 10, 10, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 5))


@pytest.mark.parametrize("label", ["I4", "R3", "G2", "I0", "I99"])
def test_med_10_there_is_no_other_stack(label: str) -> None:
    match = played(table(COURT, "R8"), "8")
    assert {refusal(match, move) for move in (label, label + "!")} == {"MED-10"}


@pytest.mark.parametrize("first", [15, 65])
def test_med_10_there_is_no_stack_beyond_the_last_by_number_either(first: int) -> None:
    match = played(table(COURT, "R8"), "8")
    assert {refusal(match, first + stack) for stack in (6, 7, 49)} == {"MED-10"}


# --- MED-15 ---


@pytest.mark.parametrize("place", ["send", "I1", "R1", "G1"])
def test_med_15_cards_at_court_stay_where_they_are(place: str) -> None:
    match = played(table("R9 G9|R4 R6|G7 G5", "R8"), "8", place)
    for area, before in zip(court(match).split("|"), ["R9 G9", "R4 R6", "G7 G5"], strict=True):
        kept = area.replace("+R8", "").replace(" R8", "")
        assert kept == before


@MOVERS
def test_med_15_a_card_joins_the_inner_circle_only_when_played_onto_somebody_there(mover: str) -> None:
    for place in ("send", "R1", "G1", "plan"):
        match = played(table("R9 G9|R4|G7", f"{mover}8", mover=mover), "8", place)
        assert match.position()["inner"] == ["R9", "G9"]
    match = played(table("R9 G9|R4|G7", f"{mover}8", mover=mover), "8", "I2")
    assert match.position()["inner"] == ["R9", f"G9+{mover}8"]


# --- MED-22 ---


def test_med_22_whoever_can_play_must() -> None:
    match = table("R9 G9||", "R3 R10", decks={"R": ""}, limits={"R": 4})
    assert moves(match) == ["3"] and moves(played(match, "3")) == ["send", "I1", "I2"]
    assert refusal(match, "pass") is None
