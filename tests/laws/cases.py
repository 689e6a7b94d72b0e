"""What the laws are tried on: every game, every number of players and every value of an option; in a sweep, every
combination of options."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import camarilla
from camarilla.engine.game import Game
from camarilla.engine.options import Option, Value
from camarilla.games import kind
from tests.toy.game import PocketCourt

MOST = 24  # combinations to try all; of more, enough that every two values of two options meet


def combinations(options: Sequence[Option]) -> Iterator[dict[str, Value]]:
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


def weighed(options: Sequence[Option]) -> Iterator[tuple[dict[str, Value], Any]]:
    """The combinations, each with its mark: those are left to a sweep that have no value which others have not."""
    seen: set[Any] = set()
    for chosen in sorted(combinations(options), key=lambda chosen: list(chosen.values()) != defaults(options)):
        new = set(chosen.items()) - seen
        seen |= new
        yield chosen, () if new else pytest.mark.sweep


def defaults(options: Sequence[Option]) -> list[Value]:
    return [option.default for option in options]


def cases() -> Iterator[Any]:
    for made in [*(kind(name) for name in camarilla.games()), PocketCourt]:
        for chosen, mark in weighed(made.options):
            name = "-".join([made.id, *(str(value).lower() for value in chosen.values())])
            yield pytest.param(made(runtime="compiled", **chosen), id=name, marks=mark)


def interpreted(game: Game) -> Game:
    return type(game)(runtime="interpreted", **game.chosen)


every_game = pytest.mark.parametrize("game", list(cases()))


def matches(examples: int) -> Any:
    """Tries a test on so many matches with random seeds, played with luck from another seed. A seed that fails is not
    shrunk: a smaller one is another match, not a simpler one."""
    numbers, times = st.integers(0, 2**64 - 1), settings.default.max_examples // 100  # once, unless exploring
    try_out = settings(max_examples=examples * times, phases=[Phase.explicit, Phase.reuse, Phase.generate])
    return lambda test: try_out(given(seed=numbers, luck=numbers)(test))
