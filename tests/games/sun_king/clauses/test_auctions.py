"""Auctions and what is sold there: SUN-31 to SUN-40."""

from __future__ import annotations

from typing import Any

import pytest

import camarilla
from camarilla import BadPosition, Match, OtherRules
from tests.games.sun_king.positions import (
    COLOURS,
    COPIES,
    SEALED,
    asked,
    at,
    bank,
    gold,
    moves,
    played,
    power,
    refusal,
    sphere,
    table,
)


def auction(card: str, *spheres: str, turn: str = "A", **given: Any) -> Match:
    """An auction card turned in phase 2, with one open card, a yellow one."""
    return played(table(*spheres, phase=2, turn=turn, top=f"{card} y* g", **given), "turn 1")


def frame(match: Match) -> dict[str, Any]:
    return dict(at(match, "frames")[-1])


# --- Bidding ---


def test_sun_31_bidding_starts_with_the_one_who_turned_it_and_goes_clockwise() -> None:
    match = auction("Di", "", "", "", turn="B")
    order = [at(match, "mover")]
    for move in ("bid 2", "bid 3", "bid 5", "bid 6", "drop", "bid 7", "drop"):
        played(match, move)
        order.append(asked(match))
    assert order == ["B", "C2 bid", "A2 bid", "B2 bid", "C2 bid", "A2 bid", "B2 bid", "A2 pay"]
    assert frame(match) == {"card": "Di", "by": "B", "left": "A", "bid": 7, "bidder": "A", "paid": 0}


def test_sun_31_any_opening_amount_and_each_must_raise() -> None:
    match = auction("Di", "", "", "")
    assert moves(match) == ["drop", *[f"bid {n}" for n in range(1, 11)]]
    played(match, "bid 4")
    assert moves(match) == ["drop", *[f"bid {n}" for n in range(5, 11)]]
    assert refusal(match, "bid 4") == "SUN-31" and refusal(match, "bid 1") == "SUN-31"
    assert refusal(match, "pay gold") == "SUN-31"


def test_sun_31_who_dropped_is_out_for_good_also_before_any_bid() -> None:
    match = auction("Di", "", "", "")
    played(match, "drop", "bid 1", "bid 2")
    assert asked(match) == "B2 bid" and frame(match)["left"] == "BC"
    assert asked(played(match, "drop")) == "C2 pay"


def test_sun_31_the_last_one_left_is_still_asked() -> None:
    match = played(auction("Di", "", "", ""), "drop", "drop")
    assert asked(match) == "C2 bid" and frame(match)["left"] == "C"
    assert asked(played(match, "bid 1")) == "C2 pay"


def test_sun_31_if_nobody_bids_it_is_discarded() -> None:
    match = played(auction("Di", "", "", ""), "drop", "drop", "drop")
    assert asked(match) == "A2 take" and at(match, "discard") == "Di"


def test_sun_31_the_eliminated_do_not_bid() -> None:
    assert frame(auction("Di", "", "", "", "", out=["B"]))["left"] == "ACD"


def test_sun_32_nobody_bids_more_than_he_could_pay() -> None:
    match = auction("In", "b b* r Pe", "", "", gold="2 0 0", power="3 9 9")
    assert moves(match)[-1] == "bid 15"  # 5 tokens, two blue cards at 3, a red one and a Pension at 2
    assert refusal(match, "bid 16") == "SUN-32"
    assert moves(auction("Di", "b b* r Co", "", "", gold="2 0 0", power="3 9 9"))[-1] == "bid 13"
    assert moves(auction("Pe", "y Pe", "", "", gold="0 0 0", power="0 9 9"))[-1] == "bid 6"


