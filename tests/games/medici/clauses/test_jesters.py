"""Jesters: MED-27, MED-28, MED-30."""

from __future__ import annotations

import pytest

from camarilla import Match
from tests.games.medici.positions import (
    HOUSES,
    at_random,
    balances,
    court,
    discards,
    game,
    highest,
    jesters,
    moves,
    over,
    played,
    refusal,
    settled,
    stacks,
    starting,
    table,
    values,
)

MOVERS = pytest.mark.parametrize("mover", HOUSES)
EVERY = range(1, 11)

# --- MED-27 ---


@MOVERS
@pytest.mark.parametrize(
    ("place", "after"),
    [("send", "R9 G9|R8{R}|{G}"), ("I2", "R9 G9+?|R8|"), ("R1", "R9 G9|R8+?|"), ("I1", "R9+? G9|R8|")],
)
def test_med_27_a_jester_played_to_court_gets_any_value(mover: str, place: str, after: str) -> None:
    match = played(table("R9 G9|R8|", f"{mover}X", mover=mover), "X", place)
    sent = {mover: {"R": " ?", "G": "?"}[mover], "GR"[HOUSES.index(mover)]: ""}
    text = after.format(**sent) if place == "send" else after
    assert court(match) == text.replace("?", f"{mover}X=1")
    assert moves(match) == [*(f"X1={n}" for n in range(2, 11)), "done"]
    for value in (1, 2, 10):
        named = played(match.copy(), f"X1={value}") if value > 1 else match.copy()
        assert named.waiting == (HOUSES.index(mover),)
        assert court(played(named, "done")) == text.replace("?", f"{mover}X={value}")
        assert named.waiting == (1 - HOUSES.index(mover),) and named.position()["named"] == []


@pytest.mark.parametrize("value", [0, 11, 99])
def test_med_27_a_jester_is_worth_1_to_10(value: int) -> None:
    match = played(table("R9 G9||", "RX"), "X", "send")
    assert refusal(match, f"X1={value}") == "MED-27"


@pytest.mark.parametrize("partner", [1, 4, 8, 9])
@pytest.mark.parametrize("target", [2, 5, 10])
def test_med_27_a_jester_played_to_conspire_has_the_value_that_makes_it_equal(partner: int, target: int) -> None:
    match = played(table(f"R0 G0|R{partner}|G{target}", "RX", other="G3"), "X")
    assert ("R1!" in moves(match)) == (target > partner)
    if target > partner:
        played(match, "R1!", "xG1")
        assert court(match) == f"R0 G0|R{partner}+RX={target - partner}|G{target}"
        assert moves(match) == ["done"]
        assert court(played(match, "done")) == f"R0 G0|R{partner}+RX={target - partner}|"


def test_med_27_the_target_is_there_until_the_values_are_named() -> None:
    match = played(table("R9 G9|R4 RX=3|G7", "RX"), "X", "R1!", "xG1")
    assert court(match) == "R9 G9|R4+RX=3 RX=3|G7" and discards(match) == ""
    assert (match.position()["onto"], match.position()["target"]) == ("R1", "G1")
    assert match.position()["step"] == "values" and match.position()["card"] == "RX"
    assert court(played(match, "X2=8", "done")) == "R9 G9|R4+RX=3 RX=8|" and discards(match) == "G7"


# --- MED-28: naming ---


@MOVERS
@pytest.mark.parametrize("place", ["send", "I1", "R1"])
def test_med_28_with_any_card_played_each_jester_at_court_may_get_a_new_value(mover: str, place: str) -> None:
    match = played(table("R9 G9+GX=5|RX=2|GX=10", f"{mover}7", mover=mover), "7", place)
    offers = [f"X{number}={n}" for number, now in ((1, 5), (2, 2), (3, 10)) for n in EVERY if n != now]
    assert moves(match) == [*offers, "done"] and match.waiting == (HOUSES.index(mover),)
    assert [refusal(match, move) for move in ("X1=5", "X4=3", "X5=1", "X0=1")] == ["MED-28"] * 4
    played(match, "X3=1")
    assert moves(match) == [*(move for move in offers if move[1] != "3"), "done"]
    assert match.position()["named"] == [3] and refusal(match, "X3=2") == "MED-28"
    played(match, "X1=10", "X2=9")
    assert moves(match) == ["done"] and match.position()["named"] == [1, 2, 3]
    now = court(played(match, "done"))
    assert "G9+GX=10" in now and "RX=9" in now and "GX=1" in now.replace("GX=10", "")
    assert match.position()["named"] == [] and match.position()["onto"] is None


