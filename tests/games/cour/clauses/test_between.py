"""Effects between turns: COR-26."""

from __future__ import annotations

import pytest

from camarilla import Match
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


def pause(*courts: str, used: str, **given: object) -> Match:
    """The pause after turns in which nothing was done but to activate these cards: "A a1 B a1 a2"."""
    match, seat = table(*courts, turns="simultaneous", **given), "A"
    for word in used.split():
        if len(word) == 1:
            seat = word
        else:
            played(match, f"{seat} activate {word}")
    return ended(match)


# --- When, and in which order ---


@BOTH
def test_cor_26_effects_wait_until_all_have_finished(turns: str) -> None:
    match = table("Sage", "", Sage="between turns: gain 2 gold", turns=turns)
    played(match, "A activate a1")
    assert (purse(match), at(match, "pending")) == ("9 9 9", {"A": ["Sage"], "B": []})
    played(match, "A end")
    assert purse(match) == "9 9 9" and at(match, "pending", "A") == ["Sage"]
    played(match, "B end")
    assert (moment(match), purse(match), at(match, "pending", "A")) == ("2 income", "12 10 10", [])


def test_cor_26_the_player_with_the_most_printed_prestige_decides_their_order() -> None:
    effects = {"Sage": "between turns: steal 1", "Guard": "between turns: steal 1"}
    match = pause("Sage Trader", "Guard", "Lord Trader", used="A a1 B a1", **effects)
    assert (asked(match), at(match, "decider"), waiting(match)) == ("C order", "C", "C")
    assert moves(match) == ["first A", "first B"] and refusal(match, "first C") == "COR-26"
    played(match, "first B")
    assert (asked(match), moves(match), at(match, "pending")) == (
        "B victim",
        ["from A", "from C"],
        {"A": ["Sage"], "B": [], "C": []},
    )
    played(match, "from A", "gold")
    assert (asked(match), at(match, "decider")) == ("A victim", "C"), "the last one needs no decision"
    played(match, "from B", "steel")
    assert (moment(match), at(match, "decider")) == ("2 income", None)
    assert purses(match) == ["9 11 10", "11 9 10", "10 10 10"]


@pytest.mark.parametrize(("courts", "decider"), [(("Sage", "Guard"), "B"), (("Sage Sage", "Guard"), "A")])
def test_cor_26_printed_prestige_is_that_of_the_whole_pyramid(courts: tuple[str, str], decider: str) -> None:
    effects = {"Sage": "between turns: steal 1", "Guard": "between turns: steal 1"}
    assert at(pause(*courts, used="A a1 B a1", **effects), "decider") == decider


def test_cor_26_bonuses_are_not_printed() -> None:
    effects = {"Sage": "between turns: steal 1", "Priest": "end: 9 per 1 cards", "Guard": "between turns: steal 1"}
    assert at(pause("Sage Priest", "Guard", used="A a1 B a1", **effects), "decider") == "B"


def test_cor_26_on_a_tie_one_drawn_at_random() -> None:
    effects = {"Sage": "between turns: steal 1"}
    found = [
        at(pause("Sage", "Sage", "Trader", "Sage", used="A a1 B a1", stream=f"{n:016x}", **effects), "decider")
        for n in range(40)
    ]
    assert set(found) == {"A", "B", "D"} and min(map(found.count, "ABD")) > 5


def test_cor_26_without_a_tie_nothing_is_drawn() -> None:
    effects = {"Sage": "between turns: steal 1", "Guard": "between turns: steal 1"}
    assert at(pause("Sage", "Guard", used="A a1 B a1", stream="00000000000000aa", **effects), "stream")[-2:] == "aa"
    tie = pause("Sage Trader", "Guard", used="A a1 B a1", stream="00000000000000aa", **effects)
    assert at(tie, "stream")[-2:] != "aa"


