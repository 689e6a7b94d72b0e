"""The search on one core: iterations a second, ours beside OpenSpiel's `ISMCTSBot`, which is C++, in the same run.

An iteration is the same work on both sides: all that the seat cannot know is dealt anew, the search walks down what it
has grown so far and adds to it, and one playout at random leads to the end of the game.

The openings of several deals are searched, and positions all along as many random matches, where playouts get shorter
and shorter. Everybody takes turns, for several rounds, and the best round counts, so that a busy moment of the machine
falls on no one alone.

Usage: ``python -m benchmarks.search [--quick]``
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Any

import camarilla
from benchmarks.ours import players
from benchmarks.peers import REPEATS, apply_chance, play_out
from camarilla.bots.search import weigh
from camarilla.engine.playout import DECISIONS
from camarilla.engine.record import Records
from camarilla.lab.series import series

GAMES = [name for name in camarilla.games() if 2 in players(name)]
SPIEL_GAMES = ("gin_rummy", "euchre")
SEEDS = (1, 2, 3)
STAGES = 5  # positions of a match
CURIOSITY = 1.4  # of OpenSpiel's bot; its speed hardly depends on it
PLAYOUTS = 300  # to count the decisions of one

Position = Callable[[int], object]  # searches itself, with so many iterations


@dataclass(frozen=True)
class Searcher:
    """One who searches in one game, and where."""

    name: str
    how: str
    matches: list[list[Position]]  # of each match the positions with a choice, the opening first
    decisions: float  # of a playout from the opening

    def openings(self) -> list[Position]:
        return [match[0] for match in self.matches]

    def all_along(self) -> list[Position]:
        return [match[len(match) * stage // STAGES] for match in self.matches for stage in range(STAGES)]


@dataclass(frozen=True)
class Task:
    """What everybody is timed at."""

    name: str
    positions: Callable[[Searcher], list[Position]]
    iterations: int


@dataclass(frozen=True)
class Speed:
    """How fast one searches: iterations a second at each task, in their order."""

    searcher: Searcher
    rates: list[float]

    def row(self) -> list[str]:
        one = self.searcher
        return [one.name, *(f"{rate:,.0f}" for rate in self.rates), f"{one.decisions:.1f}", one.how]


def tasks(quick: bool) -> list[Task]:
    few, many = (300, 1_000) if quick else (2_000, 20_000)
    return [
        Task(f"opening, {few:,} iterations", Searcher.openings, few),
        Task(f"opening, {many:,} iterations", Searcher.openings, many),
        Task(f"all along a match, {few:,} iterations", Searcher.all_along, few),
    ]


# Ours


def our_searcher(name: str) -> Searcher:
    game = camarilla.game(name, players=2, runtime="compiled")
    decisions = series(game, SEEDS[0], 0, PLAYOUTS).about[:, DECISIONS]
    matches = [our_match(game, seed) for seed in SEEDS]
    matches[0][0](10)  # so that nothing is compiled on the clock
    how = "compiled, one thread, memory for the tree and the choices' values included"
    return Searcher(f"Camarilla {name}, 2 players", how, matches, float(decisions.mean()))


def our_match(game: camarilla.Game, seed: int) -> list[Position]:
    rng = random.Random(seed)
    match = game.new(seed=seed)
    positions: list[Position] = []
    while not match.over:
        seat = match.waiting[0]
        choices = match.choices(seat)
        if len(choices) > 1 and match.indifferent(seat) is None:
            positions.append(partial(our_search, game, match.state.copy(), seat))
        match.play(rng.choice(choices), seat)
    return positions


def our_search(game: camarilla.Game, state: Records, seat: int, iterations: int) -> None:
    """Every iteration goes through one of the seat's choices, so that their visits tell whether all were made."""
    if sum(thought.visits for thought in weigh(game, state, seat, iterations, threads=1)) != iterations:
        raise RuntimeError("the search did not make the iterations it was asked for: its time is not theirs")


# OpenSpiel


