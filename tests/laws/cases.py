"""What the laws are tried on: every game with every value of an option; in a sweep, every combination of options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import camarilla
from camarilla.games import kind
from camarilla.testing.cases import weighed, written
from tests.toy.game import PocketCourt


def cases() -> Iterator[Any]:
    for made in [*(kind(name) for name in camarilla.games()), PocketCourt]:
        for chosen, new in weighed(made.options):
            name, mark = f"{made.id}-{written(chosen)}", () if new else pytest.mark.sweep
            yield pytest.param(made(runtime="compiled", **chosen), id=name, marks=mark)


every_game = pytest.mark.parametrize("game", list(cases()))
