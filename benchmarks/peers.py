"""Random play of peer libraries on one core, to be set beside our own in the same run (`play.py`).

Three ways of playing at random are timed, all of them single-threaded:

* OpenSpiel C++: one call that plays many random games without coming back to Python;
* OpenSpiel Python: the same games from the same position, played move by move through ``pyspiel``;
* RLCard: its own ``Env.run`` loop with its own ``RandomAgent``.

A decision is a choice among two or more legal actions. Chance nodes and forced moves take time, but are not counted.
The OpenSpiel games start after the deal, so that dealing is not timed; RLCard deals, and encodes an observation for
each move, because its loop cannot do otherwise. Seconds are those of the processor.
"""

from __future__ import annotations

import importlib
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Any

from benchmarks.turns import Measured, Turn, in_turns

SPIEL_GAMES = ("spades", "hearts", "gin_rummy")
RLCARD_GAMES = ("uno", "gin-rummy")
REPEATS = 3  # where the best counts
SEED = 2  # with this seed the hearts deal is one with passing, as three deals in four are
FEWEST_ROLLOUTS = 100


@dataclass(frozen=True)
class Rate:
    """How fast one library plays one game at random."""

    name: str
    decisions_per_second: float
    games_per_second: float
    decisions_per_game: float
    how: str


@dataclass(frozen=True)
class Player:
    """One who plays a game at random, a turn at a time; `turn` returns decisions a second."""

    name: str
    how: str
    turn: Turn
    doubt: float = 0.0  # the standard error, as a share, of what a turn takes for known


def measured(what: str, players: Sequence[Player], rounds: int) -> list[Measured]:
    """All of them in turns, after one that does not count, so that nothing is compiled on the clock."""
    for player in players:
        player.turn(0)
    rates = in_turns(what, [player.turn for player in players], rounds)
    return [Measured(one.name, one.how, found, one.doubt) for one, found in zip(players, rates, strict=True)]


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    rounds: int
    seconds: float  # of a turn
    sample: int  # games that tell how many decisions one of OpenSpiel's has


FULL = Effort(rounds=15, seconds=0.5, sample=4_000)
QUICK = Effort(rounds=4, seconds=0.1, sample=300)


def play_for(seconds: float, play: Callable[[], int]) -> float:
    """Decisions a second, game after game for a while; `play` returns those of one."""
    decisions, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        decisions += play()
    return decisions / elapsed


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


def python_turn(root: Any, seconds: float, number: int) -> float:
    """Random games from one position through the Python state API."""
    rng = random.Random(number)
    return play_for(seconds, lambda: play_out(root.clone(), rng))


def rollout_seconds(pyspiel: Any, root: Any, rollouts: int, seed: int) -> float:
    """Time of one C++ call that plays ``rollouts`` random games from ``root``, and does next to nothing else.

    The first simulation of a tree search evaluates the root itself, before any child is made, so that a search of one
    simulation is one call of the evaluator on the root: ``rollouts`` times, clone it and play the clone to its end.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
    bot = pyspiel.MCTSBot(
        root.get_game(),
        evaluator,
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=100,
        solve=False,
        seed=seed,
        verbose=False,
    )
    start = time.process_time()
    node = bot.mcts_search(root)
    seconds = time.process_time() - start
    if node.explore_count != 1 or node.children:
        raise RuntimeError("MCTSBot did not evaluate the root exactly once: its time is not that of the rollouts")
    return seconds


def rollouts_in(seconds: float, pyspiel: Any, root: Any) -> tuple[int, float]:
    """How many rollouts take so long, and how many times as long as half of them."""
    rollouts, before = FEWEST_ROLLOUTS, rollout_seconds(pyspiel, root, FEWEST_ROLLOUTS, SEED)
    while True:
        rollouts *= 2
        took = rollout_seconds(pyspiel, root, rollouts, SEED)
        if took >= seconds:
            return rollouts, took / before
        before = took


def cpp_turn(pyspiel: Any, root: Any, rollouts: int, decisions: float, number: int) -> float:
    return rollouts * decisions / rollout_seconds(pyspiel, root, rollouts, number)


def cpp_player(pyspiel: Any, name: str, effort: Effort) -> Player:
    """C++ rollouts, turned into decisions by the mean of a sample played from Python."""
    root, rng = first_choice(pyspiel.load_game(name)), random.Random(SEED)
    sample = [play_out(root.clone(), rng) for _ in range(effort.sample)]
    mean, error = statistics.fmean(sample), statistics.stdev(sample) / math.sqrt(len(sample))
    rollouts, growth = rollouts_in(effort.seconds / 2, pyspiel, root)
    how = (
        f"OpenSpiel {version('open_spiel')}, {rollouts:,} rollouts in one C++ call after the deal; "
        f"time for them / time for half of them: {growth:.2f}; {mean:.1f} decisions a game, "
        f"from {effort.sample:,} Python games, s.e. {error:.2f}"
    )
    turn = partial(cpp_turn, pyspiel, root, rollouts, mean)
    return Player(f"OpenSpiel C++ {name}", how, turn, error / mean)


def python_player(pyspiel: Any, name: str, effort: Effort) -> Player:
    how = f"OpenSpiel {version('open_spiel')}, games after the deal, Python loop"
    turn = partial(python_turn, first_choice(pyspiel.load_game(name)), effort.seconds)
    return Player(f"OpenSpiel Python {name}", how, turn)


def spiel_players(pyspiel: Any, effort: Effort) -> list[Player]:
    """Both ways for each game: C++ first, then Python."""
    return [make(pyspiel, name, effort) for make in (cpp_player, python_player) for name in SPIEL_GAMES]


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


def rlcard_turn(environment: Any, seconds: float, _: int) -> float:
    """Whole games in RLCard's own loop, which goes on with its own chances from turn to turn.

    ``is_training=True`` is its faster path: it has the random agents skip a table of probabilities for each move.
    """
    return play_for(seconds, lambda: count_decisions(environment.run(is_training=True)[0]))


def rlcard_players(rlcard: Any, effort: Effort) -> list[Player]:
    how = f"RLCard {version('rlcard')}, Env.run with RandomAgent, deal and observations included"
    return [
        Player(f"RLCard {name}", how, partial(rlcard_turn, rlcard_environment(rlcard, name), effort.seconds))
        for name in RLCARD_GAMES
    ]


# All peers

PEERS: dict[str, Callable[[Any, Effort], list[Player]]] = {"pyspiel": spiel_players, "rlcard": rlcard_players}
PACKAGES = {"pyspiel": "open_spiel", "rlcard": "rlcard"}


def players(effort: Effort) -> list[Player]:
    """Those of all peers that are installed; one line on standard error for each that is not."""
    found: list[Player] = []
    for module, players_of in PEERS.items():
        try:
            library = importlib.import_module(module)
        except ImportError as error:
            print(f"{PACKAGES[module]} is not installed, so it is not measured ({error})", file=sys.stderr)
            continue
        found += players_of(library, effort)
    return found