def test_cor_26_the_decider_is_found_once_a_pause() -> None:
    effects = {
        "Sage": "between turns: remove 5",
        "Guard": "between turns: steal 1",
        "Smith": "between turns: levy 1 gold",
    }
    match = pause("Sage Smith", "Guard Guard", used="A a1 a2 B a1", **effects)
    assert at(match, "decider") == "B"
    played(match, "first A", "effect Sage", "from B", "remove a1")
    assert (court(match, "B"), asked(match), at(match, "decider")) == ({"a2": "Guard"}, "B order", "B")
    assert moves(match) == ["first A", "first B"]


def test_cor_26_effects_of_one_seat_are_chosen_by_their_cards() -> None:
    effects = {"Sage": "between turns: steal 1", "Guard": "between turns: levy 1 gold", "Lord": "gain 1 gold"}
    match = pause("Sage Guard Sage", "Lord Lord", used="A a1 a2 a3", **effects)
    assert (asked(match), at(match, "decider"), at(match, "victim")) == ("B effect", "B", "A")
    assert at(match, "pending", "A") == ["Guard", "Sage", "Sage"]
    assert moves(match) == ["effect Guard", "effect Sage"] and refusal(match, "effect Lord") is not None
    played(match, "effect Sage")
    assert (asked(match), at(match, "pending", "A")) == ("A victim", ["Guard", "Sage"])
    played(match, "from B", "gold")
    assert (asked(match), moves(match)) == ("B effect", ["effect Guard", "effect Sage"])
    played(match, "effect Guard")
    assert (asked(match), purses(match)) == ("A victim", ["11 9 9", "7 9 9"]), "then the last comes by itself"
    played(match, "from B", "ruby")
    assert moment(match) == "2 income"


def test_cor_26_first_the_seat_and_then_the_effect() -> None:
    effects = {"Sage": "between turns: steal 1", "Guard": "between turns: gain 1 gold"}
    match = pause("Sage Guard", "Lord Guard", used="A a1 a2 B a2", **effects)
    assert asked(match) == "B order"
    played(match, "first A")
    assert (asked(match), at(match, "victim"), moves(match)) == ("B effect", "A", ["effect Guard", "effect Sage"])
    played(match, "effect Guard")
    assert (asked(match), purses(match), at(match, "victim")) == ("B order", ["10 9 9", "9 9 9"], None)
    played(match, "first B")
    assert (asked(match), purses(match)) == ("A victim", ["10 9 9", "10 9 9"])


def test_cor_26_alike_effects_of_one_seat_are_not_different() -> None:
    match = pause("Sage Sage", "Lord", used="A a1 a2", Sage="between turns: steal 1")
    assert (asked(match), at(match, "decider"), at(match, "pending", "A")) == ("A victim", None, ["Sage"])
    played(match, "from B", "gold")
    assert (asked(match), at(match, "pending", "A")) == ("A victim", [])
    assert moment(played(match, "from B", "gold")) == "2 income" and purse(match) == "12 10 10"


def test_cor_26_effects_of_the_same_kind_of_two_seats_are_different() -> None:
    match = pause("Sage", "Sage Trader", used="A a1 B a1", Sage="between turns: gain 1 gold")
    assert (asked(match), moves(match)) == ("B order", ["first A", "first B"])
    played(match, "first B")
    assert moment(match) == "2 income" and purses(match) == ["11 10 10", "11 10 10"]


def test_cor_26_two_seats_with_the_same_effect_twice() -> None:
    match = pause("Sage Sage", "Sage Sage Trader", used="A a1 a2 B a1", Sage="between turns: steal 1")
    assert moves(match) == ["first A", "first B"]
    played(match, "first A")
    assert (asked(match), at(match, "pending")) == ("A victim", {"A": ["Sage"], "B": ["Sage"]})
    played(match, "from B", "gold")
    assert asked(match) == "B order"


def test_cor_26_no_decider_for_a_single_effect() -> None:
    match = pause("Sage", "Lord", used="A a1", Sage="between turns: steal 2")
    assert (asked(match), at(match, "decider")) == ("A victim", None)