def test_sun_32_who_cannot_raise_drops_without_being_asked() -> None:
    match = auction("Di", "", "", "", gold="0 0 0", power="5 4 9")
    assert asked(played(match, "bid 4")) == "C2 bid" and frame(match)["left"] == "CA"
    match = played(auction("Di", "", "", "", gold="0 0 0", power="5 5 5"), "bid 5")
    assert asked(match) == "A2 pay"
    match = auction("Di", "", "", "", gold="0 0 0", power="0 0 1")
    assert asked(match) == "C2 bid" and moves(match) == ["drop", "bid 1"]
    assert asked(auction("Di", "", "", "", gold="0 0 0", power="0 0 0")) == "A2 take"


def test_sun_32_bids_end_at_250_and_all_others_drop_without_being_asked() -> None:
    match = auction("Di", "", "", "", bank="unlimited", power="300 260 249")
    assert moves(match)[-1] == "bid 250"
    assert refusal(match, "bid 251") == "SUN-32" and refusal(match, "bid 0") == "SUN-31"
    assert moves(played(match.copy(), "bid 249")) == ["drop", "bid 250"]
    played(match, "bid 250")
    assert asked(match) == "A2 pay" and frame(match)["left"] == "A"


def test_sun_32_an_earlier_match_is_played_on_unless_somebody_dropped_after_250() -> None:
    match = auction("Di", "", "", "", bank="unlimited", power="300 260 249")
    record = played(match, "bid 250").record() | {"version": 1}
    assert asked(camarilla.load(record)) == "A2 pay"
    with pytest.raises(OtherRules):
        camarilla.load(record | {"moves": [*record["moves"], "B drop"]})


def test_sun_32_a_limited_bank_is_too_small_for_a_bid_of_250() -> None:
    rows = [f"{colour}* " * SEALED[colour] + f"{colour} " * (COPIES[colour] - SEALED[colour]) for colour in COLOURS]
    everything = "".join(rows) + "Me Au Ov Pe Pe Co Di"
    bid = {"card": "In", "by": "A", "left": "AB", "bid": 0, "bidder": None, "paid": None}
    given: dict[str, Any] = {"gold": "20 0", "power": "60 0", "frames": [{"draw": "A"}, bid]}
    assert moves(table(everything, "", phase=3, step="bid", **given))[-1] == "bid 242"


def test_sun_32_a_position_asks_nobody_who_cannot_raise() -> None:
    bid = {"card": "Di", "by": "A", "left": "AB", "bid": 250, "bidder": "B", "paid": None}
    given: dict[str, Any] = {"step": "bid", "open": "b", "frames": [bid], "bank": "unlimited"}
    with pytest.raises(BadPosition) as refused:
        table("", "", "", power="300 300 9", **given)
    assert refused.value.clause == "SUN-32"


def test_sun_32_a_position_has_no_bid_beyond_means() -> None:
    bid = {"card": "Di", "by": "A", "left": "AB", "bid": 12, "bidder": "B", "paid": None}
    with pytest.raises(BadPosition) as refused:
        table("", "", "", step="bid", open="b", frames=[bid])
    assert refused.value.clause == "SUN-32"


# --- Paying ---


def won(card: str, bid: int, own: str, **given: Any) -> Match:
    """A has to pay."""
    return played(auction(card, own, "", "", **given), f"bid {bid}", "drop", "drop")


def test_sun_33_only_the_winner_pays() -> None:
    match = played(auction("Di", "", "", ""), "bid 1", "bid 2", "drop", "drop")
    assert asked(match) == "B2 pay"
    played(match, "pay gold", "pay power")
    assert (gold(match), power(match), bank(match)) == ([1, 0, 1], [9, 8, 9], (18, 34))
    assert sphere(match, "B") == "Di" and at(match, "discard") == ""


