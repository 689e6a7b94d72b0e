"""The pyramid: COR-27 to COR-31."""

from __future__ import annotations

import functools

import pytest

from camarilla import Match
from tests.games.cour.positions import (
    OURS,
    asked,
    at,
    court,
    ended,
    game,
    moves,
    offered,
    played,
    purse,
    refusal,
    table,
)

TYPES = ("merchant", "artisan", "warrior", "noble", "cleric", "scholar", "rogue", "neutral")
FILLED = "Smith Guard Lord Trader Sage / Priest Thief Jester Smith / Guard Lord Trader / Sage Priest / Thief"
SMALL = "Smith Guard Lord Trader / Priest Thief Jester / Guard Lord / Trader"


def rows(court_: str, number: int) -> str:
    return " / ".join(court_.split(" / ")[:number])


def spots(lying: str, card: str, **given: object) -> list[str]:
    """Where the card may go."""
    match = table(lying, "", hands=[card], **given)
    return offered(played(match, f"enrol {card}"), "at") if offered(match, "enrol") else []


# --- COR-27 ---


@pytest.mark.parametrize(
    ("base", "filled", "number", "free"),
    [
        (5, FILLED, 0, ["a1", "a2", "a3", "a4", "a5"]),
        (5, FILLED, 1, ["b1", "b2", "b3", "b4"]),
        (5, FILLED, 2, ["c1", "c2", "c3"]),
        (5, FILLED, 3, ["d1", "d2"]),
        (5, FILLED, 4, ["e1"]),
        (5, FILLED, 5, []),
        (4, SMALL, 0, ["a1", "a2", "a3", "a4"]),
        (4, SMALL, 1, ["b1", "b2", "b3"]),
        (4, SMALL, 2, ["c1", "c2"]),
        (4, SMALL, 3, ["d1"]),
        (4, SMALL, 4, []),
    ],
)
def test_cor_27_each_row_is_one_shorter_up_to_one(base: int, filled: str, number: int, free: list[str]) -> None:
    lying = rows(filled, number) if number else ""
    assert spots(lying, "Lord", base=base) == free
    places = {5: [0, 5, 9, 12, 14, 15], 4: [0, 4, 7, 9, 10]}[base]
    assert len(court(table(lying, "", base=base))) == places[number]
    if not free:
        assert refusal(table(lying, "", base=base, hands=["Lord"]), "enrol Lord") in ("COR-13", "COR-28")


@pytest.mark.parametrize("place", ["a5", "b4", "c3", "d2", "e1"])
def test_cor_27_a_base_of_4_has_no_such_place(place: str) -> None:
    match = played(table("", "", hands=["Lord"], base=4), "enrol Lord")
    assert place not in offered(match, "at") and refusal(match, f"at {place}") == "COR-27"


# --- COR-28 ---


@functools.cache
def labels() -> dict[str, tuple[str, str]]:
    """Type and base of each character of ours."""
    return {
        card.en: (TYPES[card.type], (*TYPES[:6], "neutral")[card.base]) for card in game(characters=OURS).characters
    }


def one_of_type(kind: str, nth: int) -> str:
    return [name for name, (type_, _) in labels().items() if type_ == kind][nth].replace(" ", "_")


def expect_places(match: Match, expected: dict[str, list[str]]) -> None:
    """The cards of the hand of A, and where each may go; those with no place are not offered."""
    assert offered(match, "enrol") == [card for card, places in expected.items() if places]
    for card, places in expected.items():
        if places:
            assert offered(played(match.copy(), f"enrol {card}"), "at") == places, card


@pytest.mark.parametrize(
    "kinds",
    [("merchant", "artisan", "warrior", "noble", "cleric"), ("scholar", "rogue", "rogue", "merchant", "merchant")],
)
def test_cor_28_above_two_cards_if_its_base_is_neutral_or_the_type_of_one(kinds: tuple[str, ...]) -> None:
    lying = " ".join(one_of_type(kind, nth) for nth, kind in enumerate(kinds))
    hand = " ".join(card.replace(" ", "_") for card in labels())
    match = table(lying, "", hands=[hand], characters=OURS)
    expected = {
        card: [f"b{i + 1}" for i in range(4) if base == "neutral" or base in kinds[i : i + 2]]
        for card, (_, base) in labels().items()
    }
    assert {len(places) for places in expected.values()} >= {0, 2, 4}
    expect_places(match, expected)


