"""Thinking about a position: the search of `tree.py`, run from Python.

Several trees are grown, each from chances of its own, and their counts are added up. How many there are does not depend
on how many threads grow them, so a number of iterations is the same player on every machine.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from camarilla.bots import tree
from camarilla.engine.errors import BadOption, IllegalMove
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.record import Records
from camarilla.engine.runtime import bind
from camarilla.engine.words import ENGINE, of_package

WORDS = of_package(__file__)
TREES = 2
SLICE = 200  # iterations between two looks at the clock
NODES = 3  # that an iteration adds to the tree of a seat, at most


@dataclass(frozen=True)
class Thought:
    """A choice as the search sees it."""

    action: int
    visits: int
    value: float  # the reward to be expected: nearly the share of the victory


class Tree:
    """The memory of one growing tree, or rather of one a seat."""

    def __init__(self, game: Game, iterations: int) -> None:
        players = game.players
        self.game, self.iterations = game, 0
        self.nodes = np.zeros(players * (1 + NODES * iterations), tree.Node)
        self.used, self.at = np.zeros(1, np.int64), np.zeros(players, np.int64)
        self.path, self.owners = np.zeros((2, tree.DEEPEST), np.int64)
        self.out, self.slots = np.zeros(game.rules.CHOICES, np.int64), np.full(game.actions, tree.NOWHERE, np.int64)
        self.points, self.places = np.zeros((2, players), np.int64)
        self.rewards = np.zeros(players)

    def grow(self, state: Records, seat: int, seed: int, count: int) -> None:
        """So many iterations more."""
        scratch = (self.path, self.owners, self.out, self.slots, self.points, self.places, self.rewards)
        which = (seat, np.uint64(seed), np.uint64(self.iterations), count)
        run = bind(tree.search, self.game.rules, self.game.runtime)
        run(self.game.data, np.concatenate([state, state]), self.nodes, self.used, self.at, *scratch, *which)
        self.iterations += count

    def thoughts(self, seat: int) -> dict[int, Thought]:
        """What has been tried at the root, by action."""
        found, i = {}, int(self.nodes["first"][seat])
        while i >= 0:
            node = self.nodes[i]
            action, visits = int(node["key"]) // tree.SEATS, int(node["visits"])
            found[action] = Thought(action, visits, float(node["total"]) / max(1, visits))
            i = int(node["next"])
        return found


def think(match: Match, seat: int, iterations: int, seed: int = 0, threads: int = 1) -> list[Thought]:
    """The seat's choices, the best first, after so many iterations."""
    check(match, seat, iterations)
    shares = [iterations // TREES + (number < iterations % TREES) for number in range(TREES)]

    def grown(number: int) -> Tree:
        young = Tree(match.game, shares[number])
        young.grow(match.state, seat, seed * TREES + number, shares[number])
        return young

    with ThreadPoolExecutor(threads) as pool:
        return together(list(pool.map(grown, range(TREES))), match, seat)


def think_for(match: Match, seat: int, seconds: float, most: int, seed: int = 0) -> list[Thought]:
    """The same for a time, on as many threads as there are trees; no more than `most` iterations."""
    check(match, seat, most)
    until = time.monotonic() + seconds

    def grown(number: int) -> Tree:
        young = Tree(match.game, most)
        while young.iterations == 0 or (young.iterations < most and time.monotonic() < until):
            young.grow(match.state, seat, seed * TREES + number, min(SLICE, most - young.iterations))
        return young

    with ThreadPoolExecutor(TREES) as pool:
        return together(list(pool.map(grown, range(TREES))), match, seat)


def together(trees: list[Tree], match: Match, seat: int) -> list[Thought]:
    """The trees' counts added up, for every choice of the seat; the most visited first, of equals the lowest action."""
    found = [one.thoughts(seat) for one in trees]
    actions = [choice.id for choice in match.choices(seat)]
    summed = [sum_up([thoughts[action] for thoughts in found if action in thoughts], action) for action in actions]
    return sorted(summed, key=lambda thought: (-thought.visits, thought.action))


def sum_up(thoughts: list[Thought], action: int) -> Thought:
    visits = sum(thought.visits for thought in thoughts)
    total = sum(thought.visits * thought.value for thought in thoughts)
    return Thought(action, visits, total / max(1, visits))


def check(match: Match, seat: int, iterations: int) -> None:
    """Only a seat that is to move thinks, and for at least a moment."""
    if match.over:
        raise IllegalMove(ENGINE("move.over"))
    if match.game.seat(seat) not in match.waiting:
        waiting = [match.game.letter(one) for one in match.waiting]
        raise IllegalMove(ENGINE("move.not_waiting", seat=match.game.letter(seat), seats=waiting))
    if iterations < 1:
        raise BadOption(WORDS("iterations", value=iterations))
