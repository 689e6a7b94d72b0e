"""What the tests need compiled, compiled before they begin: `python -m tests.ahead`.

A process that has compiled keeps the memory that it took, a gigabyte and more; one that finds the result on disk needs
a fifth of that. So each game is compiled in a process of its own that ends, two of them at a time. It does a little of
what the tests do much of, so that the types are the same. `make test` tells at its end what is missing here: every
worker had to compile that. The processes are forks of this one, which has found the games already: what `make test`
installs in the meantime does not disturb them.
"""

from __future__ import annotations

import inspect
import os
import sys
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess

from camarilla.bots.belief import believe
from camarilla.bots.choosing import find_chooser
from camarilla.bots.ladder import find_bot, seat_bots
from camarilla.bots.learned import choose_by, look_ahead
from camarilla.bots.rollout import Rollout
from camarilla.datasets.decisions import note_series
from camarilla.engine.game import Game
from camarilla.games import games, kind
from camarilla.lab.observing import observe
from camarilla.lab.series import series
from camarilla.testing import EVERY, perft, try_out
from camarilla.testing.walks import walk
from tests.bots.untaught import judge_first, untaught
from tests.samples import GAME
from tests.toy.game import PocketCourt

AT_ONCE = 2  # processes
KINDS: dict[str, type[Game]] = {**{name: kind(name) for name in games()}, PocketCourt.id: PocketCourt}


def compile_for_tests(game: Game) -> None:
    for law in EVERY:
        try_out(law, game, matches=1)
    perft(walk(game, 0, 0)[-1])
    for bot in ("random", "page", "search:2", *game.styles[:1]):
        series(game, 0, 0, 1, styles=(bot,) * game.players)
    if game.report:
        quick = find_chooser(game, find_bot(game, game.styles[0]))
        assert quick
        game.report.make(game, 0, 1, quick, 1, game.report.ERROR * 100, lambda done, whole: None)
    if game.id == GAME:
        compile_for_research(game)


def compile_for_research(game: Game) -> None:
    """What datasets, reports on balance, trained players and rollouts are tried with, which is one game."""
    for bot in ("random", *game.styles[:1]):
        note_series(game, 0, 0, 1, seat_bots(game, bot, game.players))
    observe(game, seat_bots(game, "random", game.players), 0, 1)
    net, match = untaught(game), game.new(0)
    seat = match.waiting[0]
    choose_by(net, game, match.state, seat)
    look_ahead(net, game, match.state, seat, iterations=4, seed=0)
    Rollout(1).weigh(game, match.state, seat, 0)
    believe(net, match, seat, number=1, seed=0)
    game.call(judge_first, match.state, seat, *net.mind(game))


def start(name: str) -> ForkProcess:
    process = ForkProcess(target=lambda: compile_for_tests(KINDS[name](runtime="compiled")))
    process.start()
    return process


def size(name: str) -> int:
    """The longest rules take longest: they come first, so that both processes end together."""
    return len(inspect.getsource(KINDS[name].rules))


def main() -> int:
    """1 if something could not be compiled."""
    os.environ["CAMARILLA_QUIET"] = "1"
    waiting = sorted(KINDS, key=size)
    running: list[ForkProcess] = []
    failed = 0
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            running.append(start(waiting.pop()))
        wait([process.sentinel for process in running])
        failed += sum(bool(process.exitcode) for process in running)
        running = [process for process in running if process.is_alive()]
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