def test_sun_33_with_tokens_and_cards_item_by_item_until_the_bid_is_met() -> None:
    match = won("Di", 6, "b b* r Co")
    assert moves(match) == ["pay gold", "pay power", "pay b", "pay r", "pay Co"]
    assert frame(played(match, "pay b"))["paid"] == 2 and frame(played(match, "pay gold"))["paid"] == 3
    assert refusal(match, "pay gold") == "SUN-33" and refusal(match, "drop") == "SUN-33"
    assert refusal(match, "pay g") == "SUN-12"
    played(match, "pay b", "pay power")
    assert (at(match, "discard"), sphere(match, "A"), asked(match)) == ("b* b", "r Co Di", "A2 take")


@pytest.mark.parametrize(
    ("card", "own", "row"), [("In", "b", "b"), ("Me", "p", "p"), ("Au", "r", "r"), ("Ov", "g", "g"), ("Pe", "y", "y")]
)
def test_sun_33_a_card_of_its_colour_is_worth_three(card: str, own: str, row: str) -> None:
    other = "g" if row == "b" else "b"
    match = won(card, 3, f"{own} {other}")
    assert asked(played(match, f"pay {row}")) == "A2 take"
    match = won(card, 3, f"{own} {other}")
    assert frame(played(match, f"pay {other}"))["paid"] == 2


def test_sun_33_a_grey_card_has_no_colour() -> None:
    assert frame(played(won("Di", 3, "Co"), "pay Co"))["paid"] == 2
    assert frame(played(won("Co", 3, "Di"), "pay Di"))["paid"] == 2


def test_sun_33_an_auction_card_pays_too_and_is_worth_three_in_its_colour() -> None:
    match = played(won("Pe", 3, "Pe In"), "pay Pe")
    assert (sphere(match, "A"), at(match, "discard")) == ("In Pe", "Pe")
    assert frame(played(won("Pe", 3, "Pe In"), "pay In"))["paid"] == 2


def test_sun_33_no_change_is_given() -> None:
    match = played(won("In", 1, "b"), "pay b")
    assert asked(match) == "A2 take" and (gold(match), power(match)) == ([1, 1, 1], [9, 9, 9])


def test_sun_33_nothing_paid_in_a_token_one_does_not_have() -> None:
    match = won("Di", 2, "", gold="0 1 1")
    assert moves(match) == ["pay power"] and refusal(match, "pay gold") == "SUN-33"


def test_sun_33_the_card_counts_once_it_is_paid() -> None:
    match = won("Me", 2, "p")
    assert match.view()["majorities"][0] == "p"
    assert match.view()["seals"][0] == 0
    assert played(match, "pay gold", "pay power").view()["seals"][0] == 1


# --- The cards ---


def test_sun_34_influence_takes_two_of_one_colour_or_one() -> None:
    match = played(table("In", "", "", phase=2, top="b r b* y"), "turn 3")
    played(match, "take b")
    assert asked(match) == "A2 second" and at(match, "row") == "b" and moves(match) == ["enough", "take b*"]
    assert refusal(match, "take r") == "SUN-34" and refusal(match, "end") == "SUN-34"
    both = played(match.copy(), "take b*")
    assert (sphere(both, "A"), at(both, "discard"), asked(both)) == ("b b* In", "r", "A3 main")
    played(match, "enough")
    assert (sphere(match, "A"), at(match, "discard"), asked(match)) == ("b In", "r b*", "A3 main")


def test_sun_34_never_three_and_never_two_colours() -> None:
    match = played(table("In", "", "", phase=2, top="b b b y"), "turn 3", "take b", "take b")
    assert asked(match) == "A3 main" and at(match, "discard") == "b"
    assert asked(played(table("In", "", "", phase=2, top="b r y y"), "turn 3", "take b")) == "A3 main"
    assert asked(played(table("", "In", "", phase=2, top="b b y y"), "turn 3", "take b")) == "A3 main"


def test_sun_34_influence_is_judged_when_taking() -> None:
    match = played(table("", "", "", phase=2, top="In b b y"), "turn 2", "bid 1", "drop", "drop", "pay gold")
    assert asked(played(match, "take b")) == "A2 second"


