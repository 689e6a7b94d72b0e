"""A round: COR-9 to COR-12."""

from __future__ import annotations

import pytest

from camarilla import CannotUndo, IllegalMove, Match
from camarilla.games.cour import hourglass
from tests.games.cour.positions import (
    SEATS,
    TURNS,
    asked,
    at,
    court,
    ended,
    hand,
    moment,
    moves,
    offered,
    pile,
    played,
    purse,
    purses,
    refusal,
    table,
    waiting,
)

BOTH = pytest.mark.parametrize("turns", TURNS)
TOGETHER = "simultaneous"


def course(match: Match, last: int) -> list[str]:
    """Who waits in each income and in the turns of each round, when everybody just ends the turn."""
    seen = []
    while at(match, "round") <= last:
        now = moment(match)
        seats = ""
        while moment(match) == now:
            seats += waiting(match)
            match.play("gold" if at(match, "phase") == "income" else "end", match.waiting[0])
        seen.append(f"{now} {seats}")
    return seen


# --- COR-9 ---


def test_cor_9_in_order_the_first_seat_moves_on_by_one_each_round() -> None:
    match = table("", "", "", turns="in_order")
    assert course(match, 5) == [
        "1 turns ABC",
        "2 income BCA",
        "2 turns BCA",
        "3 income CAB",
        "3 turns CAB",
        "4 income ABC",
        "4 turns ABC",
        "5 income BCA",
        "5 turns BCA",
    ]


def test_cor_9_all_play_at_the_same_time() -> None:
    match = table("", "", "", turns=TOGETHER)
    assert course(match, 2) == ["1 turns ABCBCC", "2 income ABCBCC", "2 turns ABCBCC"]


def test_cor_9_every_income_comes_before_any_action() -> None:
    match = played(table("", "", "", turns=TOGETHER), "A end", "B end", "C end")
    assert moment(match) == "2 income" and moves(match, "B") == ["gold", "steel", "ruby"]
    played(match, "B steel", "A gold")
    assert (waiting(match), at(match, "done"), moment(match)) == ("C", "AB", "2 income")
    played(match, "C ruby")
    assert (waiting(match), at(match, "done"), moment(match)) == ("ABC", "", "2 turns")


def test_cor_9_nobody_acts_while_another_is_in_the_middle_of_an_action() -> None:
    match = table("", "", "", hands=["Smith", "Smith Thief", "Smith"], turns=TOGETHER)
    assert waiting(match) == "ABC"
    played(match, "B enrol Thief")
    assert (waiting(match), asked(match), at(match, "chosen")) == ("B", "B place", "Thief")
    assert moves(match, "A") == moves(match, "C") == []
    with pytest.raises(IllegalMove):
        played(match, "A enrol Smith")
    played(match, "B at a2")
    assert (waiting(match), asked(match), at(match, "place")) == ("B", "B pay", "a2")
    played(match, "B ruby")
    assert (waiting(match), asked(match), at(match, "chosen"), at(match, "place")) == ("ABC", "", None, None)
    played(match, "A end", "C enrol Smith")
    assert waiting(match) == "C"
    assert waiting(played(match, "C at a1")) == "BC"


def test_cor_9_in_order_only_one_plays() -> None:
    match = table("", "", hands=["Smith", "Smith"], turns="in_order")
    assert waiting(match) == "A" and moves(match, "B") == []
    played(match, "enrol Smith", "at a1")
    assert waiting(match) == "A" and waiting(played(match, "end")) == "B"
    assert at(match, "done") == "A"


@BOTH
def test_cor_9_an_ended_turn_is_final(turns: str) -> None:
    match = table("Smith", "", turns=turns, Smith="gain 1 gold")
    played(match, "A activate a1")
    match.undo(0)
    played(match, "A activate a1", "A end")
    assert waiting(match) == "B"
    with pytest.raises(CannotUndo):
        match.undo(0)
    with pytest.raises(IllegalMove):
        played(match, "A end")
    played(match, "B end")
    assert moment(match) == "2 income"
    with pytest.raises(CannotUndo):
        match.undo(1)


@BOTH
def test_cor_9_nor_is_it_taken_back_when_effects_follow(turns: str) -> None:
    match = played(table("Smith", "", turns=turns, Smith="between turns: steal 1"), "A activate a1", "A end", "B end")
    assert moment(match) == "1 between"
    with pytest.raises(CannotUndo):
        match.undo(1)


