"""What each power does: COR-4, COR-12, COR-22."""

from __future__ import annotations

import pytest

from camarilla import Match
from tests.games.cour.positions import (
    TURNS,
    asked,
    at,
    cards_anywhere,
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


def using(power: str, **given: object) -> Match:
    """A Trader with this power has just been activated."""
    return played(table("Trader", "", Trader=power, **given), "activate a1")


def part(match: Match) -> tuple[int, int]:
    """Number of the part being carried out, and what is left of it."""
    found = at(match, "power")
    assert found["card"] == "Trader" and found["seat"] == "A"
    return found["part"], found["left"]


# --- Gaining and paying ---


@pytest.mark.parametrize(
    ("power", "left"),
    [
        ("gain 1 gold", "10 9 9"),
        ("gain 9 steel", "9 18 9"),
        ("gain 2 ruby", "9 9 11"),
        ("gain 1 gold, gain 2 steel, gain 3 ruby", "10 11 12"),
        ("pay 1 gold, gain 2 steel", "8 11 9"),
        ("pay 2 steel, pay 3 ruby", "9 7 6"),
        ("pay 9 gold, gain 9 gold", "9 9 9"),
    ],
)
def test_cor_4_gaining_and_exchanging_resources(power: str, left: str) -> None:
    match = using(power)
    assert (purses(match), asked(match), at(match, "activated", "A")) == ([left, "9 9 9"], "", ["a1"])


def test_cor_4_each_unit_of_choice_is_chosen_by_itself() -> None:
    match = using("gain 3 any")
    assert (asked(match), part(match), moves(match)) == ("A gain", (0, 3), ["gold", "steel", "ruby"])
    played(match, "ruby")
    assert (purse(match), part(match)) == ("9 9 10", (0, 2))
    played(match, "gold", "ruby")
    assert (purse(match), asked(match), at(match, "power")) == ("10 9 11", "", None)


def test_cor_4_each_unit_of_a_cost_too_from_what_is_left() -> None:
    match = using("pay 1 gold, pay 3 any, gain 1 any", purses=["2 0 4"])
    assert (asked(match), part(match), purse(match)) == ("A cost", (1, 3), "1 0 4")
    assert moves(match) == ["gold", "ruby"]
    assert refusal(match, "steel") == "COR-22"
    played(match, "gold")
    assert (purse(match), part(match), moves(match)) == ("0 0 4", (1, 2), ["ruby"])
    played(match, "ruby", "ruby")
    assert (purse(match), asked(match), part(match)) == ("0 0 2", "A gain", (2, 1))
    assert moves(match) == ["gold", "steel", "ruby"]
    assert purse(played(match, "steel")) == "0 1 2" and asked(match) == ""


# --- Drawing and looking ---


def test_cor_4_draw() -> None:
    match = using("draw 3", hands=["Smith"], top="Lord Guard Lord Trader")
    assert (hand(match), at(match, "deck")[0], hand(match, "B")) == ("Smith Guard Lord Lord", "Trader", "")


def test_cor_4_draw_when_the_pile_runs_out() -> None:
    match = using("draw 3", deck="Lord", discard="Smith Guard", leaving="Trader")
    assert (hand(match), pile(match, "deck"), pile(match), pile(match, "leaving")) == (
        "Smith Guard Lord",
        "",
        "",
        "Trader",
    )


def test_cor_4_look_and_take_one() -> None:
    match = using("look 3", top="Lord Guard Lord Trader")
    assert (asked(match), part(match), pile(match, "looked")) == ("A look", (0, 1), "Guard Lord Lord")
    assert moves(match) == ["take Guard", "take Lord"] and refusal(match, "take Trader") is not None
    assert (hand(match), at(match, "deck")[0]) == ("", "Trader")
    played(match, "take Lord")
    assert (hand(match), pile(match, "looked"), pile(match, "leaving")) == ("Lord", "", "Guard Lord")
    assert (asked(match), pile(match)) == ("", "")


def test_cor_4_look_and_take_some_one_at_a_time() -> None:
    match = using("look 4 take 3", top="Lord Guard Lord Trader Sage")
    assert part(match) == (0, 3)
    played(match, "take Lord")
    assert (pile(match, "looked"), part(match), moves(match)) == (
        "Trader Guard Lord",
        (0, 2),
        ["take Trader", "take Guard", "take Lord"],
    )
    played(match, "take Trader")
    assert (pile(match, "looked"), moves(match)) == ("Guard Lord", ["take Guard", "take Lord"])
    played(match, "take Lord")
    assert (hand(match), pile(match, "leaving"), pile(match, "looked")) == ("Trader Lord Lord", "Guard", "")


@pytest.mark.parametrize("first", ["Trader", "Smith", "Guard", "Lord"])
def test_cor_4_look_and_take_all(first: str) -> None:
    match = using("look 4 take 4", deck="Lord Guard Smith Trader")
    played(match, f"take {first}")
    while asked(match):
        match.play(match.choices()[-1])
    assert (hand(match), pile(match, "leaving"), pile(match, "looked")) == ("Trader Smith Guard Lord", "", "")


def test_cor_4_look_at_nine() -> None:
    cards = "Trader Smith Guard Lord Priest Sage Thief Jester Baron"
    match = using("look 9 take 2", top=" ".join(reversed(cards.split())))
    assert pile(match, "looked") == cards and len(moves(match)) == 9
    played(match, "take Baron", "take Trader")
    assert (hand(match), pile(match, "leaving")) == ("Trader Baron", "Smith Guard Lord Priest Sage Thief Jester")


def test_cor_4_look_when_the_pile_runs_out() -> None:
    match = using("look 3", deck="Lord Trader", discard="Guard")
    assert (pile(match, "looked"), pile(match)) == ("Trader Guard Lord", "")
    match = using("look 3", deck="Lord Trader Sage", discard="Guard")
    assert (pile(match, "looked"), pile(match)) == ("Trader Lord Sage", "Guard")


def test_cor_4_look_twice() -> None:
    match = using("look 2, look 2", top="Lord Trader Guard Smith")
    played(match, "take Trader")
    assert (pile(match, "looked"), part(match), pile(match, "leaving")) == ("Smith Guard", (1, 1), "Lord")
    played(match, "take Guard")
    assert (hand(match), pile(match, "leaving")) == ("Trader Guard", "Smith Lord")


# --- Discarding and selling ---


def test_cor_4_discard_one_at_a_time() -> None:
    match = using("discard 2, gain 3 gold", hands=["Smith Guard Smith"])
    assert (asked(match), part(match), moves(match)) == ("A discard", (0, 2), ["discard Smith", "discard Guard"])
    played(match, "discard Smith")
    assert (hand(match), part(match), purse(match), pile(match, "leaving")) == ("Smith Guard", (0, 1), "9 9 9", "Smith")
    assert refusal(match, "discard Lord") is not None
    played(match, "discard Smith")
    assert (hand(match), purse(match), pile(match, "leaving"), asked(match)) == ("Guard", "12 9 9", "Smith Smith", "")


@pytest.mark.parametrize(
    ("card", "left"),
    [
        ("Trader", "11 9 9"),
        ("Lord", "11 9 9"),
        ("Smith", "9 11 9"),
        ("Guard", "9 11 9"),
        ("Priest", "9 9 11"),
        ("Sage", "9 9 11"),
    ],
)
def test_cor_4_sell_a_card_for_its_resource(card: str, left: str) -> None:
    match = using("sell 2", hands=[f"{card} Baron"])
    assert (asked(match), part(match)) == ("A sell", (0, 1))
    assert set(moves(match)) == {f"discard {card}", "discard Baron"}
    played(match, f"discard {card}")
    assert (purse(match), hand(match), pile(match, "leaving"), asked(match)) == (left, "Baron", card, "")


def test_cor_4_a_rogue_is_sold_for_resources_of_choice() -> None:
    match = played(using("sell 3, gain 1 steel", hands=["Thief Smith"]), "discard Thief")
    assert (asked(match), part(match), moves(match)) == ("A gain", (0, 3), ["gold", "steel", "ruby"])
    played(match, "gold", "ruby")
    assert (purse(match), part(match), hand(match)) == ("10 9 10", (0, 1), "Smith")
    assert purse(played(match, "gold")) == "11 10 10" and asked(match) == ""


def test_cor_4_sell_twice() -> None:
    match = played(using("sell 2, sell 1", hands=["Thief Smith"]), "discard Thief", "gold", "gold")
    assert (asked(match), part(match), moves(match)) == ("A sell", (1, 1), ["discard Smith"])
    assert purse(played(match, "discard Smith")) == "11 10 9"


def test_cor_4_draw_and_sell_what_was_drawn() -> None:
    match = using("draw 1, sell 1", top="Lord")
    assert moves(match) == ["discard Lord"] and purse(played(match, "discard Lord")) == "10 9 9"


# --- Setting aside ---


def test_cor_4_keep_up_to_so_many() -> None:
    match = using("keep 2", hands=["Smith Guard Smith"])
    assert (asked(match), part(match)) == ("A keep", (0, 2))
    assert moves(match) == ["enough", "keep Smith", "keep Guard"]
    played(match, "keep Smith")
    assert (hand(match), hand(match, "A", "kept"), part(match)) == ("Smith Guard", "Smith", (0, 1))
    played(match, "keep Guard")
    assert (hand(match), hand(match, "A", "kept"), asked(match)) == ("Smith", "Smith Guard", "")


@pytest.mark.parametrize("steps", [(), ("keep Smith",)])
def test_cor_4_enough(steps: tuple[str, ...]) -> None:
    match = played(using("keep 3, gain 1 gold", hands=["Smith Guard"]), *steps, "enough")
    assert (len(at(match, "kept", "A")), asked(match), purse(match)) == (len(steps), "", "10 9 9")


def test_cor_4_keep_ends_with_the_hand() -> None:
    match = using("keep 2, gain 1 gold", hands=[""])
    assert (asked(match), purse(match)) == ("", "10 9 9")
    match = played(using("keep 2, gain 1 gold", hands=["Smith"]), "keep Smith")
    assert (asked(match), purse(match), hand(match, "A", "kept")) == ("", "10 9 9", "Smith")


def test_cor_4_cards_kept_are_out_of_hand_until_the_next_income() -> None:
    match = played(using("keep 2", hands=["Smith Guard"], top="Lord " * 4), "keep Guard", "enough")
    assert offered(match, "enrol") == ["Smith"]
    assert hand(ended(match)) == "Smith Guard Lord Lord"


def test_cor_4_draw_then_keep() -> None:
    match = using("draw 2, keep 2", top="Lord Guard")
    assert moves(match) == ["enough", "keep Guard", "keep Lord"]


@BOTH
def test_cor_4_reserve_the_top_cards(turns: str) -> None:
    match = table(
        "Sage", "", hands=["Smith"], top="Lord Guard Trader Priest Priest Priest", Sage="reserve 2", turns=turns
    )
    played(match, "A activate a1")
    assert (hand(match), hand(match, "A", "reserved"), asked(match)) == ("Smith", "Guard Lord", "")
    assert at(match, "deck")[0] == "Trader" and hand(match, "A", "kept") == ""
    assert hand(ended(match)) == "Smith Guard Lord Priest Priest"


def test_cor_4_reserve_when_the_pile_runs_out() -> None:
    match = using("reserve 3", deck="Lord", discard="Smith Guard")
    assert (hand(match, "A", "reserved"), pile(match), pile(match, "deck")) == ("Smith Guard Lord", "", "")


# --- Cheaper, and anywhere ---


def test_cor_4_cheaper_enrolment() -> None:
    match = using("cheaper 2 for noble or artisan", hands=["Lord Smith"])
    assert at(match, "discounts", "A") == [{"less": 2, "for": ["artisan", "noble"]}]
    assert purse(played(match, "enrol Lord", "at a2")) == "6 9 9"
    assert purse(played(match, "enrol Smith", "at a3")) == "6 5 9"


def test_cor_4_the_next_enrolment_may_go_above_any_two_cards() -> None:
    base = "Lord Lord Lord Lord Trader"
    match = table(base, "", hands=["Monk Miner Crook"], Trader="anywhere")
    assert offered(match, "enrol") == []
    played(match, "activate a5")
    assert at(match, "anywhere") == "A" and offered(match, "enrol") == ["Monk", "Miner", "Crook"]
    assert moves(played(match, "enrol Monk")) == ["at b1", "at b2", "at b3", "at b4"]
    played(match, "at b3")
    assert at(match, "anywhere") == "" and offered(match, "enrol") == []


def test_cor_4_it_is_used_up_wherever_the_enrolment_goes() -> None:
    match = using("anywhere", hands=["Lord Monk"])
    played(match, "enrol Lord")
    assert at(match, "anywhere") == "A"
    played(match, "at a2")
    assert (at(match, "anywhere"), moves(played(match, "enrol Monk"))) == ("", ["at a3", "at a4", "at a5"])
    match = table("Lord Lord", "", hands=["Lord Monk"], Lord="anywhere")
    played(match, "activate a1", "enrol Lord", "at a3")
    assert moves(played(match, "enrol Monk")) == ["at a4", "at a5"]


def test_cor_4_it_helps_above_two_cards_only() -> None:
    match = table("Lord - Lord", "", hands=["Monk"], Lord="anywhere")
    assert moves(played(match, "activate a1", "enrol Monk")) == ["at a2", "at a4", "at a5"]


@BOTH
def test_cor_4_it_lapses_with_the_turn(turns: str) -> None:
    match = table("Lord Lord", "Lord Lord", hands=["Monk", "Monk"], Lord="anywhere", turns=turns)
    played(match, "A activate a1")
    played(match, "A end")
    assert at(match, "anywhere") == "A"
    assert "at b1" not in moves(played(match, "B enrol Monk")), "nor does it help others"
    played(match, "B at a3", "B end")
    assert at(match, "anywhere") == ""


# --- From the discard pile ---


def test_cor_4_recover_one_at_a_time_for_all_to_see() -> None:
    match = using("recover 2, gain 1 gold", hands=["Smith"], discard="Lord Lord Guard", leaving="Trader")
    assert (asked(match), part(match), moves(match)) == ("A recover", (0, 2), ["take Guard", "take Lord"])
    assert refusal(match, "take Trader") is not None
    played(match, "take Lord")
    assert (hand(match), pile(match), part(match)) == ("Smith Lord!", "Guard Lord", (0, 1))
    played(match, "take Guard")
    assert (hand(match), pile(match), purse(match)) == ("Smith Guard! Lord!", "Lord", "10 9 9")
    assert (asked(match), cards_anywhere(match).total()) == ("", 72)


# --- In order ---


def test_cor_22_the_parts_are_carried_out_in_order() -> None:
    match = using("pay 1 any, draw 1, discard 1, gain 1 any, cheaper 1, reserve 1", top="Lord Guard Smith")
    assert (asked(match), hand(match)) == ("A cost", "")
    played(match, "gold")
    assert (asked(match), hand(match), part(match)) == ("A discard", "Lord", (2, 1))
    played(match, "discard Lord")
    assert (asked(match), part(match), at(match, "discounts", "A")) == ("A gain", (3, 1), [])
    played(match, "ruby")
    assert (asked(match), purse(match), hand(match, "A", "reserved")) == ("", "8 9 10", "Guard")
    assert len(at(match, "discounts", "A")) == 1 and waiting(match) == "A"


def test_cor_22_what_waits_for_the_end_of_the_turns_waits() -> None:
    match = using("gain 1 gold, draw 1; between turns: gain 2 ruby, gain 3 steel", top="Lord")
    assert (purse(match), hand(match), at(match, "pending", "A")) == ("10 9 9", "Lord", ["Trader"])
    assert purse(ended(match)) == "11 13 12", "and the income"
    assert at(match, "pending", "A") == []


def test_cor_22_a_choice_at_once_and_one_between_turns() -> None:
    match = using("gain 1 any; between turns: gain 2 any")
    assert part(match) == (0, 1)
    ended(played(match, "gold"))
    assert (asked(match), at(match, "phase"), part(match), purse(match)) == ("A gain", "between", (1, 2), "10 9 9")
    assert purse(played(match, "ruby", "ruby")) == "11 10 12"


def test_cor_22_of_the_pyramid_only_the_activated_card_is_marked() -> None:
    match = using("gain 1 gold")
    assert court(match) == {"a1": "Trader"} and at(match, "activated") == {"A": ["a1"], "B": []}
    assert at(match, "pending") == {"A": [], "B": []}
