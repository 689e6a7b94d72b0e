"""Random play on a CUDA device: the same matches as on the processor, and how many decisions a second.

    python -m benchmarks.gpu [--out benchmarks/gpu.json]

Run it where a device is; `make bench` shows its last result beside the others.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from datetime import date
from pathlib import Path
from typing import Any

import numba
import numpy as np

import camarilla
from benchmarks import ours
from camarilla.engine import gpu
from camarilla.engine.gpu import cuda
from camarilla.engine.playout import DECISIONS
from camarilla.lab.series import series

SEED = 2026
THREADS = (65_536, 262_144)
REPEATS = 7
MATCHES, OF_LONG_GAMES = 8, 1  # a thread
LONG = 250  # decisions of a match


def same_as_processor(game: camarilla.Game, games: int) -> int:
    """How many matches were compared, all of them equal in points, places, length and first seat."""
    device = gpu.RandomPlay(game.rules, game.data, game.players, 4096).play(SEED, 0, games)
    processor = series(game, SEED, 0, games)
    for found, expected in zip(device, (processor.points, processor.places, processor.about), strict=True):
        np.testing.assert_array_equal(found.copy_to_host(), expected)
    return games


def rate(game: camarilla.Game, threads: int, games: int) -> dict[str, Any]:
    """Decisions and games a second, the median of several launches; the first one, which compiles, is left out."""
    tables = gpu.RandomPlay(game.rules, game.data, game.players, threads)
    decisions = int(tables.play(SEED, 0, games)[2].copy_to_host()[:, DECISIONS].sum())
    seconds = [timed(tables, games) for _ in range(REPEATS)]
    middle = statistics.median(seconds)
    return {
        "threads": threads,
        "games": games,
        "decisions_per_second": decisions / middle,
        "repeats": [decisions / one for one in seconds],
        "games_per_second": games / middle,
    }


def timed(tables: gpu.RandomPlay, games: int) -> float:
    cuda.synchronize()
    start = time.perf_counter()
    tables.play(SEED, 0, games)
    cuda.synchronize()
    return time.perf_counter() - start


def measure(name: str, players: int) -> dict[str, Any]:
    game = camarilla.game(name, players=players)
    compared = same_as_processor(game, 100_000)
    length = series(game, SEED, 0, 100).about[:, DECISIONS].mean()
    each = OF_LONG_GAMES if length > LONG else MATCHES
    best = max((rate(game, threads, each * threads) for threads in THREADS), key=lambda r: r["decisions_per_second"])
    return {"game": name, "players": players, "compared_with_processor": compared, **best}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="where to write the result")
    parser.add_argument("--only", metavar="GAME", help="measure one game, and keep what --out says of the others")
    args = parser.parse_args()
    out, only = args.out, args.only
    device = cuda.get_current_device()
    result: dict[str, Any] = {
        "date": date.today().isoformat(),
        "device": device.name.decode() if isinstance(device.name, bytes) else str(device.name),
        "versions": {"numba": numba.__version__, "numpy": np.__version__, "camarilla": camarilla.__version__},
    }
    known = json.loads(out.read_text(encoding="utf-8"))["rates"] if only and out else []
    rates = {(rate["game"], rate["players"]): rate for rate in known if rate["game"] != only}
    for name, players in ours.tables():
        if only in (None, name):
            rates[name, players] = measure(name, players)
            print(json.dumps(rates[name, players]), flush=True)
    if out:
        result["rates"] = [rates[table] for table in ours.tables() if table in rates]
        out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
