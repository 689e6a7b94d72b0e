"""The search on one core: iterations a second, ours beside OpenSpiel's `ISMCTSBot`, which is C++, in the same run.

An iteration is the same work on both sides: all that the seat cannot know is dealt anew, the search walks down what it
has grown so far and adds to it, and one playout at random leads to the end of the game. Where our bots are guided by
their quick player, an iteration is more than that, so such a game is measured with and without it.

Everybody takes turns, a round a deal: its opening is searched, and positions all along a random match, where playouts
get shorter and shorter. So intervals tell of the deals as well as of the machine.

Usage: ``python -m benchmarks.search [--quick]``
"""

from __future__ import annotations

import argparse
import importlib
import math
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
from benchmarks.peers import apply_chance, play_out
from benchmarks.picture import ratios, sheet
from benchmarks.turns import Measured, Ratio, in_turns
from camarilla.bots.search import Tree, grow_trees, guide
from camarilla.bots.tree import ALWAYS
from camarilla.engine.playout import DECISIONS
from camarilla.engine.record import Records
from camarilla.engine.space import row
from camarilla.lab.series import series

GAMES = [name for name in camarilla.games() if 2 in players(name)]
SPIEL_GAMES = ("gin_rummy", "euchre")
ROUNDS, QUICK_ROUNDS = 7, 3
STAGES = 5  # positions of a match
CURIOSITY = 1.4  # of OpenSpiel's bot; its speed hardly depends on it
PLAYOUTS = 300  # to count the decisions of one
SEED = 1
LEAST = 0.2  # seconds of a turn: who is done sooner does the same again

Position = Callable[[int], object]  # searches itself, with so many iterations
Match = list[Position]  # those with a choice, the opening first


@dataclass(frozen=True)
class Searcher:
    """One who searches in one game, and where."""

    name: str
    how: str
    matches: list[Match]  # a deal each
    decisions: float  # of a playout from the opening, at random


@dataclass(frozen=True)
class Task:
    """What everybody is timed at."""

    name: str
    positions: Callable[[Match], list[Position]]
    iterations: int


@dataclass(frozen=True)
class Speeds:
    """How fast everybody is at one task."""

    task: Task
    ours: list[Measured]
    peers: list[Measured]


def opening(match: Match) -> list[Position]:
    return match[:1]


