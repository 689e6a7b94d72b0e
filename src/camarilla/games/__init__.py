"""The games there are: whatever package has an entry point in the group `camarilla.games`, ours like a stranger's."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from camarilla.engine import saved
from camarilla.engine.errors import BadGame, UnknownGame
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.words import ENGINE

GROUP = "camarilla.games"


@functools.cache
def registry() -> dict[str, EntryPoint]:
    return by_id(entry_points(group=GROUP))


def by_id(points: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for point in points:
        if found.setdefault(point.name, point).value != point.value:
            raise BadGame(f"two packages bring a game {point.name!r}: {found[point.name].value} and {point.value}")
    return found


@functools.cache
def games() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(sorted(registry(), key=lambda name: (kind(name).rank, name)))


def kind(name: str) -> type[Game]:
    """The class of the game with this id."""
    if not isinstance(name, str) or name not in registry():
        raise UnknownGame(ENGINE("unknown_game", name=name, known=list(games())))
    return load_kind(name)


@functools.cache
def load_kind(name: str) -> type[Game]:
    return check(name, registry()[name].load())


def check(name: str, made: Any) -> type[Game]:
    """What an entry point names, if it is the class of a game with that id."""
    if not (isinstance(made, type) and issubclass(made, Game) and made.id == name):
        raise BadGame(
            f"the entry point {name} of {GROUP} should name a class of Game with the id {name!r}, not {made!r}"
        )
    return made


def game(name: str, /, *, runtime: str | None = None, **options: Any) -> Game:
    """The game with these options, each of them checked.

    `runtime` is "at-once" (the default: interpreted, and compiled when that is ready), "compiled" or "interpreted".
    """
    return kind(name)(runtime=runtime, **options)


def load(record: Mapping[str, Any] | str) -> Match:
    """The match that a record describes: what `match.record()` gave, or its JSON text."""
    return saved.load(record, kind)
