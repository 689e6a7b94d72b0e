"""The games there are: whatever package has an entry point in the group `camarilla.games`, ours like a stranger's."""

from __future__ import annotations

import functools
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from camarilla.engine.errors import BadGame, UnknownGame
from camarilla.engine.game import Game
from camarilla.engine.words import ENGINE

GROUP = "camarilla.games"


@functools.cache
def registry() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@functools.cache
def games() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(sorted(registry(), key=lambda name: (kind(name).rank, name)))


def kind(name: str) -> type[Game]:
    """The class of the game with this id."""
    if not isinstance(name, str) or name not in registry():
        raise UnknownGame(ENGINE("unknown_game", name=name, known=list(games())))
    return load(name)


@functools.cache
def load(name: str) -> type[Game]:
    made = registry()[name].load()
    if not (isinstance(made, type) and issubclass(made, Game) and made.id == name):
        raise BadGame(
            f"the entry point {name} of {GROUP} should name a class of Game with the id {name!r}, not {made!r}"
        )
    return made


def game(name: str, /, *, runtime: str | None = None, **options: Any) -> Game:
    """The game with these options, each of them checked. `runtime` is "compiled" (the default) or "interpreted"."""
    return kind(name)(runtime=runtime, **options)
