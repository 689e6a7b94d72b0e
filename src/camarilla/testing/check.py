"""`check_game`: everything that can be tested about a game without knowing it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from camarilla.engine.game import Game
from camarilla.games import kind as kind_of
from camarilla.testing import cases, examples, golden, perft
from camarilla.testing.laws import EVERY, MATCHES, try_out

Check = tuple[str, Callable[[], None]]
Progress = Callable[[str, int, int], object]  # is told what comes next, and how many checks are done of how many


def check_game(
    game: str | type[Game],
    *,
    matches: int = MATCHES,
    every_combination: bool = False,
    progress: Progress = lambda name, done, whole: None,
) -> None:
    """Try every law with every value of every option, golden records, walk counts and examples.

    AssertionError says which law is broken and how to see it again. `matches` is how many each law is tried on;
    `every_combination` tries all that the options can be (of many, so many that every two values meet).
    """
    kind = kind_of(game) if isinstance(game, str) else game
    checks = [*once(kind), *of_laws(kind, matches, every_combination)]
    for done, (name, check) in enumerate(checks):
        progress(name, done, len(checks))
        check()
    progress("", len(checks), len(checks))


def once(kind: type[Game]) -> Iterator[Check]:
    """What lies in the folder of the game, whatever its options."""
    yield "golden records", lambda: golden.check(kind)
    yield "walk counts", lambda: perft.check(kind)
    yield "examples", lambda: examples.check(kind)


def of_laws(kind: type[Game], matches: int, every_combination: bool) -> Iterator[Check]:
    chosen = cases.combinations(kind.options) if every_combination else cases.every_value(kind.options)
    for options in chosen:
        game = kind(**options)
        for law in EVERY:
            yield f"{cases.written(options)}: {law.name}", functools.partial(try_out, law, game, matches)
