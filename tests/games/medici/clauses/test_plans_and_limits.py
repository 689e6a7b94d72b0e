"""Plans for the future, and the limit at the end of a deck: MED-16 to MED-21."""

from __future__ import annotations

from typing import Any

import pytest

from camarilla import BadPosition, Match
from tests.games.medici.positions import (
    EDITIONS,
    HOUSES,
    court,
    hand,
    moves,
    over,
    played,
    possible_conspiracies,
    refusal,
    table,
)

MOVERS = pytest.mark.parametrize("mover", HOUSES)
BOTH = pytest.mark.parametrize("edition", EDITIONS)

# --- MED-16 ---


@MOVERS
def test_med_16_a_planned_card_goes_under_the_own_deck(mover: str) -> None:
    deck = " ".join(mover + rank for rank in ("7", "3", "X"))
    match = played(table("R9 G9||", f"{mover}5 {mover}8", mover=mover, decks={mover: deck}), "5", "plan")
    position = match.position()
    assert position["decks"][mover] == " ".join(mover + rank for rank in ("3", "X", "5"))
    assert hand(match, mover) == f"{mover}7 {mover}8"
    assert (position["known"][mover], position["plans"][mover], position["run"]) == (1, 1, 1)
    assert court(match) == "R9 G9||" and match.waiting == (1 - HOUSES.index(mover),)
    assert position["step"] == "card" and position["card"] is None


def test_med_16_planned_cards_come_up_again_in_the_order_planned() -> None:
    match = table("R9 G9||", "R5 R8", other="G3 G4", decks={"R": "R7 R6", "G": "G8 G9 G10 GX G1 G0"})
    for planned, answer in (("5", "3"), ("8", "4")):
        played(match, planned, "plan", answer, "send")
    assert match.position()["decks"]["R"] == "R5 R8" and match.view(0)["planned"] == ["R5", "R8"]
    played(match, "7", "send")
    assert hand(match, "R") == "R5 R6" and match.view(0)["planned"] == ["R8"]
    assert (match.view(1)["under"], match.view(1)["planned"]) == ([1, 0], [])
    assert match.position()["known"] == {"R": 1, "G": 0} and match.position()["plans"]["R"] == 2


@pytest.mark.parametrize("card", ["0", "1", "X", "D", "10"])
def test_med_16_any_card_may_be_planned_and_does_nothing(card: str) -> None:
    match = table("R9+G9 G3|RX=4|", f"R{card}", dukes=True)
    deck = match.position()["decks"]["R"].split()
    played(match, card, "plan")
    assert court(match) == "R9+G9 G3|RX=4|" and match.waiting == (1,)
    assert match.position()["decks"]["R"].split() == [*deck[1:], f"R{card}"]


def test_med_16_with_one_card_left_in_the_deck_that_one_is_drawn() -> None:
    match = played(table("R9 G9||", "R5", decks={"R": "R7"}), "5", "plan")
    assert (hand(match, "R"), match.position()["decks"]["R"]) == ("R7", "R5")
    assert match.position()["limits"]["R"] is None and match.view(0)["planned"] == ["R5"]
    played(match, "2", "send", "7", "plan")
    assert (hand(match, "R"), match.position()["decks"]["R"], match.view(0)["planned"]) == ("R5", "R7", ["R7"])


# --- MED-17 ---


def plans(edition: str, mover: str, made: dict[str, int], run: int, **given: Any) -> Match:
    return table("R9 G9||", f"{mover}5 {mover}6", mover=mover, edition=edition, plans=made, run=run, **given)


@MOVERS
def test_med_17_english_six_plans_in_a_row_are_a_draw(mover: str) -> None:
    other = "G" if mover == "R" else "R"
    match = played(plans("english", mover, {mover: 2, other: 3}, 5), "5", "plan")
    assert (match.over, match.winners, match.places) == (True, (0, 1), (1, 1))
    assert match.position()["winner"] == "draw" and match.view()["drawn"] is True
    assert match.position()["run"] == 6 and match.position()["plans"] == {"R": 3, "G": 3}


def test_med_17_english_either_may_start_and_three_each_are_needed() -> None:
    match = table("R9 G9||", "R5 R6", other="G5 G6")
    for number in range(1, 7):
        assert not match.over and match.position()["run"] == number - 1
        played(match, moves(match)[0], "plan")
    assert match.over and match.winners == (0, 1)