def test_cor_26_bots_need_not_order_gains() -> None:
    effects = {"Sage": "between turns: gain 1 gold", "Guard": "between turns: gain 2 steel"}
    match = pause("Lord Trader", "Sage Guard", "Sage", used="B a1 a2 C a1", **effects)
    spared = match.indifferent(0)
    assert spared is not None and spared.move == "first B"
    match.play(spared)
    spared = match.indifferent(0)
    assert spared is not None and spared.move == "effect Guard"
    match = pause("Lord Trader", "Trader", "Trader", used="B a1 C a1", Trader="between turns: gain 1 gold")
    spared = match.indifferent(0)
    assert spared is not None and spared.move == "first B"
    match = pause("Lord Trader", "Trader", "Trader", used="B a1 C a1", Trader="between turns: steal 1")
    assert match.indifferent(0) is None
    effects["Guard"] = "between turns: gain 1 gold, gain 1 any"
    match = pause("Lord Trader", "Sage Guard", "Sage", used="B a1 a2 C a1", **effects)
    assert match.indifferent(0) is None and played(match, "first B").indifferent(0) is None
    effects["Guard"] = "pay 1 gold; between turns: steal 1"
    assert pause("Lord Trader", "Sage Guard", "Sage", used="B a1 a2 C a1", **effects).indifferent(0) is None
    effects["Guard"] = "draw 1; between turns: gain 1 gold"
    assert pause("Lord Trader", "Sage Guard", "Sage", used="B a1 a2 C a1", **effects).indifferent(0) is not None


def test_cor_26_an_effect_of_a_dismissed_card() -> None:
    match = played(table("Sage", "", Sage="between turns: steal 1"), "activate a1", "dismiss a1")
    assert (court(match), at(match, "pending", "A")) == ({}, ["Sage"])
    assert asked(ended(match)) == "A victim" and pile(match) == "Sage"


def test_cor_26_an_actor_has_the_effect_of_the_card_copied() -> None:
    match = table("Sage Lord / Thief", "", Sage="between turns: levy 1 gold", Thief="copy", activated={"A": ["a1"]})
    played(match, "activate b1", "copy a1")
    assert at(match, "pending", "A") == ["Sage"] and purses(ended(match)) == ["11 10 10", "9 10 10"]


def test_cor_26_parts_are_carried_out_in_order() -> None:
    power = "between turns: gain 1 gold, steal 1, levy 1 gold, gain 1 any, purge 1, remove 5"
    match = pause("Sage", "Smith Lord", hands=["", "Guard"], used="A a1", Sage=power)
    assert (asked(match), at(match, "power")) == ("A victim", {"card": "Sage", "seat": "A", "part": 1, "left": 1})
    assert purse(match) == "10 9 9"
    played(match, "from B")
    assert (asked(match), at(match, "victim")) == ("A spoil", "B")
    played(match, "ruby")
    assert (asked(match), at(match, "power")["part"], purses(match)) == ("A gain", 3, ["11 9 10", "8 9 8"])
    assert at(match, "victim") is None
    played(match, "steel")
    assert (asked(match), at(match, "power")) == ("B purge", {"card": "Sage", "seat": "A", "part": 4, "left": 1})
    played(match, "discard Guard")
    assert (asked(match), at(match, "power")["part"], pile(match)) == ("A victim", 5, "Guard")
    played(match, "from B", "remove a2")
    assert purses(match) == ["12 11 11", "14 10 9"] and court(match, "B") == {"a1": "Smith"}


# --- Stealing ---