def test_cor_9_whoever_has_finished_may_turn_the_hourglass() -> None:
    match = table("", "", "", turns=TOGETHER)
    assert [hourglass.may_turn(match, seat) for seat in range(3)] == [False] * 3
    played(match, "B end")
    assert [hourglass.may_turn(match, seat) for seat in range(3)] == [False, True, False]
    played(match, "A end", "C end", "C gold")
    assert [hourglass.may_turn(match, seat) for seat in range(3)] == [False] * 3, "that was the income"
    match = played(table("", "", turns="in_order"), "end")
    assert not hourglass.may_turn(match, 0)


def test_cor_9_when_it_has_run_out_turns_are_ended() -> None:
    match = played(table("", "", "", turns=TOGETHER), "C end")
    hourglass.run_out(match, 2)
    assert moment(match) == "2 income" and [sight.move for sight in match.log()] == ["end"] * 3


@pytest.mark.parametrize("seat", [0, 2])
def test_cor_9_who_has_not_finished_cannot_turn_it(seat: int) -> None:
    match = played(table("", "", "", turns=TOGETHER), "B end")
    before = match.fingerprint
    with pytest.raises(IllegalMove) as refused:
        hourglass.run_out(match, seat)
    assert refused.value.clause == "COR-9" and match.fingerprint == before


@pytest.mark.parametrize(
    ("power", "given", "answers"),
    [
        ("gain 3 any", {}, ["gold", "gold", "gold"]),
        ("pay 2 any, gain 1 any", {"purses": ["0 1 3"]}, ["steel", "ruby", "gold"]),
        ("keep 2", {"hands": ["Guard Lord"]}, ["enough"]),
        ("look 3 take 2", {"top": "Sage Guard Lord"}, ["take Guard", "take Lord"]),
        ("discard 1", {"hands": ["Lord Guard"]}, ["discard Guard"]),
        ("move", {}, ["move a1", "at a2"]),
        ("recover 1", {"discard": "Lord Priest"}, ["take Lord"]),
    ],
)
def test_cor_9_open_choices_get_the_first_legal_answer(
    power: str, given: dict[str, object], answers: list[str]
) -> None:
    match = played(table("Smith", "", turns=TOGETHER, Smith=power, **given), "B end", "A activate a1")
    hourglass.run_out(match, 1)
    assert [sight.move for sight in match.log(0)] == ["end", "activate a1", *answers, "end"]
    assert moment(match) == "2 income"


def test_cor_9_the_first_answers_of_an_enrolment() -> None:
    match = table("Smith Guard", "", hands=["Thief"], purses=["2 3 4"], turns=TOGETHER)
    played(match, "B end", "A enrol Thief")
    hourglass.run_out(match, 1)
    assert court(match) == {"a1": "Smith", "a2": "Guard", "a3": "Thief"} and purse(match) == "3 1 5"


def test_cor_9_the_hand_limit_is_answered_too() -> None:
    match = table("", "", hands=["Trader Lord Smith"], turns=TOGETHER, hand_limit=1, top="Sage " * 4)
    hourglass.run_out(played(match, "B end", "A end"), 1)
    assert hand(match) == "Lord Sage Sage" and pile(match) == "Trader Smith"


def test_cor_9_choices_between_turns_are_not_those_of_the_turn() -> None:
    match = table("Smith", "", turns=TOGETHER, Smith="between turns: steal 1")
    hourglass.run_out(played(match, "A activate a1", "B end"), 1)
    assert (moment(match), asked(match)) == ("1 between", "A victim")


def test_cor_9_the_sand_runs_for_one_round_alone() -> None:
    match = table("", "", turns=TOGETHER)
    hourglass.run_out(played(match, "A end"), 0)
    assert moment(match) == "2 income" and waiting(match) == "AB"


# --- COR-10 ---


