"""The end: COR-32 to COR-34 and COR-36."""

from __future__ import annotations

import pytest

from camarilla import Match
from tests.games.cour.positions import (
    TURNS,
    asked,
    at,
    court,
    ended,
    hand,
    moment,
    moves,
    pile,
    played,
    purses,
    table,
    waiting,
)

BOTH = pytest.mark.parametrize("turns", TURNS)
SMALL = "Smith Guard Lord Trader / Priest Thief Jester / Guard Lord"
LARGE = "Smith Guard Lord Trader Sage / Priest Thief Jester Smith / Guard Lord Trader / Sage Priest"


def over(*courts: str, **given: object) -> Match:
    """The end of round 40."""
    return table(*courts, phase="over", round=40, **given)


# --- COR-32 ---


@BOTH
@pytest.mark.parametrize(("base", "lying", "apex"), [(4, SMALL, "d1"), (5, LARGE, "e1")])
def test_cor_32_the_game_ends_with_the_round_in_which_a_pyramid_is_completed(
    turns: str, base: int, lying: str, apex: str
) -> None:
    match = table("", lying, "", hands=["Monk", "Sage", "Monk"], base=base, turns=turns)
    played(match, "A end", "B enrol Sage")
    assert moves(match) == [f"at {apex}"] and not at(match, "completed")
    played(match, f"B at {apex}")
    assert (at(match, "completed"), match.over, match.scores, waiting(match)[0]) == (True, False, None, "B")
    played(match, "B end")
    assert waiting(match) == "C", "who is still to play his turn"
    played(match, "C enrol Monk", "C at a1", "C end")
    assert (match.over, at(match, "phase"), at(match, "round"), waiting(match)) == (True, "over", 1, "")
    position = match.position()
    assert (position["mover"], position["step"], position["power"], position["decider"]) == (None, "", None, None)
    assert hand(match) == "Monk" and court(match, "C") == {"a1": "Monk"}, "no further income"
    assert match.scores is not None and match.winners == (1,)


@BOTH
def test_cor_32_it_goes_on_as_long_as_a_place_is_free(turns: str) -> None:
    match = table(SMALL, "", hands=["Sage"], base=4, turns=turns)
    assert moment(ended(match)) == "2 income" and not at(match, "completed")
    match = played(
        table(SMALL.removesuffix(" Lord"), "", hands=["Sage"], base=4, turns=turns), "A enrol Sage", "A at c2"
    )
    assert not at(match, "completed") and moment(ended(match)) == "2 income"


@BOTH
def test_cor_32_effects_of_that_round_still_come(turns: str) -> None:
    match = table(SMALL, "Sage", hands=["Smith"], base=4, turns=turns, Sage="between turns: steal 2")
    played(match, "A enrol Smith", "A at d1", "A end", "B activate a1", "B end")
    assert (moment(match), asked(match), match.over) == ("1 between", "B victim", False)
    played(match, "from A", "gold", "from A", "gold")
    assert match.over and purses(match) == ["7 6 9", "11 9 9"]


def test_cor_32_completed_stays_completed() -> None:
    match = table(SMALL, "Sage", hands=["Smith"], base=4, Sage="between turns: remove 5")
    played(match, "enrol Smith", "at d1", "end", "activate a1", "end", "from A", "remove d1")
    assert match.over and "d1" not in court(match) and at(match, "completed")
    assert (match.scores, pile(match)) == ((19, 2), "Smith")


@BOTH
def test_cor_32_who_completed_it_may_go_on_with_the_turn(turns: str) -> None:
    match = table(SMALL, "", hands=["Sage Smith"], base=4, turns=turns, Guard="gain 1 gold")
    played(match, "A enrol Sage", "A at d1")
    assert moves(match, "A") == ["end"]


# --- COR-33 ---

LYING = "Smith Guard Lord Miner Sage / Thief Priest Guard / Jester"  # the bonus is on the Priest at b2


