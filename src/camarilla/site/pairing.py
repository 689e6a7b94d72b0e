"""Who sits where in a round of an evening. People are numbers here, and a bot is None; all of it is pure calculation.

Whoever has met least sits together, in a Swiss evening those of like standing besides. All follows from the guests, the
rounds before and a seed, so that whoever works it out again finds the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, count, permutations
from random import Random

Who = int | None
Group = list[Who]  # who sits at a table together
Seating = tuple[Who, ...]  # and who of them in which seat
Meetings = Counter[frozenset[Who]]

DEAD_ENDS = 20_000  # after which a search for pairs puts up with one more who meet again
TRIES = 400  # at better groups, shared by all guests: each goes on from where the best was shaken up


def arrange(
    guests: Sequence[int], past: Sequence[Sequence[Seating]], size: int, *, swiss: bool, seed: int
) -> list[Seating]:
    """The tables of the next round, for guests in the order of their standing, after these rounds."""
    chance, meetings = Random(f"{seed} {len(past)}"), count_meetings(past)
    groups: list[Group]
    if size > 2:
        groups = group(guests, size, meetings, swiss, chance)
    elif swiss or not all(set(guests) == people_of(one) for one in past):
        groups = pair(even(guests), meetings)
    else:
        groups = turn_circle(even(shuffled(sorted(guests), Random(seed))), len(past))
    had = Counter((who, seat) for one in past for seating in one for seat, who in enumerate(seating))
    return [give_seats(shuffled(one, chance), had) for one in groups]


def count_meetings(past: Sequence[Sequence[Seating]]) -> Meetings:
    return Counter(frozenset(two) for one in past for seating in one for two in combinations(seating, 2))


def people_of(one: Sequence[Seating]) -> set[int]:
    return {who for seating in one for who in seating if who is not None}


def shuffled(some: Sequence[Who], chance: Random) -> Group:
    return chance.sample(some, len(some))


def give_seats(group: Group, had: Counter[tuple[Who, int]]) -> Seating:
    """Everybody where they have sat least."""
    return min(permutations(group), key=lambda way: sum(had[who, seat] for seat, who in enumerate(way)))


# --- Tables of two ---


def even(guests: Sequence[Who]) -> Group:
    """With a bot for whoever is left over."""
    return [*guests, *([None] if len(guests) % 2 else [])]


def turn_circle(order: Group, turn: int) -> list[Group]:
    """The circle method: one stays, all others move on by a chair each round, and who faces each other plays."""
    fixed, *others = order
    moved = turn % len(others)
    circle = [fixed, *others[moved:], *others[:moved]]
    return [[circle[number], circle[-1 - number]] for number in range(len(circle) // 2)]


def pair(order: Group, meetings: Meetings) -> list[Group]:
    """Each with the next of like standing, so that as few as possible meet again."""
    for again in count():
        if found := Pairing(meetings).find(tuple(order), again):
            return found
    raise AssertionError


class Pairing:
    """A search by trial: who stands first is paired first."""

    def __init__(self, meetings: Meetings) -> None:
        self.meetings = meetings
        self.dead: set[tuple[Seating, int]] = set()  # ends that were tried

    def find(self, order: Seating, again: int) -> list[Group] | None:
        """Pairs for all of these who have met no more than `again` times, all taken together."""
        if not order:
            return []
        if (order, again) in self.dead or len(self.dead) > DEAD_ENDS:
            return None
        first, *others = order
        for other in others:
            left = again - self.meetings[frozenset((first, other))]
            rest = tuple(one for one in others if one != other)
            if left >= 0 and (found := self.find(rest, left)) is not None:
                return [[first, other], *found]
        self.dead.add((order, again))
        return None


# --- Larger tables ---


def spread(guests: int, size: int) -> list[int]:
    """How many people sit at each table: bots are spread, so that nobody sits alone among them for want of a bot
    elsewhere. The first tables, of those who stand best, have fewer of them."""
    tables = -(-guests // size)
    return [guests // tables + (number < guests % tables) for number in range(tables)]


def group(guests: Sequence[int], size: int, meetings: Meetings, swiss: bool, chance: Random) -> list[Group]:
    """Groups in which as few as possible meet again; in a Swiss evening of neighbours in the standings, besides."""
    order = list(guests) if swiss else shuffled(guests, chance)
    groups = Groups(weigh([*order, None], meetings, swiss), size)
    best = groups.improve(groups.cut(len(order)))
    for _ in range(TRIES // len(order)):
        if len(best) == 1 or groups.cost(best) < groups.again:
            break
        best = min(best, groups.improve(groups.shake(best, chance)), key=groups.cost)
    return [[None if one == len(order) else order[one] for one in table] for table in best]


def weigh(order: Sequence[Who], meetings: Meetings, swiss: bool) -> list[list[int]]:
    """What it costs to seat two together, by their places in the order: to meet again more than any distance."""
    again = len(order) ** 3
    return [
        [
            meetings[frozenset((one, other))] * again * (one != other) + abs(here - there) * swiss
            for there, other in enumerate(order)
        ]
        for here, one in enumerate(order)
    ]


class Groups:
    """People by their places in an order, and bots, which come after all of them, at tables that get better by
    exchanging two."""

    def __init__(self, weights: list[list[int]], size: int) -> None:
        self.weights, self.size = weights, size
        self.bot = len(weights) - 1
        self.again = len(weights) ** 3

    def cut(self, guests: int) -> list[list[int]]:
        """Neighbours together."""
        order, tables = iter(range(guests)), []
        for people in spread(guests, self.size):
            tables.append([next(order) for _ in range(people)] + [self.bot] * (self.size - people))
        return tables

    def cost(self, tables: list[list[int]]) -> int:
        return sum(self.weights[one][other] for table in tables for one, other in combinations(table, 2))

    def improve(self, tables: list[list[int]]) -> list[list[int]]:
        """Exchange two as long as that makes it better."""
        tables, better = [list(table) for table in tables], True
        while better:
            better = False
            for here, there in combinations(tables, 2):
                for one, other in [(one, other) for one in here for other in there if self.bot not in (one, other)]:
                    if one in here and other in there and self.gain(here, one, there, other) > 0:
                        here[here.index(one)], there[there.index(other)] = other, one
                        better = True
        return tables

    def gain(self, here: list[int], one: int, there: list[int], other: int) -> int:
        """What is saved where these two change places."""
        own, their = self.weights[one], self.weights[other]
        stay = sum(own[who] - their[who] for who in here) - own[one] + their[one]
        go = sum(their[who] - own[who] for who in there) - their[other] + own[other]
        return stay + go

    def shake(self, tables: list[list[int]], chance: Random) -> list[list[int]]:
        """Some exchanged without looking."""
        tables = [list(table) for table in tables]
        for _ in range(len(tables)):
            here, there = chance.sample(tables, 2)
            people = [[seat for seat, who in enumerate(table) if who != self.bot] for table in (here, there)]
            seat, other = map(chance.choice, people)
            here[seat], there[other] = there[other], here[seat]
        return tables