def test_sun_34_no_effect_on_draws() -> None:
    match = played(table("In", "", "", phase=3, gold="2 0 0", top="b b"), "draw")
    assert sphere(match, "A") == "b In" and at(match, "turn") == "B"


def test_sun_34_and_35_count_as_cards_of_their_colour() -> None:
    view = table("In Me", "", "", phase=3).view()
    assert (view["majorities"][0], view["seals"][0]) == ("bp", 2)


def test_sun_35_a_medal_turns_up_to_four_one_at_a_time() -> None:
    match = table("Me", "", "", phase=2, top="b De g Ca p r y")
    assert moves(match) == ["turn"]
    assert refusal(match, "turn 2") == "SUN-35" and refusal(match, "enough") == "SUN-35"
    assert moves(played(match, "turn")) == ["turn", "enough"] and asked(match) == "A2 medal"
    played(match, "turn")
    assert (at(match, "open"), at(match, "waiting")) == ("b g", "De")
    played(match, "turn")
    assert (at(match, "open"), at(match, "waiting")) == ("b g p", "De Ca")
    played(match, "turn")
    assert at(match, "open") == "b g p r" and asked(match) == "B2 debt"


def test_sun_35_enough_ends_the_turning() -> None:
    match = played(table("Me", "", "", phase=2, top="b g"), "turn", "enough")
    assert asked(match) == "A2 take" and at(match, "open") == "b"


def test_sun_35_only_the_owner_and_not_one_bought_in_this_phase() -> None:
    assert moves(table("", "Me", "", phase=2)) == ["turn 1", "turn 2", "turn 3"]
    match = played(table("", "", "", phase=2, top="Me b g"), "turn 1", "bid 1", "drop", "drop", "pay gold")
    assert asked(match) == "A2 take" and at(match, "open") == "b"


CONSPIRING = [
    ("b b r Co", {"used": "power"}, [], "A1 main"),
    ("b b r Co", {"phase": 2}, [], "A2 main"),
    ("b b r Co Me", {"phase": 2}, [], "A2 main"),
    ("b b r Co Me", {"phase": 2}, ["turn"], "A2 medal"),
    ("b b r Co", {"phase": 2}, ["turn 1"], "A2 take"),
    ("b b r Co In", {"phase": 2}, ["turn 2", "take y"], "A2 second"),
    ("b b r Co", {"phase": 3}, [], "A3 main"),
]


@pytest.mark.parametrize(("own", "given", "steps", "step"), CONSPIRING)
def test_sun_36_conspiracy_in_any_phase_once_a_turn(
    own: str, given: dict[str, Any], steps: list[str], step: str
) -> None:
    match = played(table(own, "g", "", top="y y g", **given), *steps)
    assert asked(match) == step
    offered = [move for move in moves(match) if move.startswith("conspire")]
    assert {"conspire b 3", "conspire b g", "conspire r 3", "conspire r g"} <= set(offered)
    powers, golds, pile = power(match)[0], gold(match)[0], at(match, "discard")
    other = played(match.copy(), "conspire r g")
    assert (power(other)[0], gold(other)[0]) == (powers, golds + 1)
    played(match, "conspire b 3")
    assert (power(match)[0], gold(match)[0], at(match, "discard")) == (powers + 3, golds, f"{pile} b".strip())
    assert asked(match) == step and "conspiracy" in at(match, "used")
    assert not [move for move in moves(match) if move.startswith("conspire")]
    assert refusal(match, "conspire b 3") == "SUN-17"


def test_sun_36_not_inside_a_second_step_an_auction_a_cardinal_debts_or_a_draw() -> None:
    within = [
        played(table("b b Co", "g", "", discard="y"), "etiquette b"),
        played(table("b b Co", "g", "", discard="y"), "spoil Bg"),
        played(table("b b Co", "g", "", phase=3), "swap b"),
        auction("Di", "b Co", "", ""),
        won("Di", 2, "b Co"),
        auction("Ca", "p Co", "", ""),
        auction("De", "p Co", "g*", ""),
    ]
    for match in within:
        assert not [move for move in moves(match) if move.startswith("conspire")]
        row = next(iter(at(match, "rows")["A"]))
        assert refusal(match, f"conspire {row} 3") == "SUN-36"