def bonus(text: str, lying: str = LYING, purse: str = "3 4 6", **given: object) -> int:
    """What the bonus of the Priest brings, beyond the printed prestige."""
    plain, with_bonus = (
        over(lying, "", purses=[purse], **given, **power) for power in ({}, {"Priest": f"end: {text}"})
    )
    assert plain.scores is not None and with_bonus.scores is not None
    assert plain.scores[1] == with_bonus.scores[1] == 0
    return with_bonus.scores[0] - plain.scores[0]


def test_cor_33_the_printed_prestige_of_each_card() -> None:
    assert over(LYING, "Lord", "").scores == (16, 5, 0)
    match = over("Smith Guard Lord Trader Sage / Baron Thief Crook Monk", "Jester", Priest="anywhere")
    assert match.scores == (1 + 3 + 5 + 1 + 2 + 2 + 1 + 2 + 1, 0)


@pytest.mark.parametrize(
    ("text", "brings"),
    [
        ("1 per 1 cards", 9),
        ("1 per 3 cards", 3),
        ("2 per 4 cards", 4),
        ("1 per 9 cards", 1),
        ("1 per 1 cards of warrior", 2),
        ("1 per 1 cards of warrior or rogue", 4),
        ("1 per 1 cards of merchant", 0),
        ("1 per 1 cards of artisan or merchant or cleric", 3),
        ("3 per 2 cards of warrior or rogue", 6),
        ("1 per 1 cards on neutral", 8),
        ("1 per 1 cards on warrior", 1),
        ("1 per 1 cards on warrior or neutral", 9),
        ("1 per 1 cards on artisan or merchant", 0),
        ("1 per 1 types", 6),
        ("1 per 4 types", 1),
        ("1 per 1 bases", 2),
        ("5 per 2 bases", 5),
        ("1 per 1 rows", 1),
        ("7 per 1 rows", 7),
        ("1 per 2 rows", 0),
        ("1 per 1 height", 1),
        ("1 per 1 parents", 1),
        ("4 per 1 parents of rogue or noble", 4),
        ("4 per 1 parents of noble", 0),
        ("1 per 1 children", 2),
        ("1 per 2 children", 1),
        ("3 per 1 children of noble", 3),
        ("3 per 1 children of warrior", 3),
        ("3 per 1 children of artisan", 0),
        ("1 per 1 resources", 13),
        ("1 per 4 resources", 3),
        ("1 per 1 gold", 3),
        ("1 per 2 steel", 2),
        ("2 per 3 ruby", 4),
        ("1 per 2 gold, 1 per 2 gold", 2),
        ("1 per 1 rows, 2 per 1 height, 1 per 5 cards", 4),
    ],
)
def test_cor_33_passive_bonuses_each_rounded_down(text: str, brings: int) -> None:
    assert bonus(text) == brings


@pytest.mark.parametrize(
    ("lying", "base", "rows"),
    [
        ("Smith Guard Lord Miner / Priest", 5, 0),
        ("Smith Guard Lord Miner / Priest", 4, 1),
        ("Trader Guard Trader Miner / Priest", 4, 1),
        ("Smith Guard Lord Miner Sage / Thief Priest Guard Guard", 5, 2),
        ("Smith Guard Lord Miner / Thief Priest Guard / Lord Lord", 4, 3),
        ("- Guard Lord Miner Sage / - Priest", 5, 0),
    ],
)
def test_cor_33_complete_rows(lying: str, base: int, rows: int) -> None:
    assert bonus("1 per 1 rows", lying, base=base) == rows


def test_cor_33_the_height_is_that_of_the_card() -> None:
    assert bonus("1 per 1 height", "Priest") == 0
    assert bonus("1 per 1 height", "Smith Smith Smith / Guard Guard / Priest") == 2
    assert bonus("1 per 1 height", LARGE.replace("Priest", "Lord") + " / Priest") == 4
    assert bonus("1 per 1 height", SMALL.replace("Priest", "Sage") + " / Priest", base=4) == 3


