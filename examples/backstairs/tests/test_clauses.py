"""A test for every clause that says what happens, named by its id: a position in, an assertion out."""

from __future__ import annotations

from typing import Any

import pytest
from backstairs import rules
from backstairs.game import Backstairs

from camarilla import CannotUndo, IllegalMove, Match


def table(players: int = 2, meetings: bool = True, **position: Any) -> Match:
    game = Backstairs(runtime="interpreted", players=players, meetings=meetings)
    return game.at({"favours": [5, 3, 2], **position})


def ended(visits: str, **options: Any) -> Match:
    """A match of two that was played so to the end, by A first."""
    return table(visits=visits, **options)


def begun() -> Match:
    return table(hands={"A": "1 2 6", "B": "2 4 5"}, pile="5 3 4 3 1 6")


def at_night() -> Match:
    return table(visits="6C 4C 1M* 5T 3T* 2C* 4M 3M 2T 3M*", hands={"A": "2", "B": "3"})


def points_for(match: Match, seat: int, what: str) -> int:
    return sum(line.points for line in match.account()[seat] if what in str(line.what))


def test_bst_2_there_are_four_visitors_of_each_rank() -> None:
    position = Backstairs(runtime="interpreted").new(seed=1).position()
    every = [*position["hands"].values(), position["pile"], position["aside"]]
    assert sorted(" ".join(every).split()) == sorted("123456" * 4)


@pytest.mark.parametrize(("players", "turns", "pile", "aside"), [(2, 6, 6, 12), (3, 5, 6, 9), (4, 4, 4, 8)])
def test_bst_5_everybody_is_dealt_three_cards(players: int, turns: int, pile: int, aside: int) -> None:
    view = Backstairs(runtime="interpreted", players=players).new(seed=1).view(0)
    assert view["hands"] == [3] * players
    assert (view["rounds"], view["pile"], view["aside"]) == (turns, pile, aside)


def test_bst_4_and_6_chance_decides_who_begins_and_where_the_favours_lie() -> None:
    views = [Backstairs(runtime="interpreted", players=4).new(seed).view() for seed in range(40)]
    assert {view["first"] for view in views} == {view["mover"] for view in views} == {0, 1, 2, 3}
    assert all(sorted([*view["favours"].values(), *view["out"]]) == [2, 3, 4, 5, 6] for view in views)
    assert {view["favours"]["C"] for view in views} == {2, 3, 4, 5, 6}


def test_bst_7_only_a_visitor_in_hand_can_be_sent() -> None:
    match = begun()
    assert len(match.choices()) == 3 * 3 * 2
    with pytest.raises(IllegalMove) as problem:
        match.play("5C")
    assert problem.value.clause == "BST-7"


def test_bst_8_and_9_announced_counts_one_more_and_unseen_counts_its_rank() -> None:
    match = ended("5C 5M* 1T* 2T* 3T* 4T* 6M 1C 2C* 3M* 4M* 6T*")
    assert match.view()["influence"] == {"C": [6 + 2, 2], "M": [7 + 4, 5 + 3], "T": [1 + 3, 2 + 4 + 6]}


def test_bst_10_a_card_is_drawn_as_long_as_there_are_any() -> None:
    match = begun()
    match.play("6C")
    assert match.view(0)["hand"] == ["1", "2", "5"] and match.view(0)["pile"] == 5
    match = at_night()
    match.play("2M*")
    assert match.view(0)["hand"] == []


def test_bst_11_in_the_last_round_all_come_by_the_backstairs() -> None:
    match = at_night()
    assert [choice.move for choice in match.choices()] == ["2C*", "2M*", "2T*"]
    with pytest.raises(IllegalMove) as problem:
        match.play("2M")
    assert problem.value.clause == "BST-11"


def test_bst_12_at_the_end_all_visitors_are_turned_up() -> None:
    match = at_night()
    match.play("2M*")
    assert [visit["card"] for visit in match.view()["visits"]].count("?") == 5
    match.play("3T*")
    assert match.over and not any(visit["card"] == "?" for visit in match.view()["visits"])


MEETING = "6C 4C 1M* 5T 3T* 2C* 4M 3M 2T 3M* 2M* 3T*"


def test_bst_13_visitors_of_one_rank_on_the_same_backstairs_count_nothing() -> None:
    assert ended(MEETING).view()["influence"]["T"] == [3, 6]
    assert ended(MEETING, meetings=False).view()["influence"]["T"] == [6, 9]


def test_bst_13_the_great_staircase_and_other_chambers_are_no_meeting() -> None:
    match = ended("3C 3C* 3M* 3T* 1C* 1M* 2C 2C* 4T* 4M* 5C* 5M*")
    assert not any(visit["met"] for visit in match.view()["visits"])