def test_sun_36_not_in_the_turn_of_another_and_not_without_a_card() -> None:
    assert refusal(table("b", "Co", "", phase=3), "conspire b 3") == "SUN-36"
    assert moves(table("Co", "", "", phase=3, gold="0 0 0")) == ["end"]


@pytest.mark.parametrize("action", [["strike B"], ["swap r", "for Bg"], ["ruin Bg"], ["draw"]])
def test_sun_36_a_gold_action_ends_the_turn_so_conspiracy_comes_before_it(action: list[str]) -> None:
    match = table("b r Co", "g p", "", phase=3, gold="2 1 1", top="y y")
    assert at(played(match.copy(), *action), "turn") == "B"
    assert asked(played(match, "conspire b 3")) == "A3 main"
    assert at(played(match, *action), "turn") == "B"


def test_sun_36_a_phase_1_with_conspiracy_alone_is_asked() -> None:
    match = played(table("", "p Co", "", phase=3), "end")
    assert asked(match) == "B1 main" and moves(match) == ["conspire p 3", "conspire p g", "next"]


def test_sun_36_the_card_just_taken_may_go_and_a_second_may_still_be_taken() -> None:
    match = played(table("Co In", "", "", phase=2, top="y y g"), "turn 2", "take y", "conspire y g")
    assert asked(match) == "A2 second" and moves(match) == ["enough", "take y"]
    again = match.game.at(match.position())
    assert sphere(played(again, "take y"), "A") == "y In Co"


@pytest.mark.parametrize(("move", "powers"), [("duel B", [9, 8, 9]), ("duel BC", [9, 9, 8]), ("duel C", [9, 9, 7])])
def test_sun_37_diplomacy_loses_one_less_to_a_duel(move: str, powers: list[int]) -> None:
    assert power(played(table("g", "Di", ""), move)) == powers


def test_sun_37_diplomacy_saves_from_elimination_in_a_duel_only() -> None:
    assert at(played(table("g", "Di", "", power="9 1 9"), "duel B"), "out") == []
    assert at(played(table("g", "Di", "", power="9 0 9"), "duel BC"), "out") == []
    assert at(played(table("g", "Di", "", power="9 0 9"), "duel B"), "out") == ["B"]
    assert at(played(table("", "Di", "", power="9 0 9", phase=3), "strike B"), "out") == ["B"]


def test_sun_38_authority_gains_a_power() -> None:
    match = played(table("Au", "r", ""), "authority")
    assert power(match) == [10, 9, 9] and match.view()["seals"][0] == 1
    assert refusal(table("r", "Au", "", used="power"), "authority") == "SUN-38"


def test_sun_39_overlord_makes_another_lose_one_diplomacy_or_not() -> None:
    match = table("Ov", "g Di", "")
    assert moves(match) == ["overlord B", "overlord C"]
    assert power(played(match, "overlord B")) == [9, 8, 9] and bank(match) == (17, 34)
    assert refusal(table("r Ov", "g", ""), "overlord A") == "SUN-39"
    assert refusal(table("r", "Ov", "", used="power"), "overlord B") == "SUN-39"


@pytest.mark.parametrize(("own", "gained"), [("Pe", 1), ("Pe Pe", 2)])
def test_sun_40_pension_gains_a_gold_for_each(own: str, gained: int) -> None:
    match = played(table(own, "", "", counted=False), "pension")
    assert gold(match) == [1 + gained, 1, 1] and moves(match) == ["next"]
    assert refusal(table("r", "Pe", "", used="power"), "pension") == "SUN-40"