@MOVERS
def test_med_17_french_three_plans_of_each_are_a_draw_whenever_they_were_made(mover: str) -> None:
    other = "G" if mover == "R" else "R"
    match = played(plans("french", mover, {mover: 2, other: 3}, 0), "5", "plan")
    assert (match.over, match.winners, match.position()["winner"]) == (True, (0, 1), "draw")
    english = played(plans("english", mover, {mover: 2, other: 3}, 0), "5", "plan")
    assert (english.over, english.position()["run"], english.position()["winner"]) == (False, 1, None)


def test_med_17_french_the_plans_of_both_are_needed() -> None:
    for made in ({"R": 2, "G": 2}, {"R": 2, "G": 0}, {"R": 0, "G": 3}, {"R": 1, "G": 3}):
        match = played(plans("french", "R", made, 0), "5", "plan")
        assert not match.over and match.position()["plans"]["R"] == made["R"] + 1
    assert played(plans("french", "G", {"R": 3, "G": 2}, 4), "5", "plan").over


def test_med_17_english_any_other_play_breaks_the_run() -> None:
    for steps in (("5", "send"), ("5", "I1"), ("5", "I2")):
        match = played(plans("english", "R", {"R": 2, "G": 3}, 5), *steps)
        assert (match.over, match.position()["run"]) == (False, 0)
        assert match.position()["plans"] == {"R": 2, "G": 3}
    match = table("R9 G9|R3 G8|", "R5", plans={"R": 2, "G": 3}, run=5)
    assert played(match, "5", "R1!").position()["run"] == 0
    assert played(match, "xR2").position()["run"] == 0
    played(match, "2", "plan")
    assert (match.over, match.position()["run"]) == (False, 1)


def test_med_17_french_the_counts_are_never_reset() -> None:
    match = played(plans("french", "R", {"R": 2, "G": 3}, 0, other="G3 G4"), "5", "send", "3", "send", "6", "plan")
    assert match.over and match.view()["drawn"]


@BOTH
def test_med_17_a_draw_by_plans_is_one_whatever_the_points(edition: str) -> None:
    match = table("R9 G0|R10|", "R5", edition=edition, plans={"R": 2, "G": 3}, run=5)
    played(match, "5", "plan")
    assert (match.scores, match.places, match.winners) == ((19, 0), (1, 1), (0, 1))


@MOVERS
def test_med_17_french_nobody_plans_more_than_three_times(mover: str) -> None:
    other = "G" if mover == "R" else "R"
    match = played(plans("french", mover, {mover: 3, other: 0}, 0), "5")
    assert "plan" not in moves(match) and refusal(match, "plan") == "MED-17"
    for edition, made in (("french", {mover: 2, other: 1}), ("english", {mover: 3, other: 0})):
        assert "plan" in moves(played(plans(edition, mover, made, 0), "5"))


def test_med_17_nothing_that_would_have_been_a_draw_can_go_on() -> None:
    with pytest.raises(BadPosition):
        plans("english", "R", {"R": 3, "G": 3}, 6)
    with pytest.raises(BadPosition):
        plans("french", "R", {"R": 3, "G": 3}, 0)
    assert over("R9 G9||", plans={"R": 3, "G": 3}, run=6).winners == (0, 1)
    assert over("R9 G9||", edition="french", plans={"R": 3, "G": 3}).winners == (0, 1)


# --- MED-18, MED-19 ---


@MOVERS
@pytest.mark.parametrize(("last", "limit"), [("0", 0), ("1", 1), ("7", 7), ("10", 10), ("D", 15)])
def test_med_18_the_last_card_is_shown_and_is_the_limit(mover: str, last: str, limit: int) -> None:
    card = mover + last
    match = table("R9 G9||", f"{mover}5", mover=mover, dukes=True, decks={mover: card})
    assert match.position()["limits"] == {"R": None, "G": None}
    played(match, "5", "send")
    assert hand(match, mover) == card and match.waiting == (1 - HOUSES.index(mover),)
    for observer in (None, 0, 1):
        view = match.view(observer)
        assert view["shown"][HOUSES.index(mover)] == card and view["limits"][HOUSES.index(mover)] == limit
        assert view["limits"][1 - HOUSES.index(mover)] is None
    assert match.position()["step"] == "card"


def test_med_18_only_the_last_card_is_shown() -> None:
    match = played(table("R9 G9||", "R5", decks={"R": "R7 R3"}), "5", "send")
    assert match.position()["shown"] == {"R": None, "G": None} == match.position()["limits"]


