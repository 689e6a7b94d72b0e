"""Who sits where in a round, and what a round is worth: pure calculation, over all numbers of guests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from camarilla.site.duplicate import compare_tables
from camarilla.site.pairing import Seating, arrange, count_meetings, spread

GUESTS, SIZES, ROUNDS = some.integers(2, 40), some.integers(2, 6), some.integers(1, 9)
Rounds = list[list[Seating]]


def hold(guests: int, size: int, rounds: int, *, swiss: bool, seed: int = 0) -> Rounds:
    """An evening in which all stay, and chance decides who wins."""
    chance, points, past = Random(seed), Counter(range(1, guests + 1)), []
    for _ in range(rounds):
        order = sorted(points, key=lambda who: -points[who])
        past.append(arrange(order, past, size, swiss=swiss, seed=seed))
        points.update({who: chance.randrange(3) for who in order})
    return past


def between_people(past: Rounds) -> Counter[frozenset[int | None]]:
    return Counter({two: times for two, times in count_meetings(past).items() if None not in two})


def assert_whole(seatings: Sequence[Seating], guests: Sequence[int], size: int) -> None:
    seated = [who for seating in seatings for who in seating]
    assert sorted(who for who in seated if who is not None) == sorted(guests)
    assert all(len(seating) == size for seating in seatings)
    assert seated.count(None) < size and all(any(seating) for seating in seatings)


@settings(max_examples=20)
@given(GUESTS, SIZES, ROUNDS, some.booleans(), some.integers(0, 99))
def test_everybody_sits_once_in_every_round_with_as_few_bots_as_can_be(
    guests: int, size: int, rounds: int, swiss: bool, seed: int
) -> None:
    past = hold(guests, size, rounds, swiss=swiss, seed=seed)
    for one in past:
        assert_whole(one, range(1, guests + 1), size)
    assert past == hold(guests, size, rounds, swiss=swiss, seed=seed), "whoever works it out again finds the same"


@settings(max_examples=20)
@given(GUESTS, some.integers(0, 99))
def test_at_tables_of_two_everybody_meets_everybody_once(guests: int, seed: int) -> None:
    past = hold(guests, 2, guests - 1 + guests % 2, swiss=False, seed=seed)
    assert between_people(past) == Counter(map(frozenset, combinations(range(1, guests + 1), 2)))
    lone = Counter(who for one in past for seating in one if None in seating for who in seating if who)
    assert lone == (dict.fromkeys(range(1, guests + 1), 1) if guests % 2 else {}), "each plays a bot as often"


@settings(max_examples=20)
@given(GUESTS, some.integers(0, 99))
def test_whoever_goes_on_after_that_begins_anew(guests: int, seed: int) -> None:
    whole = guests - 1 + guests % 2
    times = between_people(hold(guests, 2, whole + min(3, whole), swiss=False, seed=seed)).values()
    assert set(times) <= {1, 2}


@settings(max_examples=20)
@given(some.integers(2, 9), some.integers(1, 9), some.integers(0, 99))
def test_in_a_swiss_evening_as_few_as_possible_meet_again(half: int, rounds: int, seed: int) -> None:
    """While nobody has met half of the others, a pairing without any is always there (Dirac)."""
    for number, one in enumerate(past := hold(2 * half, 2, rounds, swiss=True, seed=seed)):
        again = sum(count_meetings(past[:number])[frozenset(seating)] for seating in one)
        assert again == 0 or number >= half
        if half <= 3:
            assert again == fewest_again(list(range(1, 2 * half + 1)), count_meetings(past[:number]))


def fewest_again(people: list[int], meetings: Counter) -> int:
    """By trying everything."""
    if not people:
        return 0
    first, *others = people
    return min(
        meetings[frozenset((first, other))] + fewest_again([one for one in others if one != other], meetings)
        for other in others
    )


def test_in_a_swiss_evening_neighbours_in_the_standings_meet() -> None:
    for size in (2, 3, 4):
        seatings = arrange(range(1, 13), [], size, swiss=True, seed=1)
        groups = [set(seating) for seating in seatings]
        assert groups == [set(range(first, first + size)) for first in range(1, 13, size)]


@pytest.mark.parametrize(("guests", "size", "rounds"), [(9, 3, 3), (16, 4, 3), (12, 3, 3), (24, 4, 4)])
@pytest.mark.parametrize("swiss", [False, True])
def test_at_larger_tables_nobody_meets_anybody_again_where_that_is_easy(
    guests: int, size: int, rounds: int, swiss: bool
) -> None:
    assert set(between_people(hold(guests, size, rounds, swiss=swiss)).values()) == {1}


@pytest.mark.parametrize("size", [2, 3, 5])
def test_seats_are_balanced(size: int) -> None:
    rounds = 2 * size
    past = hold(4 * size, size, rounds, swiss=True)
    had = Counter((who, seat) for one in past for seating in one for seat, who in enumerate(seating))
    assert all(1 <= had[who, seat] <= 4 for who in range(1, 4 * size + 1) for seat in range(size))


def test_nobody_sits_alone_among_bots_where_that_can_be_avoided() -> None:
    for guests in range(2, 41):
        for size in range(3, 7):
            people = spread(guests, size)
            assert sum(people) == guests and min(people) > 1 and max(people) - min(people) <= 1


@settings(max_examples=20)
@given(some.lists(some.sets(some.integers(1, 12), min_size=2), min_size=1, max_size=5), SIZES, some.booleans())
def test_guests_may_come_and_go(present: list[set[int]], size: int, swiss: bool) -> None:
    past: Rounds = []
    for guests in present:
        past.append(arrange(sorted(guests), past, size, swiss=swiss, seed=3))
        assert_whole(past[-1], sorted(guests), size)


# --- What a round is worth ---


def points(*tables: tuple[list[int], list[int]] | None) -> list[list[Fraction]]:
    return [[one.points for one in table] for table in compare_tables(tables)]


def test_who_held_the_same_cards_is_compared() -> None:
    first, second, third = ([5, 3], [1, 2]), ([2, 9], [2, 1]), ([5, 1], [1, 2])
    assert points(first, second, third) == [[50, 50], [0, 100], [100, 0]]


def test_a_victory_is_more_than_any_margin_and_a_shared_one_is_less() -> None:
    won, shared, lost = ([4, 4, 1], [1, 2, 3]), ([7, 7, 1], [1, 1, 3]), ([4, 9, 8], [3, 1, 2])
    assert [seats[0] for seats in points(won, shared, lost)] == [100, 50, 0]


def test_equal_results_share() -> None:
    assert points(*[([5, 3], [1, 2])] * 4) == [[50, 50]] * 4


def test_at_a_single_table_places_count() -> None:
    assert points(([9, 5, 5, 1], [1, 2, 2, 4])) == [[100, 50, 50, 0]]
    assert points(([3, 3], [1, 2])) == [[100, 0]], "also where only a tie-break decides"


def test_a_table_without_a_result_compares_with_nobody() -> None:
    assert points(([5, 3], [1, 2]), None, ([2, 9], [2, 1])) == [[100, 0], [], [0, 100]]
    assert points(([5, 3], [1, 2]), None) == [[50, 50], []]


@given(some.integers(2, 6), some.integers(1, 8), some.integers(0, 99))
def test_every_round_gives_as_much_to_all_together(size: int, tables: int, seed: int) -> None:
    """Half of the whole for each, in every seat, whatever the cards were."""
    chance, results = Random(seed), []
    for _ in range(tables):
        scores = [chance.randrange(5) for _ in range(size)]
        results.append((scores, [1 + sum(other > one for other in scores) for one in scores]))
    found = points(*results)
    assert sum(map(sum, found)) == 50 * size * tables
    if tables > 1:
        assert all(sum(table[seat] for table in found) == 50 * tables for seat in range(size))
