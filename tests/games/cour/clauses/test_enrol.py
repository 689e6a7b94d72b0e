"""Enrolling: COR-13 to COR-15."""

from __future__ import annotations

import itertools

import pytest

from tests.games.cour.positions import (
    asked,
    at,
    court,
    ended,
    hand,
    moves,
    offered,
    played,
    purse,
    refusal,
    table,
)

EVERY_TYPE = ["merchant", "artisan", "warrior", "noble", "cleric", "scholar", "rogue"]


# --- COR-13 ---


@pytest.mark.parametrize(
    ("card", "enough", "short"),
    [
        ("Trader", "2 0 0", "1 9 9"),
        ("Smith", "0 3 0", "9 2 9"),
        ("Guard", "0 4 0", "9 3 9"),
        ("Lord", "5 0 0", "4 9 9"),
        ("Priest", "0 0 3", "9 9 2"),
        ("Sage", "0 0 4", "9 9 3"),
        ("Thief", "0 0 3", "2 2 2"),
        ("Jester", "0 2 0", "1 1 1"),
    ],
)
def test_cor_13_the_player_must_be_able_to_pay(card: str, enough: str, short: str) -> None:
    match = table("", "", hands=[card], purses=[enough])
    assert moves(match) == ["end", f"enrol {card}"]
    played(match, f"enrol {card}", "at a1")
    if asked(match):
        played(match, *moves(match))
    assert purse(match) == "0 0 0" and court(match) == {"a1": card}
    match = table("", "", hands=[card], purses=[short])
    clause = "COR-15" if card in ("Thief", "Jester") else "COR-13"
    assert moves(match) == ["end"] and refusal(match, f"enrol {card}") == clause


def test_cor_13_and_to_place_the_card() -> None:
    full = "Smith Trader Trader Lord Lord"
    match = table(full, "", hands=["Baron Monk Miner Sage"])
    assert offered(match, "enrol") == ["Sage", "Baron"]
    assert refusal(match, "enrol Monk") in ("COR-13", "COR-28")
    assert offered(played(match, "enrol Baron"), "at") == ["b1"]
    assert offered(table(full, "", hands=["Sage"]), "enrol") == ["Sage"]
    assert offered(played(table(full, "", hands=["Sage"]), "enrol Sage"), "at") == ["b1", "b2", "b3", "b4"]


def test_cor_13_only_cards_in_hand_each_once() -> None:
    match = table("", "", hands=["Smith Guard Smith", "Lord"], kept=["Sage"], reserved=["Trader"])
    assert offered(match, "enrol") == ["Smith", "Guard"]
    assert refusal(match, "enrol Sage") == "COR-13"
    assert refusal(match, "enrol Lord") == "COR-13"


def test_cor_13_the_card_leaves_the_hand_and_takes_its_place() -> None:
    match = played(table("Smith", "", hands=["Smith Guard Smith"]), "enrol Smith")
    assert (hand(match), at(match, "chosen"), asked(match)) == ("Smith Guard", "Smith", "A place")
    assert court(match) == {"a1": "Smith"} and purse(match) == "9 9 9", "nothing is paid before it has its place"
    assert moves(match) == ["at a2", "at a3", "at a4", "at a5"]
    played(match, "at a4")
    assert court(match) == {"a1": "Smith", "a4": "Smith"} and purse(match) == "9 6 9"
    assert (at(match, "enrolled", "A"), at(match, "enrolments", "A"), hand(match)) == (["a4"], 1, "Smith Guard")
    assert (asked(match), at(match, "chosen"), at(match, "place")) == ("", None, None)


# --- COR-14 ---

FOUR = {"Jester": "cheaper 1 for noble", "Trader": "cheaper 1", "Sage": "cheaper 2 for warrior"}
FOUR["Thief"] = "cheaper 3 for cleric or noble"


def discounted(*cards: str) -> list[int]:
    """What each card costs, enrolled one after the other without surcharge, when all four were activated before."""
    match = table("Jester Trader Sage Thief", "", hands=[" ".join(cards)], purses=["40 40 40"], surcharge=0, **FOUR)
    played(match, *(f"activate a{i}" for i in range(1, 5)))
    left = [120]
    for card, place in zip(cards, ("a5", "b1", "b2", "b3"), strict=False):
        played(match, f"enrol {card}", f"at {place}")
        left.append(sum(map(int, purse(match).split())))
    return [before - after for before, after in itertools.pairwise(left)]