def spiel_searchers() -> list[Searcher]:
    """None, and a line on standard error, if it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError as error:
        print(f"open_spiel is not installed, so its search is not measured ({error})", file=sys.stderr)
        return []
    return [spiel_searcher(pyspiel, name) for name in SPIEL_GAMES]


def spiel_searcher(pyspiel: Any, name: str) -> Searcher:
    game = pyspiel.load_game(name)
    matches = [spiel_match(game, seed) for seed in SEEDS]
    rng = random.Random(SEEDS[0])
    decisions = statistics.fmean(play_out(match[0].clone(), rng) for match in matches for _ in range(PLAYOUTS))
    how = f"OpenSpiel {version('open_spiel')}, C++ ISMCTSBot, unlimited worlds, one random rollout an evaluation"
    positions: list[list[Position]] = [[partial(spiel_search, pyspiel, state) for state in match] for match in matches]
    return Searcher(f"OpenSpiel C++ {name}", how, positions, decisions)


def spiel_match(game: Any, seed: int) -> list[Any]:
    rng = random.Random(seed)
    state = game.new_initial_state()
    states = []
    while not state.is_terminal():
        if state.is_chance_node():
            apply_chance(state, rng)
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            states.append(state.clone())
        state.apply_action(rng.choice(legal))
    return states


def spiel_search(pyspiel: Any, state: Any, iterations: int) -> object:
    """Its bot as it comes: a world dealt anew for every iteration, a tree keyed by what the mover knows."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEEDS[0])
    return pyspiel.ISMCTSBot(SEEDS[0], evaluator, CURIOSITY, iterations).step(state)


# Everybody


def measure(quick: bool = False) -> list[Speed]:
    """Ours first."""
    searchers = [*map(our_searcher, GAMES), *spiel_searchers()]
    by_task = [compete(searchers, task) for task in tasks(quick)]
    return [Speed(searcher, [rates[i] for rates in by_task]) for i, searcher in enumerate(searchers)]


def compete(searchers: list[Searcher], task: Task) -> list[float]:
    """Iterations a second of each at one task."""
    rounds = [[seconds(searcher, task) for searcher in searchers] for _ in range(REPEATS)]
    rates = []
    for searcher, times in zip(searchers, zip(*rounds, strict=True), strict=True):
        rates.append(task.iterations * len(task.positions(searcher)) / min(times))
        print(f"{searcher.name}, {task.name}: {rates[-1]:,.0f} iterations/s", file=sys.stderr, flush=True)
    return rates


def seconds(searcher: Searcher, task: Task) -> float:
    positions = task.positions(searcher)
    start = time.perf_counter()
    for position in positions:
        position(task.iterations)
    return time.perf_counter() - start


def report(speeds: list[Speed], quick: bool = False) -> str:
    """The rates, and how many times as fast as each of OpenSpiel's each of ours is."""
    names = [task.name for task in tasks(quick)]
    rates = [speed.row() for speed in speeds]
    ratios = [
        [f"{our.searcher.name} : {peer.searcher.name}", *map(times, our.rates, peer.rates)]
        for peer in speeds[len(GAMES) :]
        for our in speeds[: len(GAMES)]
    ]
    parts = [INTRODUCTION, rows(["iterations/s", *names, "decisions a playout", "how"], rates)]
    return "\n\n".join([*parts, rows(["ratio", *names], ratios)] if ratios else parts)


INTRODUCTION = f"""An iteration is a redeal of all that the seat cannot know, a descent and a random playout to the end
of the game. Openings of {len(SEEDS)} deals, and {STAGES} positions of each of {len(SEEDS)} random matches; in turns,
best of {REPEATS} rounds."""


def times(our: float, other: float) -> str:
    return f"**{our / other:,.2f}x**"


def rows(head: list[str], body: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Search on one core, ours beside OpenSpiel's.")
    parser.add_argument("--quick", action="store_true", help="fewer iterations, for a rough figure")
    quick = parser.parse_args().quick
    print(report(measure(quick), quick))


if __name__ == "__main__":
    main()
