"""COR-35: what a seat has seen in the draft holds in every world dealt for it, and all that fit are equally likely."""

from __future__ import annotations

import functools
import os
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

import camarilla
from camarilla import BadPosition, Game, Match
from camarilla.games.cour import rules
from camarilla.testing import batch
from tests.games.cour import worlds
from tests.games.cour.positions import CARDS, COPIES, SEATS, at, cards_anywhere, hand, played, set_file, table
from tests.games.cour.worlds import Cards, Event, Seen, World, counted

RISK = 1e-5
INTERPRETED = os.environ.get("CAMARILLA_RUNTIME") == "interpreted"
DEALS = 200 if INTERPRETED else 10_000
LINES = [
    "Trader merchant neutral 2 1",
    "Smith artisan neutral 2 1",
    "Guard warrior neutral 2 1",
    "Lord noble neutral 2 1",
]


@functools.cache
def game(players: int, copies: Cards, power: str = "") -> Game:
    """A game with a few characters, so many cards of each; the first may have a power."""
    powers = [{"Trader": power}] + [{}] * len(LINES)
    tables = [set_file(line, some, n) for line, some, n in zip(LINES, powers, copies, strict=False)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "few.toml"
        path.write_text("\n".join(tables), encoding="utf-8")
        return camarilla.game("cour", players=players, turns="in_order", surcharge=0, characters=str(path))


def names(match: Match) -> list[str]:
    return [character.en for character in match.game.characters]


def own(match: Match, key: str) -> Cards:
    return counted(at(match, key, "A"), names(match))


def draft(match: Match, picks: int, luck: int) -> Seen:
    """Everybody has picked so many times, at random. What A saw of it."""
    chance, packs, taken = random.Random(luck), [own(match, "hands")], []
    for number in range(picks):
        before = own(match, "reserved")
        for seat in match.game.seats:
            for _ in range(2):
                match.play(chance.choice(match.choices(seat)), seat)
        after = "reserved" if number < 3 else "hands"
        packs.append(own(match, "hands") if number < 3 else (0,) * len(names(match)))
        taken.append(worlds.without(own(match, after), before) if number < 3 else packs[3])
    return Seen(packs, taken)


def redealt(match: Match, deals: int = DEALS) -> Counter[World]:
    """The worlds that are dealt for A, and how often."""
    states = np.repeat(match.state, deals)
    match.game.call(batch.redeals, states, 0, 0)
    return Counter(world(match, states[i]) for i in range(deals))


def world(match: Match, state: Any) -> World:
    def cards(seat: int, first: int, last: int) -> Cards:
        begin, end = state["first"][3 * seat + first], state["first"][3 * seat + last + 1]
        found = np.bincount(state["cards"][begin:end] // 4, minlength=len(names(match)))
        return tuple(map(int, found))

    others = range(1, match.game.players)
    return tuple((cards(seat, rules.RESERVED, rules.RESERVED), cards(seat, rules.HAND, rules.KEPT)) for seat in others)


def expect(found: Counter[World], wanted: worlds.Worlds) -> None:
    """All worlds that were dealt fit, and all that fit are dealt as often as chance has it."""
    assert set(found) <= set(wanted)
    total, deals = sum(wanted.values()), found.total()
    rare = {world for world, ways in wanted.items() if ways * deals < 10 * total}
    pairs = [(found[world], ways * deals / total) for world, ways in wanted.items() if world not in rare]
    often = sum(expected for _, expected in pairs)
    if often < deals - 5:
        pairs.append((sum(found[world] for world in rare), deals - often))
    if len(pairs) > 1:
        off = sum((number - expected) ** 2 / expected for number, expected in pairs)
        assert chi2.sf(off, len(pairs) - 1) > RISK


# --- In the draft ---


def test_cor_35_the_next_but_one_has_what_the_next_has_left_of_a_pack() -> None:
    match = camarilla.game("cour", players=3, runtime="interpreted").new(1)
    draft(match, 1, 1)
    passed = Counter(card.rstrip("<") for card in at(match, "hands", "B"))
    for seat in (0, 0, 1, 1, 2, 2):
        match.play(match.choices(seat)[0], seat)
    for seed in range(100):
        assert Counter(at(match.redeal(0, seed), "hands", "C")) <= passed


@pytest.mark.parametrize("picks", range(5))
@pytest.mark.parametrize(("players", "deck"), [(2, (6, 6, 6, 6)), (3, (10, 10, 10)), (4, (20, 20))])
def test_cor_35_in_the_draft_every_world_that_fits_is_as_likely_as_another(
    players: int, deck: Cards, picks: int
) -> None:
    match = game(players, deck).new(picks)
    seen = draft(match, picks, players)
    wanted = worlds.drafted(deck, players, seen)
    if picks == 4:
        wanted = worlds.followed(worlds.in_hand(wanted), unseen(deck, seen), income(match, seen))
    expect(redealt(match), wanted)


# --- After the draft ---


def unseen(deck: Cards, seen: Seen) -> Cards:
    """What A does not have when the draft ends."""
    return functools.reduce(worlds.without, seen.picks, deck)


def income(match: Match, seen: Seen) -> list[Event]:
    """The cards of the first income."""
    mine = functools.reduce(worlds.without, seen.picks, own(match, "hands"))
    cards = [card for card, number in enumerate(mine) for _ in range(number)]
    return [Event(0, card) for card in cards] + [Event(seat) for seat in range(1, match.game.players)] * 2


def play_on(match: Match, luck: int, steps: int) -> list[Event]:
    """Random moves, while no pile is shuffled; what A saw of cards that came and went."""
    chance, events = random.Random(luck), []
    for _ in range(steps):
        after = match.copy()
        bold = [choice for choice in match.choices() if choice.move.startswith(("activate", "enrol Trader"))]
        after.play(chance.choice(bold or match.choices()))
        if after.state["random"] != match.state["random"]:
            break
        events += told(match, after)
        match.play(after.steps[-1].move)
    return events


def told(before: Match, after: Match) -> list[Event]:
    mover, (verb, _, card) = after.steps[-1].seat, after.log(0)[-1].move.partition(" ")
    left = names(after).index(card) if verb in ("enrol", "discard") else None
    events = [Event(mover, left, gone=True)] if left is not None and mover else []
    mine = worlds.without(own(after, "hands"), own(before, "hands"))
    mine = worlds.added(mine, worlds.single(mine, None if mover else left))
    events += [Event(0, card) for card, number in enumerate(mine) for _ in range(number)]
    for seat in range(1, after.game.players):
        came = len(at(after, "hands", SEATS[seat])) - len(at(before, "hands", SEATS[seat]))
        events += [Event(seat)] * (came + (seat == mover and left is not None))
    return events


@pytest.mark.parametrize(
    ("players", "deck", "power", "luck"),
    [
        (2, (9, 2, 8, 9), "discard 6", 1),
        (3, (20, 2, 2, 18), "discard 6", 1),
        (3, (20, 2, 2, 18), "discard 7, draw 2", 3),
        (3, (20, 2, 2, 18), "discard 7, draw 2", 4),
        (3, (16, 4, 16), "discard 6", 1),
        pytest.param(4, (20, 20), "discard 6", 2, marks=pytest.mark.sweep),
    ],
)
def test_cor_35_what_was_seen_in_the_draft_holds_as_long_as_cards_of_it_are_in_hand(
    players: int, deck: Cards, power: str, luck: int
) -> None:
    match = game(players, deck, power).new(luck)
    seen = draft(match, 4, luck)
    fitting, events = worlds.in_hand(worlds.drafted(deck, players, seen)), income(match, seen)
    for _ in range(4):
        wanted = worlds.likely(players, seen, unseen(deck, seen), events)
        assert set(wanted) == set(worlds.followed(fitting, unseen(deck, seen), events))
        expect(redealt(match), wanted)
        events += play_on(match, luck, 15)


# B and C have two cards each of a pack of four that A passed on; B has let a Trader go.
PACK = ["Trader: B", "Smith", "Guard", "Lord"]
HANDS = ["Baron", "Smith Monk", "Guard Lord Sage"]


def hands_for_a(pack: list[str], hands: list[str], deck: str, **given: Any) -> set[tuple[str, str]]:
    """What B and C may have, where all other cards lie open."""
    hidden = Counter(" ".join([*hands, deck]).split())
    discard = " ".join((Counter(dict.fromkeys(CARDS, COPIES)) - hidden).elements())
    match = table("", "", "", hands=hands, top=deck, discard=discard, passed={"A": [pack, []]}, **given)
    dealt = [match.redeal(0, seed) for seed in range(150)]
    return {(hand(world, "B"), hand(world, "C")) for world in dealt}


def shared(hands: set[tuple[str, str]], *cards: str) -> set[tuple[int, int]]:
    """How many of the cards B has, and C."""
    return {tuple(len({*one.split()} & {*cards}) for one in pair) for pair in hands}


def test_cor_35_a_card_that_was_let_go_need_not_be_the_one_passed_on() -> None:
    found = hands_for_a(PACK, HANDS, "Trader Priest")
    assert shared(found, "Smith", "Guard", "Lord") == {(1, 2), (2, 1)}
    assert all("Trader" in c for b, c in found if shared({(b, c)}, "Smith", "Guard", "Lord") == {(2, 1)})


def test_cor_35_a_card_that_was_let_go_is_the_one_passed_on_if_there_is_no_other() -> None:
    found = hands_for_a(PACK, HANDS, "Priest Priest")
    assert shared(found, "Smith", "Guard", "Lord") == {(1, 2)}


def test_cor_35_a_card_that_left_for_sure_may_be_hidden_again() -> None:
    found = hands_for_a(["Trader: B!", *PACK[1:]], HANDS, "Trader Priest")
    assert shared(found, "Smith", "Guard", "Lord") == {(1, 2)}
    assert any("Trader" in c for _, c in found)


def test_cor_35_what_left_an_empty_hand_was_taken_by_its_owner() -> None:
    pack, hands = ["Trader: B", "Smith: B", "Guard: B0", "Lord"], ["Baron", "Monk Monk", "Guard Lord Sage"]
    found = hands_for_a(pack, hands, "Trader Smith Guard", fewest={"A": {"B": 0}})
    assert all({"Guard", "Lord"} <= {*c.split()} for _, c in found)
    without = hands_for_a([card.replace("B0", "B") for card in pack], hands, "Trader Smith Guard")
    assert not all({"Guard", "Lord"} <= {*c.split()} for _, c in without)


def test_cor_35_before_a_pile_is_shuffled_it_is_noted_what_has_left_for_sure() -> None:
    hands = ["Baron", "Trader Smith Monk", "Guard Lord Sage"]
    hidden = Counter(" ".join(hands).split())
    discard = " ".join((Counter(dict.fromkeys(CARDS, COPIES)) - hidden - Counter(["Sage"])).elements())
    given = {"passed": {"A": [["Trader", *PACK[1:]], []]}, "turns": "simultaneous"}
    match = table("Sage", "", "", hands=hands, deck="", discard=discard, Sage="draw 1", **given)
    played(match, "B enrol Trader", "B at a1")
    assert at(match, "passed", "A")[0] == PACK
    played(match, "A activate a1")
    assert at(match, "passed", "A")[0] == ["Trader: B!", *PACK[1:]]


def test_cor_35_before_cards_join_a_small_hand_it_is_noted_how_small_it_was() -> None:
    given = {"passed": {"A": [["Trader", *PACK[1:]], []]}, "turns": "simultaneous"}
    hands = ["Baron", "Trader! Smith< Lord Monk", "Guard"]
    match = table("", "Sage", "", hands=hands, Sage="draw 1", surcharge=0, **given)
    played(match, "B enrol Monk", "B at a2", "B activate a1", "B enrol Lord", "B at a3")
    assert at(match, "fewest") == {"A": {"B": 1}, "B": {}, "C": {"B": 2}}
    assert at(match, "passed", "A")[0] == ["Trader", "Smith", "Guard", "Lord: B1"]
    played(match, "B enrol Trader", "B at b1", "B enrol Smith", "B at b2")
    assert at(match, "passed", "A")[0] == ["Trader", "Smith", "Guard", "Lord: B1"], "A knew these"


# --- In positions ---


def after_draft(players: int, **chosen: Any) -> dict[str, Any]:
    match = camarilla.game("cour", players=players, runtime="interpreted", **chosen).new(5)
    draft(match, 4, 5)
    return match.position()


def arranged(position: dict[str, Any], **changes: Any) -> Match:
    options = position["options"]
    return camarilla.game("cour", runtime="interpreted", **options).at({**position, **changes})


def test_cor_35_a_position_that_says_nothing_of_packs_knows_nothing_of_them() -> None:
    position = after_draft(3)
    plain = arranged({key: value for key, value in position.items() if key not in ("passed", "fewest")})
    assert plain.position()["passed"] == {"A": [[], []], "B": [[], []], "C": [[], []]}
    passed = {card for pack in position["passed"]["A"] for card in pack}
    held = [
        set(at(plain.redeal(0, seed), "hands", "B")) | set(at(plain.redeal(0, seed), "hands", "C")) for seed in range(9)
    ]
    assert any(passed - cards for cards in held)
    whole = arranged(position)
    assert all(
        passed <= {card.rstrip("<") for seat in "BC" for card in at(whole.redeal(0, seed), "hands", seat)}
        for seed in range(9)
    )


def test_cor_35_what_has_gone_is_written_with_the_cards_passed_on() -> None:
    position = after_draft(4)
    first, second = position["passed"]["A"]
    first = [f"{first[0]}: B", f"{first[1]}: C2 D!", *first[2:]]
    second = [f"{second[0]}: C3", f"{second[1]}: B1", *second[2:]]
    given = {"passed": {"A": [first, second]}, "fewest": {"A": {"B": 1, "C": 2}}}
    match = arranged(position, **given)
    assert match.position()["passed"] == {**given["passed"], "B": [[], []], "C": [[], []], "D": [[], []]}
    assert match.position()["fewest"] == {**given["fewest"], "B": {}, "C": {}, "D": {}}
    own_ = match.view(0)["own"]
    assert [card["gone"] for card in own_["passed"][0]][:3] == [[1], [2, 3], []]
    assert own_["few"] == {"B": 1, "C": 2}


@pytest.mark.parametrize(
    "change",
    [
        {"passed": {"A": [[], [], []]}},
        {"passed": {"A": [["Miner"], []]}},
        {"passed": {"A": "Miner"}},
        {"passed": {"A": [["Miner"] * 5 + ["Nobody"], []]}},
        {"passed": {"A": [["Miner"] * 5 + ["Miner: A"], []]}},
        {"passed": {"A": [["Miner"] * 5 + ["Miner: B4"], []]}},
        {"passed": {"A": [[], ["Miner"] * 3 + ["Miner: D"]]}},
        {"fewest": {"A": {"B": 4}}},
        {"fewest": {"A": {"A": 1}}},
        {"fewest": {"A": 1}},
    ],
)
def test_cor_35_packs_that_cannot_have_been_passed_on_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadPosition, match="passed"):
        arranged(after_draft(4), **change)


def test_cor_35_packs_that_cannot_be_dealt_are_left_alone() -> None:
    """A position made up for a puzzle may say that cards were passed on which are nowhere hidden."""
    position = after_draft(4)
    own_cards = [card.rstrip("<") for card in position["hands"]["A"]][:6]
    match = arranged(position, passed={"A": [own_cards, own_cards[:4]]})
    assert cards_anywhere(match.redeal(0, 1)) == cards_anywhere(match)
