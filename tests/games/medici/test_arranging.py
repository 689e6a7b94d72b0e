"""Positions that are edited by hand: what may be left out, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from camarilla import BadPosition
from camarilla.engine.words import LANGUAGES
from tests.games.medici.positions import game

PLAIN: dict[str, Any] = {
    "inner": ["R6", "G6+RX=3"],
    "outer": {"R": ["R4"], "G": ["G9"]},
    "hands": {"R": "R7 RX", "G": "G2"},
}
SPENT: dict[str, Any] = {**PLAIN, "decks": {"R": "", "G": ""}, "limits": {"R": 8, "G": 5}}


def test_the_rest_of_a_house_is_its_deck_in_order() -> None:
    position = game().at(PLAIN).position()
    assert position["decks"]["R"] == "R0 R0 R1 R1 R2 R2 R3 R3 R4 R5 R5 R6 R7 R8 R8 R9 R9 R10 R10"
    assert position["discards"] == {"R": "", "G": ""}
    assert (position["mover"], position["step"], position["stream"]) == ("R", "card", "0" * 16)


def test_with_a_deck_given_the_rest_is_discarded() -> None:
    position = game().at({**PLAIN, "decks": {"G": "G9 G0"}}).position()
    assert position["decks"]["G"] == "G9 G0"
    assert position["discards"]["G"] == "G0 G1 G1 G2 G3 G3 G4 G4 G5 G5 G6 G7 G7 G8 G8 G10 G10 GX GX"
    assert position["discards"]["R"] == ""


def test_limits_and_cards_shown_complete_each_other() -> None:
    assert game().at(SPENT).position()["shown"] == {"R": "R8", "G": "G5"}
    shown = {key: value for key, value in SPENT.items() if key != "limits"} | {"shown": {"R": "R0", "G": "G10"}}
    shown["hands"] = {"R": "R0", "G": "G2"}
    assert game().at(shown).position()["limits"] == {"R": 0, "G": 10}


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"deck": "R7"}, ["'deck'", "decks"]),
        ({"mover": "A"}, ["mover", "'A'", "R", "G"]),
        ({"mover": None}, ["mover", "None"]),  # nothing has ended it
        ({"step": "play"}, ["step", "'play'", "card, place, target, values, limit, start"]),
        ({"step": "place"}, ["card", "None"]),
        ({"card": "R7"}, ["card", "'R7'", "place"]),
        ({"step": "place", "card": "G7"}, ["card", "'G7'"]),
        ({"hands": {"R": "R7 R7 R7"}}, ["3 x R7", "2", "MED-1"]),
        ({"hands": {"R": "RD"}}, ["1 x RD", "0", "MED-1"]),
        ({"hands": {"R": "R0 R1 R2 R3 R5 R7"}}, ["hands", "5"]),
        ({"hands": {"R": "G7"}}, ["hands", "'G7'", "R0 R7 RX"]),
        ({"hands": {"R": ["R7"]}}, ["hands", "R0 R7 RX"]),
        ({"hands": {"A": "R7"}}, ["hands", "R", "G"]),
        ({"hands": {"R": "", "G": "G2"}}, ["mover", "null"]),  # an empty hand cannot play
        ({"decks": {"R": "R7"}, "discards": {"R": ""}}, ["0 x R0", "2", "decks", "MED-1"]),
        ({"inner": []}, ["inner", "mover"]),  # then the game is over
        ({"inner": ["R6", "RX"]}, ["inner", "'RX'", "R7+GX=4+R0"]),
        ({"inner": ["R6=6"]}, ["inner", "'R6=6'", "R7+GX=4+R0"]),
        ({"inner": ["RX=11"]}, ["inner", "'RX=11'", "R7+GX=4+R0"]),
        ({"inner": [""]}, ["inner", "R7+GX=4+R0"]),
        ({"inner": "R6"}, ["inner", "'R6'"]),
        ({"outer": {"R": "R4"}}, ["outer", "'R4'"]),
        ({"known": {"R": 1}}, ["known", "0"]),
        ({"plans": {"R": -1}}, ["plans", "-1"]),
        ({"plans": {"R": 13}}, ["plans", "13", "12"]),
        ({"plans": {"R": 128}}, ["plans", "128", "12"]),
        ({"plans": {"R": True}}, ["plans", "True"]),
        ({"run": 1}, ["run", "1", "0"]),
        ({"run": 7, "plans": {"R": 4, "G": 4}}, ["run", "7", "6"]),
        ({"run": 1, "plans": {"R": 1}}, ["run", "1", "0"]),  # the last plan was not made by who is to move
        ({"run": 3, "plans": {"R": 2, "G": 1}}, ["run", "3", "2"]),
        ({"plans": {"R": 3, "G": 3}, "run": 6}, ["run", "6", "mover"]),
        ({"winner": "draw"}, ["winner", "'draw'", "null"]),
        ({"limits": {"R": 5}}, ["limits", "5", "null"]),  # the deck has cards
        ({"shown": {"R": "R5"}}, ["shown", "'R5'", "null"]),
        ({"aside": {"R": "R5"}}, ["aside", "'R5'", "start"]),
        ({"onto": "I1"}, ["onto", "'I1'", "null"]),
        ({"target": "I1"}, ["target", "'I1'", "null"]),
        ({"named": [1]}, ["named", "[1]"]),
        ({"step": "limit"}, ["step", "'limit'"]),
        ({"step": "start"}, ["hands", "0"]),
        ({"passed": {"R": True}}, ["passed", "True"]),
        ({"passed": {"R": 1}}, ["passed", "1"]),
        ({"stream": "12"}, ["stream", "'12'", "16"]),
    ],
)
def test_an_impossible_position_is_refused(changes: dict[str, Any], parts: list[str]) -> None:
    assert_refused({**PLAIN, **changes}, parts)


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"limits": {"R": 8}}, ["limits", "'G'"]),
        ({"limits": {"R": 11, "G": 5}}, ["limits", "11"]),
        ({"limits": {"R": 15, "G": 5}}, ["shown", "'RD'"]),
        ({"limits": {"R": 8, "G": 5}, "shown": {"R": "R7"}}, ["limits", "8", "R7", "7"]),
        ({"limits": {"R": 8, "G": 5}, "shown": {"R": "RD"}}, ["shown", "'RD'"]),
        ({"limits": {"G": 5}, "shown": {"R": "RX"}}, ["limits", "RX", "1, 2, 3"]),
        ({"limits": {"R": 6, "G": 5}, "hands": {"R": "R7"}}, ["mover"]),
        ({"limits": {"R": 6, "G": 5}, "step": "place", "card": "R7", "hands": {}}, ["card", "'R7'", "6"]),
    ],
)
def test_an_impossible_limit_is_refused(changes: dict[str, Any], parts: list[str]) -> None:
    assert game().at(SPENT).waiting == (0,)
    assert_refused({**SPENT, **changes}, parts)


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"onto": None}, ["onto", "None", "I3"]),
        ({"onto": "I7"}, ["onto", "'I7'"]),
        ({"onto": "R1"}, ["onto", "'R1'"]),  # another card is on top
        ({"target": "I1"}, ["target", "'I1'"]),  # the conspiracy itself
        ({"target": "R1"}, ["target", "'R1'"]),  # 4, and not 9
        ({"named": [2]}, ["named", "[2]", "1"]),
        ({"named": [1, 1]}, ["named", "[1, 1]"]),
        ({"card": "R3", "inner": ["R6+R3", "G6+G3"], "target": "I2"}, ["step", "'values'"]),  # no jester
        ({"hands": {"R": "R7 RX R0 R1 R2"}}, ["hands", "4"]),
        ({"run": 1, "plans": {"R": 1}}, ["run", "1"]),
        ({"card": "R1", "inner": ["R6+R1", "G6+RX=1"], "target": None}, ["onto", "'I1'"]),  # she separates
        ({"card": "R3", "inner": ["R3", "G6+RX=3"], "target": None}, ["onto", "'I1'"]),  # sent to the Inner Circle
    ],
)
def test_an_impossible_middle_of_a_turn_is_refused(changes: dict[str, Any], parts: list[str]) -> None:
    naming = {**PLAIN, "inner": ["R6+R3", "G6+RX=3"], "step": "values", "card": "R3", "onto": "I1", "target": "I2"}
    assert game().at(naming).choices()[-1].move == "done"
    assert_refused({**naming, **changes}, parts)


def assert_refused(position: dict[str, Any], parts: list[str]) -> None:
    """In words of either language that have all the parts."""
    with pytest.raises(BadPosition) as refused:
        game().at(position)
    texts = [refused.value.text(language) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)
    assert not [(part, text) for part in parts for text in texts if part not in text]


def test_after_plans_that_are_accepted_one_may_plan_again() -> None:
    for plans, run in (({"R": 0, "G": 1}, 1), ({"R": 1, "G": 1}, 2), ({"R": 12, "G": 13}, 0), ({"R": 14, "G": 16}, 5)):
        match = game().at({**PLAIN, "plans": plans, "run": run})
        match.play("7")
        match.play("plan")
        assert match.game.at(match.position()).position()["plans"] == {**plans, "R": plans["R"] + 1}
