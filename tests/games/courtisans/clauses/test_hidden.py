"""What is hidden, and how hidden things are named: CTS-26 to CTS-30."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from camarilla import BadPosition, CannotUndo, Match
from tests.games.courtisans.positions import (
    LETTERS,
    SEATS,
    at_random,
    cards,
    cards_anywhere,
    game,
    moves,
    over,
    played,
    refusal,
    table,
)
from tests.referee.courtisans import BLUE_MISSIONS, RULEBOOK_MISSIONS, WHITE_MISSIONS

EVERY_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])
ROLES = ["", "n", "a", "g", "s"]
EVERY_SPY = [letter + "s" for letter in LETTERS]


def known(match: Match, observer: int | None) -> list[str]:
    return [spy["card"] for spy in match.view(observer)["spies"]]


# --- CTS-26: what is public, and what is not ---


@EVERY_NUMBER
def test_cts_26_hands_missions_the_pile_and_cards_put_away_are_hidden(players: int) -> None:
    match = game(players).new(20)
    position = match.position()
    for seat, letter in enumerate(SEATS[:players]):
        view = match.view(seat)
        assert " ".join(view["hand"]) == position["hands"][letter]
        assert view["missions"] == [None] * seat + [position["missions"][letter]] + [None] * (players - seat - 1)
        assert (view["pile"], view["away"]) == (len(cards(position["pile"])), len(cards(position["away"])))
        assert view["hands"] == [3] * players


def test_cts_26_a_spectator_knows_what_is_public() -> None:
    match = at_random(game(3).new(21), 21, 40)
    view, seats = match.view(), [match.view(seat) for seat in range(3)]
    hidden = {"seat", "hand", "missions", "spies", "log"}
    assert all(view[key] == seat[key] for seat in seats for key in view if key not in hidden)
    assert (view["hand"], view["missions"], view["seat"]) == ([], [None] * 3, None)
    assert set(known(match, None)) == {"?s"}


def test_cts_26_who_laid_a_spy_where_and_when_is_public() -> None:
    match = table(3, turn=15, mover="C", above="Bs/12", domains={"A": "Ts/7", "C": "Ns/14"}, hands={"C": "T T T"})
    spies = [(spy["turn"], spy["place"], spy["by"]) for spy in match.view()["spies"]]
    assert spies == [(7, "@A", 0), (12, "+", 2), (14, "@C", 1)]


def test_cts_26_removed_face_up_cards_are_public() -> None:
    match = table(removed="Hn B B Ts/3@A", hands={"A": "T T T"})
    assert match.view()["removed"] == match.view(1)["removed"] == ["B", "B", "Hn"]


@pytest.mark.parametrize("place", ["+", "-", "@A", "@C"])
@pytest.mark.parametrize(("spy", "family"), [("Bs", "butterfly"), ("Cs", "carp")])
def test_cts_26_in_the_log_a_spy_is_a_spy_to_all_others(spy: str, family: str, place: str) -> None:
    match = played(table(3, hands={"A": f"{spy} Ng B"}), spy + place)
    assert [match.log(seat)[0].move for seat in (None, 0, 1, 2)] == ["?s" + place, spy + place] + ["?s" + place] * 2
    assert "plays a spy, face down" in match.log(1)[0].saying.text()
    assert f"plays the {family} spy" in match.log(0)[0].saying.text()


@pytest.mark.parametrize("card", ["B", "Cn", "Ba", "Bg", "Cg"])
def test_cts_26_in_the_log_all_other_cards_are_told_as_they_are(card: str) -> None:
    match = played(table(3, hands={"A": f"{card} H H"}), f"{card}@B", "H@A")
    for seat in (None, 0, 1, 2):
        assert [(sight.seat, sight.move) for sight in match.log(seat)] == [(0, f"{card}@B"), (0, "H@A")]


@pytest.mark.parametrize("kill", ["spare", "xH+", "xs3"])
def test_cts_26_in_the_log_what_an_assassin_did_is_told_to_all(kill: str) -> None:
    match = played(table(hands={"A": "Ba T T"}, above="H Cs/3"), "Ba-", kill)
    assert {match.log(seat)[1].move for seat in (None, 0, 1)} == {kill}


def test_cts_26_the_log_does_not_tell_spies_after_the_end_either() -> None:
    match = played(table(zones="own", hands={"A": "Cs"}), "Cs@A")
    assert [match.log(seat)[0].move for seat in (None, 0, 1)] == ["?s@A", "Cs@A", "?s@A"]


# --- CTS-26: steps that bring hidden things to light ---


def test_cts_26_a_step_after_which_cards_were_drawn_is_not_taken_back() -> None:
    match = table(zones="queen own", hands={"A": "T H", "B": "N N N"}, pile="C C C")
    before = match.position()
    played(match, "T+").undo()
    assert match.position() == before
    played(match, "T+", "H@A")
    with pytest.raises(CannotUndo):
        match.undo(0)


def test_cts_26_the_last_step_is_not_taken_back_for_it_revealed_everything() -> None:
    match = played(table(zones="own", hands={"A": "T"}), "T@A")
    with pytest.raises(CannotUndo):
        match.undo()


def test_cts_26_a_step_that_showed_nothing_is_taken_back() -> None:
    match = table(zones="own", hands={"A": "Ta", "B": "N N N"}, domains={"A": "Hs/3"})
    before = match.position()
    played(match, "Ta@A", "xs3").undo()
    assert moves(match) == {"spare", "xs3"}
    match.undo()
    assert match.position() == before


# --- CTS-26: all that a seat cannot know may be dealt anew, and the seat sees no difference ---


@pytest.mark.parametrize(("players", "edition"), [(2, "published"), (3, "rulebook"), (4, "published"), (5, "rulebook")])
def test_cts_26_a_seat_cannot_tell_a_match_dealt_anew(players: int, edition: str) -> None:
    match = game(players, edition).new(22)
    for stretch in range(5):
        at_random(match, stretch, 25)
        for seat in range(players):
            anew = match.redeal(seat, stretch)
            assert anew.view(seat) == match.view(seat)
            assert (anew.observe(seat) == match.observe(seat)).all()
            assert anew.choices(seat) == match.choices(seat)
            assert anew.game.at(anew.position()).position() == anew.position()
        assert match.redeal(None, stretch).view() == match.view()
    assert match.over


def test_cts_26_dealing_anew_keeps_what_the_seat_knows() -> None:
    spies = {"above": "Bs/1 Ts/2", "domains": {"A": "Ns/3"}, "removed": "Hs/5- Ss/6@B Cn"}
    match = table(3, hands={"A": "Cs B Tn", "B": "T T T", "C": "N N N"}, pile="H H H S S S", **spies)
    for seed in range(20):
        position = match.redeal(0, seed).position()
        assert position["hands"]["A"] == "B Tn Cs"
        assert position["missions"]["A"] == match.position()["missions"]["A"]
        for key in ("turn", "mover", "first", "zones"):
            assert position[key] == match.position()[key]
        assert "Bs/1" in position["above"].split() and "Cn" in position["removed"].split()


def anew(match: Match, seat: int | None, times: int) -> list[dict[str, Any]]:
    return [match.redeal(seat, seed).position() for seed in range(times)]


def test_cts_26_hands_the_pile_and_cards_put_away_are_dealt_anew() -> None:
    match = table(3, hands={"A": "B B B", "B": "T T T", "C": "N N N"}, pile="H H H S S S", below="C C C C")
    found = anew(match, 0, 40)
    unseen = set(cards_anywhere(match)) - {"C"}
    assert all(set(cards(position["hands"]["B"])) <= unseen for position in found)
    for part in ("B", "C"):
        dealt = Counter(card for position in found for card in cards(position["hands"][part]))
        assert len(dealt) > 24 and dealt["T"] < 25 and dealt["N"] < 25
    assert len({position["pile"] for position in found}) == len({position["away"] for position in found}) == 40
    assert {len(cards(position["pile"])) for position in found} == {6}
    assert {position["below"] for position in found} == {"C C C C"}


def test_cts_26_every_card_that_the_seat_sees_is_left_out_of_the_deal() -> None:
    """A sees all butterflies and carps: in its hand, on the table on either side, in domains, removed."""
    sees = {
        "above": "B Bn Bg Bg C",
        "below": "B Bn Ba Bg C",
        "domains": {"A": "B Bn Cg Cg Cn Cn", "B": "Bn Cg C C", "C": "Cn"},
        "removed": "B Ba Cn Ca Ca",
    }
    match = table(3, hands={"A": "Bs Bs Cs", "B": "T T T", "C": "N N N"}, pile="H H H", **sees)
    for position in anew(match, 0, 20):
        hidden = [*cards(position["hands"]["B"]), *cards(position["hands"]["C"]), *cards(position["pile"])]
        assert not {card for card in hidden if card[0] in "BC"} - {"Cs"}
        assert Counter(cards(position["away"])) + Counter(hidden) == cards_hidden_from_a(match)


def cards_hidden_from_a(match: Match) -> Counter[str]:
    position = match.position()
    texts = [position["hands"]["B"], position["hands"]["C"], position["pile"], position["away"]]
    return Counter(card for text in texts for card in cards(text))


@pytest.mark.parametrize("players", [2, 5])
def test_cts_26_missions_are_dealt_anew_but_for_ones_own(players: int) -> None:
    for edition, stacks in (("rulebook", [RULEBOOK_MISSIONS] * 2), ("published", [WHITE_MISSIONS, BLUE_MISSIONS])):
        match = game(players, edition).new(23)
        held = match.position()["missions"]
        found = [position["missions"] for position in anew(match, 1, 20)]
        assert all(missions["B"] == held["B"] for missions in found)
        for which in (0, 1):
            dealt = {missions["A"][which] for missions in found}
            assert dealt <= set(stacks[which]) - set(held["B"]) and len(dealt) > 6
        for missions in found:
            assert len({name for pair in missions.values() for name in pair}) == 2 * players


def test_cts_26_a_spectator_knows_no_mission_and_no_hand() -> None:
    match = table(3, hands={"A": "B B B", "B": "T T T", "C": "N N N"}, pile="H H H")
    found = anew(match, None, 30)
    for seat in "ABC":
        assert len({position["hands"][seat] for position in found}) == 30
        assert len({position["missions"][seat][0] for position in found}) > 10


def test_cts_26_spies_of_others_are_dealt_anew_and_remain_spies() -> None:
    match = table(2, above="Hs/2", domains={"A": "Ss/3 Cs/4"}, removed="Bs/6- Ts/7@B", hands={"A": "T T T"})
    for observer, hidden in ((0, [0, 2, 3]), (1, [1, 4]), (None, [0, 1, 2, 3, 4])):
        found = [known_truth(match.redeal(observer, seed)) for seed in range(30)]
        for place, truth in enumerate(known_truth(match)):
            assert {spies[place] for spies in found} == (set(EVERY_SPY) if place in hidden else {truth})


def known_truth(match: Match) -> list[str]:
    """The spies in the order laid, as they are."""
    found = re.findall(r"(.s)/(\d+)", json.dumps(match.position()))
    return [spy for spy, turn in sorted(found, key=lambda named: int(named[1]))]


def test_cts_26_each_deal_that_fits_is_as_likely_as_another() -> None:
    """Of the three spies that A does not know two are butterflies: so is the one laid by B in two deals of three."""
    mine = "Ts/1 Ns/3 Ns/5 Hs/7 Hs/9 Ss/11"
    match = table(domains={"A": mine}, above="Bs/2", hands={"A": "Ss Cs Cs", "B": "T T T"}, pile="H H H")
    found = Counter(known_truth(match.redeal(0, seed))[1] for seed in range(90))
    assert set(found) == {"Bs", "Ts"} and 48 < found["Bs"] < 72


def test_cts_26_the_spies_that_are_left_may_be_anywhere_else() -> None:
    mine = "Ts/1 Ns/3 Ns/5 Hs/7 Hs/9 Ss/11"
    match = table(domains={"A": mine}, above="Bs/2", hands={"A": "Ss Cs Cs", "B": "T T T"}, pile="H H H H S S")
    spies = [{key: "s" in "".join(cards(text)) for key, text in parts(match.redeal(0, seed))} for seed in range(40)]
    assert {key: any(found[key] for found in spies) for key in spies[0]} == {"B": True, "pile": True, "away": True}
    assert all(sum(cards_anywhere(match.redeal(0, seed)).values()) == 90 for seed in range(3))


def parts(match: Match) -> list[tuple[str, str]]:
    position = match.position()
    return [("B", position["hands"]["B"]), ("pile", position["pile"]), ("away", position["away"])]


def test_cts_26_the_others_can_choose_from_what_they_are_dealt() -> None:
    match = table(hands={"A": "B B B", "B": "T T T"}, pile="H H H")
    for seed in range(8):
        anew = match.redeal(1, seed)
        hand = dict.fromkeys(anew.position()["hands"]["A"].split())
        every = [card + place for card in hand for place in ("+", "-", "@A", "@B")]
        assert [choice.move for choice in anew.choices()] == every


def test_cts_26_the_future_is_dealt_anew_too() -> None:
    match = game(2).new(24)
    streams = {match.redeal(0, seed).position()["stream"] for seed in range(5)}
    assert len(streams) == 5 and match.position()["stream"] not in streams
    assert match.redeal(0, 3).position() == match.redeal(0, 3).position()


@pytest.mark.parametrize(("observer", "hidden"), [(0, [2]), (1, [1]), (None, [1, 2])])
def test_cts_26_after_the_end_only_what_is_never_shown_is_dealt_anew(observer: int | None, hidden: list[int]) -> None:
    match = over(2, above="Hs/2", removed="Bs/3+ Cs/4@A", domains={"A": "Ss/5 T"})
    deals = [match.redeal(observer, seed) for seed in range(16)]
    for place in range(4):
        found = {known_truth(deal)[place] for deal in deals}
        assert (len(found) > 3) == (place in hidden)
        assert len(found) == 1 or place in hidden
    for deal in deals:
        for key in ("above", "domains", "missions"):
            assert deal.position()[key] == match.position()[key]


@EVERY_NUMBER
def test_cts_26_a_match_dealt_anew_can_be_played_to_the_end(players: int) -> None:
    match = at_random(game(players).new(25), 25, 17)
    finished = at_random(match.redeal(1, 1), 1)
    assert finished.over and sum(cards_anywhere(finished).values()) == 90


# --- CTS-26: the same knowledge as a vector ---


def spots(seat: int, players: int) -> list[str]:
    """Places in the order of the vector: domains counted from the seat."""
    return ["+", "-", *(f"@{SEATS[(seat + steps) % players]}" for steps in range(players))]


def kinds(texts: list[str]) -> list[int]:
    """How many of each kind there are, by role and then family."""
    names = Counter(texts)
    return [names[letter + role] for role in ROLES for letter in LETTERS]


def flags(size: int, *raised: int) -> list[int]:
    return [int(place in raised) for place in range(size)]


def vector(match: Match, seat: int) -> list[int]:
    """What `observe` should give, made from the seat's view by the table at the top of the rules."""
    view, chosen = match.view(seat), match.game.chosen
    players = match.game.players
    published = chosen["edition"] == "published"
    places = spots(seat, players)
    lying = {"+": view["above"], "-": view["below"]} | {
        f"@{SEATS[i]}": list(view["domains"][i]) for i in range(players)
    }
    if match.over:
        for spy in view["spies"]:
            lying[spy["place"]] = lying[spy["place"]] + ([spy["card"]] if not spy["removed"] else [])
    out = [players, view["pile"], view["turn"]]
    out += [int(zone in view["zones"]) for zone in ("queen", "own", "other")]
    out += flags(5, *([] if match.over else [(view["mover"] - seat) % players]))
    out += [int(chosen["nobles_count_double_in_missions"]), int(published), 3 if published else 2]
    out += [view["hands"][(seat + steps) % players] for steps in range(players)] + [0] * (5 - players)
    out += kinds(view["hand"])
    for place in places:
        out += kinds(lying[place])
    out += [0] * 30 * (5 - players)
    out += kinds(view["removed"])[:18]
    for spy in view["spies"]:
        out += [spy["turn"], int(spy["removed"]), *flags(7, places.index(spy["place"]))]
        out += flags(6, LETTERS.find(spy["card"][0]))
    out += [0] * 15 * (12 - len(view["spies"]))
    names = [mission.name for mission in match.game.missions]  # type: ignore[attr-defined]
    for name in view["missions"][seat]:
        out += flags(32, names.index(name))
    assassin = view["assassin"] or " " * 3
    out += flags(7, *([places.index(assassin[2:])] if view["assassin"] else [])) + flags(6, LETTERS.find(assassin[0]))
    return out


