"""The court as notation and display know it: stacks with their labels, out of the rows of a state."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from camarilla.engine.record import Records
from camarilla.engine.words import Message
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import HOUSES, WORDS

AREA_LETTERS = "IRG"  # the Inner Circle, then the Outer Court of each seat


@dataclass(frozen=True)
class Noble:
    """A card at court; its value is that of the card, except for jesters."""

    card: int
    value: int

    @property
    def is_jester(self) -> bool:
        return cards.rank(self.card) == rules.JESTER

    @property
    def least(self) -> int:
        return 1 if self.is_jester else self.value

    @property
    def most(self) -> int:
        return rules.HIGHEST if self.is_jester else self.value

    @property
    def name(self) -> Message:
        return cards.name(self.card, self.value)

    @property
    def brief(self) -> Message:
        return cards.brief(self.card, self.value)

    def __str__(self) -> str:
        return f"{cards.letters(self.card)}={self.value}" if self.is_jester else cards.letters(self.card)


@dataclass(frozen=True)
class Stack:
    """Nobles from the bottom up; one alone is a stack too. Stacks are numbered from 1 in their area."""

    area: int
    number: int
    nobles: tuple[Noble, ...]

    @property
    def label(self) -> str:
        return label(self.area, self.number)

    @property
    def top(self) -> Noble:
        return self.nobles[-1]

    @property
    def total(self) -> int:
        return sum(noble.value for noble in self.nobles)

    @property
    def least(self) -> int:
        return sum(noble.least for noble in self.nobles)

    @property
    def most(self) -> int:
        return sum(noble.most for noble in self.nobles)

    @property
    def name(self) -> Message:
        """By the noble on top: "the Banker (6) and 2 others"."""
        others = len(self.nobles) - 1
        key = ("alone", "two")[others] if others < 2 else "more"
        return WORDS(f"stack.{key}", top=self.top.brief, others=others)

    def __str__(self) -> str:
        return "+".join(map(str, self.nobles))


def label(area: int, number: int) -> str:
    return f"{AREA_LETTERS[area]}{number}"


def place(area: int) -> Message:
    """ "in the Inner Circle"."""
    return WORDS("place.outer", house=HOUSES[area - rules.OUTER]) if area else WORDS("place.inner")


def stacks(state: Records) -> tuple[Stack, ...]:
    """All of them, in the order of the row."""
    return read_stacks(*(tuple(state[0][name].tolist()) for name in ("stacks", "end", "court", "value")))


@functools.lru_cache(maxsize=256)
def read_stacks(
    counts: tuple[int, ...], ends: tuple[int, ...], court: tuple[int, ...], values: tuple[int, ...]
) -> tuple[Stack, ...]:
    """Everything that is said of a position asks for them, so they are read once."""
    found: list[Stack] = []
    first = 0
    for area in range(rules.AREAS):
        for number in range(1, counts[area] + 1):
            end = ends[len(found)]
            nobles = tuple(Noble(court[i] - 1, values[i]) for i in range(first, end))
            found.append(Stack(area, number, nobles))
            first = end
    return tuple(found)


def jesters(court: Sequence[Stack]) -> list[tuple[Stack, Noble]]:
    """Each jester and the stack where it is, in the order of their numbers."""
    return [(stack, noble) for stack in court for noble in stack.nobles if noble.is_jester]
