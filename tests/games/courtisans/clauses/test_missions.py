"""The missions: CTS-3, CTS-4, CTS-5."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.games.courtisans.positions import FAMILIES, LETTERS, game, over, played, table
from tests.referee.courtisans import BLUE_MISSIONS, RULEBOOK_MISSIONS, WHITE_MISSIONS

FAMILY_LETTERS = list(zip(LETTERS, FAMILIES, strict=True))
BOTH_WAYS = pytest.mark.parametrize("double", [True, False], ids=["nobles-double", "nobles-single"])


def held_by(seat: str, held: list[str], players: int, stacks: list[list[str]]) -> dict[str, list[str]]:
    """The seat holds these missions, all others two of those that are left."""
    left = [[mission for mission in stack if mission not in held] for stack in stacks]
    return {other: held if other == seat else [stack.pop() for stack in left] for other in "ABCDE"[:players]}


def rulebook(mission: str, beside: str, **position: Any) -> int:
    """A's points for the two missions, in the rulebook edition; A's domain is worth nothing."""
    half = len(RULEBOOK_MISSIONS) // 2
    stacks = [RULEBOOK_MISSIONS[:half], RULEBOOK_MISSIONS[half:]]
    match = over(missions=held_by("A", [mission, beside], 2, stacks), **position)
    assert match.scores is not None
    return match.scores[0]


def published(mission: str, seat: str = "A", players: int = 2, double: bool = True, **position: Any) -> int:
    """The seat's points for the mission, in the published edition; its domain is worth nothing."""
    held = [mission, "every-family-below"] if mission in WHITE_MISSIONS else ["three-spies", mission]
    given = held_by(seat, held, players, [WHITE_MISSIONS, BLUE_MISSIONS])
    match = over(players, "published", double, missions=given, **position)
    assert match.scores is not None
    return match.scores["ABCDE".index(seat)]


def standing(light: str = "", disgrace: str = "") -> dict[str, str]:
    """One card above for each of these families, and one below; all others are neutral."""
    return {"above": " ".join(light), "below": " ".join(disgrace)}


# --- CTS-3 ---


def test_cts_3_the_rulebook_edition_has_18_missions() -> None:
    names = [mission.name for mission in game(edition="rulebook").missions]  # type: ignore[attr-defined]
    assert sorted(names) == sorted(RULEBOOK_MISSIONS) and len(set(names)) == 18


@pytest.mark.parametrize("pair", list(combinations(range(6), 2)), ids=str)
def test_cts_3_a_pair_asks_for_one_of_its_families_in_disgrace(pair: tuple[int, int]) -> None:
    one, two = LETTERS[pair[0]], LETTERS[pair[1]]
    others = LETTERS.replace(one, "").replace(two, "")
    mission = f"disgrace-{FAMILIES[pair[0]]}-{FAMILIES[pair[1]]}"
    asked = {
        "neither": rulebook(mission, "one-neutral", **standing(one + two, others)),
        "first": rulebook(mission, "one-neutral", **standing(two + others, one)),
        "second": rulebook(mission, "one-neutral", **standing(one + others, two)),
        "both": rulebook(mission, "one-neutral", **standing(others, one + two)),
    }
    assert asked == {"neither": 0, "first": 2, "second": 2, "both": 2}


@pytest.mark.parametrize(
    ("mission", "beside", "light", "disgrace", "points"),
    [
        ("three-in-light", "three-in-disgrace", "BT", "NH", 0),
        ("three-in-light", "three-in-disgrace", "BTC", "", 2),
        ("three-in-light", "three-in-disgrace", "BTNC", "", 2),
        ("three-in-disgrace", "three-in-light", "NH", "BT", 0),
        ("three-in-disgrace", "three-in-light", "", "BTC", 2),
        ("three-in-disgrace", "three-in-light", "", "BTNC", 2),
        ("one-neutral", "disgrace-hare-carp", "BTNHSC", "", 0),
        ("one-neutral", "disgrace-hare-carp", "BTNHC", "", 2),
        ("one-neutral", "disgrace-hare-carp", "BTNHC", "C", 2),
        ("one-neutral", "disgrace-butterfly-toad", "NHSC", "BT", 2),
        ("one-neutral", "three-in-disgrace", "B", "T", 2),
    ],
)
def test_cts_3_the_other_three_count_families(
    mission: str, beside: str, light: str, disgrace: str, points: int
) -> None:
    assert rulebook(mission, beside, **standing(light, disgrace)) == points


