"""The roles: CTS-14 to CTS-18."""

from __future__ import annotations

from typing import Any

import pytest

from camarilla import Match
from tests.games.courtisans.positions import moves, over, played, refusal, table

EVERY_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])


def spies(match: Match, observer: int | None) -> dict[int, str]:
    """What the observer knows of each spy, by the turn it was laid."""
    return {spy["turn"]: spy["card"] for spy in match.view(observer)["spies"]}


def deciding(assassin: str, **position: Any) -> Match:
    """The assassin is the last card of A's turn, and has just been laid."""
    place = assassin[2:]
    zone = "queen" if place in "+-" else "own" if place == "@A" else "other"
    return played(table(zones=zone, hands={"A": assassin[:2]}, **position), assassin)


# --- CTS-14 ---


@pytest.mark.parametrize("letter", "BTNHSC")
def test_cts_14_a_noble_counts_as_two_cards_at_the_table(letter: str) -> None:
    held = {"A": ["three-in-light", "three-in-disgrace"], "B": ["disgrace-hare-stag", "disgrace-toad-carp"]}

    def points(above: str, below: str) -> int:
        sides = {"above": above.replace("x", letter), "below": below.replace("x", letter)}
        return int(over(missions=held, **sides, domains={"A": letter}).view()["scores"][0])

    assert (points("xn", "x"), points("xn", "x xg"), points("x xg", "xn xs/3")) == (1, 0, -1)