def test_bst_14_the_most_influence_receives_the_favour() -> None:
    match = ended(MEETING)
    assert match.view()["received"] == {"C": 0, "M": 0, "T": 1}
    assert [points_for(match, seat, "favour of") for seat in (0, 1)] == [5 + 3, 2]


def test_bst_14_of_equals_whoever_called_first_receives_it() -> None:
    first, second = "6C 4C", "4C 6C"
    rest = " 1M* 5T 3T* 2C* 4M 3M 2T 3M* 2M* 3T*"
    assert ended(first + rest).view()["influence"]["C"] == [7, 7]
    assert ended(first + rest).view()["received"]["C"] == 0
    assert ended(first + rest, first="B").view()["received"]["C"] == 1
    assert ended(second + rest).view()["received"]["C"] == 1, "7 and 2 are more than 5"


def test_bst_14_nobody_receives_a_favour_where_nobody_has_influence() -> None:
    match = ended("1C* 1C* 6M 5M 4M 4M 3M 3M 2M 2M 2M* 6M*")
    assert match.view()["received"] == {"C": -1, "M": 1, "T": -1}


def test_bst_15_whoever_met_nobody_brings_a_point() -> None:
    assert [points_for(ended(MEETING), seat, "discretion") for seat in (0, 1)] == [2, 2]


def test_bst_16_a_point_for_each_player_who_comes_later() -> None:
    match = Backstairs(runtime="interpreted", players=4).new(seed=3)
    while not match.over:
        match.play(match.choices()[0])
    first = match.view()["first"]
    assert [points_for(match, (first + i) % 4, "precedence") for i in range(4)] == [3, 2, 1, 0]


@pytest.mark.parametrize(("last", "places"), [("2M*", (2, 1)), ("1M*", (1, 1))])
def test_bst_17_among_equals_more_influence_wins(last: str, places: tuple[int, ...]) -> None:
    match = ended(f"6T 6M 5T 5M 4T 4M 3T 3M 2T 2M 1T* {last}")
    assert match.scores == (4, 4)
    assert match.places == places


def test_bst_18_others_see_where_a_visitor_went_but_not_who_it_was() -> None:
    match = begun()
    match.play("1M*")
    assert match.log(0)[-1].move == "1M*"
    assert match.log(1)[-1].move == match.log(None)[-1].move == "?M*"
    assert match.view(1)["visits"][0]["card"] == "?"


def test_bst_18_a_redeal_keeps_what_a_seat_knows_and_deals_the_rest_anew() -> None:
    match = table(visits="6C 4C 1M* 5T 3T* 2C*", hands={"A": "2 4 4", "B": "3 3 5"})
    worlds = [match.redeal(0, seed).position() for seed in range(60)]
    assert {world["hands"]["A"] for world in worlds} == {"2 4 4"}
    assert {world["visits"][:-4] for world in worlds} == {"6C 4C 1M* 5T 3T* "[:-1]}
    assert {world["visits"][-3:] for world in worlds} == {f"{rank}C*" for rank in range(1, 7)}
    assert all(sorted("".join(words(world))) == sorted("123456" * 4) for world in worlds)


def words(position: dict[str, Any]) -> list[str]:
    visits = [visit[0] for visit in position["visits"].split()]
    return [
        *visits,
        *" ".join(position["hands"].values()).split(),
        *position["pile"].split(),
        *position["aside"].split(),
    ]


def test_bst_18_a_step_that_showed_a_card_cannot_be_taken_back() -> None:
    match = begun()
    match.play("6C")
    with pytest.raises(CannotUndo):
        match.undo()
    match = at_night()
    match.play("2M*")
    match.undo()
    assert match.view(0)["hand"] == ["2"]


def test_the_observation_says_what_a_seat_knows() -> None:
    match = table(visits="6C 4C 1M* 5T 3T* 2C* 4M", hands={"A": "2 4", "B": "3 3 5"})
    space, seen = rules.OBSERVATION_SPACE, match.observe(1).tolist()

    def piece(name: str, size: int) -> list[int]:
        return seen[space.base(name) : space.base(name) + size]

    assert piece("players", 4) == [2, 1, 7, 0], "players, meetings, visits paid, pile"
    assert piece("mover", 4) == [1, 0, 0, 0]
    assert piece("favours", 3) == [5, 3, 2]
    assert piece("hand", 6) == [0, 0, 2, 0, 1, 0]
    assert piece("hands", 4) == [3, 2, 0, 0]
    assert piece("visits", 12) == [2, 0, 0, 6, 1, 0, 0, 4, 2, 1, 1, 0], "A's duke, B's banker, somebody of A's"
