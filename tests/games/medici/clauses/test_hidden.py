"""What is hidden, and how the court is written: MED-37."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from camarilla import BadPosition, CannotUndo, Match
from tests.games.medici.positions import (
    EDITIONS,
    HOUSES,
    RANKS,
    at_random,
    cards_anywhere,
    court,
    game,
    hand,
    jesters,
    over,
    played,
    starting,
    table,
    value,
)

MOVERS = pytest.mark.parametrize("mover", HOUSES)


def other_of(house: str) -> str:
    return "G" if house == "R" else "R"


# --- What each may know ---


def test_med_37_hands_and_decks_are_hidden() -> None:
    match = game().new(20)
    position = match.position()
    for seat, letter in enumerate(HOUSES):
        view = match.view(seat)
        assert " ".join(view["hand"]) == position["hands"][letter]
        assert (view["hands"], view["decks"], view["planned"], view["under"]) == ([5, 5], [15, 15], [], [0, 0])
    assert match.view()["hand"] == [] and match.view()["seat"] is None


def test_med_37_everything_else_is_public() -> None:
    match = at_random(game(dukes=True).new(21), 21, 60)
    view, seats = match.view(), [match.view(seat) for seat in (0, 1)]
    private = {"seat", "hand", "planned", "log", "step", "card"}
    assert all(view[key] == seat[key] for seat in seats for key in view if key not in private)
    assert view["planned"] == [] and any(view["discards"])


def test_med_37_what_is_public_about_the_end_of_a_deck_and_plans() -> None:
    given: dict[str, Any] = {"plans": {"R": 2, "G": 1}, "known": {"R": 2}, "run": 2}
    given |= {"decks": {"R": "R3 R4 R5", "G": ""}, "limits": {"G": 6}}
    match = table("R9 G9||", "R7", other="G6", **given)
    for observer in (None, 0, 1):
        view = match.view(observer)
        assert (view["plans"], view["run"], view["limits"]) == ([2, 1], 2, [None, 6])
        assert (view["shown"], view["under"], view["decks"]) == ([None, "G6"], [2, 0], [3, 0])
    assert [match.view(seat)["planned"] for seat in (None, 0, 1)] == [[], ["R4", "R5"], []]


@MOVERS
def test_med_37_a_card_taken_is_seen_by_its_owner_alone(mover: str) -> None:
    seat = HOUSES.index(mover)
    match = table("R9 G9||", f"{mover}5 {mover}7", mover=mover)
    before = [match.view(observer) for observer in (None, 1 - seat)]
    played(match, "7")
    own = match.view(seat)
    assert (own["card"], own["step"], own["hand"], own["hands"][seat]) == (f"{mover}7", "place", [f"{mover}5"], 2)
    assert [match.view(observer) for observer in (None, 1 - seat)] == before
    assert match.log(1 - seat) == match.log() == [] and len(match.log(seat)) == 1


@MOVERS
@pytest.mark.parametrize(
    ("steps", "sights"),
    [
        (("7", "send", "done"), ("?7>send", "done")),
        (("7", "R1", "X1=10", "done"), ("?7>R1", "X1=10", "done")),
        (("X", "I2", "X1=9", "done"), ("?X>I2", "X1=9", "done")),
        (("5", "I3!", "xI1", "done"), ("?5>I3!", "xI1", "done")),
        (("1", "G1", "done"), ("?1>G1", "done")),
        (("7", "plan"), ("plan",)),
    ],
)
def test_med_37_in_the_log_a_card_is_seen_when_it_is_played_and_never_when_planned(
    mover: str, steps: tuple[str, ...], sights: tuple[str, ...]
) -> None:
    seat = HOUSES.index(mover)
    held = " ".join(mover + rank for rank in ("1", "5", "7", "X"))
    match = played(table("R9 G9 R4|R8|G6+RX=3", held, mover=mover), *steps)
    assert [sight.move for sight in match.log(seat)] == list(steps)
    for observer in (None, 1 - seat):
        assert [sight.move for sight in match.log(observer)] == [move.replace("?", mover) for move in sights]
        assert {sight.seat for sight in match.log(observer)} == {seat}
        texts = " ".join(sight.message.text() for sight in match.log(observer))
        assert ("Knight (7)" in texts or "Captain-General (7)" in texts) == (steps[0] == "7" and steps[1] != "plan")


@pytest.mark.parametrize("steps", [("5", "send", "limit 4"), ("5", "I1", "limit 10")])
def test_med_37_in_the_log_a_limit_is_told_to_all(steps: tuple[str, ...]) -> None:
    match = played(table("R9 G9||", "R5", decks={"R": "RX"}), *steps)
    assert [sight.move for sight in match.log(1)] == [f"R5>{steps[1]}", steps[2]]


def test_med_37_in_the_log_replacements_are_told_to_all() -> None:
    match = played(starting("R5 R3 R3 R5 G6 G6 G4 G9"), "swap 3", "stop", "stop")
    for observer in (None, 0, 1):
        assert [sight.move for sight in match.log(observer)] == ["swap 3", "stop", "stop"]


# --- Steps that bring hidden things to light ---


def test_med_37_a_step_after_which_a_card_was_drawn_is_not_taken_back() -> None:
    match = table("R9 G9||", "R5 R7")
    before = match.position()
    played(match, "5").undo()
    assert match.position() == before
    for place in ("send", "plan", "I1"):
        with pytest.raises(CannotUndo):
            played(match.copy(), "5", place).undo(0)


def test_med_37_naming_and_aiming_may_be_taken_back_but_not_the_draw() -> None:
    match = played(table("R3 G9|RX=4|", "R4"), "4")
    places = match.position()
    played(match, "I1!")
    aim = match.position()
    played(match, "xR1").undo()
    assert match.position() == aim
    match.undo()
    assert match.position() == places
    played(match, "I1", "X1=9").undo()
    assert court(match) == "R3+R4 G9|RX=4|"
    with pytest.raises(CannotUndo):
        played(match, "done").undo()


def test_med_37_with_an_empty_deck_a_play_may_be_taken_back() -> None:
    match = table("R9 G9||", "R3 R2", decks={"R": ""}, limits={"R": 4})
    before = match.position()
    played(match, "3", "send").undo(0)
    match.undo(0)
    assert match.position() == before


def test_med_37_naming_a_limit_may_be_taken_back() -> None:
    match = played(table("R9 G9||", "R5", decks={"R": "RX"}), "5", "send", "limit 3")
    match.undo()
    assert match.position()["step"] == "limit"
    with pytest.raises(CannotUndo):
        match.undo()


# --- All that a seat cannot know may be dealt anew, and the seat sees no difference ---


@pytest.mark.parametrize(("edition", "dukes"), [("english", True), ("french", False)])
def test_med_37_a_seat_cannot_tell_a_match_dealt_anew(edition: str, dukes: bool) -> None:
    match = game(edition, dukes).new(22)
    for stretch in range(7):
        for seat in (0, 1):
            anew = match.redeal(seat, stretch)
            assert anew.view(seat) == match.view(seat)
            assert (anew.observe(seat) == match.observe(seat)).all()
            assert anew.choices(seat) == match.choices(seat)
            assert anew.game.at(anew.position()).fingerprint == anew.fingerprint
            assert cards_anywhere(anew) == cards_anywhere(match)
        assert match.redeal(None, stretch).view() == match.view()
        at_random(match, stretch, 9)


def decks(match: Match, observer: int | None, seat: str, times: int = 12) -> set[str]:
    return {match.redeal(observer, seed).position()["decks"][seat] for seed in range(times)}


def test_med_37_the_owner_knows_the_planned_cards_and_their_order_the_other_does_not() -> None:
    given: dict[str, Any] = {"plans": {"R": 2, "G": 2}, "known": {"R": 2, "G": 1}}
    match = table("R9 G9||", "R7 R8", other="G7 G8", **given)
    deck = {seat: match.position()["decks"][seat].split() for seat in HOUSES}
    for seat, letter in enumerate(HOUSES):
        known = given["known"][letter]
        own = [text.split() for text in decks(match, seat, letter)]
        assert len(own) == 12 and {tuple(cards[-known:]) for cards in own} == {tuple(deck[letter][-known:])}
        assert all(Counter(cards) == Counter(deck[letter]) for cards in own)
        assert len({cards[0] for cards in own}) > 4 and len({cards[-known - 1] for cards in own}) > 4
        for observer in (None, 1 - seat):
            found = [text.split() for text in decks(match, observer, letter)]
            assert len({cards[-1] for cards in found}) > 4 and len({cards[0] for cards in found}) > 4
        assert hand(match.redeal(seat, 3), letter) == hand(match, letter)


def test_med_37_hand_and_deck_of_the_other_are_dealt_anew() -> None:
    match = table("R9 G9|R10|", "R7 R8", other="G3 G4 G5")
    found = Counter(card for seed in range(30) for card in hand(match.redeal(0, seed), "G").split())
    assert len(found) > 9 and max(found.values()) < 20 and found.total() == 90
    assert {hand(match.redeal(0, seed), "R") for seed in range(4)} == {"R7 R8"}
    assert len({hand(match.redeal(None, seed), "R") for seed in range(20)}) > 10
    held = hand(match.redeal(0, 1), "G").split()
    assert held == sorted(held, key=lambda card: RANKS.index(card[1:]))


def test_med_37_each_deal_that_fits_is_as_likely_as_another() -> None:
    """Of three cards one is in the hand: in a third of the deals each."""
    match = table("R9 G9||", "R7", other="G3", decks={"G": "G4 G5"})
    found = Counter(hand(match.redeal(0, seed), "G") for seed in range(60))
    assert set(found) == {"G3", "G4", "G5"} and min(found.values()) > 9
    orders = Counter(match.redeal(0, seed).position()["decks"]["G"] for seed in range(60))
    assert len(orders) == 6 and min(orders.values()) > 2


def test_med_37_dealing_anew_does_not_depend_on_how_things_really_are() -> None:
    one = table("R9 G9||", "R7", other="G3 G8", decks={"G": "G4 G5 G6"}, plans={"G": 1}, known={"G": 1})
    two = table("R9 G9||", "R7", other="G5 G6", decks={"G": "G8 G4 G3"}, plans={"G": 1}, known={"G": 1})
    for observer in (None, 0):
        for seed in range(3):
            assert one.redeal(observer, seed).position() == two.redeal(observer, seed).position()
    own = table("R9 G9||", "R7", decks={"R": "R2 R5 R3 R4 R6"}, plans={"R": 2}, known={"R": 2})
    mixed = table("R9 G9||", "R7", decks={"R": "R3 R2 R5 R4 R6"}, plans={"R": 2}, known={"R": 2})
    assert own.redeal(0, 5).position() == mixed.redeal(0, 5).position()


@MOVERS
def test_med_37_a_card_taken_goes_back_before_the_other_sees_a_match_dealt_anew(mover: str) -> None:
    seat = HOUSES.index(mover)
    match = played(table("R9 G9||", f"{mover}5 {mover}7", mover=mover), "7")
    for observer in (None, 1 - seat):
        found = [match.redeal(observer, seed).position() for seed in range(12)]
        assert {(position["step"], position["card"]) for position in found} == {("card", None)}
        assert {len(position["hands"][mover].split()) for position in found} == {2}
        assert len({position["hands"][mover] for position in found}) > 8
    kept = match.redeal(seat, 1).position()
    assert (kept["step"], kept["card"], kept["hands"][mover]) == ("place", f"{mover}7", f"{mover}5")


def test_med_37_a_card_played_stays_played() -> None:
    match = played(table("R9 G9|RX=3|", "R5 R7"), "7", "I1")
    for seed in range(4):
        position = match.redeal(1, seed).position()
        assert (position["step"], position["card"], position["onto"]) == ("values", "R7", "I1")
        assert len(position["hands"]["R"].split()) == 1


def test_med_37_with_an_empty_deck_the_hand_is_known() -> None:
    match = table("R9 G9||", "R7", other="G3 G4", decks={"G": ""}, limits={"G": 4})
    assert {hand(match.redeal(0, seed), "G") for seed in range(5)} == {"G3 G4"}


def test_med_37_the_future_is_dealt_anew_too() -> None:
    match = game().new(24)
    streams = {match.redeal(0, seed).position()["stream"] for seed in range(5)}
    assert len(streams) == 5 and match.position()["stream"] not in streams
    assert match.redeal(0, 3).position() == match.redeal(0, 3).position()


def test_med_37_a_match_dealt_anew_can_be_played_to_the_end() -> None:
    match = at_random(game().new(25), 25, 17)
    finished = at_random(match.redeal(1, 1), 1)
    assert finished.over and cards_anywhere(finished).total() == 48


# --- The same knowledge as a vector ---

STEPS = ["card", "place", "target", "values", "limit", "start"]


def flags(size: int, *raised: int) -> list[int]:
    return [int(place in raised) for place in range(size)]


def kinds(houses: str, cards: list[str]) -> list[int]:
    found = Counter(card.split("=")[0] for card in cards)
    return [found[house + rank] for house in houses for rank in RANKS]


def vector(match: Match, seat: int) -> list[int]:
    """What `observe` should give, made from the seat's view by the table at the top of the rules."""
    view = match.view(seat)
    own = HOUSES[seat]
    houses, order = own + other_of(own), (seat, 1 - seat)
    options = view["options"]
    readings = (options["stuck"] == "either") + 2 * (options["jesters"] == "free")
    english = options["edition"] == "english"
    out = [int(not english), int(options["dukes"]), readings if english else 0]
    out += flags(6, *([] if match.over else [STEPS.index(view["step"])]))
    out += [int(view["mover"] == one) for one in order]
    out += kinds(houses, [view["card"]] if view["card"] else [])
    out += kinds(own, view["hand"])
    for key in ("hands", "decks", "under"):
        out += [view[key][one] for one in order]
    planned = [RANKS.index(card[1:]) + 1 for card in reversed(view["planned"])]
    out += planned + [0] * (25 - len(planned))
    out += [view["plans"][one] for one in order] + [view["run"]]
    out += [0 if view["limits"][one] is None else view["limits"][one] + 1 for one in order]
    out += [RANKS.index(view["shown"][one][1:]) + 1 if view["shown"][one] else 0 for one in order]
    for key in ("discards", "aside"):
        out += kinds(houses, [*view[key][0], *view[key][1]])
    fools = [noble for stack in stacks_of(view) for noble in stack["nobles"] if noble[1] == "X"]
    for number in range(4):
        out += [value(fools[number]), int(number + 1 in view["named"])] if number < len(fools) else [0, 0]
    for stack in stacks_of(view):
        out += flags(3, f"I{houses}".index(stack["label"][0]))
        out += kinds(houses, stack["nobles"])
        out += [sum(value(noble) for noble in stack["nobles"] if noble[1] == "X")]
        out += [int(stack["label"] == view["onto"]), int(stack["label"] == view["target"])]
    return out + [0] * (1748 - len(out))


