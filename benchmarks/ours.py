"""Random play of our own games: as `peers.py` measures others."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

import numpy as np

import camarilla
from benchmarks.peers import REPEATS, Rate
from camarilla.engine.playout import DECISIONS
from camarilla.games import kind
from camarilla.lab.chunks import Rows
from camarilla.lab.series import how_to_play, series

SEED = 1
SECONDS = 1.0  # of one repeat
AT_ONCE = 500  # games in a turn between two looks at the clock
MANY = 4  # players, with whom games are compared that have so many
FIRST_MATCH = """
import time; start = time.perf_counter()
import camarilla
match = camarilla.game({game!r}, runtime="compiled").new(seed=1)
while not match.over:
    seat = match.waiting[0]
    match.play(match.choices(seat)[-1])
match.redeal(0, 1), match.observe(0), match.view(0)
from camarilla.lab.series import series
series(match.game, 1, 0, 1)
print(time.perf_counter() - start)
"""


def players(name: str) -> tuple[int, ...]:
    """How many can play the game."""
    return tuple(int(n) for option in kind(name).options if option.name == "players" for n in option.values)


def tables() -> list[tuple[str, int]]:
    """Every game with every number of players, or with every other where there are many."""
    return [(name, n) for name in camarilla.games() for n in players(name)[:: 1 if len(players(name)) <= MANY else 2]]


def compared() -> list[tuple[str, int]]:
    return [(name, min(MANY, max(players(name)))) for name in camarilla.games()]


@dataclass(frozen=True)
class Start:
    """Seconds from an empty process to a whole match, a redeal and a playout: with nothing compiled, and with all."""

    cold: float
    warm: float


def rate(game: camarilla.Game, threads: int, seconds: float = SECONDS) -> Rate:
    """Decisions and games a second, deals and scores included; the best of several repeats."""
    series(game, SEED, 0, 1)  # so that nothing is compiled on the clock
    games = 20 if game.runtime == "interpreted" else 20_000
    best = 0.0
    for _ in range(REPEATS):
        done, decisions, start = 0, 0, time.perf_counter()
        while (elapsed := time.perf_counter() - start) < seconds:
            decisions += int(series(game, SEED, done, games, threads).about[:, DECISIONS].sum())
            done += games
        if done / elapsed > best:
            best, per_game = done / elapsed, decisions / done
    how = f"{game.runtime}, {threads} thread{'s' if threads > 1 else ''}, deal and scores included, best of {REPEATS}"
    name = f"Camarilla {game.id}, {game.players} players" + (", interpreted" if game.runtime == "interpreted" else "")
    return Rate(name, best * per_game, best, per_game, how)


def turn(game: camarilla.Game, seconds: float, number: int) -> float:
    """Decisions a second of the processor, on one thread; every turn deals other matches."""
    run, _ = how_to_play(game, ())
    rows, done, decisions, start = Rows.of(AT_ONCE, game.players), 0, 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        run(np.uint64(number), np.uint64(done), *rows.all)
        decisions += int(rows.about[:, DECISIONS].sum())
        done += AT_ONCE
    return decisions / spent


def start(game: str) -> Start:
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "CAMARILLA_CACHE": cache}
        command = [sys.executable, "-c", FIRST_MATCH.format(game=game)]
        runs = [subprocess.run(command, env=environment, capture_output=True, text=True, check=True) for _ in range(3)]
    cold, *warm = (float(run.stdout) for run in runs)
    return Start(cold, min(warm))
