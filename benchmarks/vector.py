"""The vector environment on one core, beside PettingZoo's own loop over our environment and beside RLCard's.

    python -m benchmarks.vector [--quick]

A step is one decision, with the observation and the mask of the next. Actions are drawn at random from the masks; with
us and in PettingZoo's loop that is not timed. All times are of the processor, so that what else runs there changes
little. What `benchmarks.vector_gpu` found on a CUDA device is shown with it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import rlcard

import camarilla
from benchmarks import ours, peers
from benchmarks.peers import REPEATS, Rate
from benchmarks.run import renew, times, told
from camarilla.engine.space import row
from camarilla.interop import pettingzoo

HEADING = "## Vector environments"
ON_DEVICE = Path(__file__).with_name("vector_gpu.json")
TABLES, SEED = 1024, 1
SECONDS, QUICK = 2.0, 0.5  # of one repeat


def choose(masks: Any, chance: np.random.Generator) -> Any:
    """One of the actions that are allowed at every table, each as likely as another."""
    weights = chance.integers(1, 2**15, masks.shape, dtype=np.int16)
    return (weights * masks).argmax(1)


def vector_rate(name: str, players: int, seconds: float) -> Rate:
    """Steps a second on one thread."""
    tables = camarilla.vector(name, number=TABLES, threads=1, seed=SEED, players=players, runtime="compiled")
    best = max((step_for(tables, seconds) for _ in range(REPEATS)), key=lambda found: found[0])
    return Rate(f"Camarilla {name}, {players} players", *best, "")


def step_for(tables: Any, seconds: float) -> tuple[float, float, float]:
    """Steps and matches a second, and steps a match."""
    chance = np.random.default_rng(SEED)
    spent, steps, ended = 0.0, 0, 0
    while spent < seconds:
        actions = choose(tables.masks, chance)
        start = time.process_time()
        tables.step(actions)
        spent += time.process_time() - start
        steps += tables.number
        ended += int((tables.ended > 0).sum())
    return steps / spent, ended / spent, steps / max(1, ended)


def pettingzoo_rate(name: str, players: int, seconds: float) -> Rate:
    """Steps a second of `agent_iter`, `last` and `step`, the rules being compiled."""
    env = pettingzoo.env(name, players=players, runtime="compiled")
    iterate(env, 0.0)  # so that nothing is compiled on the clock
    best = max((iterate(env, seconds) for _ in range(REPEATS)), key=lambda found: found[0])
    return Rate(f"PettingZoo's loop, {name}, {players} players", *best, "")


def iterate(env: Any, seconds: float) -> tuple[float, float, float]:
    """Whole matches for a while."""
    chance, spent, steps, matches = np.random.default_rng(SEED), 0.0, 0, 0
    while spent < seconds or not matches:
        start = time.process_time()
        env.reset()
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            spent += time.process_time() - start
            action = None if over else int(choose(observation["action_mask"][None], chance)[0])
            start = time.process_time()
            env.step(action)
            steps += not over
        spent += time.process_time() - start
        matches += 1
    return steps / spent, matches / spent, steps / matches


def rlcard_rate(name: str, seconds: float) -> Rate:
    """Steps a second of RLCard's own loop with its random agents, whose choices are in the time."""
    environment = peers.rlcard_environment(rlcard, name)
    samples = [peers.rlcard_sample(environment, seconds) for _ in range(REPEATS)]
    best = max(samples, key=lambda sample: sample.games_per_second)
    return best.rate(f"RLCard {name}", "")


def device_table() -> str:
    """What was found on a device, if it has been looked at."""
    if not ON_DEVICE.exists():
        return ""
    found = json.loads(ON_DEVICE.read_text(encoding="utf-8"))
    peers = found["peers"]
    rates = [{**rate, "name": f"Camarilla {rate['game']}, {rate['players']} players"} for rate in found["rates"]]
    heads = ["", "steps/s", "tables", *(f"beside {peer['name']}" for peer in peers)]
    rows = [heads, ["---"] * len(heads), *(device_row(rate, peers) for rate in [*rates, *peers])]
    about = f"On one {found['device']}, {found['date']}; observations, masks and rewards stay there:"
    return "\n".join([about, "", *(f"| {' | '.join(row)} |" for row in rows)])


def device_row(rate: dict[str, Any], peers: list[dict[str, Any]]) -> list[str]:
    ratios = [f"**{rate['steps_per_second'] / peer['steps_per_second']:,.2f}x**" for peer in peers]
    return [rate["name"], f"{rate['steps_per_second']:,.0f}", f"{rate['tables']:,}", *ratios]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller samples")
    seconds = QUICK if parser.parse_args().quick else SECONDS
    others = [told(rlcard_rate(name, seconds)) for name in peers.RLCARD_GAMES]
    pairs = [(told(vector_rate(*table, seconds)), told(pettingzoo_rate(*table, seconds))) for table in ours.compared()]
    renew(HEADING, "`python -m benchmarks.vector`", f"{HOW}\n\n{ratios(pairs, others)}\n\n{device_table()}".rstrip())


HOW = f"""A step is a decision, with the observation and the mask of the next. One core, by the time of the processor,
best of {REPEATS}: `camarilla.vector` with {TABLES:,} tables on one thread, deals included; PettingZoo's `agent_iter`,
`last` and `step` over our environment of the same game, with compiled rules; RLCard's `Env.run` with `RandomAgent`."""


def ratios(pairs: list[tuple[Rate, Rate]], others: list[Rate]) -> str:
    """A row for each game: beside PettingZoo's loop over the same game, and beside each peer."""
    columns = [f"beside {one.name} ({one.decisions_per_second:,.0f})" for one in others]
    head = ["", "steps/s", "PettingZoo's loop, steps/s", "beside it", *columns]
    rows = [
        [our.name, f"{our.decisions_per_second:,.0f}", f"{loop.decisions_per_second:,.0f}"]
        + [times(our, other) for other in (loop, *others)]
        for our, loop in pairs
    ]
    return "\n".join([row(head), "|" + "---|" * len(head), *map(row, rows)])


if __name__ == "__main__":
    main()
