"""Random play of peer libraries on one core, to set beside our own engine in the same run.

Three ways of playing at random are timed, all of them single-threaded:

* OpenSpiel C++: one call that plays many random games without coming back to Python;
* OpenSpiel Python: the same games from the same position, played move by move through ``pyspiel``;
* RLCard: its own ``Env.run`` loop with its own ``RandomAgent``.

A decision is a choice among two or more legal actions. Chance nodes and forced moves take time, but are not counted.
The OpenSpiel games start after the deal, so that dealing is not timed; RLCard deals, and encodes an observation for
each move, because its loop cannot do otherwise.

Usage: ``python benchmarks/peers.py [--quick] [--json FILE]``
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

SPIEL_GAMES = ("spades", "hearts", "gin_rummy")
RLCARD_GAMES = ("uno", "gin-rummy")
REPEATS = 3
SEED = 2  # with this seed the hearts deal is one with passing, as three deals in four are


@dataclass(frozen=True)
class Rate:
    """How fast one library plays one game at random."""

    name: str
    decisions_per_second: float
    games_per_second: float
    decisions_per_game: float
    how: str


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    rollouts: int  # games in one C++ call
    sample: int  # games played through the Python state API
    seconds: float  # length of one RLCard repeat


FULL = Effort(rollouts=20_000, sample=2_000, seconds=3.0)
QUICK = Effort(rollouts=2_000, sample=300, seconds=1.0)


@dataclass(frozen=True)
class Sample:
    """Games played one by one: the decisions in each, and the time for all of them."""

    decisions: list[int]
    seconds: float

    @property
    def games_per_second(self) -> float:
        return len(self.decisions) / self.seconds

    @property
    def mean(self) -> float:
        return statistics.fmean(self.decisions)

    @property
    def standard_error(self) -> float:
        return statistics.stdev(self.decisions) / math.sqrt(len(self.decisions))

    def rate(self, name: str, how: str) -> Rate:
        return Rate(name, self.games_per_second * self.mean, self.games_per_second, self.mean, how)


def best_sample(play: Callable[[], Sample]) -> Sample:
    """The fastest of a few repeats."""
    return max((play() for _ in range(REPEATS)), key=lambda sample: sum(sample.decisions) / sample.seconds)


# OpenSpiel


def apply_chance(state: Any, rng: random.Random) -> None:
    """Draw one outcome at a chance node."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, weights)[0])


def first_choice(game: Any) -> Any:
    """The first state with a choice to make, after a deal with a fixed seed."""
    rng = random.Random(SEED)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        if state.is_chance_node():
            apply_chance(state, rng)
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def play_out(state: Any, rng: random.Random) -> int:
    """Play a state to its end at random, in place; returns the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            apply_chance(state, rng)
            continue
        legal = state.legal_actions()
        decisions += len(legal) > 1
        state.apply_action(legal[int(rng.random() * len(legal))])
    return decisions


def python_sample(root: Any, games: int) -> Sample:
    """Random games from one position through the Python state API; every call plays the same games."""
    rng = random.Random(SEED)
    start = time.perf_counter()
    decisions = [play_out(root.clone(), rng) for _ in range(games)]
    return Sample(decisions, time.perf_counter() - start)


def rollout_seconds(pyspiel: Any, game: Any, root: Any, rollouts: int) -> float:
    """Time of one C++ call that plays ``rollouts`` random games from ``root``, and does next to nothing else.

    The first simulation of a tree search evaluates the root itself, before any child is made, so that a search of one
    simulation is one call of the evaluator on the root: ``rollouts`` times, clone it and play the clone to its end.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=SEED)
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=100, solve=False, seed=SEED, verbose=False
    )
    start = time.perf_counter()
    node = bot.mcts_search(root)
    seconds = time.perf_counter() - start
    if node.explore_count != 1 or node.children:
        raise RuntimeError("MCTSBot did not evaluate the root exactly once: its time is not that of the rollouts")
    return seconds


