"""Dismissing: COR-16 to COR-20."""

from __future__ import annotations

import pytest

from tests.games.cour.positions import (
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
FULL = "Smith Guard Lord Trader Sage / Smith Guard Lord Trader / Smith Guard Lord / Priest Sage / Thief"


# --- COR-16 ---


def test_cor_16_only_a_card_that_was_not_enrolled_this_turn() -> None:
    match = played(table("Smith", "", hands=["Guard"]), "enrol Guard", "at a2")
    assert offered(match, "dismiss") == ["a1"] and refusal(match, "dismiss a2") == "COR-16"
    ended(match)
    assert offered(played(match, "gold", "gold", "end"), "dismiss") == ["a1", "a2"]


@pytest.mark.parametrize(
    ("lying", "free"),
    [
        ("Smith Guard Lord", ["a1", "a2", "a3"]),
        ("Smith Guard Lord / Priest", ["a3", "b1"]),
        ("Smith Guard Lord / - Priest", ["a1", "b2"]),
        ("- Smith Guard / - Priest", ["b2"]),
        ("Smith Guard Lord / Trader", ["a3", "b1"]),
        ("Smith Guard Lord / - Trader", ["a1", "b2"]),
        ("Smith Guard Lord / Trader Trader", ["b1", "b2"]),
        ("Smith Guard Lord / Priest Sage / Thief", ["c1"]),
        ("Smith Guard Lord Trader Sage / - - - Priest", ["a1", "a2", "a3", "b4"]),
        (FULL, ["e1"]),
        (FULL.removesuffix(" / Thief"), ["d1", "d2"]),
    ],
)
def test_cor_16_only_a_card_without_parents(lying: str, free: list[str]) -> None:
    match = table(lying, "Sage Sage / Sage")
    assert offered(match, "dismiss") == free
    for place in court(match):
        if place not in free:
            assert refusal(match, f"dismiss {place}") == "COR-16"


def test_cor_16_with_base_4() -> None:
    lying = "Smith Guard Lord Trader / Smith - Lord"
    assert offered(table(lying, "", base=4), "dismiss") == ["b1", "b3"]
    full = "Smith Guard Lord Trader / Smith Guard Lord / Smith Guard / Priest"
    assert offered(table(full, "", base=4, completed=True), "dismiss") == ["d1"]


def test_cor_16_a_place_that_is_free() -> None:
    assert refusal(table("Smith", ""), "dismiss a2") == "COR-16"


# --- COR-17 ---


@pytest.mark.parametrize(
    ("card", "back"),
    [
        ("Trader", "11 9 9"),
        ("Smith", "9 12 9"),
        ("Guard", "9 13 9"),
        ("Lord", "14 9 9"),
        ("Sage", "9 9 13"),
        ("Priest", "9 9 11"),
    ],
)
def test_cor_17_its_price_comes_back_in_its_resource(card: str, back: str) -> None:
    match = played(table(f"- {card}", ""), "dismiss a2")
    assert (purses(match), asked(match), court(match)) == ([back, "9 9 9"], "", {}), "0 prestige gives 1 less"


@pytest.mark.parametrize(("card", "back"), [("Thief", 3), ("Crook", 4), ("Jester", 1)])
def test_cor_17_a_rogues_in_one_resource_of_choice(card: str, back: int) -> None:
    match = played(table(card, "", purses=["0 0 0"]), "dismiss a1")
    assert (asked(match), at(match, "chosen"), moves(match)) == ("A refund", card, ["gold", "steel", "ruby"])
    assert court(match) == {} and pile(match, "leaving") == card
    assert purse(played(match.copy(), "gold")) == f"{back} 0 0"
    assert purse(played(match.copy(), "steel")) == f"0 {back} 0"
    assert purse(played(match, "ruby")) == f"0 0 {back}"
    assert (asked(match), at(match, "chosen"), moves(match)) == ("", None, ["end"])


def test_cor_17_the_printed_price_without_surcharge_or_discount() -> None:
    match = table("Guard Sage Thief", "", hands=["Trader Trader"], Sage="cheaper 3")
    played(match, "enrol Trader", "at a4", "enrol Trader", "at a5", "activate a2")
    assert purse(match) == "4 9 9"
    played(match, "dismiss a1", "dismiss a2", "dismiss a3", "gold")
    assert purse(match) == "7 13 13"


# --- COR-18 ---


@BOTH
def test_cor_18_it_goes_to_the_discard_pile_at_the_end_of_the_turns(turns: str) -> None:
    match = table("Smith Guard", "Lord", turns=turns, discard="Sage")
    played(match, "A dismiss a2", "A end")
    assert (pile(match, "leaving"), pile(match)) == ("Guard", "Sage")
    played(match, "B dismiss a1")
    assert (pile(match, "leaving"), pile(match)) == ("Guard Lord", "Sage")
    played(match, "B end")
    assert (moment(match), pile(match, "leaving"), pile(match)) == ("2 income", "", "Guard Lord Sage")


@BOTH
def test_cor_18_until_then_nobody_takes_it(turns: str) -> None:
    match = table("Smith", "Monk Monk", turns=turns, Monk="recover 1")
    played(match, "A dismiss a1", "A end")
    assert offered(match, "activate", "B") == []
    match = table("Smith", "Monk Monk", turns=turns, Monk="recover 1", discard="Lord")
    played(match, "A dismiss a1", "A end", "B activate a1")
    assert moves(match) == ["take Lord"]


@BOTH
@pytest.mark.parametrize(
    ("power", "steps", "card"),
    [
        ("discard 1", ("discard Trader",), "Trader"),
        ("sell 1", ("discard Trader",), "Trader"),
        ("look 2", ("take Trader",), "Guard"),
    ],
)
def test_cor_18_so_does_every_card_discarded_during_the_turns(
    turns: str, power: str, steps: tuple[str, ...], card: str
) -> None:
    match = table("Sage", "", hands=["Trader"], top="Trader Guard Lord Lord Lord Lord", Sage=power, turns=turns)
    played(match, "A activate a1", *steps)
    assert (pile(match, "leaving"), pile(match)) == (card, "")
    assert (pile(ended(match), "leaving"), pile(match)) == ("", card)


def test_cor_18_between_turns_at_once() -> None:
    match = table("Sage", "", hands=["", "Trader Smith"], Sage="between turns: purge 1, purge 1")
    ended(played(match, "activate a1"))
    played(match, "discard Smith")
    assert (moment(match), pile(match, "leaving"), pile(match)) == ("1 between", "", "Smith")


# --- COR-19 ---


@BOTH
def test_cor_19_a_card_whose_power_was_used_once_a_game_cannot_be_dismissed(turns: str) -> None:
    match = table("Sage Sage", "", Sage="once: gain 1 gold", turns=turns)
    assert offered(match, "dismiss", "A") == ["a1", "a2"]
    played(match, "A activate a2")
    assert at(match, "used", "A") == ["a2"] and offered(match, "dismiss", "A") == ["a1"]
    assert refusal(match, "A dismiss a2") == "COR-19"
    ended(match)
    played(match, "B gold", "A gold")
    if turns == "in_order":
        played(match, "B end")
    assert offered(match, "dismiss", "A") == ["a1"] and at(match, "used", "A") == ["a2"]


def test_cor_19_an_actor_that_copied_it_neither() -> None:
    match = table("Sage Sage / Thief", "", Sage="once: gain 1 gold", Thief="copy")
    played(match, "activate b1", "copy a1")
    assert at(match, "used", "A") == ["b1"] and offered(match, "dismiss") == []


def test_cor_19_other_powers_do_not_matter() -> None:
    match = played(table("Sage", "", Sage="gain 1 gold"), "activate a1")
    assert at(match, "used", "A") == [] and offered(match, "dismiss") == ["a1"]


# --- COR-20 ---


def test_cor_20_children_uncovered_by_it_can_be_activated() -> None:
    match = table("Sage Sage Sage / Lord Lord", "", Sage="gain 1 gold")
    assert offered(match, "activate") == ["a3"]
    assert offered(played(match.copy(), "dismiss b1"), "activate") == ["a1", "a2", "a3"]
    assert offered(played(match, "dismiss b2"), "activate") == ["a2", "a3"]


def test_cor_20_if_not_yet_activated_and_not_enrolled_this_turn() -> None:
    match = table("Sage Sage / Lord", "", Sage="gain 1 gold", activated={"A": ["a1"]})
    played(match, "dismiss b1")
    assert offered(match, "activate") == ["a2"] and refusal(match, "activate a1") == "COR-21"
    match = table("Sage Sage", "", hands=["Sage"], Sage="gain 1 gold")
    played(match, "activate a2", "enrol Sage", "at a3")
    assert offered(match, "activate") == ["a1"] and refusal(match, "activate a3") == "COR-21"


def test_cor_20_the_marks_of_a_card_go_with_it() -> None:
    match = table("Sage Smith", "", hands=["Sage"], Sage="gain 1 gold")
    played(match, "activate a1", "dismiss a1")
    assert at(match, "activated", "A") == []
    played(match, "enrol Sage", "at a1")
    assert (at(match, "enrolled", "A"), at(match, "activated", "A")) == (["a1"], [])
    assert waiting(match) == "A" and hand(match) == ""
