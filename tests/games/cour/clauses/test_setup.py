"""The cards and the set-up: COR-1 to COR-8."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import camarilla
from camarilla import BadOption, Match
from camarilla.engine import calls
from tests.games.cour.positions import (
    COURT,
    OURS,
    SEATS,
    TURNS,
    all_cards,
    at,
    cards_anywhere,
    game,
    hand,
    moment,
    moves,
    offered,
    played,
    purse,
    purses,
    set_file,
    table,
    waiting,
)

PLAYERS = pytest.mark.parametrize("players", range(2, 7))
BOTH = pytest.mark.parametrize("turns", TURNS)


def picked(match: Match) -> Match:
    """Everybody picks two, the first two of the pack."""
    for seat in match.game.seats:
        for _ in range(2):
            match.play(match.choices(seat)[0], seat)
    return match


# --- The cards ---


@PLAYERS
def test_cor_1_there_are_98_cards(players: int) -> None:
    match = game(players, characters=OURS).new(players)
    found = cards_anywhere(match)
    assert found.total() == 98 and len(found) == 49 and set(found.values()) == {2}
    for _ in range(4):
        assert cards_anywhere(picked(match)) == found


@pytest.mark.parametrize(
    ("card", "left"),
    [
        ("Trader", "7 9 9"),
        ("Smith", "9 6 9"),
        ("Guard", "9 5 9"),
        ("Lord", "4 9 9"),
        ("Priest", "9 9 6"),
        ("Sage", "9 9 5"),
    ],
)
def test_cor_2_each_type_has_its_resource(card: str, left: str) -> None:
    match = played(table("", "", hands=[card]), f"enrol {card}", "at a1")
    assert purses(match) == [left, "9 9 9"]


@pytest.mark.parametrize(("resource", "left"), [("gold", "6 9 9"), ("steel", "9 6 9"), ("ruby", "9 9 6")])
def test_cor_2_rogues_cost_any_one_resource(resource: str, left: str) -> None:
    match = played(table("", "", hands=["Thief"]), "enrol Thief", "at a1", resource)
    assert purse(match) == left


def test_cor_2_resources_are_not_limited() -> None:
    match = table("Sage", "", purses=["400 300 200", "300 0 0"], Sage="gain 9 ruby")
    assert purse(played(match, "activate a1")) == "400 300 209"


def test_cor_3_the_known_characters_do_what_is_known_of_them() -> None:
    match = table("Miner Ironmonger", "", characters=OURS)
    assert purse(played(match, "activate a1")) == "9 10 9"
    assert purse(played(match, "activate a2")) == "8 12 9"
    match = table("Miner Duke / Actor", "", characters=OURS)
    assert purse(played(match, "activate b1", "copy a1")) == "9 10 9"
    match = played(table("Counsellor", "", characters=OURS), "activate a1", "move a1", "at a4")
    assert at(match, "pyramids", "A") == {"a4": "Counsellor"}


def test_cor_3_the_philosopher_and_the_penitent_at_the_end() -> None:
    base = "Miner Ironmonger Philosopher Penitent Duke"
    match = table(f"{base} / Miner Ironmonger Duke Cardinal", "", characters=OURS)
    penitent, philosopher = (match.view()["seats"][0]["pyramid"][place]["bonus"] for place in ("a4", "a3"))
    assert (penitent, philosopher) == (2, 3)


def test_cor_4_powers_once_a_game_are_on_9_cards_at_most() -> None:
    ours = game(characters=OURS).characters
    assert 0 < sum(card.copies for card in ours if card.power.once) <= 9
    words = {part.word for card in ours for part in card.power.parts}
    assert words >= {"gain", "pay", "draw", "keep", "reserve", "cheaper", "recover", "steal", "levy", "purge", "remove"}
    assert any(card.power.green and card.power.parts for card in ours)
    assert any(not card.power.parts for card in ours)


def test_cor_5_a_file_of_the_same_form(tmp_path: Path) -> None:
    path = tmp_path / "court.toml"
    path.write_text(set_file(COURT, {"Sage": "gain 2 gold"}), encoding="utf-8")
    found = cards_anywhere(camarilla.game("cour", players=2, characters=str(path), runtime="interpreted").new(1))
    assert len(found) == 12 and set(found.values()) == {2}, "two copies unless told"
    assert purse(played(table("Sage", "", Sage="gain 2 gold"), "activate a1")) == "11 9 9"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [("Sage scholar", "Sage wizard", "Sage, type"), ("4 2", "6 2", "Sage, cost"), ("4 2", "4 9", "Sage, prestige")],
)
def test_cor_5_a_bad_file_names_the_card_and_the_field(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "court.toml"
    path.write_text(set_file("Sage scholar neutral 4 2".replace(old, new), {}), encoding="utf-8")
    with pytest.raises(BadOption, match=said):
        camarilla.game("cour", characters=str(path))


@pytest.mark.parametrize(
    ("players", "rogues", "enough"), [(2, True, True), (3, True, False), (2, False, False), (6, False, False)]
)
def test_cor_5_at_least_10_cards_a_player_after_removing_rogues(
    tmp_path: Path, players: int, rogues: bool, enough: bool
) -> None:
    path = tmp_path / "court.toml"
    path.write_text(set_file(COURT, {}), encoding="utf-8")
    options = {"players": players, "rogues": rogues, "characters": str(path), "runtime": "interpreted"}
    if enough:
        assert not camarilla.game("cour", **options).new(1).over
        return
    with pytest.raises(BadOption) as refused:
        camarilla.game("cour", **options)
    assert refused.value.clause == "COR-5"


# --- The draft ---


@PLAYERS
@BOTH
def test_cor_6_eight_cards_to_each_player(players: int, turns: str) -> None:
    match = game(players, characters=OURS, turns=turns).new(6)
    position = match.position()
    assert (moment(match), position["pick"], position["done"], position["mover"]) == ("0 draft", 1, "", None)
    assert [len(pack) for pack in position["hands"].values()] == [8] * players
    assert len(position["deck"]) == 98 - 8 * players
    for key in ("kept", "reserved", "pyramids", "pending", "discounts", "enrolled", "activated", "used"):
        assert not any(position[key].values())
    for key in ("looked", "leaving", "discard", "anywhere", "completed", "power", "decider", "chosen", "place"):
        assert not position[key]
    assert list(position["enrolments"].values()) == [0] * players
    for pack in position["hands"].values():
        order = [card.en for card in match.game.characters]
        assert [order.index(card) for card in pack] == sorted(order.index(card) for card in pack)


@pytest.mark.parametrize("seed", range(4))
def test_cor_6_they_are_dealt_one_each_in_seat_order(seed: int) -> None:
    """With two players the same draw pile shows what comes after the first 16 cards, which more players are dealt."""
    two, six = game(2, characters=OURS).new(seed), game(6, characters=OURS).new(seed)
    shuffled = at(two, "deck")
    assert at(six, "deck") == shuffled[32:]
    for seat, letter in enumerate(SEATS):
        own = Counter(shuffled[6 * lap + seat - 16] for lap in range(3, 8))
        assert own <= Counter(at(six, "hands", letter))
    first = [at(two, "hands", letter) for letter in "AB"]
    assert Counter(first[0] + first[1]) == all_cards(two.game) - Counter(shuffled)


def test_cor_6_nothing_is_left_of_an_earlier_match() -> None:
    here = game(3)
    new, used = here.new(5).state, np.frombuffer(b"\x11" * here.rules.State.itemsize, here.rules.State).copy()
    here.call(calls.setup, used, np.uint64(5))
    for name in here.rules.State.names:
        assert (new[name] == used[name]).all(), name
    state = new[0]
    assert not state["cards"][24:].any() and not state["deck"][48:].any() and state["left"] == 48
    assert (state["first"].tolist(), state["discards"]) == ([0, 8, 8, 8, 16, 16, 16, *[24] * 12], 0)
    for name in ("discard", "leaving", "enrolled", "activated", "used", "discount", "discount_for", "discounts"):
        assert not state[name].any()
    for name in ("pyramid", "pending", "looked"):
        assert (state[name] == -1).all()
    nobody = ("mover", "chosen", "spot", "victim", "power", "user", "decider")
    assert [state[name] for name in nobody] == [-1] * 7
    assert [state[name] for name in ("step", "part", "units", "done", "round", "anywhere")] == [0] * 6
    assert state["resource"].tolist() == [[3, 3, 3]] * 3 + [[0, 0, 0]] * 3


def test_cor_6_the_cards_are_shuffled() -> None:
    here = game(3)
    assert len({tuple(at(here.new(seed), "deck")) for seed in range(5)}) == 5
    assert at(here.new(3), "deck") == at(here.new(3), "deck")
    tops = Counter(at(here.new(seed), "deck")[0] for seed in range(60))
    assert len(tops) == 12


@PLAYERS
@BOTH
def test_cor_6_everybody_picks_two_and_passes_the_rest_to_the_left(players: int, turns: str) -> None:
    match = game(players, turns=turns).new(players)
    own: list[Counter[str]] = [Counter() for _ in range(players)]
    for lap in range(4):
        packs = [Counter(card.rstrip("<") for card in at(match, "hands", seat)) for seat in SEATS[:players]]
        assert [pack.total() for pack in packs] == [8 - 2 * lap] * players and at(match, "pick") == lap + 1
        for seat in range(players):
            chosen = [match.choices(seat)[-1].move.removeprefix("pick ")]
            played(match, f"{SEATS[seat]} pick {chosen[0]}")
            chosen += [match.choices(seat)[-1].move.removeprefix("pick ")]
            played(match, f"{SEATS[seat]} pick {chosen[1]}")
            packs[seat] -= Counter(chosen)
            own[seat] += Counter(chosen)
        if lap < 3:
            for seat in range(players):
                left = Counter(card.rstrip("<") for card in at(match, "hands", SEATS[seat]))
                assert left == packs[seat - 1]
                aside = Counter(card.rstrip("<") for card in at(match, "reserved", SEATS[seat]))
                assert aside == own[seat] and at(match, "kept", SEATS[seat]) == []
    assert (moment(match), at(match, "pick"), at(match, "done")) == ("1 income", 0, "")
    for seat in range(players):
        found = Counter(card.rstrip("<") for card in at(match, "hands", SEATS[seat]))
        assert found >= own[seat] and found.total() == 10
        assert at(match, "reserved", SEATS[seat]) == at(match, "kept", SEATS[seat]) == []


def test_cor_6_one_card_at_a_time() -> None:
    packs = ["Trader Smith Smith Guard Lord Sage Sage Sage", "Trader Smith Guard Lord Priest Sage Thief Jester"]
    match = table("", "", hands=packs, phase="draft", round=0, pick=1, turns="simultaneous", purses=["3 3 3"] * 2)
    assert moves(match, "A") == [f"pick {card}" for card in ("Trader", "Smith", "Guard", "Lord", "Sage")]
    played(match, "A pick Smith")
    assert (hand(match), hand(match, "A", "kept"), waiting(match)) == (
        "Trader Smith Guard Lord Sage Sage Sage",
        "Smith",
        "AB",
    )
    assert moves(match, "A") == [f"pick {card}" for card in ("Trader", "Smith", "Guard", "Lord", "Sage")]
    played(match, "A pick Smith")
    assert (waiting(match), at(match, "done"), hand(match, "A", "kept")) == ("B", "A", "Smith Smith")
    played(match, "B pick Jester", "B pick Thief")
    assert hand(match) == "Trader< Smith< Guard< Lord< Priest< Sage<"
    assert hand(match, "B") == "Trader< Guard< Lord< Sage< Sage< Sage<"
    assert (at(match, "pick"), at(match, "done"), waiting(match)) == (2, "", "AB")


def test_cor_6_in_order_each_picks_two_in_turn_from_the_first_seat() -> None:
    match = game(3, turns="in_order").new(1)
    seats = ""
    while at(match, "phase") == "draft":
        seats += waiting(match)
        match.play(match.choices()[0])
    assert seats == "AABBCC" * 4


def test_cor_6_at_the_same_time_everybody_waits_who_has_not_picked_two() -> None:
    match = game(3, turns="simultaneous").new(1)
    seen = []
    for seat in (1, 1, 2, 0, 2, 0):
        seen.append(waiting(match))
        match.play(match.choices(seat)[0], seat)
    assert seen == ["ABC", "ABC", "AC", "AC", "AC", "A"] and (waiting(match), at(match, "pick")) == ("ABC", 2)


def test_cor_6_the_last_pick_is_forced() -> None:
    match = game(3, turns="simultaneous").new(2)
    for _ in range(3):
        assert match.indifferent(0) is None
        picked(match)
    for seat in (2, 0, 1):
        for _ in range(2):
            spared = match.indifferent(seat)
            assert spared is not None and spared == match.choices(seat)[0]
            match.play(spared)
    assert moment(match) == "1 income"


@PLAYERS
@pytest.mark.parametrize(("base", "each"), [(5, 3), (4, 2)])
def test_cor_7_three_of_each_resource_or_two_with_base_4(players: int, base: int, each: int) -> None:
    match = game(players, base=base).new(7)
    assert purses(match) == [f"{each} {each} {each}"] * players
    for _ in range(4):
        picked(match)
    assert purses(match) == [f"{each + 1} {each + 1} {each + 1}"] * players


@PLAYERS
def test_cor_8_without_rogues_there_are_none(players: int) -> None:
    match = game(players, characters=OURS, rogues=False).new(8)
    found = cards_anywhere(match)
    rogues = {card.en for card in match.game.characters if card.type == 6}
    assert found.total() == 84 and len(rogues) == 7 and not rogues & set(found)
    assert rogues <= set(cards_anywhere(game(players, characters=OURS).new(8)))


def test_cor_8_with_rogues_they_may_be_picked() -> None:
    match = table(
        "", "", hands=["Thief " * 4 + "Jester " * 4, "Lord " * 4 + "Sage " * 4], phase="draft", round=0, pick=1
    )
    assert offered(match, "pick") == ["Thief", "Jester"]
