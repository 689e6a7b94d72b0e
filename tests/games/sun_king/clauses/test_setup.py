"""The cards and the set-up: SUN-1 to SUN-10."""

from __future__ import annotations

from collections import Counter

import pytest

from camarilla import BadPosition
from tests.games.sun_king.positions import (
    COLOURS,
    COPIES,
    DEALT,
    OTHERS,
    SEALED,
    SEATS,
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
    sphere,
    table,
)

PLAYERS = pytest.mark.parametrize("players", range(2, 7))


# --- The cards ---


@PLAYERS
def test_sun_1_there_are_67_quality_cards(players: int) -> None:
    found = cards_anywhere(game(players).new(1))
    colours = Counter({colour: found[colour] + found[f"{colour}*"] for colour in COLOURS})
    assert colours == COPIES and colours.total() == 67


def test_sun_1_a_position_has_no_more_of_a_colour() -> None:
    with pytest.raises(BadPosition) as refused:
        table("b " * 10, "", "")
    assert refused.value.clause == "SUN-1"


def test_sun_2_there_are_8_auction_cards_of_7_kinds() -> None:
    found = cards_anywhere(game().new(2))
    assert [found[card] for card in ("In", "Me", "Au", "Ov", "Pe", "Co", "Di")] == [1, 1, 1, 1, 2, 1, 1]
    with pytest.raises(BadPosition) as refused:
        table("g Di", "Di", "")
    assert refused.value.clause == "SUN-2"


@pytest.mark.parametrize(
    ("card", "majority", "seal"),
    [("In", "b", 1), ("Me", "p", 1), ("Au", "r", 1), ("Ov", "g", 0), ("Pe", "y", 0), ("Co", "", 0), ("Di", "", 0)],
)
def test_sun_2_auction_cards_have_their_colour_and_seal(card: str, majority: str, seal: int) -> None:
    view = table(card, "", "", phase=3).view()
    assert (view["majorities"][0], view["seals"][0]) == (majority, seal)


def test_sun_3_special_cards() -> None:
    found = cards_anywhere(at_random(game().new(3), 3, 100))
    assert (found["De"], found["Ca"], found["Lo"]) == (4, 4, 1)
    assert found.total() == 84 == sum(COPIES.values()) + sum(OTHERS.values())


def test_sun_4_so_many_cards_of_each_colour_bear_a_seal() -> None:
    found = cards_anywhere(game().new(4))
    assert {colour: found[f"{colour}*"] for colour in COLOURS} == SEALED


def test_sun_5_the_bank_has_20_gold_and_60_power() -> None:
    for players in range(2, 7):
        match = at_random(game(players).new(5), 5, 60)
        assert bank(match) == (20 - sum(gold(match)), 60 - sum(power(match)))


def test_sun_5_a_gain_takes_what_is_left() -> None:
    match = table("y Pe Pe r Co", "", "", gold="10 9 0", power="30 28 0")
    assert gold(played(match, "pension")) == [11, 9, 0]
    assert gold(played(match, "wealth")) == [11, 9, 0]
    assert power(played(match, "conspire y 3")) == [32, 28, 0] and bank(match) == (0, 0)
    assert power(played(match, "power")) == [32, 28, 0] and bank(match) == (0, 0)


def test_sun_5_an_unlimited_bank_never_runs_out() -> None:
    match = table("y Pe Pe r Co", "", "", gold="30 9 0", power="90 28 0", bank="unlimited")
    played(match, "pension", "wealth", "power", "conspire y 3")
    assert (gold(match), power(match), bank(match)) == ([33, 9, 0], [94, 28, 0], (None, None))
    assert match.view()["bank"] is None


# --- Setting up ---


@PLAYERS
def test_sun_6_quality_cards_are_dealt_by_seat(players: int) -> None:
    match = game(players).new(6)
    dealt = [sphere(match, seat).split() for seat in SEATS[:players]]
    assert [len(cards) for cards in dealt] == DEALT[players]
    assert all(card[0] in COLOURS for cards in dealt for card in cards)
    assert cards_anywhere(match).total() == 84 and at(match, "discard") == ""