def all_along(match: Match) -> list[Position]:
    return [match[len(match) * stage // STAGES] for stage in range(STAGES)]


def tasks(quick: bool) -> list[Task]:
    few, many = (300, 1_000) if quick else (2_000, 10_000)
    return [
        Task(f"opening, {few:,} iterations", opening, few),
        Task(f"opening, {many:,} iterations", opening, many),
        Task(f"all along a match, {few:,} iterations", all_along, few),
    ]


def deals(quick: bool) -> range:
    return range(1, 1 + (QUICK_ROUNDS if quick else ROUNDS))


# Ours


def our_searchers(quick: bool) -> list[Searcher]:
    """Each game as our bots search it, and those where they are guided without that, too."""
    ways = [(name, guided) for name in GAMES for guided in (True, False) if guided or guide(load(name))]
    return [our_searcher(name, guided, quick) for name, guided in ways]


def load(name: str) -> camarilla.Game:
    return camarilla.game(name, players=2, runtime="compiled")


def our_searcher(name: str, guided: bool, quick: bool) -> Searcher:
    game = load(name)
    decisions = series(game, SEED, 0, PLAYOUTS).about[:, DECISIONS]
    matches = [our_match(game, guided, seed) for seed in deals(quick)]
    matches[0][0](10)  # so that nothing is compiled on the clock
    way, how = "", "playouts at random"
    if player := guide(game):
        way, how = (
            (GUIDED, f"{player.GUIDANCE} of {ALWAYS} decisions are the quick player's") if guided else (BARE, how)
        )
    how = f"compiled, one thread, memory for the tree and the choices' values included; {how}"
    return Searcher(f"Camarilla {name}, 2 players{way}", how, matches, float(decisions.mean()))


def our_match(game: camarilla.Game, guided: bool, seed: int) -> Match:
    rng = random.Random(seed)
    match = game.new(seed=seed)
    positions: Match = []
    while not match.over:
        seat = match.waiting[0]
        choices = match.choices(seat)
        if len(choices) > 1 and match.indifferent(seat) is None:
            positions.append(partial(our_search, game, guided, match.state.copy(), seat))
        match.play(rng.choice(choices), seat)
    return positions


def our_search(game: camarilla.Game, guided: bool, state: Records, seat: int, iterations: int) -> None:
    """Every iteration goes through one of the seat's choices, so that their visits tell whether all were made."""
    plant = partial(Tree, game, guided=guided)
    thoughts = grow_trees(plant, game, state, seat, seat, iterations, seed=0, threads=1, until=math.inf)
    if sum(thought.visits for thought in thoughts) != iterations:
        raise RuntimeError("the search did not make the iterations it was asked for: its time is not theirs")


# OpenSpiel


def spiel_searchers(quick: bool) -> list[Searcher]:
    """None, and a line on standard error, if it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError as error:
        print(f"open_spiel is not installed, so its search is not measured ({error})", file=sys.stderr)
        return []
    return [spiel_searcher(pyspiel, name, quick) for name in SPIEL_GAMES]


def spiel_searcher(pyspiel: Any, name: str, quick: bool) -> Searcher:
    game = pyspiel.load_game(name)
    matches = [spiel_match(game, seed) for seed in deals(quick)]
    rng = random.Random(SEED)
    decisions = statistics.fmean(play_out(match[0].clone(), rng) for match in matches for _ in range(PLAYOUTS))
    how = f"OpenSpiel {version('open_spiel')}, C++ ISMCTSBot, unlimited worlds, one random rollout an evaluation"
    positions: list[Match] = [[partial(spiel_search, pyspiel, state) for state in match] for match in matches]
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
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED)
    return pyspiel.ISMCTSBot(SEED, evaluator, CURIOSITY, iterations).step(state)


# Everybody


def measure(quick: bool = False) -> list[Speeds]:
    """At every task."""
    our_own = our_searchers(quick)
    searchers = [*our_own, *spiel_searchers(quick)]
    return [compete(task, searchers, len(our_own), len(deals(quick))) for task in tasks(quick)]


def compete(task: Task, searchers: list[Searcher], ours: int, rounds: int) -> Speeds:
    """So many of the searchers, the first ones, are ours."""
    rates = in_turns(f"search, {task.name}", [partial(rate, searcher, task) for searcher in searchers], rounds)
    found = [
        Measured(one.name, f"{one.how}; {one.decisions:.1f} decisions a playout at random", measured)
        for one, measured in zip(searchers, rates, strict=True)
    ]
    return Speeds(task, found[:ours], found[ours:])


def rate(searcher: Searcher, task: Task, deal: int) -> float:
    """Iterations a second of the processor."""
    positions = task.positions(searcher.matches[deal - 1])
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < LEAST:
        for position in positions:
            position(task.iterations)
        done += task.iterations * len(positions)
    return done / spent


def report(found: list[Speeds]) -> str:
    """The rates, and how many times as fast as each of OpenSpiel's each of ours is."""
    names = [speeds.task.name for speeds in found]
    everybody = zip(*([*speeds.ours, *speeds.peers] for speeds in found), strict=True)
    rates = [[one[0].name, *(f"{at.middle:,.0f}" for at in one), one[0].how] for one in everybody]
    compared = [[name, *map(str, beside)] for name, beside in pairs(found)]
    about = INTRODUCTION.format(rounds=len(found[0].ours[0].rates))
    parts = [about, table(["iterations/s", *names, "how"], rates)]
    return "\n\n".join([*parts, table(["ratio", *names], compared)] if compared else parts)


def pairs(found: list[Speeds]) -> list[tuple[str, list[Ratio]]]:
    """Each of ours beside each peer, at every task."""
    return [
        (f"{our.name} : {peer.name}", [at.ours[i].beside(at.peers[j]) for at in found])
        for j, peer in enumerate(found[0].peers)
        for i, our in enumerate(found[0].ours)
    ]


def picture(found: list[Speeds]) -> str:
    return sheet([ratios("Search: how many times as fast", [at.task.name for at in found], pairs(found))])


GUIDED, BARE = ", guided", ", at random"
INTRODUCTION = f"""An iteration is a redeal of all that the seat cannot know, a descent and a playout to the end of the
game, which is at random. Only where our line says *guided*, as our bots are in that game, the quick player is asked at
every node which choice to look at first, and makes most decisions of the playout; *at random* is the same search
without it, whose iterations are the same work as our peer's. In turns, {{rounds}} rounds, each a deal: its opening, and
{STAGES} positions of a random match; medians, seconds of the processor, ratios with 95 % intervals."""


def table(head: list[str], body: list[list[str]]) -> str:
    return "\n".join(map(row, [head, ["---"] * len(head), *body]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Search on one core, ours beside OpenSpiel's.")
    parser.add_argument("--quick", action="store_true", help="fewer iterations, for a rough figure")
    print(report(measure(parser.parse_args().quick)))


if __name__ == "__main__":
    main()