def stacks_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [*view["inner"], *view["outer"][0], *view["outer"][1]]


def expect_vectors(match: Match) -> None:
    for seat in (0, 1):
        assert match.observe(seat).tolist() == vector(match, seat)


@pytest.mark.parametrize(
    ("edition", "dukes", "stuck", "jesters", "seed"),
    [
        ("english", False, "mover", "bound", 26),
        ("french", True, "either", "free", 27),
        ("english", False, "either", "bound", 28),
        ("english", False, "either", "free", 29),
        ("english", False, "mover", "free", 30),
    ],
)
def test_med_37_the_vector_says_what_the_view_says(
    edition: str, dukes: bool, stuck: str, jesters: str, seed: int
) -> None:
    match = game(edition, dukes, stuck=stuck, jesters=jesters).new(seed)
    while not match.over:
        expect_vectors(match)
        at_random(match, len(match.steps), 7)
    expect_vectors(match)


@MOVERS
def test_med_37_the_vector_in_every_step_of_a_conspiracy(mover: str) -> None:
    match = table("R9 G9+RX=5 G7|R4|GX=3 RD", f"{mover}X {mover}3", mover=mover, dukes=True)
    assert match.observe(0).dtype == np.int8
    for step in ("X", "I1!", "xI2", "X1=4", "done"):
        played(match, step)
        expect_vectors(match)
    assert len(jesters(match)) == 2


