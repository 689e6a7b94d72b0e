"""The cards: CTS-1, CTS-2."""

from __future__ import annotations

from collections import Counter

import pytest

from camarilla import BadPosition
from tests.games.courtisans.positions import FAMILIES, LETTERS, cards_anywhere, game, played, table


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cts_1_there_are_six_families_of_fifteen(players: int) -> None:
    families: Counter[str] = Counter()
    for card, copies in cards_anywhere(game(players).new(1)).items():
        families[card[0]] += copies
    assert families == dict.fromkeys(LETTERS, 15)


def test_cts_1_the_queens_table_shows_the_families_from_left_to_right() -> None:
    match = table(hands={"A": "Ts B C"})
    assert list(match.view()["standing"]) == FAMILIES


def test_cts_1_the_queen_has_a_column_of_her_own() -> None:
    view = played(table(hands={"A": "Ts B C"}), "Ts+").view()
    assert view["above"] == [] and view["standing"]["toad"] == 0
    assert [(spy["place"], spy["card"]) for spy in view["spies"]] == [("+", "?s")]


@pytest.mark.parametrize(
    ("letter", "english", "french"),
    [
        ("B", "butterfly", "papillon"),
        ("T", "toad", "crapaud"),
        ("N", "nightingale", "rossignol"),
        ("H", "hare", "lièvre"),
        ("S", "stag", "cerf"),
        ("C", "carp", "carpe"),
    ],
)
def test_cts_1_each_family_has_its_name_in_both_languages(letter: str, english: str, french: str) -> None:
    (offer,) = table(zones="own", hands={"A": letter + "g"}).choices()
    assert offer.text("en") == f"play the {english} guard in your domain"
    assert french in offer.text("fr")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cts_2_each_family_has_the_same_roles(players: int) -> None:
    roles = {"": 4, "n": 4, "g": 3, "s": 2, "a": 2}
    deck = {letter + role: copies for letter in LETTERS for role, copies in roles.items()}
    assert cards_anywhere(game(players).new(2)) == deck


@pytest.mark.parametrize(("role", "copies"), [("", 4), ("n", 4), ("g", 3), ("a", 2)])
def test_cts_2_a_position_has_no_more_of_a_card_than_the_deck(role: str, copies: int) -> None:
    every = " ".join(["T" + role] * copies)
    assert table(above=every, hands={"A": "B B B"}).position()["above"] == every
    with pytest.raises(BadPosition) as refused:
        table(above=every, hands={"A": f"B B T{role}"})
    assert refused.value.clause == "CTS-2"


def test_cts_2_a_position_that_says_what_is_put_away_has_the_whole_deck() -> None:
    whole = game(5).new(3).position()
    assert game(5).at(whole).position() == whole
    with pytest.raises(BadPosition) as refused:
        table(hands={"A": "B B B"}, away="B T T T T")
    assert refused.value.clause == "CTS-2"
