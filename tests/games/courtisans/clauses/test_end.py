"""The end: CTS-19 to CTS-25."""

from __future__ import annotations

import pytest

from camarilla import Match
from tests.games.courtisans.positions import SEATS, at_random, cards, game, moves, over, played, table

# --- CTS-19 ---


@pytest.mark.parametrize(("players", "turns"), [(2, 10), (3, 8), (4, 7), (5, 6)])
def test_cts_19_all_have_as_many_turns_as_the_number_of_players_says(players: int, turns: int) -> None:
    match = at_random(game(players).new(11), 11)
    laid = [sight.seat for sight in match.log() if not sight.move.startswith(("x", "spare"))]
    assert [laid.count(seat) for seat in range(players)] == [3 * turns] * players
    assert match.view()["turn"] == turns * players
    assert (match.view()["pile"], match.view()["hands"]) == (0, [0] * players)


def test_cts_19_the_game_goes_on_while_anybody_has_cards() -> None:
    match = played(table(3, zones="own", hands={"A": "T", "B": "N N N"}), "T@A")
    assert (match.over, match.waiting, match.scores, match.places, match.winners) == (False, (1,), None, None, ())
    played(match, "N+", "N@B", "N@C")
    assert (match.over, match.waiting, moves_left(match)) == (True, (), 0)
    assert match.position()["mover"] is None and match.view()["mover"] is None


def moves_left(match: Match) -> int:
    return sum(len(match.choices(seat)) for seat in match.game.seats)


def test_cts_19_the_game_goes_on_while_there_is_a_pile() -> None:
    match = played(table(2, zones="own", hands={"A": "T", "B": "N N N"}, pile="C C C"), "T@A", "N+", "N@A", "N@B")
    assert (match.over, match.waiting) == (False, (0,))
    assert played(match, "C+", "C@A", "C@B").over


def test_cts_19_the_last_assassin_is_decided_first() -> None:
    match = played(table(zones="own", hands={"A": "Ta"}, domains={"A": "Cn"}, above="C"), "Ta@A")
    assert (match.over, match.waiting, moves(match)) == (False, (0,), {"spare", "xCn"})
    assert match.scores is None
    spared = played(match.copy(), "spare")
    assert (spared.over, spared.scores) == (True, (2, 0))
    assert (played(match, "xCn").over, match.scores) == (True, (0, 0))


def test_cts_19_the_last_assassin_of_a_turn_is_decided_before_the_draw() -> None:
    match = table(zones="own", hands={"A": "Ta", "B": "N N N"}, pile="C C C", domains={"A": "B"})
    assert (played(match, "Ta@A").waiting, match.view()["hands"]) == ((0,), [0, 3])
    assert (played(match, "xB").waiting, match.view()["hands"]) == ((1,), [3, 3])


# --- CTS-20 ---


def test_cts_20_spies_are_revealed_where_they_lie() -> None:
    spies = {"above": "Cs/1", "below": "Bs/2", "domains": {"A": "Ns/4", "B": "Ss/3"}}
    match = table(zones="own", hands={"A": "T"}, **spies)
    assert [spy["card"] for spy in match.view()["spies"]] == ["?s"] * 4
    played(match, "T@A")
    for observer in (None, 0, 1):
        shown = {(spy["place"], spy["card"]) for spy in match.view(observer)["spies"]}
        assert shown == {("+", "Cs"), ("-", "Bs"), ("@A", "Ns"), ("@B", "Ss")}
    assert [match.position()[key] for key in ("above", "below")] == ["Cs/1", "Bs/2"]


def test_cts_20_a_spy_at_the_table_moves_to_its_familys_column_on_the_same_side() -> None:
    match = table(zones="own", hands={"A": "T"}, above="Cs/1 N", below="Bs/2 Ns/3", domains={"A": "C B", "B": "Bn N"})
    before = match.view()["standing"]
    assert (before["carp"], before["butterfly"], before["nightingale"]) == (0, 0, 1)
    after = played(match, "T@A").view()["standing"]
    assert (after["carp"], after["butterfly"], after["nightingale"]) == (1, -1, 0)


def test_cts_20_a_spy_in_a_domain_scores_with_its_family() -> None:
    match = table(zones="own", hands={"A": "T"}, above="C", domains={"A": "Cs/1", "B": "Ns/2 Cs/3"})
    assert played(match, "T@A").scores == (1, 1)


def test_cts_20_removed_spies_are_never_shown_nor_counted() -> None:
    match = table(zones="own", hands={"A": "T"}, above="C", removed="Cs/1@A Cs/2- Ns/4+", domains={"A": "N"})
    assert played(match, "T@A").scores == (0, 0)
    assert [spy["card"] for spy in match.view()["spies"]] == ["?s", "?s", "?s"]
    assert [spy["card"] for spy in match.view(1)["spies"]] == ["?s", "Cs", "Ns"]


def test_cts_20_every_player_shows_both_missions_and_nothing_else() -> None:
    match = at_random(game(3).new(12), 12)
    view, position = match.view(), match.position()
    assert view["missions"] == list(position["missions"].values())
    assert view["away"] == 18 and view["hand"] == []
    hidden = [spy["card"] for spy in view["spies"] if spy["removed"]]
    assert set(hidden) <= {"?s"}
    revealed = [spy["card"] for spy in view["spies"] if not spy["removed"]]
    shown = [view["above"], view["below"], view["removed"], revealed, hidden, *view["domains"]]
    assert sum(len(part) for part in shown) == 72