def test_cor_28_any_card_goes_on_a_free_base_place() -> None:
    for card in ("Baron", "Monk", "Miner", "Crook", "Lord"):
        assert spots("Trader - Trader", card)[:3] == ["a2", "a4", "a5"]


def test_cor_28_above_two_cards_there_have_to_be_two() -> None:
    assert spots("Smith - Smith - Smith", "Lord") == ["a2", "a4"]
    assert spots("Smith Smith - Smith Smith", "Lord") == ["a3", "b1", "b4"]
    assert spots("Smith Smith Smith - - / Smith", "Lord") == ["a4", "a5", "b2"]
    assert spots("Smith Smith Smith - - / Smith Smith", "Lord") == ["a4", "a5", "c1"]


@pytest.mark.parametrize(
    ("lying", "places"),
    [
        ("Smith Trader Trader Trader Trader", ["b1"]),
        ("Trader Smith Trader Trader Trader", ["b1", "b2"]),
        ("Trader Trader Trader Trader Smith", ["b4"]),
        ("Trader Guard Trader Guard Trader", []),
        ("Trader Guard Trader Guard Smith / Trader Trader Smith Trader", ["c2", "c3"]),
    ],
)
def test_cor_28_a_baron_stands_on_artisans(lying: str, places: list[str]) -> None:
    assert spots(lying, "Baron") == places


def test_cor_28_a_place_that_does_not_bear_the_card_is_refused() -> None:
    match = played(table("Smith Trader Trader", "", hands=["Baron"]), "enrol Baron")
    assert offered(match, "at") == ["a4", "a5", "b1"]
    assert refusal(match, "at b2") == "COR-28" and refusal(match, "at a1") == "COR-28"
    assert refusal(match, "at c1") == "COR-28"


# --- COR-29 ---


def test_cor_29_a_card_without_parents_moves_to_where_it_could_be_enrolled() -> None:
    match = table("Smith Trader Trader Sage / Baron", "Smith", Sage="move")
    played(match, "activate a4")
    assert (asked(match), at(match, "power")) == ("A move", {"card": "Sage", "seat": "A", "part": 0, "left": 1})
    assert moves(match) == ["move a3", "move a4", "move b1"], "those without parents, itself included"
    assert refusal(match, "move a1") == "COR-29" and refusal(match, "move a5") == "COR-29"
    played(match, "move b1")
    assert (asked(match), at(match, "place"), moves(match)) == ("A to", "b1", ["at a5"])
    assert court(match)["b1"] == "Baron" and refusal(match, "at b1") in ("COR-28", "COR-29")
    assert refusal(match, "at b2") in ("COR-28", "COR-29")
    played(match, "at a5")
    assert court(match) == {"a1": "Smith", "a2": "Trader", "a3": "Trader", "a4": "Sage", "a5": "Baron"}
    assert (asked(match), at(match, "place"), purse(match)) == ("", None, "9 9 9")


def test_cor_29_not_above_where_it_was() -> None:
    match = played(table("Smith Sage Lord", "", Sage="move"), "activate a2", "move a2")
    assert moves(match) == ["at a4", "at a5"], "once it is taken out nothing lies on two cards"


def test_cor_29_bases_hold() -> None:
    match = table("Smith Smith Trader Trader Sage / - - Baron", "", Sage="move", Priest="anywhere")
    played(match, "activate a5")
    assert moves(match) == ["move a1", "move a2", "move a5", "move b3"]
    assert moves(played(match.copy(), "move b3")) == ["at b1", "at b2"]
    assert moves(played(match.copy(), "move a5")) == ["at b1", "at b2"]
    assert moves(played(match, "move a1")) == ["at b2", "at b4"]


def test_cor_29_anywhere_and_discounts_are_for_enrolments() -> None:
    match = table("Trader Trader Trader Sage Trader / Monk", "", hands=["Lord"], Sage="cheaper 1, anywhere, move")
    played(match, "activate a4")
    assert moves(match) == ["move a3", "move a4", "move a5", "move b1"]
    assert moves(played(match.copy(), "move b1")) == ["at b3", "at b4"], "above the Sage"
    played(match, "move a4", "at b2")
    assert (at(match, "anywhere"), at(match, "enrolments", "A"), len(at(match, "discounts", "A"))) == ("A", 0, 1)
    assert purse(match) == "9 9 9" and purse(played(match, "enrol Lord", "at a4")) == "5 9 9"


