"""What learners see of a table: COR-35, by the list at the top of the rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla import Match
from tests.games.cour.positions import (
    CARDS,
    OURS,
    RESOURCES,
    TURNS,
    at,
    at_random,
    ended,
    game,
    played,
    set_file,
    table,
)

TYPES = ("merchant", "artisan", "warrior", "noble", "cleric", "scholar", "rogue")
PHASES = ("draft", "income", "turns", "between", "over")
STEPS = ["place", "pay", "refund", "gain", "cost", "discard", "sell", "keep", "look", "recover"]
STEPS += ["copy", "move", "to", "limit", "order", "effect", "victim", "spoil", "remove", "purge"]
PLACES = [f"{row}{number}" for row, size in zip("abcde", (5, 4, 3, 2, 1), strict=True) for number in range(1, size + 1)]


def flags(size: int, *raised: int) -> list[int]:
    return [int(place in raised) for place in range(size)]


def capped(number: int) -> int:
    return min(127, number)


def vector(match: Match, seat: int) -> list[int]:
    """What `observe` should give, made from the seat's view."""
    view, options, players = match.view(seat), match.game.chosen, match.game.players
    kinds = [card.en for card in match.game.characters]
    order = [(seat + steps) % players for steps in range(players)]

    def one_of(other: int | None) -> list[int]:
        return flags(6) if other is None else flags(6, (other - seat) % players)

    def counts(cards: list[str]) -> list[int]:
        found = Counter(cards)
        return [found[kind] for kind in kinds] + [0] * (128 - len(kinds))

    power, chosen = view["power"], view["chosen"]
    out = [players, options["base"], int(options["inverted"]), options["surcharge"]]
    out += [int(options["turns"] == "simultaneous"), capped(int(options["hand_limit"])), len(kinds)]
    out += [view["round"], view["pick"], PHASES.index(view["phase"]), int(view["completed"])]
    out += [capped(view["deck"]), capped(len(view["discard"]))]
    out += flags(20, *([STEPS.index(view["step"])] if view["step"] else []))
    out += one_of(view["mover"]) + one_of(view["decider"]) + one_of(power["seat"] if power else None)
    out += one_of(view["victim"])
    out += [power["part"], power["left"]] if power else [0, 0]
    out += [PLACES.index(view["place"]) + 1 if view["place"] else 0, (view["first"] - seat) % players]
    out += [1, kinds.index(power["card"])] if power else [0, 0]
    out += [1, kinds.index(chosen)] if chosen else [0, 0]
    for other in order:
        out += court(view["seats"][other], other in view["done"])
    out += [0] * (32 * (6 - players))
    for other in order:
        lying = view["seats"][other]["pyramid"]
        out += [kinds.index(lying[place]["card"]) if place in lying else 0 for place in PLACES]
    out += [0] * (15 * (6 - players))
    for other in order:
        effects = [kinds.index(card) for card in view["seats"][other]["pending"]]
        out += effects + [0] * (15 - len(effects))
    out += [0] * (15 * (6 - players))
    own = view["own"]
    out += counts([card["card"] for card in own["hand"]])
    for other in order[1:]:
        out += counts(view["seats"][other]["known"] + view["seats"][other]["known_reserved"])
    out += [0] * (128 * (6 - players))
    out += counts([card["card"] for card in own["kept"] + own["reserved"]])
    for key in ("looked", "discard", "leaving"):
        out += counts(view[key])
    for pack, size in zip(own["passed"], (6, 4), strict=True):
        for card in pack:
            gone = [int((seat + steps) % players in card["gone"] and steps < players) for steps in (1, 2, 3)]
            out += [1, kinds.index(card["card"]), *gone]
        out += [0] * (5 * (size - len(pack)))
    return [int(number) for number in out]


def court(seen: dict[str, Any], done: bool) -> list[int]:
    out = [capped(seen["resources"][name]) for name in RESOURCES]
    out += [seen["hand"], seen["kept"], seen["reserved"], int(done), seen["enrolments"], int(seen["anywhere"])]
    out += [capped(sum(one["less"] for one in seen["discounts"] if name in one["for"])) for name in TYPES]
    out += [len(seen["pending"])]
    for place in PLACES:
        card = seen["pyramid"].get(place)
        out += [1 + 2 * card["enrolled"] + 4 * card["activated"] + 8 * card["used"] if card else 0]
    return out


def expect_vectors(match: Match) -> None:
    assert match.game.at(match.position()).fingerprint == match.fingerprint
    for seat in match.game.seats:
        assert match.observe(seat).tolist() == vector(match, seat)


@pytest.mark.parametrize(
    ("players", "chosen", "seed"),
    [
        (2, {"turns": "in_order", "base": 4, "inverted": True}, 1),
        (3, {"turns": "simultaneous", "hand_limit": 6, "surcharge": 0}, 2),
        (4, {"turns": "in_order"}, 4),
        (6, {"turns": "simultaneous", "base": 4, "hand_limit": 200}, 3),
    ],
)
def test_cor_35_the_vector_says_what_the_view_says(players: int, chosen: dict[str, Any], seed: int) -> None:
    match = game(players, characters=OURS, **chosen).new(seed)
    for stretch in range(16):
        expect_vectors(match)
        at_random(match, stretch, 9)


