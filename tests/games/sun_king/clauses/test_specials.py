"""Special cards, and what interrupts what: SUN-27 to SUN-30, SUN-44 to SUN-47."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from camarilla import BadPosition, Match
from tests.games.sun_king.positions import (
    asked,
    at,
    at_random,
    bank,
    cards_anywhere,
    game,
    gold,
    moves,
    played,
    power,
    refusal,
    sphere,
    table,
)


def turned(*spheres: str, top: str, **given: Any) -> Match:
    """A has announced one card."""
    return played(table(*spheres, phase=2, top=top, **given), "turn 1")


# --- The Cardinal ---


def test_sun_27_the_majority_draws_or_takes_two_tokens() -> None:
    match = turned("", "p", "", top="Ca b g")
    assert asked(match) == "B2 cardinal" and moves(match) == ["draw", "token g", "token p"]
    played(match, "token g")
    assert asked(match) == "B2 cardinal token" and moves(match) == ["token g", "token p"]
    assert refusal(match, "draw") == "SUN-27"
    played(match, "token p")
    assert (gold(match), power(match), bank(match)) == ([1, 2, 1], [9, 10, 9], (16, 32))
    assert asked(match) == "A2 take" and at(match, "discard") == "Ca"


def test_sun_27_a_card_drawn_goes_into_the_sphere() -> None:
    match = played(turned("", "p", "", top="Ca b g* r"), "draw")
    assert (sphere(match, "B"), gold(match), asked(match)) == ("g* p", [1, 1, 1], "A2 take")


def test_sun_27_everybody_with_the_majority_from_the_one_who_turned_it() -> None:
    match = turned("p", "", "p", "p", top="Ca b g* r* y", turn="C")
    assert at(match, "frames") == [{"card": "Ca", "by": "C", "left": "CDA"}]
    assert asked(played(match, "draw")) == "D2 cardinal"
    assert asked(played(match, "token g", "token g")) == "A2 cardinal"
    assert asked(played(match, "draw")) == "C2 take"
    assert (sphere(match, "A"), sphere(match, "C")) == ("p r*", "g* p")
    match = turned("", "p", "", "p", top="Ca b g* r* y", turn="C")
    assert at(match, "frames")[0]["left"] == "DB"


def test_sun_27_with_no_majority_nothing_happens() -> None:
    match = turned("p", "p", "", top="Ca b g")
    assert asked(match) == "A2 take" and at(match, "discard") == "Ca"


def test_sun_27_with_an_empty_bank_one_of_the_two_is_chosen_all_the_same() -> None:
    match = turned("p", "", "", top="Ca b g", gold="0 20 0", power="0 60 0")
    assert moves(match) == ["draw", "none"]
    assert asked(played(match, "none")) == "A2 take" and gold(match) == [0, 20, 0]
    assert refusal(turned("p", "", "", top="Ca b g"), "none") == "SUN-27"


def test_sun_27_tokens_one_by_one_while_the_bank_has_any() -> None:
    match = turned("p", "", "", top="Ca b g", gold="0 20 0", power="0 59 0")
    assert moves(match) == ["draw", "token p"] and refusal(match, "token g") == "SUN-27"
    assert asked(played(match, "token p")) == "A2 take" and power(match) == [1, 59, 0]
    match = turned("p", "", "", top="Ca b g", gold="0 19 0", power="0 59 0")
    assert moves(played(match, "token g")) == ["token p"]
    assert asked(played(match, "token p")) == "A2 take"


def test_sun_27_an_unlimited_bank_always_has_tokens() -> None:
    match = turned("p", "", "", top="Ca b g", gold="0 20 0", power="0 60 0", bank="unlimited")
    assert moves(match) == ["draw", "token g", "token p"]
    assert gold(played(match, "token g", "token g")) == [2, 20, 0]


# --- Debts ---


def test_sun_28_those_with_fewer_seals_than_the_most_owe() -> None:
    match = turned("g", "b* g*", "p*", "y y* Au", top="De b g")
    assert at(match, "frames") == [{"card": "De", "by": "A", "left": "AC"}]
    assert moves(match) == ["token g", "token p", "give g"]
    assert asked(played(match, "give g")) == "C2 debt"
    played(match, "token g")
    assert moves(match) == ["token p"] and refusal(match, "give p") == "SUN-28"
    played(match, "token p")
    assert (gold(match), power(match), bank(match)) == ([1, 1, 0, 1], [9, 9, 8, 9], (17, 25))
    assert asked(match) == "A2 take" and at(match, "discard") == "g De"


def test_sun_28_from_the_one_who_turned_it() -> None:
    match = turned("b", "", "", "b*", top="De b g", turn="C")
    assert at(match, "frames")[0]["left"] == "CAB"


@pytest.mark.parametrize("spheres", [("b", "g", "p* p"), ("b*", "g*", "Me"), ("", "", "")])
def test_sun_28_with_no_seals_or_all_equal_nobody_owes(spheres: tuple[str, ...]) -> None:
    match = turned(*spheres, top="De b g")
    assert asked(match) == "A2 take" and at(match, "discard") == "De"


def test_sun_28_an_auction_card_or_the_top_card_of_a_row_may_be_given() -> None:
    match = turned("b b In Di", "b* g*", "b* g*", top="De b g")
    assert moves(match) == ["token g", "token p", "give b", "give In", "give Di"]
    assert refusal(match, "give g") == "SUN-12" and refusal(match, "give Me") == "SUN-28"
    assert sphere(played(match, "give In"), "A") == "b b Di" and at(match, "discard") == "In De"


def test_sun_28_only_who_has_two_tokens_may_pay_tokens() -> None:
    match = turned("b", "b*", "b*", top="De b g", gold="0 0 0", power="1 9 9")
    assert moves(match) == ["give b"] and refusal(match, "token p") == "SUN-28"
    match = turned("b", "b*", "b*", top="De b g", gold="2 0 0", power="0 9 9")
    assert moves(match) == ["token g", "give b"]
    assert gold(played(match, "token g", "token g")) == [0, 0, 0]


@pytest.mark.parametrize(("has", "left"), [((1, 0), 0), ((0, 1), 0), ((0, 0), 0)])
def test_sun_28_with_no_card_and_too_few_tokens_one_pays_what_one_has(has: tuple[int, int], left: int) -> None:
    match = turned("", "b*", "b*", top="De b g", gold=f"{has[0]} 0 0", power=f"{has[1]} 9 9")
    assert (asked(match), gold(match)[0], power(match)[0]) == ("A2 take", left, left)
    assert at(match, "out") == [] and bank(match) == (20, 42)


def test_sun_28_power_at_0_eliminates_nobody() -> None:
    match = played(turned("", "b*", "b*", top="De b g", gold="0 0 0", power="2 9 9"), "token p", "token p")
    assert power(match)[0] == 0 and at(match, "out") == [] and asked(match) == "A2 take"


# --- Louis ---


def test_sun_29_the_first_time_everybody_gains_a_gold_and_the_deck_is_made_anew() -> None:
    match = turned("", "", "", top="Lo b", discard="y y In De", lower=84 - 4)
    assert (gold(match), at(match, "louis"), asked(match)) == ([2, 2, 2], 1, "A2 take")
    deck = at(match, "deck").split()
    assert at(match, "discard") == "" and len(deck) == 83 and {"In", "Lo"} <= set(deck)
    assert at(match, "lower") == 83 - 83 // 2 + 1 and at(match, "bottom") == 0
    assert deck[::-1].index("Lo") < at(match, "lower")


def test_sun_29_louis_is_anywhere_in_the_lower_half() -> None:
    places = set()
    for seed in range(50):
        match = turned("b " * 9, "g " * 9, "p " * 9, top="Lo r y y*", stream=f"{seed * 7919:016x}", discard="r r r")
        assert at(match, "lower") in (28, 29)
        places.add(at(match, "deck").split()[::-1].index("Lo"))
    assert min(places) <= 2 and 25 <= max(places) < 29 and len(places) > 20


@pytest.mark.parametrize(
    ("turn", "expected"),
    [("A", [1, 1, 0, 0, 18]), ("C", [0, 0, 1, 1, 18]), ("D", [0, 0, 0, 1, 19]), ("E", [1, 0, 0, 0, 19])],
)
def test_sun_29_gold_from_the_one_who_turned_him_while_it_lasts(turn: str, expected: list[int]) -> None:
    match = table("", "", "", "", "", phase=2, top="Lo b", gold="0 0 0 0 18", turn=turn)
    assert gold(played(match, "turn 1")) == expected


def test_sun_29_the_eliminated_gain_nothing() -> None:
    assert gold(turned("", "", "", "", top="Lo b", out=["B"])) == [2, 0, 2, 2]


def test_sun_29_in_a_draw_whoever_turned_him_goes_on() -> None:
    match = played(table("", "", "", phase=3, gold="2 0 0", top="Lo b"), "draw")
    assert (gold(match)[1:], at(match, "louis")) == ([1, 1], 1)
    drawer = at(match, "frames")[0] if at(match, "frames") else None
    assert drawer == {"draw": "A"} or len(sphere(match, "A").split()) == 1


def test_sun_30_the_second_time_the_game_ends_at_once() -> None:
    match = turned("p", "b*", "", top="Ca Lo b g", louis=1)
    assert match.over and gold(match) == [1, 1, 1] and match.scores == (10, 12, 10)
    assert (at(match, "waiting"), at(match, "discard"), at(match, "frames")) == ("Ca", "Lo", [])
    assert (at(match, "louis"), at(match, "lower"), at(match, "to_turn")) == (2, 0, 1)
    assert sphere(match, "A") == "p"


def test_sun_30_no_open_card_is_taken() -> None:
    match = played(table("", "", "", phase=2, top="b g Lo", louis=1), "turn 3")
    assert match.over and at(match, "open") == "b g" and sphere(match, "A") == ""


def test_sun_30_gold_spent_stays_spent() -> None:
    match = played(table("", "", "", phase=3, gold="3 0 0", top="Lo b", louis=1), "draw")
    assert match.over and match.scores == (10, 9, 9)


@pytest.mark.parametrize(("spheres", "out"), [(("", ""), []), (("", "", ""), ["C"]), (("", "", "", ""), ["CD"])])
def test_sun_30_with_two_in_the_game_the_first_time_ends_it(spheres: tuple[str, ...], out: list[str]) -> None:
    match = turned(*spheres, top="b Lo", out=out)
    assert asked(match) == "A2 take"
    match = turned(*spheres, top="Lo b", out=out)
    assert match.over and gold(match)[:2] == [1, 1] and at(match, "louis") == 1


# --- Interruptions ---


def test_sun_44_louis_leaves_what_is_on_the_table() -> None:
    match = played(table("p", "", "", phase=2, top="r In Ca Lo", discard="De y"), "turn 2")
    assert at(match, "open").split()[0] == "r" and at(match, "frames")[0]["card"] == "In"
    assert at(match, "waiting").split()[0] == "Ca" and at(match, "discard") == ""
    assert cards_anywhere(match).total() == 84
    assert asked(played(match, "drop", "drop", "drop")) == "A2 cardinal"


def test_sun_44_a_cardinal_whose_draw_turned_up_louis_stays() -> None:
    match = turned("p", "p", "", "", top="Ca De b Lo", discard="y g")
    assert asked(match) == "A2 cardinal"
    played(match, "draw")
    deck = Counter(at(match, "deck").split())
    assert deck["Ca"] + at(match, "discard").split().count("Ca") <= 3
    assert at(match, "frames")[0]["card"] == "Ca" and at(match, "open") == "b"
    assert at(match, "louis") == 1 and at(match, "waiting").split()[0] == "De"


def test_sun_44_what_was_done_before_is_shuffled_in() -> None:
    match = turned("p", "", "", top="De Ca b Lo", discard="y g")
    assert at(match, "discard") == "y g De"
    played(match, "draw")
    assert cards_anywhere(match).total() == 84 and at(match, "discard").split()[:2] != ["y", "g"]


def test_sun_44_inside_a_draw_a_card_done_is_shuffled_in_too() -> None:
    match = played(table("", "", "", phase=3, gold="2 0 0", top="De Lo b", discard="y"), "draw")
    assert "y" not in at(match, "discard").split()[:1] and cards_anywhere(match).total() == 84


def test_sun_45_a_card_turned_in_a_draw_is_resolved_before_the_replacement() -> None:
    match = turned("", "p", "b*", top="Ca b De Pe g r")
    played(match, "draw")
    assert at(match, "frames")[1:] == [{"draw": "B"}, {"card": "De", "by": "B", "left": "BA"}]
    assert asked(match) == "B2 debt" and at(match, "deck").split()[0] == "Pe"
    played(match, "give p", "token g", "token p")
    assert at(match, "frames")[2]["card"] == "Pe" and at(match, "frames")[2]["left"] == "BCA"
    played(match, "drop", "drop", "drop")
    assert sphere(match, "B") == "g" and at(match, "discard") == "p De Pe Ca" and asked(match) == "A2 take"


def test_sun_45_a_cardinal_within_a_cardinal() -> None:
    match = played(turned("p", "p", "", "", top="Ca b Ca g r y"), "draw")
    assert [frame.get("card") for frame in at(match, "frames")] == ["Ca", None, "Ca"]
    assert asked(match) == "A2 cardinal"
    played(match, "token g", "token g")
    assert asked(match) == "B2 cardinal"
    played(match, "token p", "token p")
    assert sphere(match, "A") == "g p" and asked(match) == "B2 cardinal" and len(at(match, "frames")) == 1
    assert asked(played(match, "draw")) == "A2 take" and sphere(match, "B") == "p r"


def test_sun_46_the_intrigue_majority_is_settled_once() -> None:
    """B draws a purple card of his own, and A the one that would have given him more."""
    match = played(turned("p", "p", "", "", top="Ca b p p y"), "draw")
    assert match.view()["majorities"][:2] == ["p", ""] and asked(match) == "B2 cardinal"


def test_sun_46_an_auction_before_it_counts() -> None:
    match = turned("p", "p", "", top="Me Ca b g")
    assert asked(played(match, "bid 1", "drop", "drop", "pay gold")) == "A2 cardinal"
    match = turned("p", "p", "", top="Ca Me b g")
    assert asked(match) == "A2 bid" and at(match, "discard") == "Ca"


def test_sun_46_the_most_seals_are_settled_once() -> None:
    """A gives his only seal, and owes no more for it; nor does anybody else less."""
    match = turned("g*", "", "b* p*", top="De b g")
    assert at(match, "frames")[0]["left"] == "AB"
    played(match, "give g")
    assert asked(match) == "B2 debt" and asked(played(match, "token p", "token p")) == "A2 take"


@pytest.mark.parametrize("players", range(2, 7))
def test_sun_47_the_deck_never_runs_out(players: int) -> None:
    match = game(players).new(1)
    while not match.over:
        assert "Lo" in at(match, "deck").split()
        at_random(match, len(match.log()), 10)
    assert cards_anywhere(match).total() == 84


def test_sun_47_a_position_has_louis_in_the_deck() -> None:
    with pytest.raises(BadPosition):
        table("", "", "", phase=2, deck="b b", discard="Lo")


def test_sun_30_inside_a_cardinal_the_cards_being_resolved_are_discarded() -> None:
    match = played(turned("p", "p", "", "", top="Ca De b Lo y", louis=1), "draw")
    assert match.over and (at(match, "discard"), at(match, "open"), at(match, "waiting")) == ("Lo Ca", "b", "De")
    assert gold(match) == [1, 1, 1, 1] and at(match, "frames") == []
    match = played(turned("p", "p", "", "", top="Ca b Ca Lo y", louis=1), "draw", "draw")
    assert match.over and at(match, "discard") == "Lo Ca Ca"


@pytest.mark.parametrize("drawer", range(6))
def test_sun_29_in_a_cardinals_draw_the_drawer_turned_him(drawer: int) -> None:
    """Two gold are left, for the drawer and the next."""
    spheres, last = ["", "", "", "", "", ""], (drawer + 5) % 6
    spheres[drawer] = "p"
    before = [18 if seat == last else 0 for seat in range(6)]
    match = played(turned(*spheres, top="Ca b Lo", gold=" ".join(map(str, before))), "draw")
    gained = [now - then for now, then in zip(gold(match), before, strict=True)]
    assert gained == [int(seat in (drawer, (drawer + 1) % 6)) for seat in range(6)]


def test_sun_44_the_new_deck_is_the_old_one_and_the_pile() -> None:
    match = played(table("p", "", "", phase=2, deck="Lo b g y y", lower=5), "turn 1")
    deck = at(match, "deck").split()
    table_ = cards_anywhere(match) - Counter(deck)
    assert deck.count("b") > 1 and table_.total() == 84 - len(deck) < 20


def test_sun_44_the_deck_is_shuffled_by_the_stream() -> None:
    decks = {at(turned("", "", "", top="Lo b", stream=f"{seed:016x}"), "deck") for seed in range(4)}
    assert len(decks) == 4


def test_sun_45_the_drawer_counts_as_the_one_who_turned_it() -> None:
    match = played(turned("", "p", "", "p", top="Ca b In g"), "draw")
    assert at(match, "frames")[0] == {"card": "Ca", "by": "A", "left": "BD"}
    assert at(match, "frames")[2]["by"] == "B" and asked(match) == "B2 bid"
    played(match, "drop", "bid 1", "bid 2", "drop", "drop", "pay gold", "pay power")
    assert sphere(match, "D") == "p In" and sphere(match, "B") == "g p" and asked(match) == "D2 cardinal"
