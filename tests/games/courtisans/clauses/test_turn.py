"""A turn: CTS-10 to CTS-13."""

from __future__ import annotations

from itertools import permutations

import pytest

from camarilla import BadPosition
from tests.games.courtisans.positions import game, moves, played, refusal, table

EVERY_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])

# --- CTS-10 ---


@pytest.mark.parametrize("order", list(permutations(["Tg-", "Hn@A", "C@B"])), ids=" ".join)
def test_cts_10_the_three_cards_go_one_to_each_zone_in_any_order(order: tuple[str, ...]) -> None:
    match = played(table(hands={"A": "Tg Hn C", "B": "N N N"}), *order)
    position = match.position()
    assert (position["above"], position["below"], position["domains"]) == ("", "Tg", {"A": "Hn", "B": "C"})
    assert (position["hands"], match.waiting) == ({"A": "", "B": "N N N"}, (1,))


@EVERY_NUMBER
def test_cts_10_each_card_may_go_to_the_table_to_oneself_or_to_any_opponent(players: int) -> None:
    seats = "ABCDE"[:players]
    for turn, mover in enumerate(seats, 1):
        match = table(players, turn=turn, mover=mover, hands={mover: "B Tg Hs"})
        places = ["+", "-", *(f"@{seat}" for seat in seats)]
        assert moves(match) == {card + place for card in ("B", "Tg", "Hs") for place in places}


@pytest.mark.parametrize(
    ("zones", "places"), [("queen", "+ -"), ("own", "@B"), ("other", "@A @C @D"), ("own other", "@A @B @C @D")]
)
def test_cts_10_a_zone_gets_no_second_card(zones: str, places: str) -> None:
    hand = ["H", "Cn"][: len(zones.split())]
    match = table(4, turn=14, mover="B", zones=zones, hands={"B": " ".join(hand)})
    assert moves(match) == {card + place for card in hand for place in places.split()}
    for place in {"+", "-", "@A", "@B", "@C", "@D"} - set(places.split()):
        assert refusal(match, "H" + place) == "CTS-10"


@pytest.mark.parametrize(
    ("first", "left"),
    [
        ("B+", "T@A T@B T@C"),
        ("B-", "T@A T@B T@C"),
        ("B@A", "T+ T- T@B T@C"),
        ("B@B", "T+ T- T@A"),
        ("B@C", "T+ T- T@A"),
    ],
)
def test_cts_10_a_card_laid_closes_its_zone(first: str, left: str) -> None:
    match = table(3, zones="queen own other", hands={"A": "B T T"})
    assert moves(played(match, first)) == set(left.split())


@pytest.mark.parametrize(("hand", "kept"), [("T T C", "T C"), ("B T T", "B T"), ("T T T", "T T"), ("B T C", "B C")])
def test_cts_10_cards_that_are_alike_are_one_choice(hand: str, kept: str) -> None:
    match = table(hands={"A": hand})
    every = [card + place for card in dict.fromkeys(hand.split()) for place in ("+", "-", "@A", "@B")]
    assert [choice.move for choice in match.choices()] == every
    assert played(match, "T+").position()["hands"]["A"] == kept


def test_cts_10_a_card_that_is_not_held_cannot_be_played() -> None:
    match = table(hands={"A": "B T N", "B": "H H H"})
    assert refusal(match, "H+") == refusal(match, "Tn+") == "CTS-10"
    assert refusal(played(match, "T+"), "T@A") == "CTS-10"


@EVERY_NUMBER
def test_cts_10_there_is_no_domain_of_somebody_who_does_not_play(players: int) -> None:
    match = table(players, hands={"A": "B T N"}, turn=1)
    assert refusal(match, f"T@{'ABCDEF'[players]}") == "CTS-10"
    assert players == 5 or refusal(match, game(players).rules.DOMAIN + players) == "CTS-10"


@pytest.mark.parametrize("seat", ["D", "AB", "", "a", 1, None])
def test_cts_10_a_position_has_no_domain_of_somebody_who_does_not_play(seat: object) -> None:
    with pytest.raises(BadPosition):
        table(3, hands={"A": "B T N"}, domains={seat: "H"})


def test_cts_10_nobody_plays_out_of_turn() -> None:
    match = table(3, hands={"A": "B T N", "B": "H H H", "C": "C C C"})
    assert [bool(match.choices(seat)) for seat in range(3)] == [True, False, False]
    with pytest.raises(ValueError, match="not for seat C"):
        match.play("C+", 2)


# --- CTS-11 ---


@pytest.mark.parametrize("card", ["B", "Tn", "Ng", "Sa", "C"])
def test_cts_11_the_player_chooses_above_or_below(card: str) -> None:
    def after(move: str) -> tuple[str, str]:
        position = played(table(zones="queen own", hands={"A": f"{card} H"}), move).position()
        return position["above"], position["below"]

    assert after(card + "+") == (card, "")
    assert after(card + "-") == ("", card)


def test_cts_11_the_card_counts_for_its_family() -> None:
    match = table(hands={"A": "Sn Hg C"}, above="S H", below="C")
    before = match.view()["standing"]
    assert before == {"butterfly": 0, "toad": 0, "nightingale": 0, "hare": 1, "stag": 1, "carp": -1}
    assert played(match, "Sn-").view()["standing"] == {**before, "stag": -1}


# --- CTS-12 ---


def test_cts_12_after_the_third_card_the_player_draws_the_next_three() -> None:
    match = table(zones="queen own", hands={"A": "T T", "B": "N N N"}, pile="Hn Cs Ba S Sg B")
    assert played(match, "T+").position()["hands"]["A"] == "T"
    played(match, "T@A")
    assert match.position()["hands"] == {"A": "Hn Ba Cs", "B": "N N N"}
    assert (match.position()["pile"], match.view()["pile"]) == ("S Sg B", 3)


def test_cts_12_the_next_player_draws_after_that() -> None:
    match = table(zones="own", hands={"A": "T", "B": "N N N"}, pile="Hn Cs Ba S Sg B")
    played(match, "T@A", "N+", "N@A", "N@B")
    assert match.position()["hands"] == {"A": "Hn Ba Cs", "B": "B S Sg"}
    assert match.position()["pile"] == ""


def test_cts_12_nobody_draws_from_an_empty_pile() -> None:
    match = played(table(3, zones="own", hands={"A": "T", "B": "N N N", "C": "H H H"}), "T@A")
    assert match.position()["hands"] == {"A": "", "B": "N N N", "C": "H H H"}
    assert match.waiting == (1,)


def test_cts_12_the_cards_put_away_are_never_drawn() -> None:
    match = table(zones="own", hands={"A": "T", "B": "N N N"}, pile="H H H")
    away = match.position()["away"]
    played(match, "T@A", "N+", "N@A", "N@B")
    assert (match.position()["hands"], match.position()["away"]) == ({"A": "H H H", "B": ""}, away)


# --- CTS-13 ---


@EVERY_NUMBER
def test_cts_13_cards_are_played_face_up_except_spies(players: int) -> None:
    match = played(table(players, turn=1, hands={"A": "Tn Hs Cg", "B": "B B B"}), "Tn+", "Hs@A", "Cg@B")
    for observer in (None, *range(1, players)):
        view = match.view(observer)
        assert (view["above"], view["domains"][:2]) == (["Tn"], [[], ["Cg"]])
        assert [spy["card"] for spy in view["spies"]] == ["?s"]
