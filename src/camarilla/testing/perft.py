"""Every line of play from a position to the end, counted.

A game's folder may hold `walks.json`: positions, each with a name and with what somebody else found who walked from
there by the same rules (a second implementation, a count by hand).
"""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import numpy as np

from camarilla.engine.form import legal, play, score, waiting
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.runtime import bind
from camarilla.testing.examples import arrange

DEEPEST = 64  # steps from the position to the end, at most


@rule
def count_leaf(t, s, points, places, products):
    """A finished match: add the products of the scores of all seats, two by two, and of each with 1 (the last row)."""
    score(t, s, points, places)
    players = len(points) - 1
    points[players] = 1
    for one in range(players + 1):
        for two in range(players + 1):
            products[one, two] += points[one] * points[two]


@rule
def walk(data, stack, choices, left, nodes, points, places, products):
    """Depth first, the lowest waiting seat moving. `stack` holds the states from the root, `stack[0]`, to where we are.

    `choices[depth]` are those of `stack[depth]`, of which the first `left[depth]` have still to be tried.
    """
    depth = 0
    entered = True
    while depth >= 0:
        seats = waiting(data[0], stack[depth])
        if entered:
            nodes[depth] += 1
            left[depth] = 0
            if seats:
                left[depth] = legal(data[0], stack[depth], lowest(seats), choices[depth])
            else:
                count_leaf(data[0], stack[depth], points, places, products)
        entered = left[depth] > 0
        if entered:
            left[depth] -= 1
            stack[depth + 1] = stack[depth]
            play(data[0], stack[depth + 1], lowest(seats), choices[depth, left[depth]])
            depth += 1
        else:
            depth -= 1


def perft(match: Match) -> dict[str, Any]:
    """What the walk finds: nodes by depth, finished matches, and sums, squares and products of their scores."""
    game, letters = match.game, [match.game.letter(seat) for seat in match.game.seats]
    stack = np.repeat(match.state, DEEPEST)
    choices = np.zeros((DEEPEST, game.rules.CHOICES), np.int64)
    left, nodes = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    points, places = np.zeros(game.players + 1, np.int64), np.zeros(game.players, np.int64)
    products = np.zeros((game.players + 1, game.players + 1), np.int64)
    bind(walk, game)(game.data, stack, choices, left, nodes, points, places, products)
    return {
        "nodes_by_depth": [int(count) for count in nodes if count],
        "leaves": int(products[-1, -1]),
        "sums": products[-1, :-1].tolist(),
        "squares": products.diagonal()[:-1].tolist(),
        "products": {letters[one] + letters[two]: int(products[one, two]) for one, two in combinations(game.seats, 2)},
    }


def walks(kind: type[Game]) -> list[dict[str, Any]]:
    """The walks that the game's folder holds."""
    path = kind.folder() / "walks.json"
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return found


def check(kind: type[Game]) -> None:
    """The rules find as many lines of play, and the same scores at their ends."""
    for walk in walks(kind):
        check_walk(kind, walk)


def check_walk(kind: type[Game], walk: dict[str, Any]) -> None:
    found = perft(arrange(kind, walk["position"]))
    assert found == {key: walk[key] for key in found}, f"{walk['name']}: {found}"