def test_med_28_all_four_jesters_may_be_named() -> None:
    match = played(table("RX=1 GX=1|RX=1|GX=1", "R7"), "7", "I1")
    assert len(moves(match)) == 4 * 9 + 1
    played(match, "X4=4", "X2=2", "X3=3", "X1=9", "done")
    assert court(match) == "RX=9+R7 GX=2|RX=3|GX=4"


def test_med_28_jesters_are_numbered_area_by_area_from_the_bottom_up() -> None:
    match = played(table("R9+GX=2 RX=3+G9|R8|GX=5", "RX"), "X", "R1")
    assert [court(played(match.copy(), f"X{n}=10")) for n in (1, 2, 3, 4)] == [
        "R9+GX=10 RX=3+G9|R8+RX=1|GX=5",
        "R9+GX=2 RX=10+G9|R8+RX=1|GX=5",
        "R9+GX=2 RX=3+G9|R8+RX=10|GX=5",
        "R9+GX=2 RX=3+G9|R8+RX=1|GX=10",
    ]


def test_med_28_planning_names_nobody() -> None:
    match = played(table("R9 G9|RX=4|", "R7"), "7", "plan")
    assert (match.waiting, match.position()["step"], court(match)) == ((1,), "card", "R9 G9|RX=4|")
    assert refusal(match, "X1=3") == refusal(match, "done") == "MED-28"


def test_med_28_without_a_jester_at_court_there_is_nothing_to_name() -> None:
    match = played(table("R9 G9||", "R7 RX", other="GX"), "7", "send")
    assert (match.waiting, match.position()["step"]) == ((1,), "card")


@pytest.mark.parametrize("move", ["7", "send", "I1", "I1!", "2"])
def test_med_28_first_the_values_then_the_next_turn(move: str) -> None:
    assert refusal(played(table("R9 G9|RX=4|", "R7 R2"), "7", "send"), move) == "MED-28"


def test_med_28_values_named_stay_until_they_are_named_anew() -> None:
    match = played(table("R9 G9|RX=4|", "R7"), "7", "send", "X1=8", "done", "2", "send")
    assert court(match) == "R9 G9|RX=8 R7|G2" and "X1=8" not in moves(match) and "X1=4" in moves(match)


# --- MED-28: values that make a conspiracy ---

PLOTS = [
    ("R3 G10|RX=4 R8|", "R4", "I1!", "xR1", "R3+R4 G10|RX=7 R8|"),  # one must change
    ("R3 G10|RX=7 R8|", "R4", "I1!", "xR1", "R3+R4 G10|RX=7 R8|"),  # none need
    ("RX=4 G10||R9", "R3", "I1!", "xG1", "RX=6+R3 G10||R9"),
    ("RX=4+GX=2 G10||R9", "R1", "I1!", "xG1", "RX=4+GX=4+R1 G10||R9"),  # 6, 2 and 4, 4: the lower one stays smallest
    ("RX=7+GX=2 G10||R9", "R1", "I1!", "xG1", "RX=6+GX=2+R1 G10||R9"),
    ("RX=10+GX=9 G10||R9", "R1", "I1!", "xG1", "RX=1+GX=7+R1 G10||R9"),  # both: the smallest, from the bottom up
    ("RX=5 G10|RX=5|", "R0", "I1!", "xR1", "RX=5+R0 G10|RX=5|"),
    (
        "RX=5 G10|RX=5|",
        "R2",
        "I1!",
        "xR1",
        "RX=3+R2 G10|RX=5|",
    ),  # one change: 3 and 5, or 5 and 7: the conspiracy's first
    ("RX=2 G10|RX=9|", "R4", "I1!", "xR1", "RX=2+R4 G10|RX=6|"),  # 2 and 6, or 5 and 9
    ("RX=5 G10|RX=1|", "R7", "I1!", "xR1", "RX=1+R7 G10|RX=8|"),  # no single change does
    ("R2 G10|RX=4|", "RX", "I1!", "xR1", "R2+RX=2 G10|RX=4|"),  # to value the one just played is no change
    ("R9 G10|RX=4|", "RX", "I1!", "xR1", "R9+RX=1 G10|RX=10|"),
    ("R9 G10|RX=4+R8|", "RX", "I1!", "xR1", "R9+RX=3 G10|RX=4+R8|"),
    ("GX=3 R10|RX=4+R8|", "RX", "I1!", "xR1", "GX=3+RX=9 R10|RX=4+R8|"),
    ("GX=3 R10|RX=1+GX=1|", "RX", "I1!", "xR1", "GX=1+RX=1 R10|RX=1+GX=1|"),
    ("R3 G10|RX=8+GX=8|", "R6", "I1!", "xR1", "R3+R6 G10|RX=1+GX=8|"),
    ("R3 G10|RX=8+GX=1|", "R6", "I1!", "xR1", "R3+R6 G10|RX=8+GX=1|"),
    ("R3 G10|RX=10+GX=10|", "R6", "I1!", "xR1", "R3+R6 G10|RX=1+GX=8|"),
    ("RX=3+GX=6 G10|RX=4+R10+R4|", "R0", "I1!", "xR1", "RX=8+GX=10+R0 G10|RX=4+R10+R4|"),  # not 9 and 6 against 1
    (
        "RX=8+GX=1 G10|RX=3+GX=9+G8|",
        "R0",
        "I1!",
        "xR1",
        "RX=8+GX=4+R0 G10|RX=3+GX=1+G8|",
    ),  # not 8 and 10 against 1 and 9
    ("RX=10+GX=10+R9 G10|RX=1+GX=1|", "R8", "I1!", "xR1", "RX=1+GX=1+R9+R8 G10|RX=9+GX=10|"),  # all four must
]