def spiel_cpp_rate(pyspiel: Any, name: str, root: Any, rollouts: int, sample: Sample) -> Rate:
    """C++ rollouts per second, turned into decisions by the mean of a sample played from Python."""
    game = root.get_game()
    full = min(rollout_seconds(pyspiel, game, root, rollouts) for _ in range(REPEATS))
    half = rollout_seconds(pyspiel, game, root, rollouts // 2)
    how = (
        f"OpenSpiel {version('open_spiel')}, {rollouts} rollouts in one C++ call after the deal, best of {REPEATS}; "
        f"time for {rollouts} / time for {rollouts // 2}: {full / half:.2f}; "
        f"decisions/game from {len(sample.decisions)} Python games, s.e. {sample.standard_error:.2f}"
    )
    return Rate(f"OpenSpiel C++ {name}", rollouts / full * sample.mean, rollouts / full, sample.mean, how)


def spiel_rates(pyspiel: Any, effort: Effort) -> list[Rate]:
    """Both OpenSpiel rates for each game: C++ first, then Python."""
    cpp, python = [], []
    for name in SPIEL_GAMES:
        root = first_choice(pyspiel.load_game(name))
        sample = best_sample(partial(python_sample, root, effort.sample))
        how = f"OpenSpiel {version('open_spiel')}, {effort.sample} games after the deal, Python loop, best of {REPEATS}"
        python.append(sample.rate(f"OpenSpiel Python {name}", how))
        cpp.append(spiel_cpp_rate(pyspiel, name, root, effort.rollouts, sample))
    return cpp + python


# RLCard


def rlcard_environment(rlcard: Any, name: str) -> Any:
    """A seeded environment with random agents; ``RandomAgent`` draws from NumPy's global generator."""
    importlib.import_module("numpy").random.seed(SEED)
    agent = importlib.import_module("rlcard.agents").RandomAgent
    environment = rlcard.make(name, {"seed": SEED})
    environment.set_agents([agent(environment.num_actions) for _ in range(environment.num_players)])
    return environment


def count_decisions(trajectories: list[list[Any]]) -> int:
    """Decisions in one game: each player's trajectory is state, action, state, action, ..., final state."""
    return sum(len(state["legal_actions"]) > 1 for steps in trajectories for state in steps[:-1:2])


def rlcard_sample(rlcard: Any, name: str, seconds: float) -> Sample:
    """Whole games in RLCard's own loop for a while.

    ``is_training=True`` is its faster path: it has the random agents skip a table of probabilities for each move.
    """
    environment = rlcard_environment(rlcard, name)
    decisions: list[int] = []
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds or len(decisions) < 2:
        trajectories, _ = environment.run(is_training=True)
        decisions.append(count_decisions(trajectories))
    return Sample(decisions, elapsed)


def rlcard_rates(rlcard: Any, effort: Effort) -> list[Rate]:
    """RLCard's rate for each game."""
    how = f"RLCard {version('rlcard')}, Env.run with RandomAgent, deal and observations included, best of {REPEATS}"
    return [
        best_sample(partial(rlcard_sample, rlcard, name, effort.seconds)).rate(f"RLCard {name}", how)
        for name in RLCARD_GAMES
    ]


# All peers

PEERS: dict[str, Callable[[Any, Effort], list[Rate]]] = {"pyspiel": spiel_rates, "rlcard": rlcard_rates}
PACKAGES = {"pyspiel": "open_spiel", "rlcard": "rlcard"}


def measure(quick: bool = False) -> list[Rate]:
    """The rates of all peers that are installed; one line on standard error for each that is not."""
    rates: list[Rate] = []
    for module, peer_rates in PEERS.items():
        try:
            library = importlib.import_module(module)
        except ImportError as error:
            print(f"{PACKAGES[module]} is not installed, so it is not measured ({error})", file=sys.stderr)
            continue
        rates += peer_rates(library, QUICK if quick else FULL)
    return rates


def table(rates: list[Rate]) -> str:
    """The rates as text, with a note below for each way of measuring."""
    lines = [f"{'':28}{'decisions/s':>14}{'games/s':>12}{'decisions/game':>16}"]
    lines += [
        f"{rate.name:28}{rate.decisions_per_second:14,.0f}{rate.games_per_second:12,.0f}{rate.decisions_per_game:16.1f}"
        for rate in rates
    ]
    return "\n".join([*lines, "", *(f"{rate.name}: {rate.how}" for rate in rates)])


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play of peer libraries on one core.")
    parser.add_argument("--quick", action="store_true", help="smaller samples, for a rough figure")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rates to FILE")
    options = parser.parse_args()
    rates = measure(options.quick)
    if rates:
        print(table(rates))
    if options.json:
        options.json.write_text(json.dumps([asdict(rate) for rate in rates], indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