def test_cor_29_its_marks_move_with_it() -> None:
    match = table("Sage Smith", "", hands=["Guard"], Sage="once: move")
    played(match, "enrol Guard", "at a3", "activate a1", "move a1", "at a5")
    assert (at(match, "activated", "A"), at(match, "used", "A"), at(match, "enrolled", "A")) == (["a5"], ["a5"], ["a3"])
    match = table("Sage Smith", "", hands=["Guard"], Sage="move")
    played(match, "enrol Guard", "at a3", "activate a1", "move a3", "at a4")
    assert (at(match, "activated", "A"), at(match, "used", "A"), at(match, "enrolled", "A")) == (["a1"], [], ["a4"])
    assert offered(match, "dismiss") == ["a1", "a2"], "it was enrolled this turn wherever it is"
    assert at(match, "enrolments", "A") == 1


@pytest.mark.parametrize("place", ["a2", "a3", "a5"])
def test_cor_29_from_any_place(place: str) -> None:
    row = ["Smith", "Smith" if place != "a2" else "-", "-", "-", "-"]
    row[int(place[1]) - 1] = "Sage"
    match = played(table(" ".join(row), "", Sage="once: move"), f"activate {place}", f"move {place}", "at a4")
    assert (at(match, "activated", "A"), at(match, "used", "A"), at(match, "enrolled", "A")) == (["a4"], ["a4"], [])
    match = table("Sage Smith Smith", "", hands=["Guard"], Sage="move", Smith="gain 1 gold")
    played(match, "activate a3", "activate a1", "move a2", "at a5", "enrol Guard", "at a2")
    assert (at(match, "activated", "A"), at(match, "enrolled", "A")) == (["a1", "a3"], ["a2"])


def test_cor_29_a_place_left_has_no_marks() -> None:
    match = table("Sage Smith", "", hands=["Guard"], Sage="move")
    played(match, "activate a1", "move a1", "at a5", "enrol Guard", "at a1")
    assert (at(match, "activated", "A"), at(match, "enrolled", "A")) == (["a5"], ["a1"])


def test_cor_29_no_other_card_ever_moves() -> None:
    match = table("Smith Trader", "", hands=["Guard"])
    before = court(match)
    played(match, "enrol Guard", "at a4", "end", "end")
    assert court(match) == before | {"a4": "Guard"}


def test_cor_29_only_ones_own_cards() -> None:
    match = played(table("Sage", "Smith Guard", Sage="move"), "activate a1")
    assert moves(match) == ["move a1"]


def test_cor_29_the_uncovered_child_can_be_activated() -> None:
    match = table("Guard Smith Sage / Lord", "", Guard="gain 1 gold", Sage="move")
    assert offered(match, "activate") == ["a3"]
    assert offered(played(match, "activate a3", "move b1", "at a5"), "activate") == ["a1"]


# --- COR-30 ---


@pytest.mark.parametrize(
    ("place", "parents", "children"),
    [
        ("a1", ["b1"], []),
        ("a2", ["b1", "b2"], []),
        ("a3", ["b2", "b3"], []),
        ("a5", ["b4"], []),
        ("b1", ["c1"], ["a1", "a2"]),
        ("b2", ["c1", "c2"], ["a2", "a3"]),
        ("b4", ["c3"], ["a4", "a5"]),
        ("c1", ["d1"], ["b1", "b2"]),
        ("c2", ["d1", "d2"], ["b2", "b3"]),
        ("c3", ["d2"], ["b3", "b4"]),
        ("d1", ["e1"], ["c1", "c2"]),
        ("d2", ["e1"], ["c2", "c3"]),
        ("e1", [], ["d1", "d2"]),
    ],
)
def test_cor_30_parents_are_directly_above_and_children_the_two_below(
    place: str, parents: list[str], children: list[str]
) -> None:
    expect_family(5, place, parents, children)