@MOVERS
def test_med_37_the_vector_before_the_hands_and_with_a_limit_to_name(mover: str) -> None:
    match = starting("R5 R3 R3 R5 G6 G4 G4 G6", mover)
    expect_vectors(match)
    expect_vectors(played(match, "swap 5" if mover == "R" else "swap 6"))
    match = played(table("R9 G9||", f"{mover}5", mover=mover, decks={mover: f"{mover}X"}), "5", "send")
    expect_vectors(match)
    expect_vectors(played(match, "limit 10"))


@MOVERS
def test_med_37_the_vector_with_plans(mover: str) -> None:
    match = table("R9 G9||", f"{mover}5 {mover}X {mover}1", mover=mover)
    for step in ("5", "plan", "2", "plan", "X", "plan", "0", "send", "1", "I1"):
        expect_vectors(played(match, step))
    assert match.position()["plans"] == {mover: 2, other_of(mover): 1}


def test_med_37_the_vector_of_the_other_shows_no_card_taken_or_planned() -> None:
    five, seven = (played(table("R9 G9||", "R5 R7"), card) for card in ("5", "7"))
    assert (five.observe(1) == seven.observe(1)).all() and (five.observe(0) != seven.observe(0)).any()
    five, seven = played(five, "plan"), played(seven, "plan")
    assert (five.observe(1) == seven.observe(1)).all() and (five.observe(0) != seven.observe(0)).any()