@pytest.mark.parametrize(("above", "below", "points"), [("C", "", 2), ("", "C", -2), ("", "", 0)])
def test_cts_14_a_noble_counts_as_two_cards_in_a_domain(above: str, below: str, points: int) -> None:
    assert over(above=above, below=below, domains={"A": "Cn", "B": "C"}).scores == (points, points // 2)


@pytest.mark.parametrize("card", ["C", "Cg", "Ca", "Cs/3"])
def test_cts_14_any_other_card_counts_as_one(card: str) -> None:
    assert over(above=card, domains={"A": "Cn"}).scores == (2, 0)
    assert over(above=card, below="Cn", domains={"A": "Cn"}).scores == (-2, 0)
    assert over(above="Cn", domains={"A": card}).scores == (1, 0)


# --- CTS-15 ---


@EVERY_NUMBER
@pytest.mark.parametrize("move", ["Hs+", "Hs-", "Hs@A", "Hs@B"])
def test_cts_15_a_spy_is_laid_face_down_and_only_its_player_keeps_it_in_mind(players: int, move: str) -> None:
    match = table(players, turn=1, hands={"A": "Hs T T"})
    before = match.view(1)
    played(match, move)
    assert [spies(match, seat) for seat in (None, *range(players))] == [{1: "?s"}, {1: "Hs"}] + [{1: "?s"}] * (
        players - 1
    )
    for key in ("above", "below", "domains", "removed", "standing"):
        assert match.view(1)[key] == before[key]
    assert {key: match.view(1)["spies"][0][key] for key in ("place", "by", "removed")} == {
        "place": move[2:],
        "by": 0,
        "removed": False,
    }


@EVERY_NUMBER
def test_cts_15_each_seat_knows_the_spies_that_it_laid(players: int) -> None:
    """Turn by turn from A on, all in the domain of A, with another round after the first."""
    laid = ["Bs", "Ts", "Ns", "Hs", "Ss", "Cs", "Bs"][: players + 2]
    domain = " ".join(f"{spy}/{turn}" for turn, spy in enumerate(laid, 1))
    match = table(players, turn=2 * players + 1, domains={"A": domain}, hands={"A": "T T T"})
    for seat in range(players):
        known = {turn: spy if (turn - 1) % players == seat else "?s" for turn, spy in enumerate(laid, 1)}
        assert spies(match, seat) == known
    assert set(spies(match, None).values()) == {"?s"}


def test_cts_15_whoever_began_matters_to_who_laid_it() -> None:
    match = table(3, turn=3, mover="A", first="B", above="Hs/1", below="Cs/2", hands={"A": "T T T"})
    assert [spies(match, seat) for seat in range(3)] == [{1: "?s", 2: "?s"}, {1: "Hs", 2: "?s"}, {1: "?s", 2: "Cs"}]
    assert [spy["by"] for spy in match.view()["spies"]] == [1, 2]


def test_cts_15_its_player_keeps_it_in_mind_also_once_removed() -> None:
    match = played(table(hands={"A": "Hs Ta T", "B": "N N N"}, below="Cs/12"), "Hs@A", "T@B", "Ta-", "xs12")
    assert match.view(0)["spies"][0]["removed"] and not match.view(0)["spies"][1]["removed"]
    assert [spies(match, seat) for seat in (None, 0, 1)] == [
        {12: "?s", 13: "?s"},
        {12: "?s", 13: "Hs"},
        {12: "Cs", 13: "?s"},
    ]


def test_cts_15_at_the_table_it_lies_in_the_queens_own_column_above_or_below() -> None:
    match = played(table(zones="queen own", hands={"A": "Hs T"}), "Hs-")
    assert (match.position()["above"], match.position()["below"]) == ("", "Hs/13")
    assert match.view()["standing"]["hare"] == 0


# --- CTS-16 ---


def test_cts_16_at_the_table_the_zone_is_the_whole_table() -> None:
    table_ = {"above": "H Tn Cs/3", "below": "N Ca Bs/4", "domains": {"A": "B", "B": "S Ss/2"}}
    assert moves(deciding("Ta+", **table_)) == {"spare", "xH+", "xTn+", "xN-", "xCa-", "xs3", "xs4"}
    assert moves(deciding("Ta-", **table_)) == {"spare", "xH+", "xTn+", "xN-", "xCa-", "xs3", "xs4"}


def test_cts_16_in_a_domain_the_zone_is_that_domain() -> None:
    domains = {"A": "B Hs/3", "B": "Sn S Ss/4"}
    assert moves(deciding("Ta@A", above="H", below="Cs/5", domains=domains)) == {"spare", "xB", "xs3"}
    assert moves(deciding("Ta@B", above="H", below="Cs/5", domains=domains)) == {"spare", "xS", "xSn", "xs4"}


@EVERY_NUMBER
def test_cts_16_an_assassin_reaches_only_the_domain_it_was_sent_to(players: int) -> None:
    seats = "ABCDE"[:players]
    domains = dict(zip(seats, "BTNHS", strict=False))
    for seat, letter in domains.items():
        match = table(players, turn=1, hands={"A": "Ca Hn Hn"}, domains=domains, above="S")
        assert moves(played(match, f"Ca@{seat}")) == {"spare", f"x{letter}"}


@pytest.mark.parametrize("card", ["B", "Tn", "Na", "H", "Sn", "Ca"])
def test_cts_16_the_victim_may_be_of_any_family_and_role_but_guards(card: str) -> None:
    position = played(deciding("Ta-", above=f"{card} Hg", below=card), f"x{card}+").position()
    assert (position["above"], position["removed"]) == ("Hg", card)
    assert set(position["below"].split()) == {card, "Ta"}


def test_cts_16_the_victim_leaves_from_the_side_that_was_named() -> None:
    assert played(deciding("Ta+", above="H H", below="H"), "xH-").position()["below"] == ""
    assert played(deciding("Ta+", above="H H", below="H"), "xH+").position()["above"] == "H Ta"


def test_cts_16_one_may_remove_a_card_of_ones_own() -> None:
    match = table(zones="queen own", hands={"A": "Hn Ta"}, domains={"A": "B"})
    assert moves(played(match, "Ta@A")) == {"spare", "xB"}
    assert played(match, "xB").position()["domains"]["A"] == "Ta"


def test_cts_16_a_spy_just_laid_may_be_removed() -> None:
    match = table(hands={"A": "Ba Hs T"}, domains={"A": "Ts/3"})
    assert moves(played(match, "Hs+", "Ba@A")) == {"spare", "xs3"}
    match = table(turn=14, mover="B", hands={"B": "Ba Hs T"}, above="Hs/13", domains={"A": "Ts/3"})
    assert moves(played(match, "Hs@A", "Ba-")) == {"spare", "xs13"}


def test_cts_16_to_remove_somebody_is_optional() -> None:
    match = deciding("Ta+", above="H", below="N")
    before = match.position()
    after = played(match, "spare").position()
    assert (after["above"], after["below"], after["removed"]) == (before["above"], before["below"], "")


def test_cts_16_it_is_decided_before_the_next_card_is_played() -> None:
    match = played(table(hands={"A": "Ta H H"}, above="C"), "Ta-")
    assert moves(match) == {"spare", "xC+"}
    assert refusal(match, "H@A") == "CTS-16"
    assert moves(played(match, "spare")) == {"H@A", "H@B"}


def test_cts_16_a_kill_that_is_not_used_is_lost() -> None:
    match = played(table(hands={"A": "Ta H H"}, above="C"), "Ta-", "spare")
    assert [refusal(match, move) for move in ("xC+", "xs1", "spare")] == ["CTS-16"] * 3
    assert refusal(played(match, "H@A"), "xC+") == "CTS-16"


def test_cts_16_one_kill_to_an_assassin() -> None:
    match = played(table(hands={"A": "Ta H H"}, above="C N"), "Ta-", "xC+")
    assert refusal(match, "xN+") == "CTS-16"
    assert moves(match) == {"H@A", "H@B"}


def test_cts_16_no_kill_without_an_assassin() -> None:
    match = played(table(hands={"A": "Tn H H"}, above="C"), "Tn-")
    assert [refusal(match, move) for move in ("xC+", "xs1", "spare")] == ["CTS-16"] * 3


def test_cts_16_what_is_not_in_the_zone_cannot_be_removed() -> None:
    match = deciding("Ta@B", above="C", domains={"A": "N", "B": "S"})
    assert [refusal(match, move) for move in ("xC+", "xC", "xN", "xS+", "xSn")] == ["CTS-16"] * 5
    match = deciding("Ta+", above="C", below="N", domains={"A": "S"})
    assert [refusal(match, move) for move in ("xC-", "xN+", "xS", "xS+")] == ["CTS-16"] * 4


def test_cts_16_the_card_leaves_the_game() -> None:
    match = played(deciding("Ta@A", above="B H", domains={"A": "B Hn"}), "xHn")
    assert (match.position()["removed"], match.view()["removed"], match.scores) == ("Hn", ["Hn"], (1, 0))


def test_cts_16_after_it_has_decided_the_turn_goes_on() -> None:
    match = table(zones="queen own", hands={"A": "Ta B", "B": "N N N"}, above="C C", domains={"A": "S"})
    played(match, "Ta+", "xC+")
    assert (match.waiting, match.view()["turn"], moves(match)) == ((0,), 13, {"B@A"})
    played(match, "B@A")
    assert (match.waiting, match.view()["turn"]) == ((1,), 14)


# --- CTS-17 ---


@pytest.mark.parametrize(
    ("assassin", "place"), [("Ta+", "above"), ("Ta-", "above"), ("Ta+", "below"), ("Ta@A", "@A"), ("Ta@B", "@B")]
)
def test_cts_17_a_spy_can_be_removed_and_is_not_turned_over(assassin: str, place: str) -> None:
    spy = {place: "Hs/2"} if place[0] != "@" else {"domains": {place[1]: "Hs/2"}}
    match = played(deciding(assassin, **spy), "xs2")
    mark = {"above": "+", "below": "-"}.get(place, place)
    assert match.position()["removed"] == f"Hs/2{mark}"
    assert match.view(0)["removed"] == []
    assert match.view(0)["spies"] == [{"turn": 2, "place": mark, "by": 1, "removed": True, "card": "?s"}]


def test_cts_17_the_spy_named_is_the_one_that_goes() -> None:
    match = played(deciding("Ta-", above="Hs/2 Cs/5", below="Hs/4", domains={"A": "Bs/5"}), "xs5")
    assert (match.position()["above"], match.position()["below"]) == ("Hs/2", "Ta Hs/4")
    assert (match.position()["domains"]["A"], match.position()["removed"]) == ("Bs/5", "Cs/5+")


def test_cts_17_a_removed_spy_cannot_be_removed_again() -> None:
    match = deciding("Ta+", above="H", removed="Hs/2+ Cs/4@A")
    assert moves(match) == {"spare", "xH+"}
    assert refusal(match, "xs2") == "CTS-27"


# --- CTS-18 ---


@pytest.mark.parametrize("letter", "BTNHSC")
def test_cts_18_a_guard_can_never_be_removed(letter: str) -> None:
    match = deciding("Ta+", above=f"{letter}g H", below=f"{letter}g {letter}g")
    assert moves(match) == {"spare", "xH+"}
    assert refusal(match, f"x{letter}g+") == refusal(match, f"x{letter}g") == "CTS-18"


def test_cts_18_an_assassin_can_be_removed_by_a_later_one() -> None:
    match = deciding("Ta+", above="Ba", below="Ca Ca")
    assert moves(match) == {"spare", "xBa+", "xCa-"}
    assert played(match, "xCa-").position()["below"] == "Ca"


@pytest.mark.parametrize("place", ["+", "-", "@A", "@B"])
def test_cts_18_the_one_just_laid_is_never_the_one_removed(place: str) -> None:
    cards = {"above": "H", "below": "H", "domains": {"A": "H", "B": "H"}}
    match = deciding("Ta" + place, **cards)
    side = place if place in "+-" else ""
    assert f"xTa{side}" not in moves(match)
    assert refusal(match, f"xTa{side}") == "CTS-18"


@pytest.mark.parametrize("place", ["+", "-", "@A", "@B"])
def test_cts_18_its_twin_beside_it_may_go(place: str) -> None:
    spot = {"+": {"above": "Ta"}, "-": {"below": "Ta"}}.get(place, {"domains": {place[-1]: "Ta"}})
    side = place if place in "+-" else ""
    match = deciding("Ta" + place, **spot)
    assert moves(match) == {"spare", f"xTa{side}"}
    position = played(match, f"xTa{side}").position()
    left = [position["above"], position["below"], *position["domains"].values()]
    assert (" ".join(left).split(), position["removed"]) == (["Ta"], "Ta")


def test_cts_18_its_twin_on_the_other_side_may_go() -> None:
    match = deciding("Ta+", below="Ta")
    assert moves(match) == {"spare", "xTa-"}
    assert refusal(match, "xTa+") == "CTS-18"
    assert played(match, "xTa-").position()["above"] == "Ta"
