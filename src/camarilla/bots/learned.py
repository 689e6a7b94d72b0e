"""Trained players: the net that lies in a game's folder, alone (`net`) or with a search (`net:ITERATIONS`).

A net knows the matches it was trained on: as many players, and the options that it was told of. For others there is
none. `camarilla.training` makes them.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots import foresight, net, tree
from camarilla.bots.bot import Bot, Thinker
from camarilla.bots.search import Thought, grow_trees, guide, read_thoughts
from camarilla.engine.game import Game
from camarilla.engine.options import Value
from camarilla.engine.record import Records
from camarilla.engine.space import Space

FILE = "net.npz"  # in the folder of a game
DECISIONS = 8  # places for what is known at one, for each iteration: of several players it meets several
ROOM = 48  # nodes that an iteration may add, on the average: a branch for every choice, and for what others do

Array = npt.NDArray[Any]


# --- What was learned ---


@dataclass(frozen=True)
class Net:
    """The weights, the size of what is between what is known and what is done, and how all that was made."""

    weights: Array
    places: Array
    width: int
    blocks: int
    about: Mapping[str, Any]

    def mind(self, game: Game) -> tuple[tuple[Any, ...], Array, Array]:
        """As the rules in `net` know it, and room for choices and for what they are worth."""
        known, choices = np.zeros(game.rules.OBSERVATION, np.int8), game.rules.CHOICES
        hidden = np.zeros((3, self.width), np.float32)
        mind = self.weights, self.places, self.blocks, known, *hidden
        return mind, np.zeros(choices, np.int64), np.zeros(choices, np.float32)

    def style(self, game: Game) -> tuple[tuple[Any, ...], Array]:
        """What `net.choose` is asked with."""
        mind, _, worth = self.mind(game)
        return mind, worth

    def knows(self, game: Game) -> bool:
        """Whether it was trained on such matches, by these rules and with this data, such as a set of characters. Of an
        option that came later it knows the usual."""
        options: Mapping[str, Sequence[Value]] = self.about["options"]
        same = all(game.chosen[one.name] in options.get(one.name, (one.default,)) for one in game.options)
        return same and game.version == self.about["rules"] and game.digest in self.about.get("data", [game.digest])


def unfold(kept: Array, space: Space, width: int) -> tuple[Array, Array]:
    """The array of a net as it is evaluated, from what is kept of it, and the places of what is known in it.

    Kept are the traits of all names first, for each piece of the observation whose numbers are names; then a row for
    each number that is a measure, and a row a trait for each that is a name. A name's own row is their product: summed
    up here in one order, so that it is the same on every machine.
    """
    traits, at = dict[int, Array](), 0
    for piece, numbers in space.names.items():
        size = (piece.most + 1) * net.TRAITS
        traits |= dict.fromkeys(numbers, kept[at : at + size].reshape(-1, net.TRAITS, 1))
        at += size
    places, rows = np.zeros((space.size + 1, 2), np.int64), list[Array]()
    for number in range(space.size):
        is_name = number in traits
        size = width * (net.TRAITS if is_name else 1)
        factors = kept[at : at + size].reshape(-1, width)
        at += size
        rows.append(sum(traits[number][:, i] * factors[i] for i in range(net.TRAITS)) if is_name else factors)
        places[number, 1] = net.NAME if is_name else net.MEASURE
        places[number + 1, 0] = places[number, 0] + rows[-1].size
    return np.concatenate([*(row.ravel() for row in rows), kept[at:]]), places


def count_weights(space: Space, width: int, blocks: int, actions: int) -> int:
    """How many numbers are kept of such a net."""
    names = sum(len(numbers) for numbers in space.names.values())
    traits = net.TRAITS * sum(piece.most + 1 for piece in space.names)
    rows = space.size + (net.TRAITS - 1) * names + 1
    return traits + rows * width + 2 * blocks * (width + 1) * width + (1 + actions) * (width + 1)


def load_net(file: Path, game: Game) -> Net:
    return read_net(file, game.rules.OBSERVATION_SPACE, game.actions)


@functools.cache
def read_net(file: Path, space: Space, actions: int) -> Net:
    with np.load(file) as kept:
        width, blocks = map(int, kept["shape"])
        weights, about = kept["weights"].astype(np.float32), json.loads(str(kept["about"]))
    if len(weights) != count_weights(space, width, blocks, actions):
        raise ValueError(f"{file} is of a game with other observations or actions")
    return Net(*unfold(weights, space, width), width, blocks, about)


def find_net(game: Game) -> Net | None:
    """What the game's player has learned of such matches, if it has."""
    file = game.folder() / FILE
    learned = load_net(file, game) if file.exists() else None
    return learned if learned and learned.knows(game) else None