# --- CTS-21 ---


@pytest.mark.parametrize(
    ("above", "below", "points"),
    [
        ("C", "", 1),
        ("", "C", -1),
        ("", "", 0),  # nothing at the table: neutral
        ("C", "Cg", 0),
        ("Cn", "C C", 0),  # values, not numbers of cards
        ("Cn", "C", 1),
        ("C C C", "Cn Cn", -1),
        ("Cs/2", "C", 0),
        ("C Ca", "Cs/2 Cs/4 Cg", -1),
        ("B B B", "C", -1),
    ],
)
def test_cts_21_a_familys_standing_is_the_side_with_more_value(above: str, below: str, points: int) -> None:
    assert over(above=above, below=below, domains={"A": "Ca"}).scores == (points, 0)


# --- CTS-22 ---


def test_cts_22_each_card_in_a_domain_scores_by_its_familys_standing() -> None:
    match = over(3, above="B B T", below="B C", domains={"A": "B Bn Bg Ba", "B": "C Cn T", "C": "N Nn H"})
    assert match.scores == (5, -2, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cts_22_each_player_scores_the_own_domain_and_may_be_below_zero(players: int) -> None:
    domains = dict(zip(SEATS[:players], ["C", "Cn", "", "Cn Cg", "Cn Cn"], strict=False))
    assert over(players, above="C", domains=domains).scores == (1, 2, 0, 3, 4)[:players]
    assert over(players, below="C", domains=domains).scores == (-1, -2, 0, -3, -4)[:players]


def test_cts_22_a_card_that_is_somebodys_gift_scores_for_whose_domain_it_is() -> None:
    match = table(zones="other", hands={"A": "Cn"}, above="C")
    assert played(match, "Cn@B").scores == (0, 2)


# --- CTS-23 ---


@pytest.mark.parametrize(("below", "points"), [("", 0), ("S", 4), ("T", 2), ("H", 2), ("T H", 4)])
def test_cts_23_each_mission_fulfilled_adds_its_points(below: str, points: int) -> None:
    held = {"A": ["three-in-light", "three-in-disgrace"], "B": ["disgrace-hare-stag", "disgrace-toad-stag"]}
    assert over(missions=held, below=below).scores == (0, points)


@pytest.mark.parametrize(("edition", "points"), [("rulebook", 2), ("published", 3)])
def test_cts_23_a_mission_adds_to_the_worth_of_the_domain(edition: str, points: int) -> None:
    held = {
        "rulebook": {"A": ["disgrace-hare-carp", "three-in-light"], "B": ["disgrace-hare-stag", "three-in-disgrace"]}
    }
    held["published"] = {"A": ["three-spies", "disgrace-carp"], "B": ["two-assassins", "five-below"]}
    match = over(2, edition, missions=held[edition], below="C", domains={"A": "Cn", "B": "C"})
    assert match.scores == (points - 2, -1)


# --- CTS-24 ---


@pytest.mark.parametrize(
    ("domains", "scores", "places", "winners"),
    [
        ("C|Cn|Cn C|", (1, 2, 3, 0), (3, 2, 1, 4), (2,)),
        ("Cn|C|C|", (2, 1, 1, 0), (1, 2, 2, 4), (0,)),
        ("C|Cn||Cn", (1, 2, 0, 2), (3, 1, 4, 1), (1, 3)),
        ("Cg|C|C|C", (1, 1, 1, 1), (1, 1, 1, 1), (0, 1, 2, 3)),
        ("|C|C|C", (0, 1, 1, 1), (4, 1, 1, 1), (1, 2, 3)),
    ],
)
def test_cts_24_most_points_win_and_equals_share_a_place(
    domains: str, scores: tuple[int, ...], places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    match = over(4, above="C", domains=dict(zip("ABCD", domains.split("|"), strict=True)))
    assert (match.scores, match.places, match.winners) == (scores, places, winners)


def test_cts_24_places_go_by_points_below_zero_too() -> None:
    match = over(below="C", domains={"A": "C", "B": "Cn"})
    assert (match.scores, match.places, match.winners) == ((-1, -2), (1, 2), (0,))


# --- CTS-25 ---


def caption() -> Match:
    """The table of the source's caption, and a domain that comes to 3 + 3 + 5 - 3 + 0 and one mission of two."""
    return over(
        above="Bn T Tg S Nn C Cs/3",
        below="B N Ng Ns/4 H Cn",
        domains={"A": "Bn B T T Ts/2 Sn Sn Sg Nn N C Ca"},
        missions={
            "A": ["disgrace-nightingale-stag", "three-in-disgrace"],
            "B": ["disgrace-stag-carp", "three-in-light"],
        },
    )


def test_cts_25_the_table_of_the_example_comes_out() -> None:
    standing = caption().view()["standing"]
    light = {family for family, value in standing.items() if value > 0}
    disgrace = {family for family, value in standing.items() if value < 0}
    assert light == {"butterfly", "toad", "stag"} and disgrace == {"nightingale", "hare"}
    assert standing["carp"] == 0


def test_cts_25_the_domain_of_the_example_is_worth_10_points() -> None:
    assert len(cards(caption().position()["domains"]["A"])) == 12
    assert caption().scores == (10, 2)