@BOTH
def test_cor_10_income_is_two_cards_one_of_each_resource_and_one_of_choice(turns: str) -> None:
    match = table("", "", hands=["Sage", "Lord"], purses=["0 1 2", "3 4 5"], top="Smith Guard Smith Guard", turns=turns)
    ended(match)
    assert (moment(match), purses(match)) == ("2 income", ["1 2 3", "4 5 6"])
    assert (hand(match, "A"), hand(match, "B")) == ("Guard Guard Sage", "Smith Smith Lord"), "B begins round 2"
    assert moves(match, "B") == ["gold", "steel", "ruby"]
    played(match, "B ruby")
    assert purses(match) == ["1 2 3", "4 5 7"]
    played(match, "A steel")
    assert purses(match) == ["1 3 3", "4 5 7"] and moment(match) == "2 turns"


@BOTH
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_cor_10_cards_are_dealt_one_each_in_order_twice(turns: str, round_: int) -> None:
    match = ended(table("", "", "", top="Trader Smith Guard Lord Priest Sage", turns=turns, round=round_))
    hands = ["Trader Lord", "Smith Priest", "Guard Sage"]
    first = round_ % 3
    assert [hand(match, SEATS[(first + i) % 3]) for i in range(3)] == hands
    assert pile(match, "deck").split()[0] == "Trader"


def test_cor_10_while_cards_last() -> None:
    match = ended(table("", "", "", deck="Trader Smith Guard Lord", reserved=["", "", ""]))
    hoard = at(match, "hands", "C")
    assert (hand(match, "B"), hand(match, "A")) == ("Trader Lord", "Guard")
    assert len(hoard) == 69 and pile(match, "deck") == "" and purses(match) == ["10 10 10"] * 3


def test_cor_10_the_discard_pile_is_dealt_too() -> None:
    match = ended(table("", "", "", deck="Trader Smith Guard", discard="Sage Sage", leaving="Sage"))
    assert (hand(match, "B"), hand(match, "A")) == ("Trader Sage", "Guard Sage")
    assert pile(match, "discard") == pile(match, "deck") == "" and len(at(match, "hands", "C")) == 68
    assert at(match, "hands", "C").count("Smith") == 6 and at(match, "hands", "C").count("Sage") == 4


@BOTH
def test_cor_10_cards_set_aside_return_to_the_hand(turns: str) -> None:
    match = table(
        "",
        "",
        hands=["Smith", "Lord"],
        kept=["Sage! Sage Guard<"],
        reserved=["Trader Smith"],
        top="Lord " * 4,
        turns=turns,
    )
    ended(match)
    assert hand(match) == "Trader Smith Smith Guard< Lord Lord Sage! Sage"
    assert (hand(match, "A", "kept"), hand(match, "A", "reserved")) == ("", "")
    assert hand(match, "B") == "Lord Lord Lord"


# --- COR-11 ---


def test_cor_11_three_actions_in_any_order_or_none() -> None:
    given = {"hands": ["Lord Smith Smith"], "Smith": "gain 1 gold", "Guard": "gain 1 ruby"}
    match = table("Smith Guard - Priest", "", **given)
    everything = [
        "end",
        "dismiss a1",
        "dismiss a2",
        "dismiss a4",
        "activate a1",
        "activate a2",
        "enrol Smith",
        "enrol Lord",
    ]
    assert moves(match) == everything
    assert moves(played(match, "activate a2")) == [move for move in everything if move != "activate a2"]
    assert moves(played(match, "dismiss a2")) == ["end", "dismiss a1", "dismiss a4", "activate a1", *everything[-2:]]
    played(match, "enrol Lord", "at a2", "dismiss a4", "activate a1", "enrol Smith", "at b1")
    assert court(match) == {"a1": "Smith", "a2": "Lord", "b1": "Smith"}
    assert moves(match) == ["end", "enrol Smith"]
    assert waiting(played(match, "end")) == "B"


def test_cor_11_none_at_all() -> None:
    match = table("", "")
    assert moves(match) == ["end"] and moment(played(match, "end", "end")) == "2 income"


# --- COR-12 ---


@BOTH
def test_cor_12_the_hand_is_kept_from_turn_to_turn(turns: str) -> None:
    cards = "Trader Trader Smith Guard Lord Priest Sage Thief Jester Baron"
    match = ended(table("", "", hands=[cards], turns=turns, top="Crook " * 4))
    assert hand(match) == f"{cards} Crook Crook" and pile(match) == ""