def test_cts_3_each_mission_fulfilled_is_worth_2_points() -> None:
    assert rulebook("disgrace-stag-carp", "one-neutral", **standing("BT", "C")) == 4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cts_3_two_missions_are_dealt_to_each_player(players: int) -> None:
    for seed in range(10):
        dealt = game(players).new(seed).position()["missions"]
        names = [name for pair in dealt.values() for name in pair]
        assert list(dealt) == list("ABCDE"[:players])
        assert len(names) == len(set(names)) == 2 * players and set(names) <= set(RULEBOOK_MISSIONS)


# --- CTS-4 ---


def test_cts_4_the_published_edition_has_10_white_and_10_blue_missions() -> None:
    missions = game(edition="published").missions  # type: ignore[attr-defined]
    assert {mission.name for mission in missions if mission.stack == "white"} == set(WHITE_MISSIONS)
    assert {mission.name for mission in missions if mission.stack == "blue"} == set(BLUE_MISSIONS)
    assert len(missions) == 20


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cts_4_one_mission_of_each_colour_is_dealt_to_each_player(players: int) -> None:
    for seed in range(10):
        dealt = game(players, "published").new(seed).position()["missions"]
        white, blue = zip(*dealt.values(), strict=True)
        assert len(set(white)) == players and set(white) <= set(WHITE_MISSIONS)
        assert len(set(blue)) == players and set(blue) <= set(BLUE_MISSIONS)


@pytest.mark.parametrize(("letter", "family"), FAMILY_LETTERS)
def test_cts_4_fewer_is_strictly_fewer_of_that_family_than_the_left_neighbour(letter: str, family: str) -> None:
    others = " ".join(LETTERS.replace(letter, ""))

    def asked(own: str, left: str) -> int:
        return published(f"fewer-{family}", domains={"A": own, "B": left})

    assert asked(f"{letter}", f"{letter} {letter}g") == 3
    assert asked(f"{letter} {letter}g", f"{letter} {letter}") == 0
    assert asked("", letter) == 3
    assert asked(letter, others) == 0
    assert asked(others, letter) == 3


@pytest.mark.parametrize(
    ("mission", "domain", "points"),
    [
        ("three-nobles", "Bn Tn", 0),
        ("three-nobles", "Bn Tn Cn", 3),
        ("three-nobles", "Bn Bn Bn Bn", 3),
        ("two-assassins", "Ba", 0),
        ("two-assassins", "Ba Ca", 3),
        ("four-guards", "Bg Bg Cg", 0),
        ("four-guards", "Bg Bg Cg Hg", 3),
        ("four-guards", "B B B B T T T Bn Bn Ba", 0),
    ],
)
def test_cts_4_missions_on_roles_look_at_the_own_domain(mission: str, domain: str, points: int) -> None:
    assert published(mission, domains={"A": domain}) == points
    assert published(mission, domains={"B": domain}) == 0


@pytest.mark.parametrize(("spies", "points"), [("Bs/1 Cs/2", 0), ("Bs/1 Cs/2 Cs/4", 3)])
def test_cts_4_three_spies_of_any_family_in_the_own_domain(spies: str, points: int) -> None:
    held = {"A": ["three-spies", "five-below"], "B": ["three-nobles", "disgrace-toad"]}
    assert over(2, "published", missions=held, domains={"A": spies}).scores == (points, 0)
    assert over(2, "published", missions=held, domains={"B": spies}).scores == (0, 0)


