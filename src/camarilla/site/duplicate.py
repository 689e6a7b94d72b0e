"""What a round of an evening is worth, as in duplicate bridge: who held the same cards is compared with each other.

One who did better than another with the same seat at another table gets a whole point of comparison, one who did as
well a half; the share of all that could be had, in hundredths, is what the round is worth. Better is who has the
larger share of the victory, then who is further ahead of the best of the others, or less far behind. With a single
table there is nobody with the same cards: then those at the table are compared with each other, by their places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

T = TypeVar("T")

WHOLE = 100  # points for being better than everybody
Scores = Sequence[int]  # or places, seat by seat


@dataclass(frozen=True)
class Comparison:
    """What somebody reached in a seat, and how that compares."""

    score: int
    place: int
    share: Fraction  # of the victory
    margin: int  # to the best of the others
    better: int = 0  # than so many of the others,
    level: int = 0  # with so many,
    of: int = 0  # of so many

    @property
    def points(self) -> Fraction:
        """Where there is nobody to compare with, the middle."""
        return Fraction(WHOLE * (2 * self.better + self.level), 2 * self.of) if self.of else Fraction(WHOLE, 2)


Order = Callable[[Comparison], Any]


def compare_tables(tables: Sequence[tuple[Scores, Scores] | None]) -> list[list[Comparison]]:
    """The results of a round from scores and places, table by table and seat by seat; of a match that was ended
    without a result, none."""
    read = [read_table(*one) if one else [] for one in tables]
    if len(read) == 1:
        return [[compare(one, others(read[0], seat), by_place) for seat, one in enumerate(read[0])]]
    return [
        [
            compare(one, [other[seat] for other in others(read, number) if other], by_margin)
            for seat, one in enumerate(table)
        ]
        for number, table in enumerate(read)
    ]


def by_place(one: Comparison) -> int:
    return -one.place


def by_margin(one: Comparison) -> tuple[Fraction, int]:
    return one.share, one.margin


def read_table(scores: Scores, places: Scores) -> list[Comparison]:
    winners = places.count(1)
    return [
        Comparison(score, place, Fraction(place == 1, winners), score - max(others(scores, seat)))
        for seat, (score, place) in enumerate(zip(scores, places, strict=True))
    ]


def others(all_of_them: Sequence[T], number: int) -> list[T]:
    return [*all_of_them[:number], *all_of_them[number + 1 :]]


def compare(one: Comparison, rivals: Sequence[Comparison], order: Order) -> Comparison:
    better = sum(order(one) > order(rival) for rival in rivals)
    level = sum(order(one) == order(rival) for rival in rivals)
    return replace(one, better=better, level=level, of=len(rivals))