@BOTH
def test_cor_12_with_a_limit_a_player_discards_down_to_it_when_ending_the_turn(turns: str) -> None:
    match = table("", "", hands=["Trader Smith Guard Lord", "Sage Sage"], hand_limit=2, turns=turns, top="Crook " * 4)
    played(match, "A end")
    assert (asked(match), waiting(match)) == ("A limit", "A")
    assert moves(match) == ["discard Trader", "discard Smith", "discard Guard", "discard Lord"]
    played(match, "discard Guard")
    assert (asked(match), at(match, "done")) == ("A limit", "")
    played(match, "discard Trader")
    assert (asked(match), waiting(match), hand(match)) == ("", "B", "Smith Lord")
    assert pile(match, "leaving") == "Trader Guard"
    assert moment(played(match, "B end")) == "2 income" and pile(match) == "Trader Guard"


@pytest.mark.parametrize(("limit", "asks"), [(0, False), (2, True), (3, False), (4, False), (250, False)])
def test_cor_12_a_hand_that_fits_is_kept(limit: int, asks: bool) -> None:
    match = played(table("", "", hands=["Trader Smith Guard"], hand_limit=limit), "end")
    assert (asked(match) == "A limit") == asks


def test_cor_12_cards_set_aside_do_not_count() -> None:
    match = table("", "", hands=["Trader Smith"], kept=["Guard"], reserved=["Lord Lord"], hand_limit=2)
    assert waiting(played(match, "end")) == "B"
    match = table("Sage", "", hands=["Trader Smith Guard"], hand_limit=2, Sage="keep 2")
    assert waiting(played(match, "activate a1", "keep Guard", "enough", "end")) == "B"


def test_cor_12_the_draw_pile_is_refilled_only_when_a_card_must_be_drawn_and_none_is_left() -> None:
    match = table("Sage", "", deck="Lord Guard", discard="Smith Smith Priest", Sage="draw 2")
    stream = at(match, "stream")
    played(match, "activate a1")
    assert (hand(match), pile(match, "deck"), pile(match)) == ("Guard Lord", "", "Smith Smith Priest")
    assert at(match, "stream") == stream


def test_cor_12_the_discard_pile_is_shuffled() -> None:
    orders = set()
    for number in range(40):
        match = table("Sage", "", deck="Lord", discard="Smith Smith Priest", Sage="draw 2", stream=f"{number:016x}")
        played(match, "activate a1")
        assert pile(match) == "" and len(at(match, "deck")) == 2 and len(at(match, "hands", "A")) == 2
        orders.add((hand(match), pile(match, "deck")))
    assert orders == {
        ("Smith Lord", "Smith Priest"),
        ("Smith Lord", "Priest Smith"),
        ("Lord Priest", "Smith Smith"),
    }


@pytest.mark.parametrize("power", ["draw 3", "look 3", "look 3 take 3", "reserve 3"])
@pytest.mark.parametrize(
    ("deck", "discard", "can"),
    [
        ("Lord Lord Lord", "", True),
        ("Lord", "Smith Smith", True),
        ("", "Smith Smith Smith", True),
        ("Lord Lord", "", False),
        ("Lord", "Smith", False),
        ("", "Smith Smith", False),
        ("", "", False),
    ],
)
def test_cor_12_a_power_that_draws_needs_so_many_in_both_piles_together(
    power: str, deck: str, discard: str, can: bool
) -> None:
    match = table("Sage", "", deck=deck, discard=discard, leaving="Trader Trader Trader", Sage=power)
    assert offered(match, "activate") == (["a1"] if can else [])
    if not can:
        assert refusal(match, "activate a1") == "COR-22"


@pytest.mark.parametrize(
    ("deck", "discard", "can"),
    [
        ("Lord Lord", "Smith", True),
        ("Lord", "Smith Smith", True),
        ("", "Smith Smith Smith", True),
        ("Lord Lord Lord", "", False),
        ("Lord", "Smith", False),
        ("", "Smith Smith", False),
    ],
)
def test_cor_12_what_has_been_recovered_is_not_there_to_be_drawn(deck: str, discard: str, can: bool) -> None:
    match = table("Sage", "", deck=deck, discard=discard, Sage="recover 1, draw 2")
    assert offered(match, "activate") == (["a1"] if can else [])
    if can:
        played(match, "activate a1", "take Smith")
        assert (asked(match), len(at(match, "hands", "A"))) == ("", 3)
