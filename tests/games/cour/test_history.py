"""COR-35: every world that is dealt for a seat can have come about, and one that cannot is noticed."""

from __future__ import annotations

from collections.abc import Set
from random import Random
from typing import Any

import pytest

import camarilla
from camarilla import Game, Match
from camarilla.games.cour import history
from camarilla.testing.histories import worlds_have_a_history
from camarilla.testing.walks import observers, some, walk
from tests.games.cour.positions import at, at_random, game, hand, played, table

SETS_ASIDE = {
    "Trader": "draw 2, keep 2",
    "Smith": "recover 1",
    "Guard": "keep 1",
    "Lord": "look 3 take 2",
    "Priest": "reserve 1, draw 1, reserve 1",
    "Sage": "draw 2, discard 1",
    "Thief": "look 2, look 3",
    "Jester": "copy",
    "Baron": "between turns: purge 3",
    "Monk": "recover 2",
    "Miner": "recover 1, keep 1",
}  # cards go everywhere from hands, and come back
SEEDS = range(1, 40)  # all but the first for a sweep

# In these a third taker let go a card of which two were passed on, one in each pack, after one was sure to have left.
THIRD_TAKER = {(4, 15), (6, 16)}  # by players and seed


def cases(players: list[int], always: Set[tuple[int, int]] = frozenset()) -> list[Any]:
    return [
        pytest.param(n, seed, marks=() if seed == 1 or (n, seed) in always else pytest.mark.sweep)
        for n in players
        for seed in SEEDS
    ]


def try_histories(here: Game, seed: int, positions: int) -> None:
    chance = Random(seed)
    for match in some(walk(here, seed, seed), seed, positions):
        for seat in observers(here):
            worlds_have_a_history(match, seat, chance.getrandbits(60))


@pytest.mark.parametrize(("players", "seed"), cases([2, 3, 4, 5, 6], THIRD_TAKER))
def test_cor_35_every_world_has_a_history(players: int, seed: int) -> None:
    options = {"base": 4 + seed % 2, "rogues": seed % 3 > 0, "inverted": seed % 5 == 0, "hand_limit": 3 * (seed % 4)}
    turns = "in_order" if seed % 7 > 3 else "simultaneous"
    try_histories(camarilla.game("cour", players=players, turns=turns, runtime="compiled", **options), seed, 3)


@pytest.mark.parametrize(("players", "seed"), cases([2, 3, 6]))
def test_cor_35_every_world_has_a_history_wherever_cards_have_been(players: int, seed: int) -> None:
    turns = "in_order" if seed % 2 else "simultaneous"
    here = game(players, tuple(SETS_ASIDE.items()), turns=turns, base=4, copies=6 - seed % 2, runtime="compiled")
    try_histories(here, seed, 12)


# --- How far back it goes ---


def test_a_history_begins_with_the_deal() -> None:
    match = at_random(camarilla.game("cour", players=3, runtime="interpreted").new(2), 2, 50)
    position, actions = history.retrace(match, match.redeal(0, 1), 0)
    assert (position["phase"], position["pick"], len(actions)) == ("draft", 1, 50)


def test_a_history_begins_when_the_discard_pile_was_last_shuffled() -> None:
    match = table("", "Sage", hands=["", "Trader Trader"], deck="Lord", discard="Monk Guard", Sage="draw 2")
    played(match, "A end", "B activate a1", "B end")  # the second card drawn had been discarded
    assert [len(history.retrace(match, match.redeal(0, seed), 0)[1]) for seed in range(5)] == [1] * 5


def test_cor_35_does_not_go_into_when_a_card_was_set_aside() -> None:
    """The Monk was taken after the other card had been set aside; where a world has it there, the past begins later."""
    hands = ["Monk " * 5, "Trader Lord"]  # there is no other Monk
    match = table("", "Guard Smith", hands=hands, discard="Monk", Guard="keep 1", Smith="recover 1")
    played(match, "A end", "B activate a1", "B keep Trader", "B activate a2", "B take Monk")
    told = set()
    for seed in range(20):
        worlds_have_a_history(match, 0, seed)
        world = match.redeal(0, seed)
        told.add((at(world, "kept", "B") == ["Monk!"], len(history.retrace(match, world, 0)[1])))
    assert told == {(False, 5), (True, 0)}


# --- What a history finds out ---


def drafted(picks: int) -> Match:
    """Among four, after so many picks."""
    return at_random(camarilla.game("cour", players=4, runtime="interpreted").new(1), 1, 8 * picks)


def faulty(world: Match, seat: str, card: str) -> Match:
    """A card of a hand changes places with one of the draw pile of which nobody holds another."""
    position = world.position()
    cards, deck = position["hands"][seat], position["deck"]
    other = next(name for name in deck if not any(name in hand(world, letter) for letter in "ABCD"))
    cards[cards.index(card)], deck[deck.index(other)] = other, card
    return world.game.at(position)


def is_noticed(match: Match, world: Match) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "redeal", lambda *_: world)
        try:
            worlds_have_a_history(match, 0, 1)
        except AssertionError as fault:
            return "cannot have come about" in str(fault)
    return False


def test_the_law_finds_a_card_in_a_pack_that_was_passed_on_without_it() -> None:
    match = drafted(2)  # C has the pack that A passed on first
    world = match.redeal(0, 1)
    assert is_noticed(match, faulty(world, "C", at(world, "hands", "C")[0]))
    assert not is_noticed(match, world)


def test_the_law_finds_a_card_in_the_draw_pile_that_somebody_took_in_the_draft() -> None:
    match = drafted(4)
    world = match.redeal(0, 1)
    passed = [entry["card"] for entry in match.view(0)["own"]["passed"][0]]
    others = [name for letter in "BCD" for name in at(world, "hands", letter)]
    card = next(name for name in at(world, "hands", "D") if name in passed and others.count(name) == 1)
    assert is_noticed(match, faulty(world, "D", card))
    assert not is_noticed(match, world)