# --- Positions ---


@pytest.mark.parametrize("edition", EDITIONS)
def test_med_37_every_position_of_a_match_reads_back_to_the_same_state(edition: str) -> None:
    match = game(edition, True, True).new(28)
    while not match.over:
        assert match.game.at(match.position()).fingerprint == match.fingerprint
        at_random(match, len(match.steps), 3)
    assert match.game.at(match.position()).fingerprint == match.fingerprint
    assert cards_anywhere(match).total() == 50


@pytest.mark.parametrize(
    "given",
    [
        {"known": {"R": 1}},
        {"plans": {"R": 1}, "known": {"R": 2}},
        {"limits": {"R": 4}},
        {"decks": {"R": ""}},
        {"mover": None, "step": ""},
        {"winner": "draw"},
        {"aside": {"R": "R4"}},
        {"target": "I1"},
        {"run": 1},
    ],
)
def test_med_37_what_cannot_be_known_to_be_so_is_refused(given: dict[str, Any]) -> None:
    lying = {"inner": ["R9", "G9"], "hands": {"R": "R7", "G": "G2"}}
    assert game().at(lying).waiting == (0,)
    with pytest.raises(BadPosition):
        game().at({**lying, **given})


def test_med_37_a_finished_match_keeps_hands_hidden() -> None:
    match = over("R9||G5", hands={"R": "R3", "G": "G4"})
    assert match.view(0)["hand"] == ["R3"] and match.view()["hand"] == []
    assert len({hand(match.redeal(0, seed), "G") for seed in range(6)}) > 2


# --- What all can tell that somebody has to do ---


def forced(match: Match, seat: int = 0) -> str | None:
    choice = match.forced(seat)
    return choice and choice.move


def test_med_37_all_can_tell_what_a_hand_is_once_its_deck_is_empty() -> None:
    for cards, told in (("R3", "3"), ("R3 R3", "3"), ("R3 R9", "3"), ("R3 R2", None)):
        assert forced(table("R9 G9||", cards, decks={"R": ""}, limits={"R": 4})) == told


def test_med_37_nobody_else_can_tell_that_a_hand_of_several_is_all_alike() -> None:
    assert forced(table("R9 G9||", "R3 R3")) is None
    assert forced(table("R9 G9||", "R3")) == "3"


def test_med_37_the_only_target_is_one_for_all_to_see() -> None:
    match = played(table("R7 G9||", "R2"), "2", "I1!")
    assert forced(match) == "xI2" and forced(match, 1) is None