@pytest.mark.parametrize("seed", range(8))
def test_sun_6_one_card_a_round_clockwise_and_sun_7_others_go_under_in_that_order(seed: int) -> None:
    """With two players the same deck shows what comes after the first five cards, which more players are dealt."""
    two, six = game(2).new(seed), game(6).new(seed)
    deck = [card for card in at(two, "deck").split() if card != "Lo"]
    places = [i for i, card in enumerate(deck) if card[0] in COLOURS]
    dealt = ["?"] * 5 + [deck[i] for i in places]
    for seat, rounds in ("F", (5, 11, 15, 17)), ("D", (9, 13)), ("C", (8, 12)), ("B", (7,)), ("A", (6,)):
        row = sphere(six, seat).split()
        own = [dealt[i] for i in rounds]
        assert not Counter(own) - Counter(row)
        if seat == "F":
            assert row == sorted(own, key=lambda card: card[0])
    turned = [card for card in deck[: places[12]] if card in OTHERS]
    assert six.view()["bottom"] == two.view()["bottom"] + turned
    assert at(six, "deck").replace("Lo ", "").split()[:20] == deck[places[12] + 1 : places[12] + 21]
    first, second = (sphere(two, seat).split() for seat in "AB")
    assert Counter(sphere(game(3).new(seed), "A").split()) <= Counter(first + second)
    three = [sphere(game(3).new(seed), seat).split() for seat in "ABC"]
    assert dealt[5] in three[2] and dealt[6] in three[1] and dealt[7] in three[2]


@pytest.mark.parametrize("seed", range(12))
def test_sun_7_other_cards_turned_up_go_to_the_bottom_of_the_deck(seed: int) -> None:
    match = game(6).new(seed)
    bottom, deck = at(match, "bottom"), [card for card in at(match, "deck").split() if card != "Lo"]
    under = deck[len(deck) - bottom :]
    assert all(card in OTHERS for card in under)
    assert match.view()["bottom"] == under
    assert len(deck) == 83 - sum(DEALT[6])


def test_sun_7_it_happens_now_and_then() -> None:
    assert len({at(game(6).new(seed), "bottom") for seed in range(12)}) > 2


@PLAYERS
def test_sun_8_everybody_starts_with_9_power_and_1_gold(players: int) -> None:
    match = game(players).new(8)
    assert (power(match), gold(match)) == ([9] * players, [1] * players)
    assert bank(match) == (20 - players, 60 - 9 * players)


@PLAYERS
def test_sun_9_louis_is_somewhere_in_the_lower_half(players: int) -> None:
    places = set()
    cards = 83 - sum(DEALT[players])
    lower = cards - cards // 2 + 1
    for seed in range(25):
        match = game(players).new(seed)
        assert at(match, "lower") == lower
        places.add(at(match, "deck").split()[::-1].index("Lo"))
    assert max(places) < lower and len(places) > 12
    assert min(places) < 8 and max(places) > lower - 8


@pytest.mark.parametrize("seed", range(5))
def test_sun_10_the_first_player_starts_and_play_goes_clockwise(seed: int) -> None:
    match = game(4).new(seed)
    assert (at(match, "mover"), at(match, "turn")) == ("A", "A")
    turns = "A"
    while len(turns) < 6:
        played(match, "end" if "end" in moves(match) else moves(match)[0])
        if at(match, "turn") != turns[-1]:
            turns += at(match, "turn")
    assert turns == "ABCDAB"


def test_sun_10_a_turn_has_three_phases() -> None:
    match = table("r", "", "", top="b g p")
    steps = [asked(match)]
    for move in ("power", "next", "turn 1", "take b", "end"):
        steps.append(asked(played(match, move)))
    assert steps == ["A1 main", "A1 main", "A2 main", "A2 take", "A3 main", "B2 main"]


@PLAYERS
def test_sun_10_nothing_has_happened_yet(players: int) -> None:
    position = game(players).new(10).position()
    keys = ("used", "open", "waiting", "to_turn", "frames", "discard", "louis", "out", "step")
    assert [position[key] for key in keys] == ["", "", "", 0, [], "", 0, [], "main"]
    assert not any(position["cards"].values()) and position["phase"] in (1, 2)
