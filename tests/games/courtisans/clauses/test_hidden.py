"""What is hidden: CTS-26."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from camarilla import CannotUndo, Match
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
    assert "plays a spy, face down" in match.log(1)[0].message.text()
    assert f"plays the {family} spy" in match.log(0)[0].message.text()


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
            assert anew.game.at(anew.position()).fingerprint == anew.fingerprint
        anew = match.redeal(None, stretch)
        assert anew.view() == match.view()
        assert anew.game.at(anew.position()).fingerprint == anew.fingerprint
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


# --- What all can tell that somebody has to do ---


@EVERY_NUMBER
def test_cts_26_all_can_tell_that_the_last_card_has_one_place_to_go(players: int) -> None:
    assert table(players, zones="own other", mover="A", turn=1, hands={"A": "Cs Cs"}).forced(0) is None
    own = table(players, zones="own", mover="A", turn=1, hands={"A": "Cs"})
    assert own.forced(0) == own.choices()[0] and own.forced(1) is None
    other = table(players, zones="other", mover="A", turn=1, hands={"A": "Cs"})
    assert (other.forced(0) is None) == (players > 2)