def test_cor_26_steal_single_resources_of_a_kind_and_from_a_player_of_choice() -> None:
    match = pause("Sage", "", "", used="A a1", purses=["0 0 0", "1 0 2", "0 5 0"], Sage="between turns: steal 3")
    assert (asked(match), at(match, "power")["left"], moves(match)) == ("A victim", 3, ["from B", "from C"])
    assert refusal(match, "from A") == "COR-26"
    played(match, "from B")
    assert (asked(match), at(match, "victim"), moves(match)) == ("A spoil", "B", ["gold", "ruby"])
    assert refusal(match, "steel") == "COR-26"
    played(match, "gold")
    assert (asked(match), at(match, "victim"), at(match, "power")["left"]) == ("A victim", None, 2)
    assert purses(match) == ["1 0 0", "0 0 2", "0 5 0"]
    played(match, "from C", "steel", "from B")
    assert moves(match) == ["ruby"]
    played(match, "ruby")
    assert purses(match) == ["2 2 2", "1 1 2", "1 5 1"] and moment(match) == "2 income"


def test_cor_26_steal_takes_what_is_there() -> None:
    match = pause("Sage", "", "", used="A a1", purses=["0 0 0", "1 0 0", "0 0 0"], Sage="between turns: steal 3")
    assert moves(match) == ["from B"]
    played(match, "from B", "gold")
    assert moment(match) == "2 income" and purses(match) == ["2 1 1", "1 1 1", "1 1 1"]


def test_cor_26_steal_without_a_target_is_skipped() -> None:
    match = pause("Sage", "", used="A a1", purses=["5 0 0", "0 0 0"], Sage="between turns: steal 2, gain 1 gold")
    assert moment(match) == "2 income" and purses(match) == ["7 1 1", "1 1 1"]


# --- Levying ---


@pytest.mark.parametrize(
    ("levy", "after"),
    [
        ("3 gold", ["8 1 1", "1 3 4", "2 1 2"]),
        ("4 steel", ["2 3 1", "4 1 4", "5 1 2"]),
        ("2 ruby", ["2 1 4", "4 3 2", "5 1 1"]),
    ],
)
def test_cor_26_levy_from_every_other_player_what_there_is(levy: str, after: list[str]) -> None:
    given = {"purses": ["1 0 0", "3 2 3", "4 0 1"], "Sage": f"between turns: levy {levy}"}
    assert purses(pause("Sage", "", "", used="A a1", **given)) == after


def test_cor_26_levy_by_the_last_seat() -> None:
    match = pause("", "", "Sage", used="C a1", purses=["1 0 0", "3 2 3", "4 0 1"], Sage="between turns: levy 2 gold")
    assert purses(match) == ["1 1 1", "2 3 4", "8 1 2"]


# --- Purging ---


def test_cor_26_purge_clockwise_from_the_left_of_the_taker() -> None:
    hands = ["Trader Smith", "Lord Lord", "Guard Sage", "Smith"]
    match = pause("", "Sage", "", "", used="B a1", hands=hands, Sage="between turns: purge 1", top="Crook " * 6)
    assert (asked(match), waiting(match), at(match, "power")) == (
        "C purge",
        "C",
        {"card": "Sage", "seat": "B", "part": 0, "left": 3},
    )
    assert moves(match) == ["discard Guard", "discard Sage"]
    played(match, "discard Sage")
    assert (asked(match), at(match, "power")["left"], pile(match)) == ("D purge", 2, "Sage")
    played(match, "discard Smith")
    assert (asked(match), at(match, "power")["left"]) == ("A purge", 1)
    played(match, "discard Trader")
    assert moment(match) == "2 income" and pile(match) == "Trader Smith Sage"
    assert hand(match, "B").startswith("Lord Lord")


@pytest.mark.parametrize(("limit", "asked_"), [(1, "B"), (2, "C"), (3, "D"), (4, "")])
def test_cor_26_purge_those_with_so_many_cards_in_hand(limit: int, asked_: str) -> None:
    hands = ["Trader " * 5, "Lord", "Guard Sage", "Smith Smith Smith"]
    kept, reserved = ["", "Crook", "Crook"], ["", "", "Baron"]
    match = pause(
        "Sage", "", "", "", used="A a1", hands=hands, kept=kept, reserved=reserved, Sage=f"between turns: purge {limit}"
    )
    seen = ""
    while at(match, "phase") == "between":
        seen += waiting(match)
        match.play(match.choices()[0])
    assert seen == "BCD"["BCD".find(asked_) if asked_ else 3 :]


