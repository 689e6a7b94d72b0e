"""Thinking about a position: the search of `tree.py`, run from Python.

Several trees are grown, and their counts are added up. How many there are does not depend on how many threads grow
them, so a number of iterations is the same player on every machine.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from camarilla.bots import tree
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.parts import Greedy
from camarilla.engine.record import Records
from camarilla.engine.words import of_package

WORDS = of_package(__file__)
THREADS = os.cpu_count() or 1
SLICE = 500  # iterations between two looks at the clock
MOST = 10_000_000  # iterations: more would not fit in memory
NODES = 2  # that an iteration adds to the tree of a seat, nearly always at most


@dataclass(frozen=True)
class Thought:
    """A choice as the search sees it."""

    action: int
    visits: int
    value: float  # the reward to be expected: the share of the victory, and a little for points
    won: float  # the share of the victory to be expected


def guide(game: Game) -> Greedy | None:
    """The quick player, where its rules of thumb are worth their time: it then takes `GUIDANCE` of a playout's
    decisions, and says which choice to look at first."""
    return game.greedy if game.greedy and game.greedy.GUIDANCE else None


class Growing(Protocol):
    """The memory of one growing tree."""

    iterations: int

    def grow(self, state: Records, seat: int, observer: int, seed: int, count: int) -> object:
        """So many iterations more."""

    def thoughts(self, seat: int) -> dict[int, Thought]:
        """What has been tried at the root, by action."""


class Tree:
    """The memory of one growing tree, or rather of one a seat; unless it is `guided`, all playouts are at random."""

    def __init__(self, game: Game, iterations: int, guided: bool = True) -> None:
        players = game.players
        self.game, self.iterations = game, 0
        self.player = guide(game) if guided else None
        self.nodes = np.zeros(players * (1 + NODES * iterations), tree.Node)
        self.nodes["first"][:players] = tree.NOWHERE
        self.used, self.at = np.zeros(1, np.int64), np.zeros(players, np.int64)
        self.path, self.owners = np.zeros((2, tree.DEEPEST), np.int64)
        self.out, self.slots = np.zeros(game.rules.CHOICES, np.int64), np.full(game.actions, tree.NOWHERE, np.int64)
        self.points, self.places = np.zeros((2, players), np.int64)
        self.rewards = np.zeros(players)

    def grow(self, state: Records, seat: int, observer: int, seed: int, count: int) -> Records:
        """So many iterations more: the seat, or -1 whoever is to move, thinks with the observer's knowledge.

        Returned is the state that the last playout ended in.
        """
        memory = (self.nodes, self.used, self.at, self.path, self.owners, self.out, self.slots)
        outcome, series = (self.points, self.places, self.rewards), (np.uint64(seed), np.uint64(self.iterations), count)
        guidance = self.player.GUIDANCE if self.player else 0
        states = np.concatenate([state, state])
        self.game.call(tree.search, states, seat, observer, *memory, *outcome, guidance, *series, player=self.player)
        self.iterations += count
        return states[1:]

    def thoughts(self, seat: int) -> dict[int, Thought]:
        """What has been tried at the root, by action."""
        return read_thoughts(self.nodes, seat)


def read_thoughts(nodes: Records, root: int, seats: int = tree.SEATS) -> dict[int, Thought]:
    """What has been tried at a node, by action; a key holds a mover too, of so many `seats`."""
    found, i = {}, int(nodes["first"][root])
    while i >= 0:
        node = nodes[i]
        action, visits = int(node["key"]) // seats, int(node["visits"])
        total, won = float(node["total"]), float(node["won"])
        found[action] = Thought(action, visits, total / max(1, visits), won / max(1, visits))
        i = int(node["next"])
    return found


def think(match: Match, seat: int, iterations: int, seed: int = 0, threads: int = 1) -> list[Thought]:
    """The seat's choices, the best first, after so many iterations."""
    check(match, seat, iterations)
    return weigh(match.game, match.state, seat, iterations, seed, threads)


def weigh(
    game: Game,
    state: Records,
    seat: int,
    iterations: int,
    seed: int = 0,
    threads: int = 1,
    until: float = math.inf,
    sees_all: bool = False,
) -> list[Thought]:
    """The choices in a state, which is known to be one where the seat has to choose; `until` is a monotonic time."""
    observer = tree.EVERYBODY if sees_all else seat
    return grow_trees(lambda share: Tree(game, share), game, state, seat, observer, iterations, seed, threads, until)


def grow_trees(
    plant: Callable[[int], Growing],
    game: Game,
    state: Records,
    seat: int,
    observer: int,
    iterations: int,
    seed: int,
    threads: int,
    until: float,
) -> list[Thought]:
    """Several trees, and their counts added up; `plant` makes one for so many iterations."""

    def grow(number: int) -> Growing:
        share = int(tree.share_of(iterations, number))
        young = plant(share)
        while young.iterations < share and (young.iterations == 0 or time.monotonic() < until):
            count = min(SLICE, share - young.iterations) if until < math.inf else share
            young.grow(state, seat, observer, (seed * tree.TREES + number) % 2**64, count)
        return young

    trees = range(int(tree.trees_for(iterations)))
    if threads == 1:
        return add_up([grow(number) for number in trees], game, state, seat)
    with ThreadPoolExecutor(threads) as pool:
        return add_up(list(pool.map(grow, trees)), game, state, seat)


def add_up(trees: Sequence[Growing], game: Game, state: Records, seat: int) -> list[Thought]:
    """The trees' counts added up, for every choice of the seat; the most visited first, of equals the lowest action."""
    found = [one.thoughts(seat) for one in trees]
    actions = game.legal(state, seat)
    summed = [sum_up([thoughts[action] for thoughts in found if action in thoughts], action) for action in actions]
    return sorted(summed, key=lambda thought: (-thought.visits, thought.action))


def sum_up(thoughts: list[Thought], action: int) -> Thought:
    visits = sum(thought.visits for thought in thoughts)
    value, won = (
        sum(thought.visits * getattr(thought, name) for thought in thoughts) / max(1, visits)
        for name in ("value", "won")
    )
    return Thought(action, visits, value, won)


def check(match: Match, seat: int, iterations: int) -> None:
    """Only a seat that is to move thinks, and for at least a moment."""
    match.acting(seat)
    if not 1 <= iterations <= MOST:
        raise BadOption(WORDS("iterations", value=iterations, most=MOST))