@pytest.mark.parametrize(
    ("place", "parents", "children"),
    [
        ("a4", ["b3"], []),
        ("a3", ["b2", "b3"], []),
        ("b3", ["c2"], ["a3", "a4"]),
        ("c2", ["d1"], ["b2", "b3"]),
        ("d1", [], ["c1", "c2"]),
    ],
)
def test_cor_30_with_a_base_of_4(place: str, parents: list[str], children: list[str]) -> None:
    expect_family(4, place, parents, children)


def expect_family(base: int, place: str, parents: list[str], children: list[str]) -> None:
    """All cards are Guards and Smiths but one, whose bonus counts one point a parent and ten a child of these types."""
    filled = "Guard Guard Guard Guard Guard / Smith Smith Smith Smith / Guard Trader Trader / Trader Trader / Smith"
    if base == 4:
        filled = "Guard Guard Guard Guard / Smith Smith Smith / Trader Trader / Smith"
    names = [f"{'abcde'[i]}{j + 1}" for i in range(base) for j in range(base - i)]
    types = dict(zip(names, filled.replace("/", " ").split(), strict=True))
    for kind, type_ in (("Guard", "warrior"), ("Smith", "artisan"), ("Trader", "merchant")):
        lying = {**types, place: "Sage"}
        text = " / ".join(" ".join(lying[name] for name in names if name[0] == row) for row in "abcde"[:base])
        match = table(text, "", base=base, Sage=f"end: 1 per 1 parents of {type_}, 9 per 1 children of {type_}")
        bonus = match.view()["seats"][0]["pyramid"][place]["bonus"]
        expected = sum(types[name] == kind for name in parents) + 9 * sum(types[name] == kind for name in children)
        assert bonus == expected, kind


# --- COR-31 ---


@pytest.mark.parametrize(
    "names",
    [
        ("Ironmonger", "Miner", "Templar", "Bookseller", "Abbot"),
        ("Smuggler", "Highwayman", "Actor", "Pedlar", "Raider"),
        ("Duke", "Courtier", "Almoner", "Penitent", "Carpenter"),
        ("Pilgrim", "Astrologer", "Knight", "Alchemist", "Strategist"),
    ],
)
def test_cor_31_inverted_types_go_under_bases_but_rogues_and_neutral_cards(names: tuple[str, ...]) -> None:
    def turned(card: str) -> bool:
        return labels()[card][0] == "rogue" or labels()[card][1] == "neutral"

    lower = [labels()[name][0 if turned(name) else 1] for name in names]
    expected = {}
    for card, (type_, base) in labels().items():
        upper = base if turned(card) else type_
        expected[card] = [f"b{i + 1}" for i in range(4) if upper == "neutral" or upper in lower[i : i + 2]]
    hand = " ".join(card.replace(" ", "_") for card in labels())
    match = table(" ".join(names), "", hands=[hand], characters=OURS, inverted=True)
    expect_places(match, expected)


def test_cor_31_under_a_rogue_only_neutral_cards_fit() -> None:
    hand = "Smith Lord Baron Monk Miner Crook Thief"
    match = table("Thief Crook Jester Thief Crook", "", hands=[hand], inverted=True, Priest="anywhere")
    assert offered(match, "enrol") == ["Smith", "Lord", "Thief"]


@pytest.mark.parametrize("base", [5, 4])
def test_cor_31_all_else_is_as_ever(base: int) -> None:
    match = table("Sage Sage / Lord", "", hands=["Trader"], inverted=True, Sage="gain 1 gold", base=base)
    assert offered(match, "activate") == ["a2"] and offered(match, "dismiss") == ["b1"]
    free = ["a3", "a4", "a5"] if base == 5 else ["a3", "a4"]
    assert offered(played(match, "enrol Trader"), "at") == free


def test_cor_31_anywhere_holds_inverted_too() -> None:
    match = table("Baron Baron Baron Baron Thief", "", hands=["Monk"], inverted=True, Thief="anywhere")
    assert offered(match, "enrol") == []
    assert spots("Baron Baron Baron Baron Baron", "Miner", inverted=True) == ["b1", "b2", "b3", "b4"]
    played(match, "activate a5", "enrol Monk")
    assert offered(match, "at") == ["b1", "b2", "b3", "b4"]
    assert ended(played(match, "at b4")).position()["pyramids"]["A"]["b4"] == "Monk"
