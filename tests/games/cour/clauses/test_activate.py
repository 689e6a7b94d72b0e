"""Activating: COR-21 to COR-25."""

from __future__ import annotations

import pytest

from tests.games.cour.positions import (
    TURNS,
    asked,
    at,
    court,
    ended,
    hand,
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
GAIN = "gain 1 gold"


# --- COR-21 ---


def test_cor_21_not_a_card_enrolled_this_turn() -> None:
    match = played(table("", "", hands=["Sage"], Sage=GAIN), "enrol Sage", "at a1")
    assert moves(match) == ["end"] and refusal(match, "activate a1") == "COR-21"
    ended(match)
    assert offered(played(match, "gold", "gold", "end"), "activate") == ["a1"]


def test_cor_21_once_a_turn() -> None:
    match = played(table("Sage Sage", "", Sage=GAIN), "activate a2")
    assert (at(match, "activated", "A"), offered(match, "activate")) == (["a2"], ["a1"])
    assert refusal(match, "activate a2") == "COR-21"
    played(match, "activate a1", "end", "end", "gold", "gold", "end")
    assert (at(match, "activated", "A"), offered(match, "activate")) == ([], ["a1", "a2"])


def test_cor_21_not_an_empty_place_nor_that_of_another() -> None:
    match = table("Sage", "- Sage", Sage=GAIN)
    assert offered(match, "activate") == ["a1"]
    assert refusal(match, "activate a2") == "COR-21"
    assert at(played(match, "activate a1"), "activated") == {"A": ["a1"], "B": []}


@pytest.mark.parametrize(
    ("parents", "open_"),
    [
        ("- - - -", ["a1", "a2", "a3", "a4", "a5"]),
        ("Lord - - -", ["a2", "a3", "a4", "a5"]),
        ("- Lord - -", ["a1", "a2", "a3", "a4", "a5"]),
        ("Lord Lord - -", ["a3", "a4", "a5"]),
        ("- - - Lord", ["a1", "a2", "a3", "a4"]),
        ("- - Lord Lord", ["a1", "a2", "a3"]),
        ("Lord - Lord -", ["a2", "a3", "a4", "a5"]),
        ("Lord Lord Lord Lord", []),
        ("Trader - - -", ["a2", "a3", "a4", "a5"]),
        ("Trader Trader Trader Trader", []),
    ],
)
def test_cor_21_not_a_card_that_has_all_its_parents(parents: str, open_: list[str]) -> None:
    match = table(f"Sage Sage Sage Sage Sage / {parents}", "", Sage=GAIN)
    assert offered(match, "activate") == open_
    for place in ("a1", "a2", "a3", "a4", "a5"):
        if place not in open_:
            assert refusal(match, f"activate {place}") == "COR-23"


@pytest.mark.parametrize(
    ("parents", "open_"),
    [
        ("- - -", ["a1", "a2", "a3", "a4"]),
        ("- - Lord", ["a1", "a2", "a3"]),
        ("Lord Lord -", ["a3", "a4"]),
        ("Lord Lord Lord", []),
    ],
)
def test_cor_21_at_the_edge_of_a_base_of_4_too(parents: str, open_: list[str]) -> None:
    assert offered(table(f"Sage Sage Sage Sage / {parents}", "", Sage=GAIN, base=4), "activate") == open_


def test_cor_21_the_apex_is_never_covered() -> None:
    rows = "Lord Trader Guard Trader Guard / Lord Trader Guard Trader / Lord Trader Guard / Lord Trader / "
    assert offered(table(rows + "Sage", "", Sage=GAIN, completed=True), "activate") == ["e1"]
    rows = "Lord Trader Guard Trader / Lord Trader Guard / Lord Trader / "
    assert offered(table(rows + "Sage", "", Sage=GAIN, base=4, completed=True), "activate") == ["d1"]


@pytest.mark.parametrize(
    ("third", "open_"), [("- -", ["b1", "b2", "b3"]), ("Lord -", ["b2", "b3"]), ("- Lord", ["b1", "b2"])]
)
def test_cor_21_in_the_second_row(third: str, open_: list[str]) -> None:
    match = table(f"Lord Lord Guard Guard / Sage Sage Sage / {third}", "", Sage=GAIN, base=4)
    assert offered(match, "activate") == open_


# --- COR-22 ---


@pytest.mark.parametrize(
    ("power", "purse_", "can"),
    [
        ("pay 2 gold, gain 1 ruby", "2 0 0", True),
        ("pay 2 gold, gain 1 ruby", "1 9 9", False),
        ("pay 2 steel, gain 1 ruby", "0 2 0", True),
        ("pay 2 steel, gain 9 steel", "9 1 9", False),
        ("pay 2 ruby, gain 1 gold", "0 0 2", True),
        ("pay 2 ruby, gain 1 gold", "9 9 1", False),
        ("pay 1 gold, pay 1 gold", "2 0 0", True),
        ("pay 1 gold, pay 1 gold", "1 9 9", False),
        ("pay 1 gold, pay 1 ruby", "1 0 1", True),
        ("pay 1 gold, pay 1 ruby", "1 1 0", False),
        ("pay 3 any, gain 1 ruby", "1 1 1", True),
        ("pay 3 any, gain 1 ruby", "0 0 3", True),
        ("pay 3 any, gain 1 ruby", "1 0 1", False),
        ("pay 1 gold, pay 2 any", "1 1 1", True),
        ("pay 1 gold, pay 2 any", "3 0 0", True),
        ("pay 1 gold, pay 2 any", "1 1 0", False),
        ("pay 1 gold, pay 2 any", "0 5 5", False),
        ("pay 1 steel, pay 1 ruby, pay 1 any", "0 1 2", True),
        ("pay 1 steel, pay 1 ruby, pay 1 any", "0 1 1", False),
        ("pay 1 any, pay 1 any", "0 2 0", True),
        ("pay 1 any, pay 1 any", "0 1 0", False),
        ("gain 1 gold", "0 0 0", True),
    ],
)
def test_cor_22_a_cost_must_be_paid(power: str, purse_: str, can: bool) -> None:
    match = table("Sage", "", purses=[purse_], Sage=power)
    assert offered(match, "activate") == (["a1"] if can else [])
    if not can:
        assert refusal(match, "activate a1") == "COR-22" and purse(match) == purse_


@pytest.mark.parametrize(
    ("power", "hand_", "deck", "discard", "can"),
    [
        ("discard 2", "Lord Lord", "", "", True),
        ("discard 2", "Lord", "", "", False),
        ("sell 2", "Lord", "", "", True),
        ("sell 2", "", "", "", False),
        ("sell 1, sell 1", "Lord", "", "", False),
        ("sell 1, sell 1", "Lord Guard", "", "", True),
        ("sell 1, discard 1", "Lord", "", "", False),
        ("discard 1, sell 1", "Lord", "", "", False),
        ("draw 2, discard 2", "", "Lord Lord", "", True),
        ("draw 2, discard 3", "", "Lord Lord", "", False),
        ("draw 2, discard 3", "Guard", "Lord Lord", "", True),
        ("discard 1, draw 2", "", "Lord Lord", "", False),
        ("draw 1, sell 1", "", "Lord", "", True),
        ("look 3 take 2, discard 2", "", "Lord Lord Guard", "", True),
        ("look 3 take 2, discard 3", "", "Lord Lord Guard", "", False),
        ("look 3, sell 1, sell 1", "", "Lord Lord Guard", "", False),
        ("reserve 2, discard 1", "", "Lord Lord", "", False),
        ("reserve 2, discard 1", "Guard", "Lord Lord", "", True),
        ("recover 1", "", "", "Lord", True),
        ("recover 1", "Lord", "Lord", "", False),
        ("recover 2", "", "", "Lord", False),
        ("recover 1, recover 1", "", "", "Lord", False),
        ("recover 1, recover 1", "", "", "Lord Lord", True),
        ("recover 2, discard 2", "", "", "Lord Lord", True),
        ("recover 1, discard 2", "", "", "Lord Lord", False),
        ("draw 2, recover 1", "", "Lord Lord", "Guard", True),
        ("draw 2, recover 1", "", "Lord", "Guard Guard", False),
        ("recover 1, draw 2", "", "Lord", "Guard Guard", True),
        ("recover 2, draw 2", "", "Lord", "Guard Guard", False),
        ("draw 1, draw 1", "", "Lord", "Guard", True),
        ("draw 1, draw 1", "", "Lord", "", False),
        ("draw 2, look 2, reserve 1", "", "Lord Lord", "Guard Guard Guard", True),
        ("draw 2, look 2, reserve 2", "", "Lord Lord", "Guard Guard Guard", False),
        ("reserve 1, draw 1", "", "Lord", "", False),
        ("look 2, recover 1", "", "Lord Lord", "", False),
        ("discard 1, recover 1", "Lord", "", "", False),
        ("keep 2", "", "", "", True),
        ("gain 1 any", "", "", "", True),
        ("cheaper 1, anywhere", "", "", "", True),
    ],
)
def test_cor_22_in_full_or_not_at_all(power: str, hand_: str, deck: str, discard: str, can: bool) -> None:
    match = table("Sage", "", hands=[hand_], deck=deck, discard=discard, Sage=power)
    assert offered(match, "activate") == (["a1"] if can else [])
    if can:
        played(match, "activate a1")
        while asked(match):
            match.play(match.choices()[0])
        assert moves(match)[0] == "end" and at(match, "activated", "A") == ["a1"]
        return
    assert refusal(match, "activate a1") == "COR-22"


@pytest.mark.parametrize("power", ["steal 1", "levy 1 gold", "purge 1", "remove 5", "gain 1 any", "steal 1, purge 9"])
def test_cor_22_parts_between_turns_never_prevent(power: str) -> None:
    match = table("Sage", "", purses=["0 0 0"] * 2, Sage=f"between turns: {power}")
    assert offered(match, "activate") == ["a1"]
    match = table("Sage", "", purses=["0 0 0"] * 2, Sage=f"pay 1 gold; between turns: {power}")
    assert offered(match, "activate") == []


def test_cor_22_a_move_needs_a_card_and_a_place_for_it() -> None:
    full = "Baron Baron Baron Baron Sage"
    assert offered(table(full, "", Sage="move", Baron="gain 1 gold"), "activate") == ["a1", "a2", "a3", "a4", "a5"]
    stuck = table("Monk Monk Monk Monk Baron", "", Baron="move")
    assert offered(stuck, "activate") == [] and refusal(stuck, "activate a5") == "COR-22"
    rows = "Miner Baron Miner Miner / Miner Trader Miner / Baron Miner / Guard"
    match = table(rows, "", base=4, Guard="move", Priest="anywhere", completed=True)
    assert offered(match, "activate") == [] and refusal(match, "activate d1") == "COR-22"


def test_cor_22_powers_are_carried_out_one_after_the_other() -> None:
    match = played(table("Sage Sage", "", Sage="gain 2 any"), "activate a1")
    assert moves(match) == ["gold", "steel", "ruby"]
    assert refusal(match, "activate a2") is not None and refusal(match, "end") is not None
    assert offered(played(match, "gold", "ruby"), "activate") == ["a2"]


# --- COR-23 ---


def test_cor_23_covering_a_card_before_using_its_power_loses_it() -> None:
    match = table("Sage Sage", "", hands=["Lord"], Sage=GAIN)
    assert offered(match, "activate") == ["a1", "a2"]
    played(match, "enrol Lord", "at b1")
    assert offered(match, "activate") == ["a2"], "a1 has its only parent, a2 one of two"
    assert refusal(match, "activate a1") == "COR-23"


# --- COR-24 ---


@pytest.mark.parametrize("power", ["", "end: 1 per 1 cards", "end: 1 per 2 gold, 3 per 1 parents"])
def test_cor_24_green_cards_cannot_be_activated(power: str) -> None:
    match = table("Sage Guard", "", Sage=power, Guard=GAIN)
    assert offered(match, "activate") == ["a2"] and refusal(match, "activate a1") == "COR-24"


# --- COR-25: once a game ---


@BOTH
def test_cor_25_once_a_game_for_that_one_placed_card(turns: str) -> None:
    match = table("Sage Sage", "", hands=["Sage"], Sage="once: gain 3 gold", turns=turns)
    played(match, "A activate a1")
    assert (purse(match), at(match, "used", "A")) == ("12 9 9", ["a1"])
    played(ended(match), "B gold", "A gold")
    if turns == "in_order":
        played(match, "end")
    assert offered(match, "activate", "A") == ["a2"] and refusal(match, "A activate a1") == "COR-25"
    played(match, "A activate a2", "A enrol Sage", "A at a3")
    assert at(match, "used", "A") == ["a1", "a2"]
    ended(match)
    played(match, "A gold", "B gold")
    assert offered(match, "activate", "A") == ["a3"]


def test_cor_25_the_mark_goes_when_the_card_leaves_the_pyramid() -> None:
    match = table("Sage Smith", "Guard", hands=["Sage"], Sage="once: gain 3 gold", Guard="between turns: remove 5")
    played(match, "activate a1", "end", "activate a1", "end", "from A", "remove a1")
    assert court(match) == {"a2": "Smith"} and at(match, "used", "A") == [] and purse(match) == "13 10 14"
    played(match, "gold", "gold", "end", "enrol Sage", "at a1", "end", "gold", "gold")
    assert offered(match, "activate") == ["a1"], "enrolled again, it may be used again"


def test_cor_25_the_mark_is_set_at_once() -> None:
    match = played(table("Sage", "", Sage="once: gain 2 any"), "activate a1")
    assert (asked(match), at(match, "used", "A"), at(match, "activated", "A")) == ("A gain", ["a1"], ["a1"])


def test_cor_25_the_mark_of_another_seat_does_not_matter() -> None:
    match = table("Sage", "Sage", Sage="once: gain 3 gold", used={"B": ["a1"]})
    assert offered(match, "activate") == ["a1"]


# --- COR-25: the Actor ---


def test_cor_25_an_actor_uses_a_childs_power_as_if_printed_on_itself() -> None:
    match = table("Sage Guard / Thief", "", Thief="copy", Sage=GAIN, Guard="gain 2 ruby")
    assert offered(match, "activate") == ["a2", "b1"], "a1 is covered"
    played(match, "activate b1")
    assert (asked(match), at(match, "place"), moves(match)) == ("A copy", "b1", ["copy a1", "copy a2"])
    assert at(match, "power") == {"card": "Thief", "seat": "A", "part": 0, "left": 1}
    played(match, "copy a2")
    assert (purse(match), at(match, "activated", "A"), asked(match)) == ("9 9 11", ["b1"], "")
    assert (at(match, "place"), at(match, "power")) == (None, None)
    assert offered(match, "activate") == ["a2"] and purse(played(match, "activate a2")) == "9 9 13"


def test_cor_25_it_is_asked_even_if_only_one_can_be_copied() -> None:
    match = table("Sage Lord / Thief", "", Thief="copy", Sage=GAIN)
    assert moves(played(match, "activate b1")) == ["copy a1"] and purse(played(match, "copy a1")) == "10 9 9"
    match = table("Lord Sage / Thief", "", Thief="copy", Sage=GAIN)
    assert moves(played(match, "activate b1")) == ["copy a2"] and refusal(match, "copy a1") is not None


def test_cor_25_also_if_the_child_is_covered_or_used_or_activated() -> None:
    given = {"Thief": "copy", "Sage": "once: gain 3 gold", "Guard": GAIN}
    match = table("Sage Sage / Thief", "", used={"A": ["a1", "a2"]}, **given)
    assert moves(played(match, "activate b1")) == ["copy a1", "copy a2"]
    assert (purse(played(match, "copy a1")), at(match, "used", "A")) == ("12 9 9", ["a1", "a2", "b1"])
    match = table("Guard Guard Guard / Thief Lord", "", activated={"A": ["a1"]}, **given)
    assert moves(played(match, "activate b1")) == ["copy a1", "copy a2"]


def test_cor_25_copying_a_power_once_a_game_marks_the_actor_itself() -> None:
    given = {"Thief": "copy", "Sage": "once: gain 3 gold", "Guard": GAIN}
    match = played(table("Sage Guard / Thief", "", **given), "activate b1", "copy a1")
    assert at(match, "used", "A") == ["b1"]
    ended(match)
    played(match, "gold", "gold", "end", "activate b1")
    assert moves(match) == ["copy a2"], "it may still copy others"
    played(match, "copy a2")
    assert at(match, "used", "A") == ["b1"]
    match = table("Sage Sage / Thief", "", used={"A": ["b1"]}, **given)
    assert offered(match, "activate") == ["a2"], "a1 is covered, the Actor has nothing left to copy"


def test_cor_25_never_another_actors_power_or_a_passive() -> None:
    given = {"Thief": "copy", "Sage": "end: 1 per 1 cards", "Guard": GAIN}
    assert offered(table("Thief Sage / Thief", "", **given), "activate") == []
    assert offered(table("Thief Lord / Thief", "", **given), "activate") == []
    match = table("Guard Guard Guard / Thief Guard / Thief", "", **given)
    assert moves(played(match, "activate c1")) == ["copy b2"]


def test_cor_25_not_on_the_base_row() -> None:
    match = table("Thief Sage", "", Thief="copy", Sage=GAIN)
    assert offered(match, "activate") == ["a2"] and refusal(match, "activate a1") is not None


def test_cor_25_only_what_can_be_carried_out() -> None:
    given = {"Thief": "copy", "Sage": "pay 3 gold, gain 1 ruby", "Guard": "discard 1"}
    match = table("Sage Guard / Thief", "", purses=["2 0 0"], **given)
    assert offered(match, "activate") == []
    match = table("Sage Guard / Thief", "", purses=["3 0 0"], **given)
    assert moves(played(match, "activate b1")) == ["copy a1"]
    match = table("Sage Guard / Thief", "", purses=["2 0 0"], hands=["Lord"], **given)
    assert moves(played(match, "activate b1")) == ["copy a2"]


def test_cor_25_the_children_are_those_directly_below() -> None:
    match = table("Lord Sage Guard Lord / Lord Thief Lord", "", Thief="copy", Sage=GAIN, Guard="gain 1 ruby", base=4)
    assert moves(played(match, "activate b2")) == ["copy a2", "copy a3"]
    match = table("Sage Lord Lord Sage / Lord Thief Lord", "", Thief="copy", Sage=GAIN, base=4)
    assert "activate b2" not in moves(match)


def test_cor_25_a_copied_power_with_choices() -> None:
    match = table("Sage Lord / Thief", "", hands=["Trader Smith"], Thief="copy", Sage="discard 1, gain 2 any", deck="")
    played(match, "activate b1", "copy a1")
    assert (asked(match), at(match, "power")) == ("A discard", {"card": "Sage", "seat": "A", "part": 0, "left": 1})
    played(match, "discard Smith", "ruby", "gold")
    assert (purses(match), hand(match), pile(match, "leaving")) == (["10 9 10", "9 9 9"], "Trader", "Smith")
    assert waiting(match) == "A" and at(match, "activated", "A") == ["b1"]


def test_cor_25_an_actor_may_move() -> None:
    match = table("Sage Lord / Thief", "", Thief="copy", Sage="move")
    played(match, "activate b1", "copy a1")
    assert moves(match) == ["move b1"] and moves(played(match, "move b1")) == ["at a3", "at a4", "at a5"]
    played(match, "at a4")
    assert court(match) == {"a1": "Sage", "a2": "Lord", "a4": "Thief"} and at(match, "activated", "A") == ["a4"]
