"""Phase 1, qualities: SUN-17 to SUN-22."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sun_king.positions import (
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

# --- SUN-17 ---


def test_sun_17_each_majority_once_a_turn_in_any_order() -> None:
    match = table("r r y y g", "", "")
    assert moves(match) == ["duel B", "duel BC", "duel C", "power", "wealth"]
    assert moves(played(match, "wealth")) == ["duel B", "duel BC", "duel C", "power"]
    assert moves(played(match, "duel B")) == ["power"]
    assert refusal(match, "wealth") == "SUN-17"
    assert moves(played(match, "power")) == ["next"]
    assert at(match, "used") == "duel power wealth"


def test_sun_17_obligatory_uses_come_before_the_end_of_the_phase() -> None:
    for sphere_, duty in [("g", "duel B"), ("r", "power"), ("y", "wealth")]:
        match = table(sphere_, "", "")
        assert refusal(match, "next") == "SUN-17" and refusal(match, "turn 1") == "SUN-17"
        assert asked(played(match, duty, "next")) == "A2 main"


@pytest.mark.parametrize(("card", "duty"), [("Au", "authority"), ("Ov", "overlord B"), ("Pe", "pension")])
def test_sun_17_auction_cards_are_obligatory_and_used_once(card: str, duty: str) -> None:
    match = table(card, "", "", counted=False)
    assert "next" not in moves(match) and refusal(match, "next") == "SUN-17"
    assert moves(played(match, duty)) == ["next"]
    assert refusal(match, duty) == "SUN-17"


def test_sun_17_etiquette_and_conspiracy_are_optional() -> None:
    match = table("b b Co", "g", "", discard="y")
    assert "next" in moves(match) and "etiquette b" in moves(match) and "conspire b 3" in moves(match)
    assert asked(played(match, "next")) == "A2 main"


def test_sun_17_a_majority_gained_meanwhile_may_be_used_at_once() -> None:
    match = table("b b r", "r", "", discard="y")
    assert "power" not in moves(match)
    played(match, "spoil Br", "with b")
    assert moves(match) == ["power"]
    match = played(table("b b", "r", "", discard="y"), "etiquette b", "pick y")
    assert moves(match) == ["wealth"]


def test_sun_17_a_majority_is_judged_at_the_moment_of_use() -> None:
    match = table("b b r", "", "", discard="y")
    assert "power" in moves(match)
    assert moves(played(match, "etiquette r", "pick y")) == ["wealth"]


def test_sun_17_a_majority_regained_is_not_used_again() -> None:
    match = table("b b r", "y y", "", discard="r*")
    played(match, "power", "etiquette r", "pick r*")
    assert match.view()["majorities"][0] == "br" and moves(match) == ["next"]


def test_sun_17_a_phase_with_nothing_to_use_is_passed_over() -> None:
    match = played(table("r", "p g", "b g", phase=3, top="p p"), "end")
    assert asked(match) == "B2 main" and at(match, "used") == ""


def test_sun_17_in_a_new_turn_all_may_be_used_again() -> None:
    match = table("r", "r r", "", used="power", phase=3, top="p p")
    played(match, "end")
    assert asked(match) == "B1 main" and moves(match) == ["power"]


def test_sun_17_qualities_are_of_phase_1_only() -> None:
    for phase in (2, 3):
        match = table("r y g b", "y", "", phase=phase)
        for move in ("power", "duel B", "etiquette r"):
            assert refusal(match, move) == ("SUN-23" if phase == 2 else "SUN-26")


# --- SUN-18, SUN-19 ---


def test_sun_18_one_loses_two_or_two_lose_one() -> None:
    spheres = ("g", "", "", "")
    assert power(played(table(*spheres), "duel C")) == [9, 9, 7, 9]
    match = played(table(*spheres), "duel BD")
    assert power(match) == [9, 8, 9, 8] and bank(match) == (16, 26)


def test_sun_18_any_two_different_others() -> None:
    match = table("", "g", "", "", turn="B")
    assert moves(match) == ["duel A", "duel AC", "duel AD", "duel C", "duel CD", "duel D"]
    assert refusal(match, "duel B") == "SUN-18" and refusal(match, "duel AB") == "SUN-18"


def test_sun_18_with_one_opponent_he_loses_two() -> None:
    match = table("g", "")
    assert moves(match) == ["duel B"] and power(played(match, "duel B")) == [9, 7]
    assert moves(table("g", "", "", out=["B"])) == ["duel C"]
    assert refusal(table("g", "", "", out=["B"]), "duel B") == "SUN-22"


def test_sun_19_power_and_wealth() -> None:
    match = played(table("r y", "", ""), "power", "wealth")
    assert (power(match), gold(match), bank(match)) == ([10, 9, 9], [2, 1, 1], (16, 32))


def test_sun_19_from_an_empty_bank_nothing_and_it_counts_as_used() -> None:
    match = played(table("r y", "", "", gold="0 20 0", power="1 59 0"), "power", "wealth")
    assert (power(match), gold(match)) == ([1, 59, 0], [0, 20, 0])
    assert (at(match, "used"), moves(match)) == ("power wealth", ["next"])


# --- SUN-20, SUN-21 ---


def test_sun_20_give_a_top_card_for_one_out_of_the_pile() -> None:
    match = table("b* b g* p r r* y Di", "g g", "", discard="y In y* y g* r", used="power wealth")
    assert [move for move in moves(match) if move[:9] == "etiquette"] == [f"etiquette {row}" for row in "bgpry"]
    played(match, "etiquette b")
    assert (sphere(match, "A"), at(match, "discard")) == ("b* g* p r r* y Di", "y In y* y g* r b")
    assert moves(match) == ["pick g*", "pick r", "pick y", "pick y*"]
    assert refusal(match, "pick b") == "SUN-20" and refusal(match, "pick p") == "SUN-20"
    assert refusal(match, "next") == "SUN-20"
    played(match, "pick y")
    assert (sphere(match, "A"), at(match, "discard")) == ("b* g* p r r* y y Di", "In y* y g* r b")


def test_sun_20_the_like_of_the_card_given_may_be_taken() -> None:
    match = played(table("b b", "", "", discard="b g"), "etiquette b")
    assert moves(match) == ["pick b", "pick g"]
    assert at(played(match, "pick b"), "discard") == "g b"


def test_sun_20_the_pile_needs_a_quality_card() -> None:
    match = table("b b", "r", "", discard="De In")
    assert moves(match) == ["spoil Br", "next"] and refusal(match, "etiquette b") == "SUN-20"
    assert asked(table("b b", "", "", discard="De y")) == "A1 main"


def test_sun_20_discard_a_card_of_another_with_an_own_one() -> None:
    match = table("b b* p", "y* y Di", "g", discard="De")
    assert moves(match) == ["spoil By", "spoil Cg", "next"]
    played(match, "spoil By")
    assert moves(match) == ["with b", "with p"] and sphere(match, "B") == "y* Di"
    assert refusal(match, "with g") == "SUN-12"
    played(match, "with b")
    assert (at(match, "discard"), sphere(match, "A")) == ("De y b*", "b p")
    assert moves(match) == ["next"] and at(match, "used") == "etiquette"


def test_sun_20_both_need_an_own_quality_card() -> None:
    match = table("In Au", "r", "", discard="y")
    assert moves(match) == ["authority"]
    assert moves(played(match, "authority")) == ["next"]
    assert refusal(match, "spoil Br") == "SUN-20" and refusal(match, "etiquette b") == "SUN-12"


def test_sun_20_without_any_other_card_nothing_is_asked() -> None:
    match = played(table("", "b", "In", phase=3, discard="De", top="p p"), "end")
    assert asked(match) == "B2 main"


def test_sun_21_intrigue_is_not_used_in_phase_1() -> None:
    match = played(table("", "p p p", "b", phase=3, top="p p"), "end")
    assert asked(match) == "B2 main"


# --- SUN-22 ---


@pytest.mark.parametrize(("had", "left"), [(3, 1), (2, 0), (1, None), (0, None)])
def test_sun_22_whoever_must_give_more_than_he_has_is_eliminated(had: int, left: int | None) -> None:
    match = played(table("g", "", "", power=f"9 {had} 9"), "duel B")
    assert at(match, "out") == ([] if left is not None else ["B"])
    assert power(match)[1] == (left or 0) and not match.over


def test_sun_22_cards_to_the_pile_and_tokens_to_the_bank() -> None:
    match = table("g g", "y p* b b* g Pe Pe In Di p", "", power="9 0 9", gold="1 4 1", discard="De")
    played(match, "duel B")
    assert at(match, "discard") == "De b b* g p* p y In Pe Pe Di"
    assert (sphere(match, "B"), bank(match), gold(match)) == ("", (18, 42), [1, 0, 1])


def test_sun_22_the_eliminated_is_skipped() -> None:
    match = table("", "", "", "", phase=3, out=["B", "D"], top="p p p")
    assert asked(played(match, "end")) == "C2 main"
    assert asked(played(match, "turn 1", "take p", "end")) == "A2 main"
    match = played(table("", "", "", phase=3, out=["C"], gold="1 1 0"))
    assert moves(match) == ["strike B", "end"]
    assert refusal(match, "strike C") == "SUN-22"


def test_sun_22_two_may_go_in_one_duel() -> None:
    match = played(table("g g", "r", "p", "", power="9 0 0 9"), "duel BC")
    assert at(match, "out") == ["BC"] and at(match, "discard") == "r p" and not match.over


def test_sun_22_those_who_go_at_once_discard_in_seat_order() -> None:
    match = played(table("r y", "", "g g", "p b", turn="C", power="0 9 9 0"), "duel AD")
    assert at(match, "out") == ["AD"] and at(match, "discard") == "r y b p"


def test_sun_22_one_may_go_and_the_other_lose() -> None:
    match = played(table("g g", "r", "p", "", power="9 1 0 9"), "duel BC")
    assert at(match, "out") == ["C"] and power(match) == [9, 0, 0, 9]


@pytest.mark.parametrize(
    ("spheres", "given", "move"),
    [
        (("g", "", ""), {"power": "9 0 0", "gold": "0 3 3"}, "duel BC"),
        (("g", ""), {"power": "1 1"}, "duel B"),
        (("Ov", ""), {"power": "0 0"}, "overlord B"),
        (("", ""), {"power": "0 0", "phase": 3}, "strike B"),
        (("", "", ""), {"power": "0 0 0", "phase": 3, "out": ["C"]}, "strike B"),
    ],
)
def test_sun_22_the_last_one_left_wins_at_once(spheres: tuple[str, ...], given: dict[str, Any], move: str) -> None:
    match = played(table(*spheres, **given), move)
    assert match.over and match.winners == (0,) and match.waiting == ()
    assert (at(match, "mover"), at(match, "step"), at(match, "turn")) == (None, "", "A")


@pytest.mark.parametrize(
    ("spheres", "phase", "move"), [(("Ov", "", ""), 1, "overlord C"), (("", "", ""), 3, "strike C")]
)
def test_sun_22_overlord_and_gold_eliminate_too(spheres: tuple[str, ...], phase: int, move: str) -> None:
    match = played(table(*spheres, phase=phase, power="9 9 1"), move)
    assert at(match, "out") == [] and power(match)[2] == 0
    match = played(table(*spheres, phase=phase, power="9 9 0"), move)
    assert at(match, "out") == ["C"] and not match.over