@pytest.mark.parametrize(
    ("players", "edition", "double"),
    [(2, "rulebook", True), (3, "published", True), (4, "rulebook", False), (5, "published", False)],
)
def test_cts_26_the_vector_says_what_the_view_says(players: int, edition: str, double: bool) -> None:
    match = game(players, edition, double).new(26)
    for stretch in range(5):
        for seat in (0, players - 1):
            assert match.observe(seat).tolist() == vector(match, seat)
        at_random(match, stretch, 26)


@pytest.mark.parametrize("place", ["+", "-", "@A", "@B", "@C"])
def test_cts_26_the_vector_names_the_deciding_assassin(place: str) -> None:
    spread = {"above": "H Ts/1", "below": "H", "domains": {"A": "Cn", "B": "S Bs/2", "C": "N"}, "removed": "Tn Ss/3@C"}
    match = played(table(3, hands={"A": "Na T T"}, **spread), "Na" + place)
    for seat in range(3):
        assert match.observe(seat).dtype == np.int8
        assert match.observe(seat).tolist() == vector(match, seat)


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


@pytest.mark.parametrize("order", list(permutations(["Hs-", "Ts@B", "Cs@C"])), ids=" ".join)
def test_cts_27_spies_of_one_turn_are_listed_by_place_whatever_the_order_laid(order: tuple[str, ...]) -> None:
    match = table(
        3, turn=14, mover="B", hands={"B": "Hs Ts Cs", "C": "N N N"}, domains={"C": "Bs/13"}, removed="Ss/12@C"
    )
    played(match, *order)
    listed = [(spy["turn"], spy["place"], spy["card"], spy["removed"]) for spy in match.view(1)["spies"]]
    assert listed[:2] == [(12, "@C", "?s", True), (13, "@C", "?s", False)]
    assert listed[2:] == [(14, "-", "Hs", False), (14, "@B", "Ts", False), (14, "@C", "Cs", False)]
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