def test_cor_35_the_vector_in_every_step_of_a_turn() -> None:
    powers = {"Sage": "once: pay 1 any, gain 2 any, keep 2", "Guard": "look 3 take 2, discard 1, sell 1"}
    powers |= {"Lord": "recover 1, move", "Smith": "cheaper 2 for rogue or noble, anywhere"}
    powers |= {"Priest": "reserve 2", "Thief": "copy"}
    given: dict[str, Any] = {"hands": ["Trader Crook Crook! Crook<"], "discard": "Monk Monk Baron"}
    given |= {"top": "Trader Smith Trader Priest Priest", "turns": "simultaneous"}
    match = table("Sage Guard Lord Smith Priest / - - - Thief", "Trader", "", **given, **powers)
    assert match.observe(0).dtype == np.int8
    steps = ["activate a1", "gold", "ruby", "steel", "keep Crook", "enough", "activate a2", "take Trader"]
    steps += ["take Smith", "discard Crook", "discard Crook", "ruby", "activate a3", "take Monk", "move a3", "at b1"]
    steps += ["activate b4", "copy a5", "activate a4", "enrol Monk", "at a3", "dismiss b1", "enrol Trader", "at b1"]
    for step in [*steps, "end"]:
        expect_vectors(played(match, f"A {step}"))


def test_cor_35_the_vector_between_turns() -> None:
    effects = {"Sage": "between turns: steal 2", "Guard": "between turns: purge 1, gain 1 any"}
    effects["Lord"] = "between turns: remove 5"
    hands = ["Trader Miner", "Smith", "Lord"]
    match = table("Sage Guard Sage", "Lord", "Thief", hands=hands, turns="simultaneous", **effects)
    played(match, "A activate a1", "A activate a2", "A activate a3", "B activate a1")
    expect_vectors(ended(match))
    steps = ["first A", "effect Sage", "from C", "gold", "from B", "ruby", "first A", "effect Guard", "discard Smith"]
    steps += ["discard Lord", "gold", "first B", "from C", "remove a1", "steel", "from B", "gold"]
    for step in steps:
        expect_vectors(played(match, step))
    assert at(match, "phase") == "between"


def test_cor_35_the_vector_with_the_first_character_of_the_set() -> None:
    power = "look 2, gain 1 any; between turns: steal 1"
    match = table("Trader", "Lord", hands=["Trader Trader!"], top="Trader Trader", Trader=power, discard="Trader")
    for step in ("activate a1", "take Trader", "gold", "enrol Trader", "at a2", "end", "end", "from B", "gold"):
        expect_vectors(played(match, step))


def test_cor_35_a_limit_is_seen() -> None:
    match = played(table("", "", hands=["Smith Guard Lord"], hand_limit=1), "end")
    expect_vectors(match)
    expect_vectors(played(match, "discard Lord"))


def test_cor_35_numbers_beyond_127_are_shown_as_127() -> None:
    match = table("", "", purses=["128 127 126", "500 0 0"], hand_limit=250)
    assert match.observe(0)[65:68].tolist() == [127, 127, 126] and match.observe(0)[97] == 127
    assert match.observe(0)[5] == 127
    expect_vectors(match)
    discounts = [{"less": 9, "for": ["noble", "rogue"]}] * 14 + [{"less": 1, "for": ["noble"]}]
    match = table("", "", discounts={"A": discounts}, Sage="cheaper 9 for noble or rogue")
    assert match.observe(0)[74:81].tolist() == [0, 0, 0, 127, 0, 0, 126]
    match = table("", "", discounts={"A": [{"less": 9, "for": ["noble"]}] * 15}, Sage="cheaper 9 for noble")
    assert match.observe(1)[106:113].tolist() == [0, 0, 0, 127, 0, 0, 0]


def test_cor_35_a_set_of_128_characters(tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    path.write_text(set_file("\n".join(f"Noble{n} noble neutral 5 5" for n in range(128)), {}, 1), encoding="utf-8")
    match = camarilla.game("cour", players=2, characters=str(path), runtime="interpreted").new(1)
    assert match.observe(0)[6] == 127 and sum(match.observe(0)[437:565]) == 8
    expected = [int(card.removeprefix("Noble")) for card in at(match, "hands", "A")]
    assert np.flatnonzero(match.observe(0)[437:565]).tolist() == expected


def test_cor_35_piles_and_hands_beyond_127_cards_are_shown_as_127() -> None:
    many = " ".join(f"{card} " * 18 for card in CARDS[:8])
    match = table("", "", copies=20, discard=many)
    assert match.observe(0)[12] == 127 and match.observe(0)[11] == 240 - 144
    match = table("", "", copies=20, hands=[many])
    assert (match.observe(0)[68], match.observe(1)[100], match.observe(0)[12]) == (127, 127, 0)
    match = table("", "", copies=20, reserved=[many])
    assert (match.observe(0)[70], match.observe(0)[68], match.observe(0)[69]) == (127, 0, 0)
    match = table("", "", copies=20, kept=[many])
    assert (match.observe(0)[69], match.observe(0)[70]) == (127, 0)
    match = table("", "", copies=20)
    assert match.observe(0)[11] == 127


@pytest.mark.parametrize("turns", TURNS)
def test_cor_35_the_vector_of_a_finished_match(turns: str) -> None:
    match = table("Sage", "Lord", round=40, turns=turns, hands=["Smith", "Guard"])
    expect_vectors(ended(match))
    assert match.over and match.observe(0)[9] == 4


def test_cor_35_the_vector_has_room_for_six() -> None:
    match = table("Sage", "Guard", "Lord", "Smith", "Priest", "Thief", hands=["Baron!"] * 6)
    for seat in range(6):
        observed = match.observe(seat)
        assert [observed[437 + 128 * steps + 8] for steps in range(6)] == [1] * 6
        assert [observed[257 + 15 * steps] for steps in range(6)] == [
            [5, 2, 3, 1, 4, 6][(seat + i) % 6] for i in range(6)
        ]