@pytest.mark.parametrize(("letter", "family"), FAMILY_LETTERS)
def test_cts_4_a_blue_mission_asks_for_one_family_in_disgrace(letter: str, family: str) -> None:
    others = LETTERS.replace(letter, "")
    assert published(f"disgrace-{family}", **standing(others, letter)) == 3
    assert published(f"disgrace-{family}", **standing(letter, others)) == 0
    assert published(f"disgrace-{family}", **standing(letter + others, letter)) == 0


@pytest.mark.parametrize(
    ("mission", "above", "below", "points"),
    [
        ("every-family-below", "", "B T N H S", 0),
        ("every-family-below", "", "B T N H S C", 3),
        ("every-family-below", "Bn T N H S C", "B Tn Ng Ha S C", 3),  # whatever lies above
        ("every-family-below", "", "T Bn N H S", 0),
        ("every-family-below", "", "T T N H S C", 0),
        ("five-below", "", "C C C Cg", 0),
        ("five-below", "", "C C C Cg Cg", 3),
        ("five-below", "", "B B B B Bg Bg", 3),
        ("five-below", "C C C C", "B T N H S Cg Cg Cg", 0),  # not counted together
        ("five-below", "C C C C Cg Cg", "Cg", 0),
        ("at-most-three-in-light", "B T N H", "", 0),
        ("at-most-three-in-light", "B T N", "", 3),
        ("at-most-three-in-light", "", "B T N H S C", 3),
        ("two-in-disgrace", "", "B", 0),
        ("two-in-disgrace", "", "B C", 3),
        ("two-in-disgrace", "T", "B C S", 3),
    ],
)
def test_cts_4_the_other_blue_missions_look_at_the_whole_table(
    mission: str, above: str, below: str, points: int
) -> None:
    assert published(mission, above=above, below=below) == points


def test_cts_4_each_mission_fulfilled_is_worth_3_points() -> None:
    held = {"A": ["three-nobles", "disgrace-carp"], "B": ["fewer-toad", "disgrace-hare"]}
    assert over(2, "published", missions=held, below="C", domains={"A": "Bn Tn Hn"}).scores == (6, 3)


# --- CTS-5 ---


def test_cts_5_spies_are_revealed_first_and_count_with_their_family() -> None:
    assert published("fewer-hare", domains={"A": "H", "B": "H Hs/3"}) == 3
    assert published("fewer-hare", domains={"A": "H", "B": "H Ss/3"}) == 0
    assert published("disgrace-hare", above="H", below="Hs/3 Hs/5") == 3
    assert published("every-family-below", below="B T N H S Cs/3") == 3
    assert published("every-family-below", below="B T N H S Ss/3") == 0
    assert published("five-below", below="C C C C Cs/3") == 3


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cts_5_the_left_neighbour_is_the_next_clockwise(players: int) -> None:
    seats = "ABCDE"[:players]
    for seat, letter in enumerate(seats):
        left = seats[(seat + 1) % players]
        richer = {other: published("fewer-hare", letter, players, domains={other: "H"}) for other in seats}
        assert richer == {other: 3 if other == left else 0 for other in seats}


def test_cts_5_as_many_is_not_fewer_nor_is_none_to_none() -> None:
    assert published("fewer-hare", domains={"A": "H H", "B": "Hg Ha"}) == 0
    assert published("fewer-hare", domains={}) == 0


def test_cts_5_cards_in_the_domain_count_whoever_laid_them() -> None:
    held = {"A": ["three-spies", "five-below"], "B": ["three-nobles", "disgrace-toad"]}
    last = table(2, "published", missions=held, zones="other", hands={"A": "Tn"}, domains={"B": "Bn Cn"})
    assert played(last, "Tn@B").scores == (0, 3)