@pytest.mark.parametrize(("lying", "card", "onto", "target", "after"), PLOTS)
def test_med_28_without_names_the_fewest_jesters_change_to_the_smallest_values(
    lying: str, card: str, onto: str, target: str, after: str
) -> None:
    match = played(table(lying, card), card[1:], onto)
    assert court(played(match, target)) == after
    assert match.position()["named"] == [] and moves(match)[-1] == "done"


def test_med_28_jesters_not_involved_keep_theirs() -> None:
    match = played(table("R3 G10|RX=4 R8|RX=9 GX=3+G8", "R4"), "4", "I1!", "xR1")
    assert court(match) == "R3+R4 G10|RX=7 R8|RX=9 GX=3+G8"
    assert [move for move in moves(match) if move.startswith("X1")] == []
    assert len([move for move in moves(match) if move.startswith(("X2", "X3"))]) == 18


def test_med_28_a_value_may_be_named_only_if_the_totals_can_still_be_equal() -> None:
    match = played(table("RX=4+GX=2 G10||R9", "R1"), "1", "I1!", "xG1")
    assert moves(match) == [*(f"X{j}={n}" for j in (1, 2) for n in range(1, 8) if n != 4), "done"]
    assert refusal(match, "X1=8") == "MED-28"
    assert court(played(match, "X1=6")) == "RX=6+GX=2+R1 G10||R9"
    assert moves(match) == ["done"] and refusal(match, "X2=3") == "MED-28"  # one named, the other follows
    assert court(played(match, "done")) == "RX=6+GX=2+R1 G10||"


def test_med_28_a_named_jester_keeps_its_value_while_others_are_named() -> None:
    match = played(table("RX=4+GX=2 G10|RX=5+G2|", "R1"), "1", "I1!", "xR1")
    assert court(match) == "RX=4+GX=2+R1 G10|RX=5+G2|"
    assert court(played(match, "X3=9")) == "RX=4+GX=6+R1 G10|RX=9+G2|"
    assert moves(match) == [f"X{j}={n}" for j in (1, 2) for n in range(1, 10) if (j, n) not in ((1, 4), (2, 6))] + [
        "done"
    ]
    assert court(played(match, "X1=1")) == "RX=1+GX=9+R1 G10|RX=9+G2|" and moves(match) == ["done"]


def stacks_equal(match: Match) -> bool:
    view = match.view()
    worth = {stack["label"]: stack["total"] for stack in [*view["inner"], *view["outer"][0], *view["outer"][1]]}
    return bool(worth[view["onto"]] == worth[view["target"]])


