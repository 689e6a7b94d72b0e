"""The vector environment on a CUDA device, beside two games of Pgx on the same one.

    python -m benchmarks.vector_gpu [--out benchmarks/vector_gpu.json] [--only GAME|peers]

Run it where a device is, with Pgx and JAX on the path; without them it says so, and leaves the peers out. The first
steps are compared with the processor's, table by table. `benchmarks.vector` shows the last result beside the others.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import camarilla
from benchmarks import ours
from camarilla.engine.gpu import cuda

SEED, FEWEST = 2026, 2  # players, with whom there are most deals for the steps
TABLES = (8_192, 65_536, 262_144)
COMPARED, COMPARED_STEPS = 2_048, 200
WARM_UP, STEPS, REPEATS = 40, 20, 5
TOLD = ("seats", "observations", "masks", "rewards", "ended", "matches", "points")
PEERS = ("sparrow_mahjong", "backgammon")


def choose(masks: Any, arrays: Any, step: int) -> Any:
    """An action that is allowed at every table, by a hash: the same on a processor and on a device."""
    number, actions = masks.shape
    column = arrays.arange(actions, dtype=np.uint32) * np.uint32(2_654_435_761) + np.uint32(step * 40_503)
    row = arrays.arange(number, dtype=np.uint32) * np.uint32(97)
    hashed = (column[None, :] ^ row[:, None]) & np.uint32(0xFFFF)
    return ((hashed.astype(np.int32) + 1) * masks).argmax(1).astype(np.int32)


def compare(name: str, players: int) -> None:
    """The same matches on both, table by table; AssertionError where they differ."""
    import cupy

    here, there = (
        camarilla.vector(name, number=COMPARED, on=on, seed=SEED, players=players, runtime="compiled")
        for on in ("cpu", "cuda")
    )
    for step in range(COMPARED_STEPS):
        here.step(choose(here.masks, np, step))
        there.step(choose(there.masks, cupy, step))
        for told in TOLD:
            np.testing.assert_array_equal(getattr(there, told).get(), getattr(here, told), err_msg=f"{told}, {step}")


def measure(name: str, players: int) -> dict[str, Any]:
    """The number of tables with the most steps a second."""
    compare(name, players)
    rates = [{"tables": tables, "steps_per_second": rate(name, players, tables)} for tables in TABLES]
    best = max(rates, key=lambda one: one["steps_per_second"])
    return {"game": name, "players": players, "compared": COMPARED * COMPARED_STEPS, "rates": rates, **best}


def rate(name: str, players: int, number: int) -> float:
    import cupy

    tables = camarilla.vector(name, number=number, on="cuda", seed=SEED, players=players)
    for step in range(WARM_UP):
        tables.step(choose(tables.masks, cupy, step))
    return max(number * STEPS / time_steps(tables, repeat) for repeat in range(REPEATS))


def time_steps(tables: Any, repeat: int) -> float:
    """Seconds that so many steps take, without the choices."""
    import cupy

    spent = 0.0
    for step in range(STEPS):
        actions = choose(tables.masks, cupy, step + repeat)
        cuda.synchronize()
        start = time.perf_counter()
        tables.step(actions)
        cuda.synchronize()
        spent += time.perf_counter() - start
    return spent


# --- The peers ---


def measure_peers() -> list[dict[str, Any]]:
    try:
        return [measure_peer(name) for name in PEERS]
    except ImportError as missing:
        print(f"Pgx is not measured: {missing}", file=sys.stderr)
        return []


def measure_peer(name: str) -> dict[str, Any]:
    """Pgx's rate, the better of two ways of stepping."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))
    rates: list[dict[str, Any]] = [
        {"tables": number, "steps_per_second": number * STEPS / seconds, "way": way}
        for number in TABLES
        for way, seconds in time_peer(jax, env, step, number).items()
    ]
    best = max(rates, key=lambda one: one["steps_per_second"])
    return {"name": f"Pgx {name.replace('_', ' ')}", "version": pgx.__version__, "rates": rates, **best}


def time_peer(jax: Any, env: Any, step: Any, number: int) -> dict[str, float]:
    """Seconds of so many steps: one call a step, without the choices, as ours are timed; all in one scan, with them."""
    split = jax.jit(partial(jax.random.split, num=number))
    pick, one_step = jax.jit(partial(pick_legal, jax)), jax.jit(step)

    def advance(state: Any, key: Any) -> Any:
        return step(state, pick_legal(jax, key, state.legal_action_mask), jax.random.split(key, number)), None

    scan = jax.jit(lambda state, keys: jax.lax.scan(advance, state, keys)[0])
    keys = split(jax.random.PRNGKey(SEED))
    state, steps = jax.jit(jax.vmap(env.init))(keys), keys[:STEPS]

    def step_by_step() -> float:
        spent, now = 0.0, state
        for key in steps:
            drawn = jax.block_until_ready((pick(key, now.legal_action_mask), split(key)))
            start = time.perf_counter()
            now = jax.block_until_ready(one_step(now, *drawn))
            spent += time.perf_counter() - start
        return spent

    def at_once() -> float:
        start = time.perf_counter()
        jax.block_until_ready(scan(state, steps))
        return time.perf_counter() - start

    return {"a call a step": fastest(step_by_step), "one scan": fastest(at_once)}


def pick_legal(jax: Any, key: Any, masks: Any) -> Any:
    """An action that is allowed, each as likely as another."""
    return (jax.random.uniform(key, masks.shape) * masks).argmax(1)


def fastest(measured: Callable[[], float]) -> float:
    """The first time, which compiles, is left out."""
    measured()
    return min(measured() for _ in range(REPEATS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="where to write the result")
    parser.add_argument("--only", metavar="GAME", help="a game, or `peers`: what --out says of the rest is kept")
    args = parser.parse_args()
    device = cuda.get_current_device()
    known = json.loads(args.out.read_text(encoding="utf-8")) if args.only and args.out else {"rates": [], "peers": []}
    rates = {one["game"]: one for one in known["rates"]}
    for name in [] if args.only == "peers" else [args.only] if args.only else camarilla.games():
        rates[name] = measure(name, max(FEWEST, ours.players(name)[0]))
        print(json.dumps(rates[name]), flush=True)
    peers = measure_peers() if args.only in (None, "peers") else known["peers"]
    print(json.dumps(peers), flush=True)
    result = {
        "date": date.today().isoformat(),
        "device": device.name.decode() if isinstance(device.name, bytes) else str(device.name),
        "rates": [rates[name] for name in camarilla.games() if name in rates],
        "peers": peers,
    }
    if args.out:
        args.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
