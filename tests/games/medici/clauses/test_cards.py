"""The cards: MED-1 to MED-3, MED-38."""

from __future__ import annotations

import pytest

from camarilla import BadPosition
from tests.games.medici.positions import HOUSES, RANKS, cards_anywhere, court, game, hand, moves, over, played, table

NAMES = {
    "R0": "Minister Baldassare Castiglione",
    "R1": "Lady-in-Waiting Cecilia Gallerani",
    "R2": "Chamberlain Vicenzo Mosti",
    "R3": "Sculptor Jacopo Sansovino",
    "R4": "Playwright Pietro Aretino",
    "R5": "Architect Jacopo Strada",
    "R6": "Banker Ludovico Capponi",
    "R7": "Knight Francesco Guardi",
    "R8": "Lady Lucrezia Panciatichi",
    "R9": "Præfect Tommaso Inghirami",
    "R10": "Count Sciarra Martinengo Cesaresco",
    "RX": "Jester Sebastian de Morra",
    "RD": "Duke Francesco Maria della Rovere",
    "G0": "Minister Gian Giacomo Trivulzio",
    "G1": "Lady-in-Waiting Simonetta Vespucci",
    "G2": "Friar Belo da Vicenza",
    "G3": "Painter Raphael Sanzio",
    "G4": "Poet",
    "G5": "Scholar Lorenzo di Lorenzi",
    "G6": "Merchant Angelo Doni",
    "G7": "Captain-General Andrea Doria",
    "G8": "Lord Charles d’Amboise",
    "G9": "Cardinal Giovanni della Casa",
    "G10": "Countess Isabella d’Este",
    "GX": "Jester El Niño de Vallecas",
    "GD": "Duke Federico II Gonzaga",
}

# --- MED-1, MED-2 ---


@pytest.mark.parametrize("seed", range(3))
def test_med_1_each_house_has_two_of_every_value_two_jesters_and_a_duke(seed: int) -> None:
    copies = dict.fromkeys(RANKS, 2) | {"D": 1}
    assert cards_anywhere(game(dukes=True).new(seed)) == {
        house + rank: number for house in HOUSES for rank, number in copies.items()
    }


@pytest.mark.parametrize("edition", ["english", "french"])
def test_med_2_without_the_option_there_are_no_dukes(edition: str) -> None:
    found = cards_anywhere(game(edition).new(1))
    assert found == {house + rank: 2 for house in HOUSES for rank in RANKS[:-1]}
    assert found.total() == 48


@pytest.mark.parametrize(("card", "copies"), [("R7", 2), ("G0", 2), ("RX", 2), ("GD", 1)])
def test_med_1_a_position_has_no_more_of_a_card_than_its_house(card: str, copies: int) -> None:
    alone = [card + ("=3" if card[1] == "X" else "")] * copies
    assert table(f"R9 G9|{' '.join(alone)}|", "R2", dukes=True).position()["outer"]["R"] == alone
    with pytest.raises(BadPosition) as refused:
        table(f"R9 G9|{' '.join(alone)}|{alone[0]}", "R2", dukes=True)
    assert refused.value.clause == "MED-1"


def test_med_2_a_duke_cannot_be_where_there_are_none() -> None:
    with pytest.raises(BadPosition) as refused:
        table("R9 G9||", "RD")
    assert refused.value.clause == "MED-1"


@pytest.mark.parametrize("mover", HOUSES)
@pytest.mark.parametrize(("rank", "worth"), [*[(str(n), n) for n in range(11)], ("X", 1), ("D", 15)])
def test_med_1_each_card_has_its_value(mover: str, rank: str, worth: int) -> None:
    """A card that was sent stands there with it, and joins others of that total against it."""
    match = table("R9 G9||", mover + rank, mover=mover, dukes=True)
    before = match.view()["points"]
    seat = HOUSES.index(mover)
    view = played(match, rank, "send").view()
    assert view["outer"][seat][0]["total"] == worth
    assert view["points"][seat] == before[seat] + worth and view["points"][1 - seat] == before[1 - seat]


# --- MED-3, MED-38 ---


@pytest.mark.parametrize("card", NAMES)
def test_med_3_every_noble_has_title_and_name(card: str) -> None:
    match = table("R9 G9||", card, mover=card[0], dukes=True)
    (offer,) = match.choices()
    shown = {"X": "X", "D": "15"}.get(card[1:], card[1:])
    assert f"the {NAMES[card]} ({shown})" in offer.text()
    assert "(" in offer.text("fr") and offer.text("fr") != offer.text()


def test_med_38_both_copies_of_a_card_are_one_choice_with_one_name() -> None:
    match = table("R9 G9||", "R7 R7 RX RX R3")
    assert moves(match) == ["3", "7", "X"]
    assert hand(played(match, "7", "send"), "R") == "R0 R3 R7 RX RX"
    first = played(match, "2", "send").choices()[2].text()
    assert hand(played(match, "7", "send"), "R") == "R0 R0 R3 RX RX"
    assert "Francesco Guardi (7)" in first and court(match) == "R9 G9|R7 R7|G2"


@pytest.mark.parametrize("card", ["R0", "R1", "RX"])
def test_med_38_a_minister_a_lady_and_a_jester_are_nobles_like_all_others(card: str) -> None:
    laid = card + ("=4" if card == "RX" else "")
    assert over(f"{laid}||G9").view()["nobles"] == [1, 1]
    match = table(f"{laid} G9|R5|", "R2")  # its house has somebody in the Inner Circle
    assert {"I1", "R1"} <= set(moves(played(match, "2")))