@MOVERS
@pytest.mark.parametrize(
    ("limit", "offers"), [(0, "0"), (1, "0 1 X"), (4, "0 1 4 X"), (5, "0 1 4 5 X"), (15, "0 1 4 5 X")]
)
def test_med_18_no_card_above_the_limit_may_be_taken(mover: str, limit: int, offers: str) -> None:
    held = " ".join(mover + rank for rank in ("0", "1", "4", "5", "X"))
    match = table("R9 G9||", held, mover=mover, dukes=True, decks={mover: ""}, limits={mover: limit})
    assert moves(match) == offers.split()
    for rank in {"4", "5"} - set(offers.split()):
        assert refusal(match, rank) == "MED-18"


@pytest.mark.parametrize(("limit", "offers"), [(10, "9 10"), (15, "9 10 D"), (9, "9")])
def test_med_18_a_duke_is_15(limit: int, offers: str) -> None:
    match = table("R9 G9||", "R9 R10 RD", dukes=True, decks={"R": ""}, limits={"R": limit})
    assert moves(match) == offers.split()


def test_med_18_the_limit_stays_and_binds_its_owner_alone() -> None:
    match = table("R9 G9||", "R5 R6", other="G10 G9 G8", decks={"R": "R5"})
    played(match, "6", "send", "10", "send")
    assert moves(match) == ["5"] and hand(match, "R") == "R5 R5"
    assert moves(played(match, "5", "send")) == ["0", "8", "9"]  # Gonzaga has no limit
    assert match.position()["limits"] == {"R": 5, "G": None}
    assert moves(played(match, "9", "send")) == ["5"]


def test_med_18_the_limit_binds_the_card_not_the_total() -> None:
    match = table("R10 G9|R10+R4 G10|", "R4", decks={"R": ""}, limits={"R": 4})
    assert moves(played(match, "4")) == ["send", "I1", "I2", "R1", "R2", "I1!", "R2!"]
    assert court(played(match, "I1!", "xR1")) == "R10+R4 G9|G10|"


@BOTH
@MOVERS
def test_med_19_with_an_empty_deck_nobody_plans_or_draws(mover: str, edition: str) -> None:
    held = f"{mover}3 {mover}4"
    match = table("R9 G9||", held, mover=mover, edition=edition, decks={mover: ""}, limits={mover: 5})
    played(match, "3")
    assert "plan" not in moves(match) and refusal(match, "plan") == "MED-19"
    played(match, "send")
    assert hand(match, mover) == f"{mover}4" and match.position()["decks"][mover] == ""
    assert match.position()["limits"][mover] == 5


def test_med_19_one_card_is_enough_to_plan() -> None:
    assert "plan" in moves(played(table("R9 G9||", "R3", decks={"R": "R7"}), "3"))


# --- MED-20 ---


@MOVERS
@pytest.mark.parametrize("limit", [1, 2, 6, 10])
def test_med_20_a_jester_drawn_last_is_given_a_value_that_is_the_limit(mover: str, limit: int) -> None:
    match = table("R9 G9||", f"{mover}5 {mover}10", mover=mover, decks={mover: f"{mover}X"})
    played(match, "5", "send")
    seat = HOUSES.index(mover)
    assert (match.waiting, match.position()["step"]) == ((seat,), "limit")
    assert moves(match) == [f"limit {n}" for n in range(1, 11)]
    assert match.view(1 - seat)["shown"][seat] == f"{mover}X" and match.view()["limits"] == [None, None]
    assert match.game.at(match.position()).fingerprint == match.fingerprint
    played(match, f"limit {limit}")
    assert match.position()["limits"][mover] == limit and match.waiting == (1 - seat,)
    assert hand(match, mover) == f"{mover}10 {mover}X" and match.position()["step"] == "card"
    assert moves(played(match, "2", "send")) == (["10", "X"] if limit == 10 else ["X"])


def test_med_20_nothing_else_may_be_done_before_and_no_limit_named_at_other_times() -> None:
    match = played(table("R9 G9||", "R5 R3", decks={"R": "RX"}), "5", "send")
    assert {refusal(match, move) for move in ("3", "send", "I1", "limit 0", "limit 11")} == {"MED-20"}
    played(match, "limit 7")
    assert refusal(match, "limit 3") == "MED-20"
    with pytest.raises(BadPosition):
        table("R9 G9||", "R5", decks={"R": ""}, shown={"R": "RX"})


