"""What the laws are tried on: every game with every value of an option; in a sweep, every combination of options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import camarilla
from camarilla.engine.game import Game
from camarilla.games import kind
from camarilla.testing.cases import defaults, weighed, written
from tests.toy.game import PocketCourt


def chosen_games(kinds: list[type[Game]]) -> Iterator[tuple[str, Game, bool]]:
    """By name, and whether it has a value of an option that those before did not have."""
    for made in kinds:
        for chosen, new in weighed(made.options):
            yield f"{made.id}-{written(chosen)}", made(runtime="compiled", **chosen), new


def cases(kinds: list[type[Game]]) -> Iterator[Any]:
    for name, game, new in chosen_games(kinds):
        yield pytest.param(game, id=name, marks=() if new else pytest.mark.sweep)


def cases_with_matches(kinds: list[type[Game]], most: int) -> Iterator[Any]:
    """Each with the number of matches to try: with the usual options as many as in a sweep, with others one."""
    for name, game, new in chosen_games(kinds):
        few = most if list(game.chosen.values()) == defaults(game.options) else 1
        if new:
            yield pytest.param(game, few, id=name)
        if few < most:
            yield pytest.param(game, most, id=f"{name}-{most} matches", marks=pytest.mark.sweep)


GAMES = [kind(name) for name in camarilla.games()]
every_game_of_ours = pytest.mark.parametrize("game", list(cases(GAMES)))


def matches_of_every_game(most: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("game", "matches"), list(cases_with_matches([*GAMES, PocketCourt], most)))


def matches_of_every_game_of_ours(most: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("game", "matches"), list(cases_with_matches(GAMES, most)))