def test_cts_5_removed_cards_never_count() -> None:
    held = {"A": ["three-spies", "five-below"], "B": ["three-nobles", "disgrace-toad"]}
    domain = {"B": "Bn Cn Hn Ns/3"}

    def after(kill: str) -> tuple[int, ...] | None:
        last = table(2, "published", missions=held, zones="other", hands={"A": "Ta"}, domains=domain, below="N")
        return played(last, "Ta@B", kill).scores

    assert (after("spare"), after("xCn"), after("xs3")) == ((0, 2), (0, -1), (0, 3))


def test_cts_5_removed_spies_never_count() -> None:
    held = {"A": ["three-spies", "five-below"], "B": ["fewer-hare", "disgrace-toad"]}
    gone = "Bs/1@A Ts/3@A Cs/5@A Hs/7@A Ts/9-"
    assert over(2, "published", missions=held, removed=gone).scores == (0, 0)


@BOTH_WAYS
def test_cts_5_a_mission_that_counts_a_role_counts_each_card_once(double: bool) -> None:
    assert published("three-nobles", double=double, domains={"A": "Bn Bn"}) == 0
    assert published("three-nobles", double=double, domains={"A": "Bn Bn Tn"}) == 3


@pytest.mark.parametrize(
    ("own", "left", "double", "single"),
    [("H", "Hn", 3, 0), ("Hn", "H H", 0, 3), ("Hn", "Hn", 0, 0), ("Hn", "Hn H", 3, 3), ("Hn Hn", "H H H", 0, 3)],
)
def test_cts_5_a_noble_counts_2_among_fewer_cards_by_the_option(own: str, left: str, double: int, single: int) -> None:
    domains = {"A": own, "B": left}
    assert published("fewer-hare", double=True, domains=domains) == double
    assert published("fewer-hare", double=False, domains=domains) == single


@pytest.mark.parametrize(
    ("below", "double", "single"),
    [("Cn Cn", 0, 0), ("Cn Cn C", 3, 0), ("Cn C C", 0, 0), ("Cn C C C", 3, 0), ("Cn C C C Cg", 3, 3)],
)
def test_cts_5_a_noble_counts_2_among_five_below_by_the_option(below: str, double: int, single: int) -> None:
    assert published("five-below", double=True, below=below) == double
    assert published("five-below", double=False, below=below) == single


@pytest.mark.parametrize("edition", ["rulebook", "published"])
def test_cts_5_nothing_else_depends_on_the_option(edition: str) -> None:
    """Families' standings, the worth of domains, and missions on standings count nobles double either way."""
    held = {
        "rulebook": {"A": ["disgrace-hare-stag", "three-in-light"], "B": ["one-neutral", "three-in-disgrace"]},
        "published": {"A": ["two-assassins", "disgrace-hare"], "B": ["three-nobles", "two-in-disgrace"]},
    }[edition]
    table_ = {"above": "Bn T H", "below": "B B Hn C", "domains": {"A": "Tn Hn", "B": "Cn Bn"}}
    matches = [over(2, edition, double, missions=held, **table_) for double in (True, False)]
    points = {"rulebook": (2, 0), "published": (3, 1)}[edition]
    assert [match.scores for match in matches] == [points, points]
    assert matches[0].view()["standing"] == matches[1].view()["standing"]


def test_cts_5_a_neutral_family_is_neither_in_the_light_nor_in_disgrace() -> None:
    assert rulebook("three-in-light", "three-in-disgrace", **standing("BTN", "N")) == 0
    assert rulebook("three-in-light", "three-in-disgrace", **standing("B", "BTN")) == 0
    assert rulebook("disgrace-butterfly-toad", "three-in-light", **standing("BT", "BT")) == 0
    assert published("at-most-three-in-light", **standing("BTNH", "H")) == 3
    assert published("two-in-disgrace", **standing("B", "BT")) == 0