DUELS = [
    ("RX=4+GX=2 G10|R8|", "RX", "R1!", "xI1", 3),
    ("RX=4+GX=2 G10|R8+R7|", "RX", "I1!", "xR1", None),
    ("GX=10 R9|GX=1|R1", "RX", "R1!", "xI1", 2),
    ("GX=10 R9|GX=1+R6|R1", "RX", "I1!", "xR1", 5),
    ("R10 G9+R9|GX=3+RX=3|R4", "RX", "R1!", "xI2", 6),
    ("R10 G9+R9|GX=3+RX=3|R4", "RX", "I2!", "xR1", None),
    ("R7 G9+GX=2|RX=10+R8 RX=1|GX=5", "R3", "I2!", "xR1", None),
]


@pytest.mark.parametrize(("lying", "card", "onto", "target", "limit"), DUELS)
def test_med_28_default_values_and_names_are_those_that_all_values_tried_give(
    lying: str, card: str, onto: str, target: str, limit: int | None
) -> None:
    bound = {} if limit is None else {"decks": {"R": ""}, "limits": {"R": limit}, "shown": {"R": f"R{limit}"}}
    match = played(table(lying, card, **bound), card[1:], onto)  # type: ignore[arg-type]
    expected = settled(match, target[1:], {})
    assert values(played(match, target)) == expected
    while moves(match) != ["done"]:
        expect_names(match, target[1:])
        offers = moves(match)
        chosen = offers[len(offers) // 2]
        place, value = jesters(match)[int(chosen[1]) - 1], int(chosen[3:])
        fixed = {**named(match), place: value}
        expected = settled(match, target[1:], fixed)
        assert values(played(match, chosen)) == expected


def named(match: Match) -> dict[tuple[str, int], int]:
    every = jesters(match)
    return {every[number - 1]: values(match)[every[number - 1]] for number in match.position()["named"]}


def expect_names(match: Match, target: str) -> None:
    every, now, fixed = jesters(match), values(match), named(match)
    onto = match.position()["onto"]
    offers = []
    for number, place in enumerate(every, 1):
        if place not in fixed:
            just_played = match.position()["card"] == "RX" and place == (onto, len(stacks(match)[onto]) - 1)
            for value in range(1, (highest(match) if just_played else 10) + 1):
                if value != now[place] and next(balances(match, target, {**fixed, place: value}), None):
                    offers.append(f"X{number}={value}")
    assert moves(match) == [*offers, "done"]


@pytest.mark.parametrize("seed", [2])
def test_med_28_in_any_match_a_conspiracy_is_equal_when_it_strikes(seed: int) -> None:
    match = game().new(seed)
    struck = 0
    while not match.over:
        if match.position()["target"] is not None:
            assert stacks_equal(match)
            struck += 1
        at_random(match, seed + len(match.steps), 1)
    assert struck > 0


@MOVERS
def test_med_28_bots_are_spared_the_values(mover: str) -> None:
    match = table("R9 G9|RX=4|", f"{mover}7", mover=mover)
    seat = HOUSES.index(mover)
    assert match.indifferent(seat) is None
    assert played(match, "7").indifferent(seat) is None
    spared = played(match, "send").indifferent(seat)
    assert spared is not None and spared.move == "done"
    played(match, "X1=8")
    assert str(match.indifferent(seat)) == "done"
    assert played(match, "done").indifferent(1 - seat) is None
    plot = played(table("R3 G10|RX=4|", "R4"), "4", "I1!")
    assert plot.indifferent(0) is None and str(played(plot, "xR1").indifferent(0)) == "done"


# --- MED-30 ---


@pytest.mark.parametrize("value", [1, 4, 10])
def test_med_30_in_the_final_count_a_jester_is_worth_1(value: int) -> None:
    match = over(f"R5+RX={value}|GX={value}|GX={value}")
    assert match.scores == (6, 2)
    assert match.view()["points"] == [6, 2]


@pytest.mark.parametrize(("fools", "first"), [("RX=1 R9", 0), ("RX=1 R7", 1), ("RX=1 RX=1", 1)])
def test_med_30_in_the_count_for_the_first_turn_too(fools: str, first: int) -> None:
    match = played(starting(f"R5 R5 {fools} G4 G6 G7 G2"), "stop")  # 20, 18 or 12 against 19
    assert match.waiting == (first,)
