"""What the tests need compiled, compiled before they begin: `python -m tests.ahead`.

A process that has compiled keeps the memory that it took, a gigabyte and more; one that finds the result on disk needs
a fifth of that. So each game is compiled in a process of its own that ends, two of them at a time. It does a little of
what the tests do much of, so that the types are the same. `make test` tells at its end what is missing here: every
worker had to compile that. The processes are forks of this one, which has found the games already: what `make test`
installs in the meantime does not disturb them.
"""

from __future__ import annotations

import inspect
import multiprocessing
import os
import sys
from concurrent.futures import ThreadPoolExecutor

from camarilla.bots.ladder import seat_bots
from camarilla.datasets.decisions import note_series
from camarilla.engine.game import Game
from camarilla.games import games, kind
from camarilla.lab.series import series
from camarilla.testing import EVERY, perft, try_out
from camarilla.testing.walks import walk
from tests.samples import GAME
from tests.toy.game import PocketCourt

AT_ONCE = 2  # processes
FORK = multiprocessing.get_context("fork")
KINDS: dict[str, type[Game]] = {**{name: kind(name) for name in games()}, PocketCourt.id: PocketCourt}


def compile_for_tests(game: Game) -> None:
    for law in EVERY:
        try_out(law, game, matches=1)
    perft(walk(game, 0, 0)[-1])
    for bot in ("random", "page", "search:2", *game.styles[:1]):
        series(game, 0, 0, 1, styles=(bot,) * game.players)
    for bot in ("random", *game.styles[:1]) if game.id == GAME else ():
        note_series(game, 0, 0, 1, seat_bots(game, bot, game.players))
    if game.report:
        game.report.make(game, 0, 1, game.styles[0], 1, game.report.ERROR * 100, lambda done, whole: None)


def compile_aside(name: str) -> int:
    """In another process; its exit status."""
    process = FORK.Process(target=lambda: compile_for_tests(KINDS[name](runtime="compiled")))
    process.start()
    process.join()
    return process.exitcode or 0


def size(name: str) -> int:
    """The longest rules take longest: they come first, so that both processes end together."""
    return len(inspect.getsource(KINDS[name].rules))


def main() -> int:
    os.environ["CAMARILLA_QUIET"] = "1"
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return max(map(abs, pool.map(compile_aside, sorted(KINDS, key=size, reverse=True))))


if __name__ == "__main__":
    sys.exit(main())