# --- Who plays by it ---


@dataclass(frozen=True)
class Instinct(Bot):
    """Does what the net holds to be best, at once."""

    name = "net"
    needs_compiling = True

    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        return choose_by(the_net(game), game, world, seat)


@dataclass(frozen=True)
class Foresight(Thinker):
    """Looks ahead with the net."""

    @property
    def name(self) -> str:
        return f"net:{self.iterations}"

    def weigh(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> list[Thought]:
        return look_ahead(the_net(game), game, world, seat, self.iterations, seed, self.threads, until)


def the_net(game: Game) -> Net:
    """Of a game for which one was found when the bot was chosen."""
    learned = find_net(game)
    assert learned, f"there is no trained player of {game.id} with these options"
    return learned


def choose_by(learned: Net, game: Game, world: Records, seat: int) -> int:
    return int(game.call(net.decide, world, seat, *learned.mind(game)))


@dataclass(frozen=True)
class Worlds:
    """Some that a seat cannot tell from the true one, and what part of a search each gets."""

    states: Records
    shares: Array


class Vision:
    """What is remembered of one series of iterations."""

    def __init__(self, game: Game, learned: Net, iterations: int, worlds: Worlds | None = None) -> None:
        self.game, self.mind, self.iterations, self.worlds = game, learned.mind(game), 0, worlds
        watched = game.players if game.by_sights else 0
        self.nodes = np.zeros(ROOM * (iterations + 1), tree.Node)
        self.marks = np.zeros(len(self.nodes), np.uint64)
        self.index = np.full(2 ** (DECISIONS * iterations).bit_length(), tree.NOWHERE, np.int64)
        self.used, (self.path, self.owners) = np.zeros(2, np.int64), np.zeros((2, tree.DEEPEST), np.int64)
        self.branches, self.trails = np.full(game.actions, tree.NOWHERE, np.int64), np.zeros(watched, np.uint64)
        self.points, self.places, self.rewards = *np.zeros((2, game.players), np.int64), np.zeros(game.players)

    def grow(self, state: Records, seat: int, observer: int, seed: int, count: int) -> None:
        """So many iterations more."""
        memory = self.nodes, self.used, self.index, self.marks, self.branches
        way = self.path, self.owners, self.trails
        given = self.worlds or Worlds(state[:0], np.zeros(0))
        series = given.shares, np.uint64(seed), np.uint64(self.iterations), count
        states, outcome = np.concatenate([state, state, given.states]), (self.points, self.places, self.rewards)
        player = guide(self.game)
        playouts = player.GUIDANCE if player else 0, self.game.playouts
        arguments = memory, *way, *self.mind, *outcome, *playouts, *series
        self.game.call(foresight.foresee, states, seat, observer, *arguments, player=player)
        self.iterations += count

    def thoughts(self, seat: int) -> dict[int, Thought]:
        """What has been tried at the first decision, by action."""
        return read_thoughts(self.nodes, 0, seats=1)


def look_ahead(
    learned: Net, game: Game, state: Records, seat: int, iterations: int, seed: int = 0, threads: int = 1,
    until: float = math.inf, worlds: Worlds | None = None,
) -> list[Thought]:  # fmt: skip
    """The choices in a state, which is known to be one where the seat has to choose; the best first."""
    return grow_trees(
        lambda share: Vision(game, learned, share, worlds), game, state, seat, seat, iterations, seed, threads, until
    )
