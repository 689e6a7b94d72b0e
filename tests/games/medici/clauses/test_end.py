"""The end: MED-31 to MED-36."""

from __future__ import annotations

import pytest

from camarilla import BadPosition, Match
from tests.games.medici.positions import (
    EDITIONS,
    HOUSES,
    at_random,
    court,
    discards,
    game,
    hand,
    moves,
    over,
    played,
    table,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
MOVERS = pytest.mark.parametrize("mover", HOUSES)


def bound(house: str, limit: int) -> dict[str, dict[str, object]]:
    """An empty deck and a limit."""
    return {"decks": {house: ""}, "limits": {house: limit}}


# --- MED-31 ---


@MOVERS
@pytest.mark.parametrize("lost", HOUSES)
def test_med_31_english_ends_when_either_house_has_left_the_inner_circle(mover: str, lost: str) -> None:
    kept = "G" if lost == "R" else "R"
    lying, steps = f"{lost}7 {kept}9|R4 G8|{lost}10", ("3", "R1!", "xI1")
    match = played(table(lying, f"{mover}3", mover=mover), *steps)
    assert (match.over, match.waiting, match.position()["mover"], match.position()["step"]) == (True, (), None, "")
    assert court(match) == f"{kept}9|R4+{mover}3 G8|{lost}10" and hand(match, mover) == ""
    french = played(table(lying, f"{mover}3", mover=mover, edition="french"), *steps)
    assert (french.over, french.waiting) == (False, (1 - HOUSES.index(mover),))
    assert hand(french, mover) == f"{mover}0"


@pytest.mark.parametrize("inner", ["R7 R9+G9", "G9+R9 R7", "R7+G9 G9"])
def test_med_31_a_noble_in_any_stack_keeps_the_house_there(inner: str) -> None:
    match = table(f"{inner}|R4|", "R3", other="G6")
    played(match, "3", "send")
    assert not match.over
    alone = inner.replace("R7 ", "").replace(" R7", "")
    if alone != inner:
        match = table(f"{inner}|R4|", "R3", other="G6")
        assert not played(match, "3", "R1!", "xI1" if inner[0:2] == "R7" else "xI2").over
        assert court(match) == f"{alone}|R4+R3|"


def test_med_31_english_asks_for_the_houses_not_the_stacks() -> None:
    match = played(table("R7+G9 G9|R10|G6", "R6"), "6", "R1!", "xI1")
    assert match.over and match.scores == (16, 15)


@MOVERS
def test_med_31_french_ends_when_the_inner_circle_is_empty(mover: str) -> None:
    match = played(table("G7|R4 G8|R10", f"{mover}3", mover=mover, edition="french"), "3", "R1!", "xI1")
    assert match.over and court(match) == f"|R4+{mover}3 G8|R10" and hand(match, mover) == ""
    assert discards(match) == "G7"


@pytest.mark.parametrize("inner", ["R9", "G9", "RX=2", "G9+G10", "R0"])
def test_med_31_french_goes_on_with_anybody_in_the_inner_circle(inner: str) -> None:
    match = table(f"{inner}|R5|", "R3", edition="french")
    assert match.waiting == (0,) and "I1" in moves(played(match, "3"))


def test_med_31_a_minister_may_empty_the_inner_circle_of_a_house() -> None:
    lying = "R9+G9||G5"
    assert played(table(lying, "R0"), "0", "I1").over
    assert not played(table(lying, "R0", edition="french"), "0", "I1").over
    assert not played(table("R9+G9 G3||", "R0"), "0", "I1").over


def test_med_31_when_a_minister_does_so_the_jesters_may_still_be_named() -> None:
    match = played(table("R9+G9|RX=2|G5", "R0"), "0", "I1")
    assert (match.over, match.position()["step"]) == (False, "values")
    assert match.game.at(match.position()).fingerprint == match.fingerprint
    assert played(match, "done").over


def test_med_31_a_lady_leaves_everybody_in_the_inner_circle() -> None:
    match = played(table("R9+G9||", "R1"), "1", "I1")
    assert not match.over and court(match) == "R9 G9 R1||"


# --- MED-32, MED-33 ---


@MOVERS
def test_med_32_english_ends_when_the_player_to_move_cannot_play(mover: str) -> None:
    other = "G" if mover == "R" else "R"
    held = f"{other}5 {other}8"
    match = table("R9 G9||", f"{mover}3", other=held, mover=mover, **bound(other, 4))  # type: ignore[arg-type]
    played(match, "3", "send")
    assert (match.over, match.position()["mover"]) == (True, None)
    assert hand(match, mover) == f"{mover}0"  # drawn before the other's turn began
    french = table("R9 G9||", f"{mover}3", other=held, mover=mover, edition="french", **bound(other, 4))  # type: ignore[arg-type]
    played(french, "3", "send")
    assert (french.over, french.waiting) == (False, (HOUSES.index(mover),))


def test_med_32_english_whoever_lays_the_own_last_playable_card_does_not_end_the_game() -> None:
    match = table("R9 G9||", "R3 R8", other="G4 G5", **bound("R", 4))  # type: ignore[arg-type]
    assert played(match, "3", "send").waiting == (1,)
    assert played(match, "4", "send").over


@MOVERS
def test_med_32_if_either_is_asked_the_own_last_playable_card_ends_the_game(mover: str) -> None:
    held, other = f"{mover}3 {mover}8", "G" if mover == "R" else "R"
    given = {"other": f"{other}4 {other}5", "mover": mover, "stuck": "either", **bound(mover, 4)}
    assert played(table("R9 G9||", held, **given), "3", "send").over  # type: ignore[arg-type]
    goes_on = played(table("R9 G9||", f"{held} {mover}4", **given), "3", "send")  # type: ignore[arg-type]
    assert goes_on.waiting == (HOUSES.index(other),)
    french = table("R9 G9||", held, edition="french", **given)  # type: ignore[arg-type]
    assert not played(french, "3", "send").over


def test_med_32_if_either_is_asked_the_other_must_be_able_to_play_at_any_time() -> None:
    with pytest.raises(BadPosition, match="both players must be able to play"):
        table("R9 G9||", "R3", other="G5", stuck="either", **bound("G", 4))  # type: ignore[arg-type]
    assert table("R9 G9||", "R3", other="G5", **bound("G", 4)).waiting == (0,)  # type: ignore[arg-type]


def test_med_32_french_who_cannot_play_passes_for_good() -> None:
    match = table("R9 G9||", "R3 R4", other="G5", edition="french", **bound("G", 4))  # type: ignore[arg-type]
    assert match.position()["passed"] == {"R": False, "G": True} and match.view()["passed"] == [False, True]
    for number in range(1, 4):
        assert played(match, moves(match)[0], "send").waiting == (0,)
        assert match.position()["passed"] == {"R": False, "G": True}
        assert len(match.position()["outer"]["R"]) == number
    assert {sight.seat for sight in match.log()} == {0}  # passing is no move
    assert match.position()["plans"] == {"R": 0, "G": 0}
    assert match.position()["hands"]["G"] == "G5"


def test_med_32_french_passing_is_no_plan_and_three_plans_are_enough() -> None:
    match = table("R9 G9||", "R3 R4", other="G5", edition="french", plans={"G": 3}, **bound("G", 4))  # type: ignore[arg-type]
    assert not played(match, "3", "plan", "4", "plan").over
    assert match.position()["run"] == 2 and match.waiting == (0,)
    assert played(match, moves(match)[0], "plan").over and match.winners == (0, 1)


def test_med_32_french_ends_when_neither_can_play() -> None:
    both = {"decks": {"R": "", "G": ""}, "limits": {"R": 4, "G": 4}}
    match = table("R9 G9||", "R3 R4 R6", other="G5", edition="french", **both)
    assert played(match, "3", "send").waiting == (0,)
    assert played(match, "4", "send").over
    assert (hand(match, "R"), hand(match, "G")) == ("R6", "G5")


def test_med_32_french_the_turn_comes_back_only_to_whoever_can_play() -> None:
    both = {"decks": {"R": "", "G": ""}, "limits": {"R": 4, "G": 6}}
    match = table("R9 G9||", "R3 R6", other="G5 G6 G8", edition="french", **both)
    assert played(match, "3", "send").waiting == (1,)
    assert match.position()["passed"] == {"R": True, "G": False}
    assert played(match, "5", "send").waiting == (1,)
    assert played(match, "6", "send").over


@MOVERS
def test_med_33_an_empty_hand_cannot_play(mover: str) -> None:
    match = table("R9 G9||", f"{mover}3", other="", mover=mover)
    assert played(match, "3", "send").over
    other = "G" if mover == "R" else "R"
    french = table("R9 G9||", f"{mover}3", other="", mover=mover, edition="french", **bound(other, 10))  # type: ignore[arg-type]
    assert played(french, "3", "send").waiting == (HOUSES.index(mover),)
    both = {"decks": {"R": "", "G": ""}, "limits": {"R": 9, "G": 9}}
    last = table("R9 G9||", f"{mover}3", other="", mover=mover, edition="french", **both)
    assert played(last, "3", "send").over


def test_med_33_a_jester_under_the_limit_0_cannot_play() -> None:
    match = table("R9 G9||", "R3", other="GX GX", **bound("G", 0))  # type: ignore[arg-type]
    assert played(match, "3", "send").over
    match = table("R9 G9||", "R3", other="GX GX", **bound("G", 1))  # type: ignore[arg-type]
    assert played(match, "3", "send").waiting == (1,)


# --- MED-34, MED-35 ---


@BOTH
def test_med_34_each_house_scores_its_nobles_in_every_area_and_stack(edition: str) -> None:
    """Nobody can play: both hands are empty."""
    match = over("R9+G8 G2|R4 G5+R3|G10+R1+RX=7 R0", edition=edition)
    assert match.scores == (9 + 4 + 3 + 1 + 1 + 0, 8 + 2 + 5 + 10)
    assert (match.places, match.winners) == ((2, 1), (1,))


@BOTH
@pytest.mark.parametrize(
    ("lying", "scores", "places"),
    [
        ("|R4|G5", (4, 5), (2, 1)),
        ("|G5|R4", (4, 5), (2, 1)),
        ("|G4|R5", (5, 4), (1, 2)),
        ("||R10", (10, 0), (1, 2)),
        ("|G10|", (0, 10), (2, 1)),
        ("|RD|G10+G4", (15, 14), (1, 2)),
    ],
)
def test_med_34_most_points_win_wherever_the_nobles_are(
    edition: str, lying: str, scores: tuple[int, int], places: tuple[int, int]
) -> None:
    match = over(lying, edition=edition, dukes=True)
    assert (match.scores, match.places, match.winners) == (scores, places, (places.index(1),))
    assert sum(line.points for line in match.account()[0]) == scores[0]


@BOTH
@pytest.mark.parametrize(
    ("lying", "places"),
    [
        ("|R4+R5|G9", (1, 2)),
        ("|R9|G4 G5", (2, 1)),
        ("|R9 R0|G9", (1, 2)),
        ("|R9|G9 G0", (2, 1)),
        ("|RX=9 R5|G6", (1, 2)),  # a jester is a noble too
        ("|R1 R1|G2 G0", (1, 1)),
        ("|R9|G9", (1, 1)),
        ("||", (1, 1)),
        ("|R4+G9 R5|G0", (1, 1)),
    ],
)
def test_med_35_on_a_tie_more_nobles_win_and_then_it_is_a_draw(
    edition: str, lying: str, places: tuple[int, int]
) -> None:
    match = over(lying, edition=edition)
    assert match.scores is not None and match.scores[0] == match.scores[1]
    assert match.places == places
    assert match.winners == tuple(seat for seat in (0, 1) if places[seat] == 1)
    assert match.position()["winner"] is None and match.view()["drawn"] is False


def test_med_35_more_nobles_do_not_help_against_more_points() -> None:
    assert over("|R9|G1 G1 G2 G2 G0 G0").winners == (0,)


# --- MED-36 ---


@BOTH
@pytest.mark.parametrize("deck", ["R7", "RX", "R7 R8"])
def test_med_36_after_a_draw_by_plans_nothing_is_drawn(edition: str, deck: str) -> None:
    match = table("R9 G9||", "R5 R3", edition=edition, plans={"R": 2, "G": 3}, run=5, decks={"R": deck})
    assert played(match, "5", "plan").over
    assert (hand(match, "R"), match.position()["decks"]["R"]) == ("R3", f"{deck} R5")
    assert match.position()["limits"]["R"] is None and match.position()["shown"]["R"] is None


@pytest.mark.parametrize("deck", ["R5", "RX", "R5 R8"])
def test_med_36_after_the_inner_circle_is_lost_nothing_is_drawn_shown_or_named(deck: str) -> None:
    for edition, inner in (("english", "R9 G7"), ("french", "G7")):
        match = table(f"{inner}|R4|", "R3 R2", edition=edition, decks={"R": deck})
        assert played(match, "3", "R1!", "xI2" if " " in inner else "xI1").over
        assert (hand(match, "R"), match.position()["decks"]["R"]) == ("R2", deck)
        assert match.position()["shown"] == match.position()["limits"] == {"R": None, "G": None}


def test_med_36_the_limit_is_named_before_the_other_turn_begins() -> None:
    match = table("R9 G9||", "R3", other="", decks={"R": "RX"})
    played(match, "3", "send")
    assert (match.over, match.position()["step"]) == (False, "limit")
    assert played(match, "limit 4").over and match.position()["limits"]["R"] == 4


def test_med_36_french_the_limit_may_leave_its_owner_to_go_on() -> None:
    match = table("R9 G9||", "R3", other="G8", edition="french", decks={"R": "RX", "G": ""}, limits={"G": 2})
    assert played(match, "3", "send", "limit 4").waiting == (0,)
    assert moves(match) == ["X"]


def test_med_36_the_draw_comes_before_the_other_turn_begins() -> None:
    match = table("R9 G9||", "R3", other="", decks={"R": "R5"})
    assert played(match, "3", "send").over
    assert (hand(match, "R"), match.position()["shown"]["R"], match.position()["limits"]["R"]) == ("R5", "R5", 5)


@pytest.mark.parametrize(("edition", "seed"), [("english", 1), ("french", 3)])
def test_med_36_every_match_ends_as_the_clauses_say(edition: str, seed: int) -> None:
    match = game(edition).new(seed)
    while not match.over:
        assert match.choices()
        at_random(match, seed * 1000 + len(match.steps), 3, without=["plan"])
    position = match.position()
    houses = {noble[0] for stack in position["inner"] for noble in stack.split("+")}
    able = [can_play(match, seat) for seat in HOUSES]
    lost = len(houses) < 2 if edition == "english" else not houses
    assert lost or not (any(able) if edition == "french" else all(able))


def can_play(match: Match, seat: str) -> bool:
    limit = match.position()["limits"][seat]
    held = [1 if card[1:] == "X" else int(card[1:]) for card in hand(match, seat).split()]
    return any(limit is None or value <= limit for value in held)