def test_cor_26_purge_one_card_each_alone() -> None:
    match = pause("Sage", "", used="A a1", hands=["", "Lord Lord Lord"], Sage="between turns: purge 3, purge 3")
    played(match, "discard Lord")
    assert moment(match) == "2 income" and pile(match) == "Lord", "two cards are too few for the second"


def test_cor_22_a_second_purge_asks_those_who_still_have_so_many_cards() -> None:
    hands = ["Trader " * 5, "Lord Lord", "Smith Smith Smith", "Guard Guard Guard Guard"]
    match = pause("Sage", "", "", "", used="A a1", hands=hands, Sage="between turns: purge 1, purge 3")
    seen = ""
    while at(match, "phase") == "between":
        seen += waiting(match)
        match.play(match.choices()[0])
    assert (seen, pile(match)) == ("BCDD", "Smith Guard Guard Lord")


# --- Removing ---


def test_cor_26_remove_a_card_without_parents_of_so_much_prestige_at_most() -> None:
    lying = "Smith Lord Trader Sage Trader / - Priest"
    match = pause("Guard", lying, "Lord", used="A a1", Guard="between turns: remove 1")
    assert (asked(match), moves(match)) == ("A victim", ["from B"])
    played(match, "from B")
    assert (asked(match), at(match, "victim")) == ("A remove", "B")
    assert at(match, "power") == {"card": "Guard", "seat": "A", "part": 0, "left": 1}
    assert moves(match) == ["remove a1", "remove a5", "remove b2"]
    assert refusal(match, "remove a4") == "COR-26" and refusal(match, "remove a3") == "COR-26"
    played(match, "remove a5")
    assert court(match, "B") == {"a1": "Smith", "a2": "Lord", "a3": "Trader", "a4": "Sage", "b2": "Priest"}
    assert (pile(match), moment(match), purses(match)) == ("Trader", "2 income", ["10 10 10", "12 10 10", "10 10 10"])


@pytest.mark.parametrize(
    ("most", "places"), [(0, ["a5"]), (1, ["a1", "a5"]), (2, ["a1", "a2", "a5"]), (3, ["a1", "a2", "a3", "a5"])]
)
def test_cor_26_at_most_so_much(most: int, places: list[str]) -> None:
    match = pause("Baron", "Smith Sage Guard Lord Priest", used="A a1", Baron=f"between turns: remove {most}")
    assert offered(played(match, "from B"), "remove") == places


def test_cor_26_a_card_removed_is_refunded_to_its_owner() -> None:
    for card, after in (("Smith", "10 13 10"), ("Lord", "15 10 10"), ("Priest", "10 10 12")):
        match = pause("Guard", card, used="A a1", Guard="between turns: remove 5")
        played(match, "from B", "remove a1")
        assert purses(match) == ["10 10 10", after] and pile(match) == card


@pytest.mark.parametrize(("card", "back"), [("Thief", 3), ("Jester", 1)])
def test_cor_26_the_owner_of_a_rogue_chooses_the_resource(card: str, back: int) -> None:
    match = pause("Guard", "", card, used="A a1", Guard="between turns: remove 5, gain 1 steel")
    played(match, "from C", "remove a1")
    assert (asked(match), waiting(match), at(match, "chosen")) == ("C refund", "C", card)
    assert (court(match, "C"), pile(match), at(match, "victim")) == ({}, card, None)
    assert moves(match) == ["gold", "steel", "ruby"]
    played(match, "ruby")
    assert purses(match) == ["10 11 10", "10 10 10", f"10 10 {10 + back}"] and moment(match) == "2 income"


