"""Set-up: MED-4 to MED-7."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

from camarilla import BadPosition, CannotUndo, Match
from camarilla.engine import calls
from tests.games.medici.positions import (
    RANKS,
    at_random,
    cards_anywhere,
    court,
    game,
    moves,
    played,
    refusal,
    starting,
    table,
)


@pytest.fixture(scope="module")
def deals() -> list[Match]:
    return [game(dukes=True).new(seed) for seed in range(60)]


def ranks(cards: Iterable[str]) -> Counter[str]:
    return Counter(card.split("=")[0][1:] for card in cards)


# --- MED-4, MED-5 ---


@pytest.mark.parametrize(("dukes", "deck"), [(False, 15), (True, 16)])
def test_med_4_four_cards_of_each_house_stand_alone_in_the_inner_circle(dukes: bool, deck: int) -> None:
    match = game(dukes=dukes).new(1)
    position = match.position()
    assert [card[0] for card in position["inner"]] == ["R"] * 4 + ["G"] * 4
    assert not any("+" in stack for stack in position["inner"])
    assert position["outer"] == {"R": [], "G": []}
    assert match.view()["decks"] == [deck, deck]
    assert match.view()["discards"] == match.view()["aside"] == [[], []]


def test_med_4_a_jester_dealt_there_has_the_value_1(deals: list[Match]) -> None:
    fools = [card for deal in deals for card in deal.position()["inner"] if card[1] == "X"]
    assert len(fools) > 10 and set(fools) == {"RX=1", "GX=1"}
    assert {stack["total"] for deal in deals for stack in deal.view()["inner"] if "X" in stack["nobles"][0]} == {1}


def test_med_4_each_deck_is_shuffled(deals: list[Match]) -> None:
    """Any card may be in any place; about 5 of 60 deals have a given rank in a given place."""
    positions = [deal.position() for deal in deals]
    places = [ranks(position["inner"][i] for position in positions) for i in range(8)]
    places += [ranks(position["decks"][seat].split()[i] for position in positions) for seat in "RG" for i in (0, 15)]
    assert all(len(found) > 10 and max(found.values()) < 16 for found in places)
    for seat in "RG":
        held = ranks(card for position in positions for card in position["hands"][seat].split())
        assert len(held) == 13 and max(held.values()) < 45
        assert all(max(Counter(p["decks"][seat].split()).values()) <= 2 for p in positions)


def test_med_4_a_new_match_is_dealt_whatever_lay_there_before() -> None:
    fresh = game().new(7).state
    for used in (at_random(game().new(6), 6).state, np.ones(1, fresh.dtype)):
        game().call(calls.setup, used, np.uint64(7))
        assert all((used[name] == fresh[name]).all() for name in fresh.dtype.names or ())


@pytest.mark.parametrize("seed", [3, 4])
def test_med_4_at_first_nothing_has_happened(seed: int) -> None:
    position = game().new(seed).position()
    assert position["step"] == "card" and position["run"] == 0 and position["winner"] is None
    assert [position[key] for key in ("card", "onto", "target", "named")] == [None, None, None, []]
    for key, nothing in {"plans": 0, "known": 0, "limits": None, "shown": None, "discards": "", "aside": ""}.items():
        assert position[key] == {"R": nothing, "G": nothing}


def test_med_5_everybody_draws_five_cards(deals: list[Match]) -> None:
    for deal in deals[:5]:
        assert deal.view()["hands"] == [5, 5]
        assert [len(hand.split()) for hand in deal.position()["hands"].values()] == [5, 5]
        assert cards_anywhere(deal).total() == 50


# --- MED-6 ---


def test_med_6_the_house_that_totals_more_in_the_inner_circle_starts(deals: list[Match]) -> None:
    for deal in deals:
        first, second = deal.view()["points"]
        assert first == second or deal.waiting == (int(second > first),)
    assert {deal.waiting for deal in deals} == {(0,), (1,)}


@pytest.mark.parametrize(
    ("inner", "first"),
    [
        ("R5 R5 R9 R8 G7 G6 G4 G9", 0),  # 27 to 26
        ("R5 R5 R9 R8 G7 G6 G6 G9", 1),  # 27 to 28
        ("R5 R5 R9 R8 G7 G6 GX=1 G10", 0),  # 27 to 24: a jester counts 1
        ("R5 R5 RX=1 R2 G7 G6 G1 G0", 1),  # 13 to 14
        ("R2 R2 R0 RX=1 G0 GX=1 G2 G1", 0),  # 5 to 4
        ("R0 R0 R1 R2 G4 G0 GX=1 G1", 1),  # 3 to 6
    ],
)
def test_med_6_jesters_count_one_and_one_point_is_enough(inner: str, first: int) -> None:
    for stream in range(3):
        match = played(starting(inner, stream=f"{stream:016x}"), "stop")
        if match.position()["step"] == "start":
            played(match, "stop")
        assert match.waiting == (first,)


def test_med_6_on_a_tie_chance_decides() -> None:
    began = Counter()
    for stream in range(40):
        match = played(starting("R5 R5 R9 R8 G7 G6 G10 G4", stream=f"{stream * 7919:016x}"), "stop")
        began[match.waiting] += 1
    assert set(began) == {(0,), (1,)} and 8 < began[(0,)] < 32


# --- MED-7 ---


def test_med_7_only_a_pair_within_a_house_asks_for_anything() -> None:
    asked = 0
    for seed in range(40):
        match = game(distinct_start=True).new(seed)
        inner = match.position()["inner"]
        paired = [len({*inner[first : first + 4]}) < 4 for first in (0, 4)]
        asked += any(paired)
        assert match.position()["step"] == ("start" if any(paired) else "card")
        if any(paired):
            assert match.waiting == (0 if paired[0] else 1,)
            assert match.view()["hands"] == [0, 0] and match.view()["decks"] == [20, 20]
            assert moves(match)[-1] == "stop" and moves(match)[0].startswith("swap ")
        else:
            assert match.view()["hands"] == [5, 5]
    assert 5 < asked < 30


def test_med_7_without_the_option_pairs_stay() -> None:
    pairs = [match for seed in range(20) if len({*(match := game().new(seed)).position()["inner"]}) < 8]
    assert pairs and all(match.position()["step"] == "card" for match in pairs)
    with pytest.raises(BadPosition):
        game().at({"inner": ["R5", "R5", "R9", "R8", "G7", "G6", "G4", "G9"], "step": "start"})


@pytest.mark.parametrize(
    ("inner", "offers"),
    [
        ("R5 R5 R9 R8 G5 G6 G4 G9", ["swap 5"]),
        ("R5 R3 R3 R5 G5 G6 G4 G9", ["swap 3", "swap 5"]),
        ("R0 R10 R10 R0 G0 G6 G4 G9", ["swap 0", "swap 10"]),
        ("RX=1 RX=1 R1 R8 G5 G6 G4 G9", ["swap X"]),  # not with the lady, who is worth 1 too
        ("R1 RX=1 R1 RX=1 G5 G6 G4 G9", ["swap 1", "swap X"]),
    ],
)
def test_med_7_each_pair_of_one_printed_rank_may_be_replaced_or_not(inner: str, offers: list[str]) -> None:
    match = starting(inner)
    assert moves(match) == [*offers, "stop"] and match.waiting == (0,)
    for rank in RANKS:
        if f"swap {rank}" not in offers:
            assert refusal(match, f"swap {rank}") == "MED-7"


@pytest.mark.parametrize(
    ("inner", "mover", "swap", "deck", "after"),
    [
        ("R5 R5 R9 R8 G5 G6 G4 G9", "R", "swap 5", "R7 R0", "R5 R7 R9 R8 G5 G6 G4 G9"),
        ("R5 R3 R3 R5 G5 G6 G4 G9", "R", "swap 5", "RX R0", "R5 R3 R3 RX=1 G5 G6 G4 G9"),
        ("R5 R3 R3 R5 G5 G6 G4 G9", "R", "swap 3", "R10 R0", "R5 R3 R10 R5 G5 G6 G4 G9"),
        ("R5 R4 R3 R9 G5 G6 G5 G9", "G", "swap 5", "G2 G6", "R5 R4 R3 R9 G5 G6 G2 G9"),
        ("R5 R4 R3 R9 GX=1 G6 G5 GX=1", "G", "swap X", "G0 G6", "R5 R4 R3 R9 GX=1 G6 G5 G0"),
    ],
)
def test_med_7_a_replacement_comes_from_the_deck_to_the_same_place(
    inner: str, mover: str, swap: str, deck: str, after: str
) -> None:
    rest = rest_of(inner, mover, deck)
    match = played(starting(inner, mover, decks={mover: f"{deck} {rest}"}), swap)
    assert court(match) == f"{after}||"


def rest_of(inner: str, house: str, deck: str) -> str:
    """The other cards of the house."""
    every = Counter({house + rank: 2 for rank in RANKS[:-1]})
    return " ".join((every - Counter(card.split("=")[0] for card in f"{inner} {deck}".split())).elements())


def test_med_7_after_a_replacement_any_pair_may_be_replaced_again() -> None:
    inner = "R5 R3 R3 R5 G5 G6 G4 G9"
    match = starting(inner, decks={"R": "R8 R7 " + rest_of(inner, "R", "R8 R7")})
    assert moves(played(match, "swap 3")) == ["swap 5", "stop"]
    assert match.position()["aside"] == {"R": "R3", "G": ""}
    inner = "R5 R7 R3 R5 G5 G6 G4 G9"
    match = starting(inner, decks={"R": "R3 R7 " + rest_of(inner, "R", "R3 R7")})
    assert moves(played(match, "swap 5")) == ["swap 3", "stop"]  # the card turned up makes another pair
    assert moves(played(match, "swap 3")) == ["swap 7", "stop"]
    assert match.position()["aside"] == {"R": "R3 R5", "G": ""}
    assert match.view()["decks"] == [18, 20] and match.waiting == (0,)


def test_med_7_cards_set_aside_are_public_and_no_longer_in_the_deck() -> None:
    match = played(starting("R5 R3 R3 R5 G5 G6 G4 G9"), "swap 3")
    for observer in (None, 0, 1):
        assert match.view(observer)["aside"] == [["R3"], []]
    assert "R3" not in match.position()["decks"]["R"]
    for seed in range(5):
        assert match.redeal(1, seed).position()["aside"]["R"] == "R3"
        assert "R3" not in match.redeal(1, seed).position()["decks"]["R"]


def test_med_7_cards_set_aside_are_shuffled_into_the_deck_when_the_seat_is_done() -> None:
    found = Counter()
    for stream in range(60):
        inner = "R5 R3 R3 R5 G5 G6 G5 G9"
        decks = {"R": "R8 R7 " + rest_of(inner, "R", "R8 R7")}
        match = played(starting(inner, decks=decks, stream=f"{stream * 7919:016x}"), "swap 3", "swap 5")
        deck = match.position()["decks"]["R"].split()
        assert match.position()["aside"] == {"R": "", "G": ""} and len(deck) == 20
        assert Counter(deck)["R3"] == Counter(deck)["R5"] == 1
        found[deck.index("R3")] += 1
        assert match.waiting == (1,) and match.view()["hands"] == [0, 0]
    assert len(found) > 13 and max(found.values()) < 11


def test_med_7_without_replacements_the_deck_stays_as_it_is() -> None:
    match = starting("R5 R3 R3 R5 G5 G6 G4 G9")
    deck = match.position()["decks"]["R"].split()
    played(match, "stop")
    assert match.position()["decks"]["R"].split() == deck[5:]
    assert match.position()["hands"]["R"] == " ".join(deck[:5])


def test_med_7_della_rovere_first_then_gonzaga_then_hands() -> None:
    match = starting("R5 R3 R3 R5 G6 G6 G4 G9")
    played(match, "stop")
    assert (match.waiting, moves(match), match.view()["hands"]) == ((1,), ["swap 6", "stop"], [0, 0])
    played(match, "swap 6")  # G0 comes up
    assert (match.waiting, match.view()["hands"], match.view()["decks"]) == ((1,), [5, 5], [15, 15])
    assert court(match) == "R5 R3 R3 R5 G6 G0 G4 G9||"  # 16 to 19
    assert match.position()["step"] == "card" and match.position()["aside"] == {"R": "", "G": ""}


def test_med_7_the_first_player_is_found_after_the_replacements() -> None:
    inner = "R5 R5 R9 R8 G7 G6 G10 G5"  # 27 to 28
    for card, first in (("R7", 0), ("R6", None), ("R0", 1)):
        match = starting(inner, decks={"R": f"{card} {rest_of(inner, 'R', card)}"})
        assert played(match, "swap 5").waiting == (first,) or first is None
        assert match.view()["hands"] == [5, 5]


def test_med_7_what_a_replacement_turns_up_is_not_taken_back() -> None:
    match = starting("R5 R3 R3 R5 G6 G6 G4 G9")
    before = match.position()
    played(match, "stop").undo()
    assert match.position() == before
    with pytest.raises(CannotUndo):
        played(match, "swap 3").undo()
    assert court(match) == "R5 R3 R0 R5 G6 G6 G4 G9||"
    with pytest.raises(CannotUndo):
        played(match, "stop", "stop").undo()  # the hands are drawn


def test_med_7_only_before_the_hands_are_drawn() -> None:
    match = table("R5 R5 G9 G3||", "R2", distinct_start=True)
    assert refusal(match, "swap 5") == refusal(match, "stop") == "MED-7"
    match = starting("R5 R3 R3 R5 G6 G6 G4 G9")
    assert {refusal(match, move) for move in ("5", "send", "I1", "I1!")} == {"MED-7"}
    assert {refusal(match, "done"), refusal(match, "xI1"), refusal(match, "limit 3")} == {"MED-28", "MED-11", "MED-20"}


@pytest.mark.parametrize("mover", ["R", "G"])
def test_med_7_a_position_before_the_hands_reads_back(mover: str) -> None:
    match = starting("R5 R3 R3 R5 G6 G6 G9 G9", mover)
    for steps in ((), (moves(match)[0],)):
        played(match, *steps)
        assert match.game.at(match.position()).fingerprint == match.fingerprint