def test_cor_33_every_card_has_its_own_bonus() -> None:
    match = over("Priest Priest Sage / Guard Priest", "Sage", Priest="end: 1 per 1 parents", Sage="end: 1 per 1 cards")
    assert match.scores == (5 + (1 + 2 + 0) + 5, 2 + 1)


def test_cor_33_fourteen_cards_with_a_philosopher() -> None:
    lying = "Sage Trader Lord Trader Jester / Priest Thief Jester Smith / Guard Lord Trader / Smith Priest"
    philosopher = bonus_of("Sage", lying, "end: 1 per 3 cards")
    assert bonus_of("Trader", "Trader Smith", "end: 1 per 1 cards") == 2
    assert philosopher == 4 and len(court(over(lying, ""))) == 14


def bonus_of(card: str, lying: str, power: str) -> int:
    plain, with_bonus = over(lying, "").scores, over(lying, "", **{card: power}).scores
    assert plain is not None and with_bonus is not None
    return with_bonus[0] - plain[0]


def test_cor_33_resources_are_those_left_at_the_end() -> None:
    match = table(
        "Sage", "Smith", round=40, purses=["1 0 0"], Sage="end: 1 per 1 gold", Smith="between turns: levy 1 gold"
    )
    ended(played(match, "activate a1"))
    assert match.over and match.scores == (2, 1) and purses(match) == ["0 0 0", "10 9 9"]


# --- COR-34 ---


@pytest.mark.parametrize(
    ("courts", "purses_", "places"),
    [
        (("Lord", "Guard", "Sage"), ("0 0 0", "9 9 9", "9 9 9"), (1, 2, 3)),
        (("Sage", "Lord", "Guard"), ("9 9 9", "9 9 9", "9 9 9"), (3, 1, 2)),
        (("Guard", "Guard", "Lord"), ("1 1 1", "4 0 0", "0 0 0"), (3, 2, 1)),
        (("Guard", "Guard", "Sage"), ("5 0 0", "0 0 5", "9 9 9"), (1, 1, 3)),
        (("Guard", "Guard", "Guard"), ("2 0 1", "1 1 1", "0 3 0"), (1, 1, 1)),
        (("Guard", "Guard", "Guard"), ("2 0 2", "1 1 1", "0 3 0"), (1, 2, 2)),
        (("Guard", "Guard", "Guard"), ("2 0 0", "1 1 1", "0 3 0"), (3, 1, 1)),
        (("Guard", "Lord", "Guard"), ("0 0 1", "0 0 0", "0 1 1"), (3, 1, 2)),
    ],
)
def test_cor_34_most_prestige_then_most_resources_then_shared(
    courts: tuple[str, ...], purses_: tuple[str, ...], places: tuple[int, ...]
) -> None:
    match = over(*courts, purses=purses_)
    assert match.places == places
    assert match.winners == tuple(seat for seat, place in enumerate(places) if place == 1)


# --- COR-36 ---


@BOTH
def test_cor_36_the_game_ends_after_round_40(turns: str) -> None:
    match = ended(table("Lord", "Smith", round=39, turns=turns))
    assert moment(match) == "40 income" and not match.over
    for seat in match.waiting if turns == "simultaneous" else (1, 0):
        match.play("gold", seat)
    assert moment(match) == "40 turns"
    ended(match)
    assert (match.over, moment(match), match.scores, match.places) == (True, "40 over", (5, 1), (1, 2))
    assert not at(match, "completed") and len(at(match, "hands", "A")) == 2


def test_cor_36_effects_of_the_last_round_come_first() -> None:
    match = table("Sage", "Smith", round=40, Sage="between turns: remove 5")
    ended(played(match, "end", "activate a1"))
    assert (moment(match), asked(match)) == ("40 between", "A victim")
    played(match, "from B", "remove a1")
    assert match.over and match.scores == (2, 0)
