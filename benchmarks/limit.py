"""How far the compiled rules are from what can be had by hand: Courtisans at random, beside a version in C.

Both play the same matches; `compare` finds every result the same. They are timed in turns, on one core and on all, so
that what else the machine does falls on both alike. It needs a C compiler:

python -m benchmarks.limit [--cores] [--quick]
"""

from __future__ import annotations

import argparse
import ctypes
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

import camarilla
from benchmarks.run import CORES, LIMIT, renew
from benchmarks.turns import in_turns, ratio
from camarilla.lab.chunks import Rows
from camarilla.lab.series import how_to_play

SOURCE = Path(__file__).parent / "yardstick" / "courtisans.c"
COMPILER = ("cc", "-O3", "-march=native", "-shared", "-fPIC")
SEED, COMPARED, AT_ONCE = 1, 100_000, 500

Play = Callable[[int, Rows], None]  # the matches from that number on, into the rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller samples")
    parser.add_argument(
        "--cores", action="store_true", help="all cores beside one instead, of every game; needs them all"
    )
    args = parser.parse_args()
    measure_cores(args.quick) if args.cores else measure_limit(args.quick)


def measure_limit(quick: bool) -> None:
    games = [camarilla.game("courtisans", players=players, runtime="compiled") for players in (2, 3, 4, 5)]
    with tempfile.TemporaryDirectory() as folder:
        library = build(Path(folder))
        rows = [beside(game, library, quick) for game in games]
    text = (
        f"Random play beside a version in C, `yardstick/courtisans.c` (`{' '.join(COMPILER[:3])}`), which plays "
        f"the same {COMPARED:,} matches with the same results, one by one. Seconds are those of the processor."
    )
    head = ("| | games/s | in C | C is faster by |", "|---|---|---|---|")
    renew(LIMIT, "in turns, with 95 % intervals", "\n".join([text, "", *head, *rows]))


def measure_cores(quick: bool) -> None:
    rows = [scale(camarilla.game(name, runtime="compiled"), quick) for name in camarilla.games()]
    head = (f"| | all {os.cpu_count()} cores beside one |", "|---|---|")
    renew(CORES, "in turns, with 95 % intervals", "\n".join([*head, *rows]))


def build(folder: Path) -> ctypes.CDLL:
    target = folder / "courtisans.so"
    subprocess.run([*COMPILER, "-o", str(target), str(SOURCE)], check=True)
    return ctypes.CDLL(str(target))


def in_c(game: camarilla.Game, library: ctypes.CDLL) -> Play:
    def play(first: int, rows: Rows) -> None:
        into = (ctypes.c_void_p(column.ctypes.data) for column in rows.all)
        numbers = ctypes.c_uint64(SEED), ctypes.c_uint64(first), ctypes.c_int64(len(rows.points))
        library.play_matches(ctypes.c_void_p(game.data.ctypes.data), *numbers, *into)

    return play


def ours(game: camarilla.Game) -> Play:
    run, _ = how_to_play(game, ())
    return lambda first, rows: run(np.uint64(SEED), np.uint64(first), *rows.all)


def compare(game: camarilla.Game, library: ctypes.CDLL, games: int = COMPARED) -> None:
    """Every match has the same points, places, decisions and moves, and the same seat begins it."""
    found = [Rows.of(games, game.players) for _ in range(2)]
    for play, rows in zip((ours(game), in_c(game, library)), found, strict=True):
        play(0, rows)
    for one, other in zip(found[0].all, found[1].all, strict=True):
        assert np.array_equal(one, other), game


def beside(game: camarilla.Game, library: ctypes.CDLL, quick: bool) -> str:
    compare(game, library)
    name = f"{game.id}, {game.players} players"
    here, there = take_turns(name, partial(rate, ours(game), game), partial(rate, in_c(game, library), game), quick)
    return f"| {name} | {statistics.median(here):,.0f} | {statistics.median(there):,.0f} | {ratio(there, here)} |"


def scale(game: camarilla.Game, quick: bool) -> str:
    play, cores = ours(game), os.cpu_count() or 1
    on = partial(rate_of_cores, play, game)
    name = f"{game.id}, {game.players} players"
    one, all_cores = take_turns(name, partial(on, cores=1), partial(on, cores=cores), quick)
    return f"| {name} | {ratio(all_cores, one)} |"


def take_turns(
    name: str, one: Callable[[float], float], other: Callable[[float], float], quick: bool
) -> list[list[float]]:
    """After a turn each that does not count, so that nothing is compiled on the clock."""
    rounds, seconds = (5, 0.1) if quick else (21, 0.2)
    one(seconds), other(seconds)
    return in_turns(name, [lambda _: one(seconds), lambda _: other(seconds)], rounds)


def rate(play: Play, game: camarilla.Game, seconds: float, clock: Callable[[], float] = time.thread_time) -> float:
    """Matches a second of that clock."""
    rows, done, started = Rows.of(AT_ONCE, game.players), 0, clock()
    while (passed := clock() - started) < seconds:
        play(done, rows)
        done += AT_ONCE
    return done / passed


def rate_of_cores(play: Play, game: camarilla.Game, seconds: float, cores: int) -> float:
    with ThreadPoolExecutor(cores) as pool:
        return sum(pool.map(lambda _: rate(play, game, seconds, time.perf_counter), range(cores)))


if __name__ == "__main__":
    main()
