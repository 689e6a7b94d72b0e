"""How hidden things are named, and what is asked: CTS-27 to CTS-30."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from camarilla import BadPosition, Match
from tests.games.courtisans.positions import (
    SEATS,
    at_random,
    game,
    moves,
    played,
    refusal,
    table,
)

EVERY_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])


# --- CTS-27 ---


def test_cts_27_each_spy_is_a_separate_choice_also_of_one_family() -> None:
    match = played(table(zones="queen", hands={"A": "Ta"}, above="Hs/3 Cs/4", below="Hs/7"), "Ta+")
    assert moves(match) == {"spare", "xs3", "xs4", "xs7"}
    assert played(match, "xs7").position()["removed"] == "Hs/7-"


def test_cts_27_a_spy_that_one_laid_oneself_is_named_by_its_turn_too() -> None:
    match = table(hands={"A": "Ta Hs T"}, domains={"B": "Hs/1"})
    assert moves(played(match, "Hs@A", "Ta@B")) == {"spare", "xs1"}
    match = table(turn=14, mover="B", zones="own", hands={"B": "Ta"}, domains={"B": "Hs/10 Hs/12"})
    assert moves(played(match, "Ta@B")) == {"spare", "xs10", "xs12"}
    assert played(match, "xs12").position()["domains"]["B"] == "Ta Hs/10"


@pytest.mark.parametrize("turn", [1, 2, 29])
def test_cts_27_the_turn_may_be_any_of_the_game(turn: int) -> None:
    match = table(5, turn=30, mover="E", zones="own", hands={"E": "Ta"}, domains={"E": f"Hs/{turn}"})
    assert moves(played(match, "Ta@E")) == {"spare", f"xs{turn}"}
    assert played(match, f"xs{turn}").position()["removed"] == f"Hs/{turn}@E"


@pytest.mark.parametrize("move", ["xs5", "xs14", "xs0", "xs31", "xHs+", "xHs"])
def test_cts_27_there_is_no_other_name_for_a_spy(move: str) -> None:
    match = played(table(zones="queen", hands={"A": "Ta"}, above="Hs/3", domains={"A": "Cs/5"}), "Ta+")
    assert refusal(match, move) == "CTS-27"


def test_cts_27_spies_of_one_turn_are_told_apart_by_their_zones() -> None:
    position = {"above": "Hs/3", "domains": {"A": "Hs/1", "B": "Ts/3"}}
    match = played(table(zones="queen", hands={"A": "Ta"}, **position), "Ta+")
    assert played(match, "xs3").position()["domains"] == {"A": "Hs/1", "B": "Ts/3"}
    assert match.position()["removed"] == "Hs/3+"


@pytest.mark.parametrize(
    "laid",
    [
        {"above": "Hs/3", "below": "Ts/3"},
        {"above": "Hs/3", "removed": "Ts/3-"},
        {"domains": {"A": "Hs/3 Ts/3"}},
        {"above": "Hs/14"},
        {"below": "Hs/13"},  # A has still to play to the table
        {"domains": {"B": "Hs/13"}},
        {"removed": "Hs/13@C"},
    ],
)
def test_cts_27_no_position_has_two_spies_of_one_name(laid: dict[str, Any]) -> None:
    """So there are never two of one turn in one zone, nor will there be."""
    with pytest.raises(BadPosition) as refused:
        table(3, zones="queen other", hands={"A": "Ts H"}, **laid)
    assert refused.value.clause == "CTS-10"
    assert table(3, zones="queen other", hands={"A": "Ts H"}, domains={"A": "Hs/13"}).waiting == (0,)


@pytest.mark.parametrize("before", [{}, {"domains": {"C": "Bs/13"}, "removed": "Ss/12@C"}], ids=["first", "later"])
@pytest.mark.parametrize("order", list(permutations(["Hs-", "Ts@B", "Cs@C"])), ids=" ".join)
def test_cts_27_spies_of_one_turn_are_listed_by_place(order: tuple[str, ...], before: dict[str, Any]) -> None:
    """In whatever order they were laid, and after all that were laid before."""
    match = table(3, turn=14, mover="B", hands={"B": "Hs Ts Cs", "C": "N N N"}, **before)
    earlier = match.view(1)["spies"]
    listed = played(match, *order).view(1)["spies"]
    assert listed[: len(earlier)] == earlier
    assert [(spy["place"], spy["card"]) for spy in listed if spy["turn"] == 14] == [
        ("-", "Hs"),
        ("@B", "Ts"),
        ("@C", "Cs"),
    ]
    assert match.game.at(match.position()).fingerprint == match.fingerprint


def test_cts_27_a_spy_laid_moves_no_other_one() -> None:
    match = played(table(zones="queen own", hands={"A": "Ts H"}, domains={"A": "Cs/11"}, removed="Hs/13@B"), "Ts@A")
    assert (match.position()["domains"]["A"], match.position()["removed"]) == ("Ts/13 Cs/11", "Hs/13@B")


def test_cts_27_nothing_shown_depends_on_a_family_that_is_hidden() -> None:
    """The same table with other families face down: nobody who did not lay them sees another thing."""

    def laid(one: str, two: str, three: str) -> Match:
        spies = {"above": f"{one}s/2", "below": f"{two}s/4", "removed": f"{three}s/6+"}
        match = table(zones="queen own", hands={"A": "Ta H", "B": "T T T"}, **spies)
        return played(match, "Ta-")

    views = [laid(*families) for families in ("BTN", "NTB", "CCS", "HSC")]
    for match in views[1:]:
        assert match.choices() == views[0].choices()
        assert match.view(0) == views[0].view(0) and match.view() == views[0].view()
        assert (match.observe(0) == views[0].observe(0)).all()
        assert match.view(1) != views[0].view(1)


# --- CTS-28 ---


def test_cts_28_cards_that_are_alike_in_one_place_form_one_choice() -> None:
    match = played(table(zones="queen", hands={"A": "Ta"}, above="H H H", below="H Hn Hn"), "Ta+")
    assert [choice.move for choice in match.choices()] == ["spare", "xH+", "xH-", "xHn-"]
    assert played(match, "xH+").position()["above"] == "H H Ta"


def test_cts_28_choices_are_listed_in_the_order_of_their_numbers() -> None:
    cards_ = {"above": "Bn C Na Hs/9 Ts/2", "below": "B C Cn Ba Ss/4"}
    match = played(table(zones="queen", hands={"A": "Ta"}, **cards_), "Ta-")
    numbers = [choice.id for choice in match.choices()]
    assert numbers == sorted(set(numbers)) and len(numbers) == 11


# --- CTS-29 ---


@pytest.mark.parametrize("place", ["+", "-", "@A", "@B"])
@pytest.mark.parametrize("guards", ["", "Hg Hg Tg"])
def test_cts_29_with_nobody_but_guards_in_its_zone_an_assassin_is_not_asked(place: str, guards: str) -> None:
    everywhere = {"above": "H", "below": "H Cs/3", "domains": {"A": "H Bs/4", "B": "H Ts/5"}}
    if place in "+-":
        everywhere = {**everywhere, "above": guards, "below": "Sg" if guards else ""}
    else:
        everywhere = {**everywhere, "domains": {"A": "H Bs/4", "B": "H Ts/5", place[1]: guards}}
    match = played(table(hands={"A": "Ta B B"}, **everywhere), "Ta" + place)
    assert match.position()["assassin"] is None and match.view()["assassin"] is None
    assert all(choice.move.startswith("B") for choice in match.choices())


def test_cts_29_one_spy_or_one_card_is_enough_to_be_asked() -> None:
    for lying in ({"above": "Hg H"}, {"below": "Hs/3"}, {"above": "Hg", "below": "Ta"}):
        assert "spare" in moves(played(table(hands={"A": "Ta B B"}, **lying), "Ta+"))


def test_cts_29_a_removed_spy_is_nobody_to_ask_about() -> None:
    match = played(table(hands={"A": "Ta B B"}, removed="Hs/3+ Ts/4@A H"), "Ta+")
    assert match.view()["assassin"] is None


def test_cts_29_the_last_card_not_asked_about_ends_the_turn() -> None:
    match = played(table(zones="own", hands={"A": "Ta", "B": "N N N"}, domains={"A": "Hg"}, pile="C C C"), "Ta@A")
    assert (match.waiting, match.position()["hands"]["A"]) == ((1,), "C C C")


# --- CTS-30 ---


@EVERY_NUMBER
@pytest.mark.parametrize("place", ["+", "-", "@A", "@B"])
def test_cts_30_a_position_and_every_view_name_the_assassin_acting(players: int, place: str) -> None:
    everywhere = {"above": "H", "domains": {"A": "H", "B": "H"}}
    match = played(table(players, turn=1, hands={"A": "Ca B B"}, **everywhere), "Ca" + place)
    assert match.position()["assassin"] == "Ca" + place
    assert {match.view(seat)["assassin"] for seat in (None, *range(players))} == {"Ca" + place}
    again = match.game.at(match.position())
    assert (again.fingerprint, moves(again)) == (match.fingerprint, moves(match))
    played(match, "spare")
    assert match.position()["assassin"] is None and match.view(1)["assassin"] is None


@pytest.mark.parametrize("players", [3, 5])
def test_cts_30_the_place_is_named_for_everybody_alike(players: int) -> None:
    match = table(
        players, turn=players, mover=SEATS[players - 1], hands={SEATS[players - 1]: "Ca B B"}, domains={"B": "H"}
    )
    assert played(match, "Ca@B").view(0)["assassin"] == "Ca@B"


@pytest.mark.parametrize("assassin", ["Ca+", "Ba-", "Ca@A", "Cn-", "Ca", 7])
def test_cts_30_an_assassin_that_cannot_be_deciding_is_refused(assassin: object) -> None:
    with pytest.raises(BadPosition):
        table(zones="own other", hands={"A": "B B"}, below="Ca Cn H", domains={"A": "Ca H"}, assassin=assassin)


def test_cts_30_a_position_in_the_middle_of_a_match_reads_back_to_the_same_state() -> None:
    match = game(3).new(27)
    while not match.over:
        assert match.game.at(match.position()).fingerprint == match.fingerprint
        at_random(match, 27, 3)


def test_cts_30_a_position_after_the_end_reads_back_to_the_same_state() -> None:
    match = played(table(zones="own", hands={"A": "T"}, above="C Cs/3", removed="Hs/4+"), "T@A")
    assert match.game.at(match.position()).fingerprint == match.fingerprint
