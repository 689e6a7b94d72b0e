"""Walks every line of play from a position to the end of the game, and adds up what it meets."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from . import cour, courtisans, medici, sun_king

Referee = cour.Referee | courtisans.Referee | medici.Referee | sun_king.Referee
REFEREES: dict[str, type[Referee]] = {
    "cour": cour.Referee,
    "courtisans": courtisans.Referee,
    "medici": medici.Referee,
    "sun_king": sun_king.Referee,
}


@dataclass
class Walk:
    """What a walk found. Every choice is a node, forced ones too; a leaf is a finished game.

    `nodes_by_depth` begins with 1, the root. `sums` and `squares` are those of the final scores over all leaves, by
    seat; `products` those of the scores of two seats, under both letters ("AB").
    """

    nodes_by_depth: list[int] = field(default_factory=list)
    leaves: int = 0
    sums: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    products: dict[str, int] = field(default_factory=dict)

    def add_leaf(self, scores: list[int]) -> None:
        self.leaves += 1
        for seat, score in enumerate(scores):
            self.sums[seat] += score
            self.squares[seat] += score * score
        for letters, (one, two) in zip(self.products, combinations(scores, 2), strict=True):
            self.products[letters] += one * two


def perft(position: dict[str, Any]) -> Walk:
    root = REFEREES[position["game"]](position)
    walk = Walk()
    walk.sums = [0] * root.players
    walk.squares = [0] * root.players
    walk.products = {one + two: 0 for one, two in combinations(root.letters, 2)}
    visit(root, 0, walk)
    return walk


def visit(node: Referee, depth: int, walk: Walk) -> None:
    """Depth first; where several seats are waiting, the lowest one moves."""
    if depth == len(walk.nodes_by_depth):
        walk.nodes_by_depth.append(0)
    walk.nodes_by_depth[depth] += 1
    if node.over:
        walk.add_leaf(node.scores())
        return
    seat = node.waiting[0]
    for move in sorted(node.choices(seat)):
        child = node.copy()
        child.play(move, seat=seat)
        visit(child, depth + 1, walk)
