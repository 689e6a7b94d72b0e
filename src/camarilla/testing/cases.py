"""What the laws are tried on: every number of players and every value of an option, or every combination of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from camarilla.engine.options import Option, Value

MOST = 24  # combinations to try all; of more, enough that every two values of two options meet


def combinations(options: Sequence[Option]) -> Iterator[dict[str, Any]]:
    every = list(itertools.product(*(option.values for option in options)))
    for values in every if len(every) <= MOST else pairwise(every):
        yield dict(zip((option.name for option in options), values, strict=True))


def pairwise(every: list[tuple[Value, ...]]) -> Iterator[tuple[Value, ...]]:
    """Some of the combinations, in which any two values that meet in one of all of them meet."""
    left = {pair for values in every for pair in pairs(values)}
    while left:
        best = max(every, key=lambda values: len(left & pairs(values)))
        left -= pairs(best)
        yield best


def pairs(values: tuple[Value, ...]) -> set[Any]:
    return set(itertools.combinations(enumerate(values), 2))


def weighed(options: Sequence[Option]) -> Iterator[tuple[dict[str, Any], bool]]:
    """The combinations, the usual one first, and whether each brings a value that those before did not have."""
    seen: set[Any] = set()
    for chosen in sorted(combinations(options), key=lambda chosen: list(chosen.values()) != defaults(options)):
        new = set(chosen.items()) - seen
        seen |= new
        yield chosen, bool(new)


def defaults(options: Sequence[Option]) -> list[Value]:
    return [option.default for option in options]


def every_value(options: Sequence[Option]) -> list[dict[str, Any]]:
    """As few of the combinations as it takes to see every value of every option."""
    return [chosen for chosen, new in weighed(options) if new]


def written(chosen: dict[str, Any]) -> str:
    """A choice of options as a name: `3-english-true`."""
    return "-".join(str(value).lower() for value in chosen.values())
