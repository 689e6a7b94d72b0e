"""The vector environment on one core, beside PettingZoo's own loop over our environment and beside RLCard's.

    python -m benchmarks.vector [--quick]

A step is one decision, with the observation and the mask of the next. Actions are drawn at random from the masks; with
us and in PettingZoo's loop that is not timed. All take turns, and times are of the processor. What
`benchmarks.vector_gpu` found on a CUDA device is shown with it.
"""

from __future__ import annotations

import argparse
import importlib
import time
from functools import partial
from typing import Any

import numpy as np

import camarilla
from benchmarks import on_device, ours, peers
from benchmarks.peers import FULL, QUICK, Effort, Player, measured
from benchmarks.run import renew
from benchmarks.turns import Measured
from camarilla.engine.space import row
from camarilla.interop import pettingzoo

HEADING = "## Vector environments"
TABLES, SEED = 1024, 1


def choose(masks: Any, chance: np.random.Generator) -> Any:
    """One of the actions that are allowed at every table, each as likely as another."""
    weights = chance.integers(1, 2**15, masks.shape, dtype=np.int16)
    return (weights * masks).argmax(1)


def vector_player(name: str, players: int, effort: Effort) -> Player:
    """Steps on one thread."""
    tables = camarilla.vector(name, number=TABLES, threads=1, seed=SEED, players=players, runtime="compiled")
    return Player(f"Camarilla {name}, {players} players", "", partial(step_for, tables, effort.seconds))


def step_for(tables: Any, seconds: float, number: int) -> float:
    """Steps a second, on from where the last turn ended."""
    chance = np.random.default_rng(number)
    spent, steps = 0.0, 0
    while spent < seconds:
        actions = choose(tables.masks, chance)
        start = time.process_time()
        tables.step(actions)
        spent += time.process_time() - start
        steps += tables.number
    return steps / spent


def pettingzoo_player(name: str, players: int, effort: Effort) -> Player:
    """`agent_iter`, `last` and `step`, the rules being compiled."""
    env = pettingzoo.env(name, players=players, runtime="compiled")
    return Player(f"PettingZoo's loop, {name}, {players} players", "", partial(iterate, env, effort.seconds))


def iterate(env: Any, seconds: float, number: int) -> float:
    """Steps a second of whole matches."""
    chance, spent, steps = np.random.default_rng(number), 0.0, 0
    while spent < seconds:
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
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller samples")
    found = measure(QUICK if parser.parse_args().quick else FULL)
    renew(HEADING, "`python -m benchmarks.vector`", f"{found}\n\n{device_table()}".rstrip())


def measure(effort: Effort) -> str:
    games = ours.compared()
    our_own = [vector_player(*table, effort) for table in games]
    loops = [pettingzoo_player(*table, effort) for table in games]
    others = peers.rlcard_players(importlib.import_module("rlcard"), effort)
    found = measured("vector environments", [*our_own, *loops, *others], effort.rounds)
    rates, looped, beside = found[: len(games)], found[len(games) : 2 * len(games)], found[2 * len(games) :]
    return f"{HOW.format(rounds=effort.rounds)}\n\n{ratios(rates, looped, beside)}"


HOW = f"""A step is a decision, with the observation and the mask of the next. One core, {{rounds}} rounds in turns, by
the time of the processor, ratios with 95 % intervals: `camarilla.vector` with {TABLES:,} tables on one thread, deals
included; PettingZoo's `agent_iter`, `last` and `step` over our environment of the same game, with compiled rules;
RLCard's `Env.run` with its `RandomAgent`, whose choices are in the time."""


def ratios(our_own: list[Measured], loops: list[Measured], others: list[Measured]) -> str:
    """A row for each game: beside PettingZoo's loop over the same game, and beside each peer."""
    columns = [f"beside {one.name} ({one.middle:,.0f})" for one in others]
    head = ["", "steps/s", "PettingZoo's loop, steps/s", "beside it", *columns]
    rows = [
        [one.name, f"{one.middle:,.0f}", f"{loop.middle:,.0f}", *(str(one.beside(other)) for other in (loop, *others))]
        for one, loop in zip(our_own, loops, strict=True)
    ]
    return "\n".join([row(head), "|" + "---|" * len(head), *map(row, rows)])


def device_table() -> str:
    """What was found on a device, if it has been looked at."""
    found = on_device.stepped()
    if not found["rates"]:
        return ""
    about = (
        f"On one {found['device']}, {found['date']}; observations, masks and rewards stay there; medians, ratios with"
    )
    return f"{about} 95 % intervals from repeats of each:\n\n{on_device.stepping_table()}"


if __name__ == "__main__":
    main()