def test_med_20_the_limit_does_not_follow_the_jester() -> None:
    match = table("R9 G9||", "RX R3 R6 R7", decks={"R": ""}, shown={"R": "RX"}, limits={"R": 6})
    played(match, "X", "send", "X1=2", "done")
    assert match.position()["limits"]["R"] == 6
    assert moves(played(match, "2", "send", "X1=9", "done")) == ["3", "6"]


# --- MED-21 ---


@MOVERS
@pytest.mark.parametrize("shown", ["X", "limit"])
@pytest.mark.parametrize("limit", [1, 2, 5, 9, 10])
@pytest.mark.parametrize("place", ["send", "I1", "R1"])
def test_med_21_a_jester_under_a_limit_has_no_value_above_it(mover: str, limit: int, place: str, shown: str) -> None:
    last = {mover: f"{mover}X" if shown == "X" else f"{mover}{limit}"}
    match = table("R9 G9|R8|", f"{mover}X", mover=mover, decks={mover: ""}, shown=last, limits={mover: limit})
    played(match, "X", place)
    assert moves(match) == [*(f"X1={n}" for n in range(2, limit + 1)), "done"]
    for value in {limit + 1, 10} - {limit, 11}:
        assert refusal(match, f"X1={value}") == "MED-21"


def test_med_21_a_limit_above_10_gives_a_jester_10_at_most() -> None:
    match = table("R9 G9||", "RX", dukes=True, decks={"R": ""}, limits={"R": 15})
    assert moves(played(match, "X", "send")) == [*(f"X1={n}" for n in range(2, 11)), "done"]
    assert refusal(match, "X1=11") == "MED-27"


@MOVERS
def test_med_21_under_the_limit_0_a_jester_cannot_be_played(mover: str) -> None:
    match = table("R9 G9||", f"{mover}0 {mover}X", mover=mover, decks={mover: ""}, limits={mover: 0})
    assert moves(match) == ["0"] and refusal(match, "X") == "MED-21"


@pytest.mark.parametrize("lying", ["RX=3 G9||", "R9 G9|RX=3+G4|", "R9 G9 GX=3||"])
def test_med_21_jesters_at_court_are_not_bound(lying: str) -> None:
    match = table(lying, "RX R1", decks={"R": ""}, limits={"R": 2})
    played(match.copy(), "1", "send", "X1=10", "done")
    played(match, "X", "send")
    own = jester_just_played(lying)
    assert {f"X{3 - own}={n}" for n in (1, 2, 4, 5, 6, 7, 8, 9, 10)} < set(moves(match))
    assert [move for move in moves(match) if move.startswith(f"X{own}")] == [f"X{own}=2"]


def jester_just_played(lying: str) -> int:
    """Its number: it lies in the Outer Court of R, at the end."""
    return 2 if "X" in lying.rpartition("|")[0] else 1


def test_med_21_a_jester_allied_under_a_limit_to_a_jester_leaves_that_one_free() -> None:
    match = table("R9 G9|RX=3|", "RX", decks={"R": ""}, limits={"R": 2})
    played(match, "X", "R1")
    assert moves(match) == [*(f"X1={n}" for n in (1, 2, 4, 5, 6, 7, 8, 9, 10)), "X2=2", "done"]
    assert refusal(match, "X2=3") == "MED-21" and court(match) == "R9 G9|RX=3+RX=1|"


@pytest.mark.parametrize(("limit", "targets"), [(2, []), (3, ["xR2"]), (4, ["xI1", "xI2", "xR2"])])
def test_med_21_the_limit_binds_a_jester_played_to_conspire(limit: int, targets: list[str]) -> None:
    match = played(table("R9 G9|R5 R8|", "RX", decks={"R": ""}, limits={"R": limit}), "X")
    assert ("R1!" in moves(match)) == bool(targets)
    if not targets:
        assert refusal(match, "R1!") == "MED-11"
        return
    assert moves(played(match, "R1!")) == targets
    assert court(played(match, "xR2")) == "R9 G9|R5+RX=3 R8|" and moves(match) == ["done"]