def test_cor_26_a_used_mark_does_not_protect() -> None:
    match = table("Guard", "Sage", Guard="between turns: remove 5", Sage="once: gain 1 gold", used={"B": ["a1"]})
    ended(played(match, "activate a1"))
    played(match, "from B", "remove a1")
    assert court(match, "B") == {} and at(match, "used", "B") == []


def test_cor_26_remove_without_a_target_is_skipped() -> None:
    match = pause("Guard Trader", "Lord", "", used="A a1", Guard="between turns: remove 4, gain 1 gold")
    assert moment(match) == "2 income" and purses(match) == ["11 10 10", "10 10 10", "10 10 10"]


def test_cor_26_remove_one_card_alone() -> None:
    match = pause("Guard", "Smith Trader", used="A a1", Guard="between turns: remove 5")
    played(match, "from B", "remove a2")
    assert moment(match) == "2 income" and court(match, "B") == {"a1": "Smith"}


def test_cor_26_targets_are_chosen_on_resolution() -> None:
    match = table("Guard", "Smith", hands=["", "Trader"], Guard="between turns: remove 5")
    played(match, "activate a1", "end", "dismiss a1", "enrol Trader", "at a2", "end")
    assert moves(played(match, "from B")) == ["remove a2"], "also a card enrolled this round"


@BOTH
def test_cor_26_each_effect_is_carried_out_once(turns: str) -> None:
    match = table("Sage", "", Sage="between turns: gain 1 gold", turns=turns)
    ended(played(match, "A activate a1"))
    assert purse(match) == "11 10 10"
    played(match, "B ruby", "A ruby")
    ended(match)
    assert purse(match) == "12 11 12"


def test_cor_26_as_many_effects_as_there_are_places() -> None:
    effects = {"Trader": "between turns: gain 1 gold", "Sage": "between turns: gain 1 ruby"}
    pending = ["Trader"] * 7 + ["Sage"] * 7
    match = played(table("Trader Smith", "Lord", pending={"A": pending}, **effects), "activate a1")
    assert at(match, "pending", "A") == ["Trader"] * 8 + ["Sage"] * 7
    ended(match)
    for left in range(15, 7, -1):
        assert asked(match) == "B effect" and at(match, "pending", "A") == ["Trader"] * (left - 7) + ["Sage"] * 7
        played(match, "effect Trader")
    assert moment(match) == "2 income" and purse(match) == "18 10 17"


def test_cor_26_prestige_0_for_all_is_a_tie_too() -> None:
    found = {
        at(pause("Jester", "Priest", used="A a1 B a1", stream=f"{n:016x}", **effects_of_two()), "decider")
        for n in range(12)
    }
    assert found == {"A", "B"}


def effects_of_two() -> dict[str, str]:
    return {"Jester": "between turns: steal 1", "Priest": "between turns: steal 1"}


def test_cor_26_effects_of_the_first_character_of_the_set() -> None:
    match = pause("Trader", "Trader Lord", used="A a1 B a1", Trader="between turns: steal 1, gain 1 any")
    assert (asked(match), at(match, "pending")) == ("B order", {"A": ["Trader"], "B": ["Trader"]})
    played(match, "first A", "from B", "gold", "steel", "from A", "gold")
    assert (asked(match), at(match, "power")["card"]) == ("B gain", "Trader")
    assert purses(played(match, "ruby")) == ["10 11 10", "10 10 11"]


def test_cor_26_marks_of_the_turn_are_gone_by_then() -> None:
    match = pause("Sage", "", used="A a1", Sage="cheaper 1, anywhere; between turns: steal 1")
    position = match.position()
    assert (position["activated"], position["enrolled"], position["anywhere"], position["done"]) == (
        {"A": [], "B": []},
        {"A": [], "B": []},
        "",
        "",
    )
    assert position["discounts"] == {"A": [], "B": []} and position["enrolments"] == {"A": 0, "B": 0}
