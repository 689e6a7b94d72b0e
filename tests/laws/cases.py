"""What the laws are tried on: every game with every value of an option; in a sweep, every combination of options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import camarilla
from camarilla.engine.game import Game
from camarilla.games import kind
from camarilla.testing.cases import weighed, written
from tests.toy.game import PocketCourt


def cases(kinds: list[type[Game]]) -> Iterator[Any]:
    for made in kinds:
        for chosen, new in weighed(made.options):
            name, mark = f"{made.id}-{written(chosen)}", () if new else pytest.mark.sweep
            yield pytest.param(made(runtime="compiled", **chosen), id=name, marks=mark)


GAMES = [kind(name) for name in camarilla.games()]
every_game = pytest.mark.parametrize("game", list(cases([*GAMES, PocketCourt])))
every_game_of_ours = pytest.mark.parametrize("game", list(cases(GAMES)))
