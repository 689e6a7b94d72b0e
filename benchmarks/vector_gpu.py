"""The vector environment on a CUDA device, beside two games of Pgx on the same one.

    python -m benchmarks.vector_gpu [--out benchmarks/vector_gpu.json] [--only GAME|peers]

Run it where a device is, with Pgx and JAX on the path; without them it says so, and leaves the peers out. The first
steps are compared with the processor's, table by table. What is known is written at once, so that a run that is cut
short is not lost. `benchmarks.vector` shows the last result, and `benchmarks.run` random play beside Pgx's.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import camarilla
from benchmarks import ours
from benchmarks.on_device import ONE_SCAN
from camarilla.engine.gpu import cuda

SEED, FEWEST = 2026, 2  # players, with whom there are most deals for the steps
TABLES = (8_192, 65_536, 262_144)
COMPARED, COMPARED_STEPS = 2_048, 200
WARM_UP, STEPS, REPEATS = 40, 20, 9
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
    rates = [{"tables": tables, **told(tables, time_ours(name, players, tables))} for tables in TABLES]
    return {"game": name, "players": players, "compared": COMPARED * COMPARED_STEPS, "rates": rates, **best(rates)}


def told(number: int, seconds: list[float]) -> dict[str, Any]:
    """Steps a second in every repeat, and the median."""
    repeats = [number * STEPS / each for each in seconds]
    return {"steps_per_second": statistics.median(repeats), "repeats": repeats}


def best(rates: list[dict[str, Any]]) -> dict[str, Any]:
    return max(rates, key=lambda one: one["steps_per_second"])


def time_ours(name: str, players: int, number: int) -> list[float]:
    """Seconds of so many steps, in every repeat."""
    import cupy

    tables = camarilla.vector(name, number=number, on="cuda", seed=SEED, players=players)
    for step in range(WARM_UP):
        tables.step(choose(tables.masks, cupy, step))
    return [time_steps(tables, repeat) for repeat in range(REPEATS)]


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


def measure_peers() -> Iterator[dict[str, Any]]:
    """As many as can be measured."""
    for name in PEERS:
        try:
            yield measure_peer(name)
        except ImportError as missing:
            print(f"Pgx {name} is not measured: {missing}", file=sys.stderr)


def measure_peer(name: str) -> dict[str, Any]:
    """Pgx's rate, the better of two ways of stepping."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))
    rates: list[dict[str, Any]] = [
        {"tables": number, "way": way, **told(number, seconds)}
        for number in TABLES
        for way, seconds in time_peer(jax, env, step, number).items()
    ]
    return {"name": f"Pgx {name.replace('_', ' ')}", "version": pgx.__version__, "rates": rates, **best(rates)}


def time_peer(jax: Any, env: Any, step: Any, number: int) -> dict[str, list[float]]:
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

    return {"a call a step": repeated(step_by_step), ONE_SCAN: repeated(at_once)}


def pick_legal(jax: Any, key: Any, masks: Any) -> Any:
    """An action that is allowed, each as likely as another."""
    return (jax.random.uniform(key, masks.shape) * masks).argmax(1)


def repeated(measured: Callable[[], float]) -> list[float]:
    """The first time, which compiles, is left out."""
    measured()
    return [measured() for _ in range(REPEATS)]


class Found:
    """What is known so far, and the file that it is written to, if there is one."""

    def __init__(self, out: Path | None, keep: bool) -> None:
        known = json.loads(out.read_text(encoding="utf-8")) if out and keep and out.exists() else {}
        self.out = out
        self.rates = {one["game"]: one for one in known.get("rates", [])}
        self.peers = {one["name"]: one for one in known.get("peers", [])}

    def add(self, to: dict[str, dict[str, Any]], key: str, one: dict[str, Any]) -> None:
        to[key] = one
        print(json.dumps(one), flush=True)
        if self.out:
            self.out.write_text(json.dumps(self.told(), indent=1) + "\n", encoding="utf-8")

    def told(self) -> dict[str, Any]:
        device = cuda.get_current_device()
        return {
            "date": date.today().isoformat(),
            "device": device.name.decode() if isinstance(device.name, bytes) else str(device.name),
            "rates": [self.rates[name] for name in camarilla.games() if name in self.rates],
            "peers": list(self.peers.values()),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="where to write the result")
    parser.add_argument("--only", metavar="GAME", help="a game, or `peers`: what --out says of the rest is kept")
    args = parser.parse_args()
    found = Found(args.out, keep=bool(args.only))
    if args.only in (None, "peers"):
        for peer in measure_peers():
            found.add(found.peers, peer["name"], peer)
    for name in [] if args.only == "peers" else [args.only] if args.only else camarilla.games():
        found.add(found.rates, name, measure(name, max(FEWEST, ours.players(name)[0])))


if __name__ == "__main__":
    main()
