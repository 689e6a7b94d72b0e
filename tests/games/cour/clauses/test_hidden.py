"""What is hidden: COR-35."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from camarilla import CannotUndo, Match
from tests.games.cour.positions import (
    OURS,
    SEATS,
    TURNS,
    all_cards,
    asked,
    at,
    at_random,
    cards_anywhere,
    ended,
    game,
    hand,
    moment,
    played,
    table,
)

BOTH = pytest.mark.parametrize("turns", TURNS)
TOGETHER = "simultaneous"


def known(match: Match, owner: str, observer: str | None) -> str:
    """What the observer knows of hand and cards kept of another."""
    view = match.view(None if observer is None else SEATS.index(observer))
    return " ".join(view["seats"][SEATS.index(owner)]["known"])


def marks(match: Match, seat: str, key: str = "hands") -> list[str]:
    return [card[-1] if card[-1] in "!<" else "" for card in at(match, key, seat)]


def drafted(players: int, laps: int, **chosen: Any) -> Match:
    """Everybody has picked the last two cards of the pack, so many times."""
    match = game(players, **chosen).new(35)
    for _ in range(laps):
        for seat in range(players):
            for _ in range(2):
                match.play(match.choices(seat)[-1], seat)
    return match


# --- What is public ---


def test_cor_35_hands_packs_and_the_draw_pile_are_hidden() -> None:
    given = {"hands": ["Smith", "Lord Guard", "Sage"], "kept": ["", "Sage"], "reserved": ["", "Thief"]}
    one = table("", "", "", top="Lord Trader", turns=TOGETHER, **given)
    given = {"hands": ["Smith", "Trader Thief", "Crook"], "kept": ["", "Lord"], "reserved": ["", "Lord"]}
    other = table("", "", "", top="Sage Guard", turns=TOGETHER, **given)
    assert one.view(0) == other.view(0) and (one.observe(0) == other.observe(0)).all()
    assert one.view(1) != other.view(1) and (one.observe(1) != other.observe(1)).any()
    spectator = [match.view() for match in (one, other)]
    assert spectator[0] == spectator[1] and spectator[0]["own"] is None
    court = one.view(0)["seats"][1]
    assert (court["hand"], court["kept"], court["reserved"], court["known"]) == (2, 1, 1, [])
    assert one.view(0)["deck"] == 72 - 6


@pytest.mark.parametrize(
    "change",
    [
        {"courts": ("Guard", "", "")},
        {"purses": ["9 9 9", "9 8 9", "9 9 9"]},
        {"hands": ["Smith", "Lord Guard", "Sage"]},
        {"kept": ["", "Sage"]},
        {"reserved": ["", "Thief"]},
        {"discard": "Lord"},
        {"leaving": "Lord"},
        {"used": {"A": ["a1"]}},
        {"activated": {"A": ["a1"]}},
        {"discounts": {"A": [{"less": 1, "for": ["noble"]}]}},
        {"anywhere": "B"},
        {"pending": {"B": ["Trader"]}},
        {"done": "B"},
        {"round": 2},
        {"enrolled": {"A": ["a1"]}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_cor_35_pyramids_resources_sizes_and_the_discard_pile_are_public(change: dict[str, Any]) -> None:
    powers = {"Sage": "once: gain 1 gold", "Trader": "between turns: steal 1", "Priest": "anywhere"}
    given: dict[str, Any] = {"hands": ["Smith", "Lord", "Sage"], "turns": TOGETHER, **powers}
    plain = table("Sage", "", "", **given)
    courts = change.pop("courts", ("Sage", "", ""))
    changed = table(*courts, **{**given, **change})
    for observer in (None, 2):
        assert plain.view(observer) != changed.view(observer)
    assert (plain.observe(2) != changed.observe(2)).any()


def test_cor_35_a_seat_sees_its_own_cards() -> None:
    match = table(
        "", "", hands=["Smith! Guard< Lord"], kept=["Lord"], reserved=["Sage"], turns=TOGETHER, purses=["0 4 9"]
    )
    own = match.view(0)["own"]
    assert [(card["card"], card["mark"], card["price"], card["enrol"]) for card in own["hand"]] == [
        ("Smith", "!", 3, True),
        ("Guard", "<", 4, True),
        ("Lord", "", 5, False),
    ]
    assert own["kept"] == [{"card": "Lord", "mark": ""}] and own["reserved"] == [{"card": "Sage", "mark": ""}]
    assert match.view(1)["own"]["hand"] == []


# --- Cards that others know ---


def test_cor_35_a_card_taken_from_the_discard_pile_is_known_to_all() -> None:
    match = table("Sage", "", "", hands=["Smith"], discard="Lord Guard", Sage="recover 1")
    played(match, "activate a1", "take Guard")
    assert hand(match) == "Smith Guard!"
    assert [known(match, "A", seat) for seat in ("A", "B", "C", None)] == ["", "Guard", "Guard", "Guard"]


def test_cor_35_a_marked_card_is_known_to_the_right_hand_neighbour() -> None:
    match = table(
        "", "", "", hands=["Lord<", "Smith< Guard", "Sage"], kept=["", "Trader<", "Thief< Crook!"], turns=TOGETHER
    )
    assert [known(match, "A", seat) for seat in ("A", "B", "C", None)] == ["", "", "Lord", ""]
    assert [known(match, "B", seat) for seat in ("A", "B", "C", None)] == ["Trader Smith", "", "", ""]
    assert [known(match, "C", seat) for seat in ("A", "B", "C", None)] == ["Crook", "Thief Crook", "", "Crook"]


def test_cor_35_with_two_players_that_is_the_other() -> None:
    match = table("", "", hands=["Lord<", "Smith< Guard"])
    assert (known(match, "A", "B"), known(match, "B", "A")) == ("Lord", "Smith")


def test_cor_35_cards_drawn_taken_of_those_looked_at_or_reserved_are_known_to_their_owner_alone() -> None:
    powers = {"Sage": "draw 1", "Guard": "look 2", "Lord": "reserve 1"}
    match = table("Sage Guard Lord", "", "", top="Smith Trader Priest Thief", **powers)
    played(match, "activate a1", "activate a2", "take Trader", "activate a3")
    assert (hand(match), hand(match, "A", "reserved")) == ("Trader Smith", "Thief")
    view = match.view(2)["seats"][0]
    assert (view["known"], view["known_reserved"], view["hand"], view["reserved"]) == ([], [], 2, 1)
    assert match.view(2)["leaving"] == ["Priest"], "the others are discarded in the open"


@pytest.mark.parametrize(
    ("hand_", "kept", "hand_after", "kept_after"),
    [
        ("Smith! Smith< Smith", "", "Smith< Smith", ""),
        ("Smith< Smith", "", "Smith", ""),
        ("Smith Smith!", "", "Smith", ""),
        ("Smith", "Smith!", "", "Smith"),
        ("Smith<", "Smith!", "", "Smith<"),
        ("Smith", "Smith<", "", "Smith"),
        ("Smith!", "Smith<", "", "Smith<"),
        ("Smith!", "Smith!", "", "Smith!"),
        ("Smith", "Smith< Smith!", "", "Smith< Smith"),
        ("Smith< Smith", "Smith!", "Smith", "Smith<"),
        ("Trader! Smith", "Guard!", "Trader!", "Guard!"),
        ("Smith! Guard!", "Lord<", "Guard!", "Lord<"),
    ],
)
@pytest.mark.parametrize("how", ["enrol", "discard", "sell", "limit"])
def test_cor_35_when_a_card_leaves_the_hand_the_best_known_one_is_not_known_any_more(
    hand_: str, kept: str, hand_after: str, kept_after: str, how: str
) -> None:
    limit = len(hand_.split()) - 1 if how == "limit" and len(hand_.split()) > 1 else 0
    power = {"Sage": "discard 1" if how == "discard" else "sell 1"}
    match = table("Sage", "", hands=[hand_], kept=[kept], hand_limit=limit, **power)
    if how == "enrol" or (how == "limit" and not limit):
        played(match, "enrol Smith", "at a2")
    else:
        played(match, "end" if how == "limit" else "activate a1", "discard Smith")
    assert hand(match) == hand_after
    assert Counter(at(match, "kept", "A")) == Counter(kept_after.split())


def test_cor_35_a_card_set_aside_keeps_its_mark_the_best_known_first() -> None:
    match = table("Sage", "", hands=["Smith! Smith< Smith Guard"], Sage="keep 3", top="Lord " * 4)
    played(match, "activate a1", "keep Smith")
    assert (hand(match), hand(match, "A", "kept")) == ("Smith< Smith Guard", "Smith!")
    played(match, "keep Guard", "keep Smith")
    assert (hand(match), hand(match, "A", "kept")) == ("Smith", "Smith! Smith< Guard")
    assert known(match, "A", "B") == "Smith Smith"
    assert hand(ended(match)) == "Smith! Smith< Smith Guard Lord Lord"


# --- The draft ---


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_cor_35_who_passed_a_pack_knows_what_is_in_it(players: int) -> None:
    match = drafted(players, 0)
    assert all(set(marks(match, seat)) == {""} for seat in SEATS[:players])
    for lap in (1, 2, 3):
        match = drafted(players, lap)
        for seat in range(players):
            letter, right, left = (SEATS[(seat + steps) % players] for steps in (0, -1, 1))
            assert marks(match, letter) == ["<"] * (8 - 2 * lap)
            pack = " ".join(card[:-1] for card in at(match, "hands", letter))
            assert known(match, letter, right) == pack and known(match, letter, None) == ""
            if players > 2:
                assert known(match, letter, left) == ""


@pytest.mark.parametrize(
    ("players", "laps", "expected"),
    [(2, 1, ""), (2, 2, "<<"), (2, 3, "<<<<"), (3, 1, ""), (3, 2, ""), (3, 3, ""), (4, 3, ""), (6, 3, "")],
)
def test_cor_35_of_what_was_picked_two_know_all_but_the_first_two_cards(players: int, laps: int, expected: str) -> None:
    match = drafted(players, laps)
    for seat in SEATS[:players]:
        found = marks(match, seat, "reserved")
        assert "".join(found) == expected and len(found) == 2 * laps


@pytest.mark.parametrize(("players", "expected"), [(2, 6), (3, 2), (4, 2), (6, 2)])
def test_cor_35_after_the_draft(players: int, expected: int) -> None:
    match = drafted(players, 3)
    last = [Counter(at(match, "hands", seat)) for seat in SEATS[:players]]
    match = drafted(players, 4)
    for seat in range(players):
        cards = at(match, "hands", SEATS[seat])
        assert len(cards) == 10 and marks(match, SEATS[seat]).count("<") == expected
        assert "!" not in marks(match, SEATS[seat]) and Counter(cards) >= last[seat]


@BOTH
def test_cor_35_picks_are_hidden_until_the_packs_pass(turns: str) -> None:
    """Also from the one who passed the pack: he knows its cards, not which of them was picked."""
    packs = ["Trader< Smith< Guard< Lord< Priest< Sage<", "Trader< Smith< Guard< Lord< Priest< Sage<"]
    given = {"phase": "draft", "round": 0, "pick": 2, "reserved": ["Thief Thief", "Jester Jester"], "turns": turns}
    match = table("", "", hands=packs, **given)
    one, other = played(match.copy(), "A pick Guard"), played(match.copy(), "A pick Lord")
    assert one.view(1) == other.view(1) and (one.observe(1) == other.observe(1)).all()
    assert known(one, "A", "B") == "Trader Smith Guard Lord Priest Sage"
    assert one.view(1)["seats"][0]["known_reserved"] == []
    assert (one.observe(0) != other.observe(0)).any() and one.view(0) != other.view(0)
    assert [sight.move for sight in one.log(1)] == [sight.move for sight in one.log()] == ["pick ?"]
    assert [sight.move for sight in one.log(0)] == ["pick Guard"]


# --- What is seen of a move ---


def test_cor_35_what_others_see_of_a_move() -> None:
    powers = {"Sage": "keep 2", "Guard": "look 2", "Lord": "recover 1", "Smith": "discard 1", "Thief": "gain 1 any"}
    match = table(
        "Sage Guard Lord Smith Thief", "", hands=["Trader Trader Trader Trader Smith"], discard="Priest", **powers
    )
    steps = ["activate a1", "keep Smith", "keep Trader", "activate a2", "take Trader", "activate a3", "take Priest"]
    steps += [
        "activate a4",
        "discard Trader",
        "activate a5",
        "ruby",
        "dismiss a5",
        "gold",
        "enrol Trader",
        "at a5",
        "end",
    ]
    played(match, *steps)
    assert [sight.move for sight in match.log(0)] == steps
    hidden = {"keep Smith": "keep ?", "keep Trader": "keep ?", "take Trader": "take ?"}
    for observer in (1, None):
        assert [sight.move for sight in match.log(observer)] == [hidden.get(step, step) for step in steps]


def test_cor_35_the_cards_looked_at_are_seen_by_one_alone() -> None:
    match = played(table("Sage", "", top="Smith Guard Lord", Sage="look 3"), "activate a1")
    assert (match.view(0)["looked"], match.view(0)["looking"]) == (["Smith", "Guard", "Lord"], 3)
    for observer in (1, None):
        assert (match.view(observer)["looked"], match.view(observer)["looking"]) == ([], 3)


def test_cor_35_moves_between_turns_are_seen() -> None:
    match = table("Sage", "Guard", hands=["", "Lord Smith"], Sage="between turns: steal 1, purge 1, remove 5")
    steps = ["activate a1", "end", "end", "from B", "gold", "discard Lord", "from B", "remove a1"]
    played(match, *steps)
    assert [sight.move for sight in match.log()] == steps
    effects = {"Sage": "between turns: steal 1", "Guard": "between turns: steal 2"}
    match = table("Sage Guard", "Lord Sage", **effects)
    steps = ["activate a1", "activate a2", "end", "activate a2", "end", "first A", "effect Guard"]
    assert [sight.move for sight in played(match, *steps).log()] == steps


# --- Steps that bring hidden things to light ---


def test_cor_35_what_shows_nothing_can_be_taken_back() -> None:
    powers = {"Sage": "gain 2 any", "Guard": "keep 1", "Lord": "recover 1"}
    match = table("Sage Guard Lord Smith", "", hands=["Trader"], discard="Smith", **powers)
    for steps in (
        ("activate a1", "gold", "ruby"),
        ("activate a2", "keep Trader"),
        ("activate a3", "take Smith"),
        ("enrol Trader", "at b1"),
        ("dismiss a4",),
    ):
        before = match.position()
        played(match, *steps)
        for _ in steps:
            match.undo(0)
        assert match.position() == before


@pytest.mark.parametrize("power", ["draw 1", "look 2", "reserve 1"])
def test_cor_35_cards_drawn_cannot_be_put_back(power: str) -> None:
    match = played(table("Sage", "", Sage=power), "activate a1")
    with pytest.raises(CannotUndo):
        match.undo(0)
    match = table("Sage", "", deck="Lord", discard="Guard Guard", Sage="draw 1, draw 1")
    with pytest.raises(CannotUndo):
        played(match, "activate a1").undo(0)


def test_cor_35_a_draw_that_leaves_as_many_cards_as_before_cannot_be_taken_back() -> None:
    """The draw pile is empty, and refilled with one card more than is drawn of it."""
    match = played(table("Sage", "", deck="Lord Lord", discard="Guard Guard Guard Guard", Sage="draw 4"), "activate a1")
    assert len(at(match, "deck")) == 2
    with pytest.raises(CannotUndo):
        match.undo(0)


def test_cor_35_packs_that_have_passed_are_not_passed_back() -> None:
    match = game(2, turns=TOGETHER).new(1)
    first = match.position()
    match.play(match.choices(0)[0], 0)
    match.undo(0)
    assert match.position() == first
    for seat in (0, 0, 1, 1):
        match.play(match.choices(seat)[0], seat)
    with pytest.raises(CannotUndo):
        match.undo(1)


def test_cor_35_an_income_choice_may_be_taken_back() -> None:
    match = ended(table("", "", turns=TOGETHER))
    played(match, "B gold", "A ruby")
    match.undo(0)
    assert moment(match) == "2 income" and at(match, "done") == "B"
    played(match, "A gold")
    match.undo(1)
    assert moment(match) == "2 income" and at(match, "done") == "A"


def test_cor_35_discarding_for_the_limit_may_be_taken_back_until_the_turn_is_over() -> None:
    match = played(table("", "", hands=["Smith Guard Lord"], hand_limit=1), "end", "discard Lord")
    match.undo(0)
    assert asked(match) == "A limit"
    played(match, "discard Lord", "discard Guard")
    with pytest.raises(CannotUndo):
        match.undo(0)


# --- All that a seat cannot know may be dealt anew, and the seat sees no difference ---


@pytest.mark.parametrize(("players", "turns", "characters"), [(2, "in_order", OURS), (3, TOGETHER, OURS)])
def test_cor_35_a_seat_cannot_tell_a_match_dealt_anew(players: int, turns: str, characters: str) -> None:
    match = game(players, characters=characters, turns=turns, base=4).new(22)
    for stretch in range(14):
        for seat in range(players):
            anew = match.redeal(seat, stretch)
            assert anew.view(seat) == match.view(seat)
            assert (anew.observe(seat) == match.observe(seat)).all()
            assert anew.choices(seat) == match.choices(seat)
            assert anew.game.at(anew.position()).fingerprint == anew.fingerprint
            assert cards_anywhere(anew) == cards_anywhere(match)
        assert match.redeal(None, stretch).view() == match.view()
        at_random(match, stretch, 13)


def test_cor_35_known_cards_stay_and_others_are_dealt_anew() -> None:
    match = table("", "", "", hands=["Smith Guard", "Lord! Trader< Sage", "Crook< Thief"], turns=TOGETHER)
    for observer, stay in (("A", {"Lord!", "Trader<"}), ("C", {"Lord!"}), ("B", {"Lord!", "Trader<", "Sage"})):
        found = [at(match.redeal(SEATS.index(observer), seed), "hands", "B") for seed in range(15)]
        assert all(stay <= set(cards) and len(cards) == 3 for cards in found)
        assert (len({card for cards in found for card in cards}) > 6) == (observer != "B")
    spectator = [at(match.redeal(None, seed), "hands", "A") for seed in range(9)]
    assert len({tuple(cards) for cards in spectator}) > 5
    assert {hand(match.redeal(1, seed), "C").count("Crook<") for seed in range(5)} == {1}


def test_cor_35_cards_dealt_anew_are_known_to_their_owner_alone() -> None:
    match = table("", "", "", hands=["", "Sage< Lord<", ""])
    found = [at(match.redeal(2, seed), "hands", "B") for seed in range(9)]
    assert not any(card[-1] in "!<" for cards in found for card in cards)


def test_cor_35_nobody_knows_which_cards_were_set_aside_from_the_hand() -> None:
    match = table("", "", hands=["", "Lord!"], kept=["", "Smith"], reserved=["", "Guard"], turns=TOGETHER)
    found = [match.redeal(0, seed).position() for seed in range(30)]
    hands = [position["hands"]["B"] for position in found]
    assert 5 < hands.count(["Lord!"]) < 25
    for position in found:
        assert [len(position[key]["B"]) for key in ("hands", "kept", "reserved")] == [1, 1, 1]
        assert "Lord!" in position["hands"]["B"] + position["kept"]["B"]
    assert len({position["reserved"]["B"][0] for position in found}) > 5


def test_cor_35_any_of_the_known_cards_may_be_set_aside() -> None:
    for hand_, kept in (("Smith!", "Guard! Lord!"), ("Smith! Guard!", "Lord!"), ("Lord!", "Smith! Guard!")):
        match = table("", "", hands=["", hand_], kept=["", kept], turns=TOGETHER)
        found = Counter(" ".join(at(match.redeal(0, seed), "kept", "B")) for seed in range(45))
        assert len(found) == 3 and min(found.values()) > 6


def test_cor_35_cards_dealt_anew_lie_in_order() -> None:
    match = table("", "", hands=["", "Lord! Smith Smith Crook<"], kept=["", "Smith Monk< Trader"], turns=TOGETHER)
    for seed in range(12):
        position = match.redeal(0, seed).position()
        assert match.game.at(position).position() == position
        assert len(position["hands"]["B"]) == 4 and len(position["kept"]["B"]) == 3


def test_cor_35_each_deal_that_fits_is_as_likely_as_another() -> None:
    all_but_four = all_cards(game(3)) - Counter(["Lord", "Smith", "Guard", "Sage"])
    match = table("", "", "", hands=[" ".join(all_but_four.elements()), "Lord"], top="Smith Guard Sage", turns=TOGETHER)
    found = Counter(hand(match.redeal(0, seed), "B") for seed in range(120))
    assert set(found) == {"Lord", "Smith", "Guard", "Sage"} and min(found.values()) > 15
    decks = Counter(tuple(at(match.redeal(0, seed), "deck")) for seed in range(120))
    assert len(decks) == 24


def test_cor_35_dealing_anew_does_not_depend_on_how_things_really_are() -> None:
    given = {"hands": ["Smith", "Lord Guard!", "Sage"], "kept": ["", "Sage"], "reserved": ["", "Thief"]}
    one = table("", "", "", top="Lord Trader", turns=TOGETHER, **given)
    given = {"hands": ["Smith", "Guard! Trader", "Crook"], "kept": ["", "Lord"], "reserved": ["", "Lord"]}
    two = table("", "", "", top="Sage Guard", turns=TOGETHER, **given)
    for observer in (None, 0):
        for seed in range(3):
            assert one.redeal(observer, seed).position() == two.redeal(observer, seed).position()


def test_cor_35_cards_looked_at_are_dealt_anew_for_the_others() -> None:
    match = played(table("Sage", "", top="Trader Guard Lord", Sage="look 3"), "activate a1")
    assert {tuple(at(match.redeal(0, seed), "looked")) for seed in range(6)} == {("Trader", "Guard", "Lord")}
    found = [match.redeal(1, seed) for seed in range(12)]
    assert len({tuple(at(anew, "looked")) for anew in found}) > 8
    for anew in found:
        assert anew.game.at(anew.position()).fingerprint == anew.fingerprint
        assert cards_anywhere(anew) == cards_anywhere(match) and len(at(anew, "looked")) == 3


def test_cor_35_the_future_is_dealt_anew_too() -> None:
    match = table("", "", hands=["Smith", "Lord"])
    streams = {at(match.redeal(0, seed), "stream") for seed in range(5)}
    assert len(streams) == 5 and at(match, "stream") not in streams
    assert match.redeal(0, 3).position() == match.redeal(0, 3).position()
    assert len({tuple(at(match.redeal(0, seed), "deck")) for seed in range(5)}) == 5


def test_cor_35_public_things_are_not_dealt_anew() -> None:
    given = {"discard": "Lord Lord", "leaving": "Guard", "hands": ["Smith", "Smith"], "turns": TOGETHER}
    match = table("Sage Sage", "Thief", **given)
    before, after = match.position(), match.redeal(0, 4).position()
    hidden = ("hands", "deck", "stream")
    assert {key: before[key] for key in before if key not in hidden} == {
        key: after[key] for key in after if key not in hidden
    }


# --- Positions ---


@pytest.mark.parametrize("turns", TURNS)
def test_cor_35_every_position_of_a_match_reads_back_to_the_same_state(turns: str) -> None:
    match = game(3, characters=OURS, turns=turns, base=4, hand_limit=9).new(28)
    for stretch in range(40):
        assert match.game.at(match.position()).fingerprint == match.fingerprint
        at_random(match, stretch, 7)
    assert cards_anywhere(match).total() == 98


# --- What all can tell that somebody has to do ---


def forced(match: Match, seat: str = "A") -> str | None:
    choice = match.forced(SEATS.index(seat))
    return choice and choice.move


def test_cor_35_all_can_tell_that_nothing_is_left_to_do_without_a_card_or_without_the_means_for_any() -> None:
    assert forced(table("", "")) == "end"
    assert forced(table("", "", hands=["Lord Smith"], purses=["1 1 1"])) == "end"


@pytest.mark.parametrize(
    ("hand_", "kept", "other", "gone", "told"),
    [
        ("Lord", "", "", 6, True),
        ("Lord", "", "", 5, False),
        ("Lord", "", "Trader", 5, False),
        ("Lord", "", "Trader!", 5, True),
        ("Lord!", "", "Trader", 5, True),
        ("Lord!", "Smith", "Trader", 5, False),
        ("Lord!", "Trader!", "", 5, False),
    ],
)
def test_cor_35_a_card_that_a_hand_may_have_is_one_that_it_may_enrol(
    hand_: str, kept: str, other: str, gone: int, told: bool
) -> None:
    """A can pay for nothing but a Trader, and has none in hand."""
    given = {"hands": [hand_, other], "kept": [kept], "discard": "Trader " * gone}
    match = table("", "", purses=["2 0 0"], rogues=False, **given)
    assert [choice.move for choice in match.choices()] == ["end"]
    assert forced(match) == ("end" if told else None)


@pytest.mark.parametrize(
    ("hand_", "kept", "told"),
    [
        ("Lord", "", True),
        ("Lord", "Smith", True),
        ("Lord Lord", "", False),
        ("Lord! Lord", "", False),
        ("Lord! Lord!", "", True),
        ("Lord! Lord!", "Lord!", True),
        ("Lord! Lord!", "Smith!", False),
        ("Lord! Lord!", "Smith", False),
    ],
)
def test_cor_35_cards_alike_are_one_choice_for_all_only_if_all_know_them(hand_: str, kept: str, told: bool) -> None:
    match = played(table("Sage", "", hands=[hand_], kept=[kept], Sage="discard 1"), "activate a1")
    assert [choice.move for choice in match.choices()] == ["discard Lord"]
    assert forced(match) == ("discard Lord" if told else None)


def test_cor_35_cards_looked_at_are_several_choices_for_all_but_the_last() -> None:
    match = played(table("Sage", "", top="Lord Lord", Sage="look 2 take 2"), "activate a1")
    assert [choice.move for choice in match.choices()] == ["take Lord"] and forced(match) is None
    assert forced(played(match, "take Lord")) == "take Lord"


def test_cor_35_all_can_tell_the_last_card_of_a_pack_but_not_two_alike() -> None:
    match = drafted(4, 3, turns=TOGETHER)
    assert [len(match.choices(seat)) for seat in range(4)] == [1, 1, 2, 2]
    for seat, letter in enumerate("ABCD"):
        assert forced(match, letter) is None
        if seat < 3:  # who comes last ends the draft
            match.play(match.choices(seat)[0])
            assert forced(match, letter) == match.choices(seat)[0].move


def test_cor_35_to_ask_changes_nothing() -> None:
    match = table("", "", hands=["Lord Smith Guard"], purses=["1 1 1"])
    before = match.state.tobytes()
    assert forced(match) == "end" and match.state.tobytes() == before
