"""What learners see of a table: SUN-43, by the list at the top of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from camarilla import Match
from tests.games.sun_king.positions import game, moves, played, table

STEPS = ["main", "pick", "with", "for", "medal", "take", "second", "cardinal", "cardinal token", "debt", "debt token"]
STEPS += ["bid", "pay"]


def seen(match: Match, seat: int, first: int, last: int) -> list[int]:
    return [int(number) for number in match.observe(seat)[first : last + 1]]


def hot(size: int, *places: int) -> list[int]:
    return [int(i in places) for i in range(size)]


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("bank", ["limited", "unlimited"])
def test_sun_43_an_observation_begins_with_what_was_agreed(bank: str, counted: bool) -> None:
    match = game(5, bank, counted).new(1)
    assert seen(match, 2, 0, 7) == [5, bank == "limited", counted, 5, 5, 4, 4, 4]
    assert seen(match, 2, 44, 45) == ([15, 15] if bank == "limited" else [0, 0])


REACHED: list[tuple[dict[str, Any], list[str], str]] = [
    ({}, [], "main"),
    ({}, ["etiquette b"], "pick"),
    ({}, ["spoil Bg"], "with"),
    ({"phase": 3}, ["swap b"], "for"),
    ({"phase": 2}, ["turn"], "medal"),
    ({"phase": 2}, ["turn", "enough"], "take"),
    ({"phase": 2}, ["turn", "turn", "enough", "take b"], "second"),
    ({"phase": 2, "top": "Ca b"}, ["turn", "enough"], "cardinal"),
    ({"phase": 2, "top": "Ca b"}, ["turn", "enough", "token g"], "cardinal token"),
    ({"phase": 2, "top": "De b"}, ["turn", "enough"], "debt"),
    ({"phase": 2, "top": "De b"}, ["turn", "enough", "token g"], "debt token"),
    ({"phase": 2, "top": "Di b"}, ["turn", "enough"], "bid"),
    ({"phase": 2, "top": "Di b"}, ["turn", "enough", "bid 1", "drop", "drop"], "pay"),
]


@pytest.mark.parametrize(("given", "steps", "step"), REACHED)
def test_sun_43_an_observation_says_what_is_to_be_decided_and_by_whom(
    given: dict[str, Any], steps: list[str], step: str
) -> None:
    match = played(table("b b In Me", "g", "", **{"top": "b b g", "discard": "y", **given}), *steps)
    position = match.position()
    mover = "ABC".index(position["mover"])
    assert position["step"] == step
    for seat in range(3):
        assert seen(match, seat, 11, 23) == hot(13, STEPS.index(step))
        assert seen(match, seat, 24, 29) == hot(6, (mover - seat) % 3)
        assert seen(match, seat, 30, 35) == hot(6, (0 - seat) % 3)
        chosen = 1 if step in ("for", "second") else 0
        assert seen(match, seat, 49, 49) == [chosen]
        assert seen(match, seat, 8, 9) == [position["phase"], 0]
    assert seen(match, 0, 10, 10) == [int(step == "medal")]


def test_sun_43_an_observation_says_what_was_used_and_how_often_louis_came() -> None:
    uses = ["duel", "power", "wealth", "etiquette", "authority", "overlord", "pension", "conspiracy"]
    for i, use in enumerate(uses):
        assert seen(table("", "", "", phase=3, used=use, louis=1), 1, 36, 43) == hot(8, i)
    assert seen(table("", "", "", phase=3, louis=1), 1, 9, 9) == [1]


def test_sun_43_an_observation_shows_open_and_waiting_cards() -> None:
    match = played(table("Me", "", "", phase=2, top="b* De In y Ca g"), "turn", "turn", "turn")
    assert seen(match, 2, 50, 53) == [2, 9, 3, 0] and seen(match, 2, 54, 57) == [18, 11, 19, 0]


def test_sun_43_an_observation_shows_what_is_being_resolved() -> None:
    match = played(table("", "p", "", phase=2, top="Ca b Pe g"), "turn 1", "draw", "drop", "bid 3")
    for seat in range(3):
        frames = [seen(match, seat, 624 + i * 28, 651 + i * 28) for i in range(4)]
        a, b, c = ((other - seat) % 3 for other in range(3))
        nobody = hot(6)
        assert frames[0] == [2, 19, *hot(6, a), *hot(6, b), *hot(6, b), 0, *nobody, 0]
        assert frames[1] == [1, 0, *hot(6, b), *hot(6, b), *nobody, 0, *nobody, 0]
        assert frames[2] == [4, 15, *hot(6, b), *hot(6, a), *hot(6, a, c), 3, *hot(6, c), 0]
        assert frames[3] == [0] * 28
    played(match, "drop", "pay power")
    assert seen(match, 0, 624 + 83, 624 + 83) == [1]


def test_sun_43_numbers_beyond_127_are_127() -> None:
    match = table("", "", "", phase=3, gold="128 127 500", power="300 126 127", bank="unlimited")
    assert [seen(match, 0, 72 + i * 86, 73 + i * 86) for i in range(3)] == [[127, 127], [127, 126], [127, 127]]


def test_sun_43_an_observation_shows_majorities_and_who_is_out() -> None:
    match = table("b g", "p r", "y", "", phase=3, out=["D"])
    assert [seen(match, 0, 75 + i * 86, 79 + i * 86) for i in range(3)] == [
        [1, 1, 0, 0, 0],
        [0, 0, 1, 1, 0],
        [0, 0, 0, 0, 1],
    ]
    assert [seen(match, 0, 71 + i * 86, 71 + i * 86) for i in range(4)] == [[0], [0], [0], [1]]


def test_sun_43_once_over_nothing_is_to_be_decided() -> None:
    match = played(table("g", "", power="9 0"), "duel B")
    assert seen(match, 1, 11, 29) == [0] * 19


def test_sun_43_a_bid_alone_is_written_as_a_number_too() -> None:
    match = played(table("", "", "", phase=2, top="Di b g"), "turn 1", "4")
    assert match.view()["frames"][0]["bid"] == 4 and "bid 5" in moves(match)


def test_sun_43_a_high_bid_and_what_was_paid_of_it_are_127() -> None:
    bid = {"card": "Di", "by": "A", "left": "A", "bid": 200, "bidder": "A", "paid": 128}
    match = table("", "", "", gold="90 0 0", bank="unlimited", step="pay", open="b", frames=[bid])
    assert seen(match, 0, 644, 644) == [127] and seen(match, 0, 651, 651) == [127]