def test_med_21_the_limit_binds_the_jester_of_a_conspiracy_when_others_are_named() -> None:
    """R5 + RX against RX + R1: the one just played is 1 to 3, so the one at court, 4 more than that, is 5 to 7."""
    match = table("R9 G9|R5|RX=9+R1", "RX", decks={"R": ""}, limits={"R": 3})
    played(match, "X", "R1!", "xG1")
    assert court(match) == "R9 G9|R5+RX=1|RX=5+R1"
    assert moves(match) == ["X1=2", "X1=3", "X2=6", "X2=7", "done"]
    assert refusal(match, "X1=4") == "MED-21" and refusal(match, "X2=8") == refusal(match, "X2=4") == "MED-28"
    assert court(played(match, "X2=7")) == "R9 G9|R5+RX=3|RX=7+R1"


# --- MED-21, if the limit does not bind jesters ---


@MOVERS
@pytest.mark.parametrize("shown", ["X", "5"])
@pytest.mark.parametrize("place", ["send", "I1", "R1"])
def test_med_21_a_free_jester_may_have_any_value(mover: str, place: str, shown: str) -> None:
    given = {"mover": mover, "decks": {mover: ""}, "shown": {mover: mover + shown}, "limits": {mover: 5}}
    match = table("R9 G9|R8|", f"{mover}X", jesters="free", **given)  # type: ignore[arg-type]
    played(match, "X", place)
    assert moves(match) == [*(f"X1={n}" for n in range(2, 11)), "done"]
    assert match.game.at(match.position()).fingerprint == match.fingerprint
    assert match.game.at(played(match, "X1=10").position()).fingerprint == match.fingerprint


def test_med_21_the_limit_still_bars_other_cards_and_a_free_jester_if_it_is_0() -> None:
    low = table("R9 G9||", "R0 R1 RX", jesters="free", decks={"R": ""}, limits={"R": 0})
    assert moves(low) == ["0"] and refusal(low, "X") == "MED-21" and refusal(low, "1") == "MED-18"
    assert moves(table("R9 G9||", "R1 R4 RX", jesters="free", decks={"R": ""}, limits={"R": 1})) == ["1", "X"]


@pytest.mark.parametrize(("jesters", "targets"), [("bound", ["xR2"]), ("free", ["xI1", "xI2", "xR2"])])
def test_med_21_a_free_jester_conspires_above_the_limit(jesters: str, targets: list[str]) -> None:
    match = played(table("R9 G9|R5 R8|", "RX", jesters=jesters, decks={"R": ""}, limits={"R": 3}), "X")
    possible = possible_conspiracies(match)
    assert [move for move in moves(match) if move.endswith("!")] == [f"{label}!" for label in possible]
    assert [f"x{label}" for label in possible["R1"]] == targets == moves(played(match, "R1!"))


def test_med_21_the_values_of_a_conspiracy_are_solved_for_a_free_jester() -> None:
    """R5 + RX against RX + R1: the one just played may be 1 to 6, so the one at court is 5 to 10."""
    match = table("R9 G9|R5|RX=9+R1", "RX", jesters="free", decks={"R": ""}, limits={"R": 3})
    played(match, "X", "R1!", "xG1")
    assert court(match) == "R9 G9|R5+RX=5|RX=9+R1"
    assert moves(match) == [*(f"X1={n}" for n in (1, 2, 3, 4, 6)), *(f"X2={n}" for n in (5, 6, 7, 8, 10)), "done"]
    assert refusal(match, "X1=7") == "MED-28"
    assert court(played(match, "X1=6", "done")) == "R9 G9|R5+RX=6|"


def test_med_21_by_the_french_rulebook_a_jester_is_bound_whatever_was_agreed() -> None:
    given = {"edition": "french", "jesters": "free", "decks": {"R": ""}, "limits": {"R": 3}}
    match = played(table("R9 G9||", "RX", **given), "X", "send")  # type: ignore[arg-type]
    assert moves(match) == ["X1=2", "X1=3", "done"] and refusal(match, "X1=4") == "MED-21"


def test_med_21_a_position_has_no_bound_jester_above_the_limit_but_a_free_one() -> None:
    given = {"mover": "R", "step": "values", "card": "RX", "onto": "R1", "decks": {"R": ""}, "limits": {"R": 3}}
    with pytest.raises(BadPosition, match="above the limit of 3"):
        table("R9 G9|RX=4|", "R2", **given)  # type: ignore[arg-type]
    free = table("R9 G9|RX=4|", "R2", jesters="free", **given)  # type: ignore[arg-type]
    assert moves(free)[-1] == "done"