def enrolled(power: str, surcharge: int, *cards: str) -> list[int]:
    """What each card costs, enrolled one after the other after the power was used. Rogues are paid in ruby."""
    match = table("Lord", "", hands=[" ".join(cards)], purses=["40 40 40"], Lord=power, surcharge=surcharge)
    if power:
        played(match, "activate a1")
    left = [120]
    for number, card in enumerate(cards):
        played(match, f"enrol {card}", f"at a{number + 2}")
        if asked(match):
            played(match, "ruby")
        left.append(sum(map(int, purse(match).split())))
    return [before - after for before, after in itertools.pairwise(left)]


def test_cor_14_the_first_costs_its_price_and_each_further_one_1_more() -> None:
    assert enrolled("", 1, "Guard", "Trader", "Thief", "Lord") == [4, 3, 5, 8]


def test_cor_14_without_surcharge_all_cost_their_price() -> None:
    assert enrolled("", 0, "Guard", "Trader", "Thief", "Lord") == [4, 2, 3, 5]


@pytest.mark.parametrize(("surcharge", "paid"), [(1, [3, 3, 5]), (0, [3, 2, 3])])
def test_cor_14_a_discount_holds_for_the_next_enrolment(surcharge: int, paid: list[int]) -> None:
    assert enrolled("cheaper 1", surcharge, "Guard", "Trader", "Thief") == paid


@pytest.mark.parametrize(
    ("less", "paid"), [(1, [1, 4]), (2, [1, 4]), (9, [1, 4])], ids=["to the least", "below", "far below"]
)
def test_cor_14_at_least_1_is_paid(less: int, paid: list[int]) -> None:
    assert enrolled(f"cheaper {less}", 1, "Trader", "Smith") == paid


def test_cor_14_surcharge_counts_before_the_discount() -> None:
    match = table("Lord", "", hands=["Trader Trader Trader"], Lord="cheaper 3")
    played(match, "enrol Trader", "at a2", "enrol Trader", "at a3")
    assert purse(match) == "4 9 9"
    played(match, "activate a1", "enrol Trader", "at a4")
    assert purse(match) == "3 9 9", "2 + 2 - 3"


def test_cor_14_a_discount_for_some_types_waits_for_one_of_them() -> None:
    assert enrolled("cheaper 2 for warrior or rogue", 0, "Trader", "Smith", "Guard", "Thief") == [2, 3, 2, 3]
    assert enrolled("cheaper 2 for rogue", 0, "Trader", "Guard", "Jester", "Thief") == [2, 4, 1, 3]
    assert enrolled("cheaper 1 for merchant", 1, "Smith", "Trader", "Trader") == [3, 2, 4]


def test_cor_14_all_discounts_that_fit_apply_together_and_are_used_up() -> None:
    assert discounted("Guard", "Lord", "Priest", "Guard") == [1, 1, 3, 4]
    assert discounted("Lord", "Guard", "Priest") == [1, 2, 3]
    assert discounted("Priest", "Lord", "Lord") == [1, 4, 5]


def test_cor_14_discounts_are_kept_in_the_order_activated() -> None:
    match = played(
        table("Jester Trader Sage Thief", "", hands=["Guard"], **FOUR), *(f"activate a{i}" for i in range(1, 5))
    )
    every = [{"less": 1, "for": ["noble"]}, {"less": 1, "for": EVERY_TYPE}, {"less": 2, "for": ["warrior"]}]
    every.append({"less": 3, "for": ["noble", "cleric"]})
    assert at(match, "discounts", "A") == every and at(match, "discounts", "B") == []
    played(match, "enrol Guard")
    assert at(match, "discounts", "A") == every
    assert at(played(match, "at a5"), "discounts", "A") == [every[0], every[3]]
    assert purse(match) == "9 8 9"
    state = match.state[0]
    assert state["discount"][0].tolist() == [1, 3] + [0] * 13 and not state["discount_for"][0][2:].any()


def test_cor_14_a_discount_makes_a_card_affordable() -> None:
    match = table("Sage", "", hands=["Guard Lord Thief"], purses=["3 2 1"], Sage="cheaper 2 for warrior")
    assert offered(match, "enrol") == ["Thief"]
    assert offered(played(match, "activate a1"), "enrol") == ["Guard", "Thief"]
    match = table("Sage", "", hands=["Guard Lord Thief"], purses=["3 2 1"], Sage="cheaper 2")
    assert offered(played(match, "activate a1"), "enrol") == ["Guard", "Lord", "Thief"]


def test_cor_14_the_surcharge_makes_it_dear() -> None:
    match = table("", "", hands=["Trader Smith Smith"], purses=["2 6 0"])
    played(match, "enrol Smith", "at a1")
    assert (purse(match), offered(match, "enrol")) == ("2 3 0", [])
    match = table("", "", hands=["Trader Smith Smith"], purses=["2 6 0"], surcharge=0)
    played(match, "enrol Smith", "at a1")
    assert (purse(match), offered(match, "enrol")) == ("2 3 0", ["Trader", "Smith"])


def test_cor_14_enrolments_and_discounts_are_those_of_the_turn() -> None:
    match = table("Sage", "", hands=["Smith Smith", "Smith"], Sage="cheaper 1 for noble")
    played(match, "activate a1", "enrol Smith", "at a2", "end", "enrol Smith", "at a1")
    assert purse(match, "B") == "9 6 9", "no surcharge for the enrolment of another"
    assert at(match, "enrolments") == {"A": 1, "B": 1}
    assert at(match, "discounts", "A") == [{"less": 1, "for": ["noble"]}]
    played(match, "end", "gold", "gold", "end", "enrol Smith", "at a3")
    assert (at(match, "enrolments"), at(match, "discounts", "A")) == ({"A": 1, "B": 0}, [])
    assert not match.state["discount"].any() and not match.state["discount_for"].any()
    assert purse(match) == "11 4 10", "6 + 1 - 3"


def test_cor_14_a_dismissal_does_not_take_an_enrolment_back() -> None:
    match = table("Smith", "", hands=["Trader Trader"])
    played(match, "enrol Trader", "at a2", "dismiss a1", "enrol Trader", "at a1")
    assert purse(match) == "4 12 9" and at(match, "enrolments", "A") == 2


def test_cor_14_all_is_paid_in_the_resource_of_the_card() -> None:
    match = table("", "", hands=["Smith Lord"], purses=["5 9 9"])
    played(match, "enrol Smith", "at a1")
    assert offered(match, "enrol") == [], "5 + 1 gold; steel is no help"


# --- COR-15 ---


def test_cor_15_a_rogue_is_paid_entirely_in_one_resource_of_choice() -> None:
    match = played(table("", "", hands=["Thief"], purses=["3 2 4"]), "enrol Thief", "at a3")
    assert (asked(match), at(match, "place"), at(match, "chosen")) == ("A pay", "a3", "Thief")
    assert moves(match) == ["gold", "ruby"] and refusal(match, "steel") == "COR-15"
    assert court(match) == {} and purse(match) == "3 2 4"
    played(match, "ruby")
    assert (purse(match), court(match), asked(match)) == ("3 2 1", {"a3": "Thief"}, "")


def test_cor_15_it_is_asked_even_if_only_one_suffices() -> None:
    match = played(table("", "", hands=["Thief"], purses=["2 2 3"]), "enrol Thief", "at a1")
    assert moves(match) == ["ruby"] and purse(played(match, "ruby")) == "2 2 0"


def test_cor_15_no_two_resources_together() -> None:
    assert offered(table("", "", hands=["Thief"], purses=["2 2 2"]), "enrol") == []


def test_cor_15_with_surcharge_and_discounts() -> None:
    match = table("Sage", "", hands=["Trader Thief"], purses=["5 3 2"], Sage="cheaper 1 for rogue")
    played(match, "enrol Trader", "at a2")
    assert purse(match) == "3 3 2" and offered(match, "enrol") == []
    assert moves(played(match, "activate a1", "enrol Thief", "at a3")) == ["gold", "steel"]
    assert purse(played(match, "gold")) == "0 3 2"


def test_cor_15_enrolments_of_one_turn_do_not_carry_over() -> None:
    match = played(table("", "", hands=["Thief Thief"]), "enrol Thief", "at a1", "gold")
    ended(match)
    assert at(match, "enrolled", "A") == [] and at(match, "enrolments", "A") == 0
