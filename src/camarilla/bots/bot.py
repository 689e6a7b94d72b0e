"""Bots, all through the same door: a seat's knowledge in, a choice out.

A bot is never shown the match. It gets a world in which all that its seat cannot know has been dealt anew
(`ask_bot`), so there is nothing in it to peek at.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

import numpy as np

from camarilla.bots.contest import chance_of
from camarilla.bots.patience import TooLate
from camarilla.bots.search import THREADS, Thought, weigh
from camarilla.engine import calls
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.record import Records, copy_records
from camarilla.engine.stream import mix, scaled, start


class Bot(ABC):
    """Somebody who plays. Of two with the same name, one plays as the other."""

    sees_all = False  # whether it is shown the match itself: only to find out what luck alone decides
    needs_compiling = False  # whether it is too slow to play before what it goes by has been compiled

    @property
    @abstractmethod
    def name(self) -> str:
        """As it is written on the command line."""

    @abstractmethod
    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        """What it does in the seat, which has a choice; `seed` is its chance. TooLate after that monotonic time."""

    def answer(self, match: Match, seat: int, seed: int, until: float = math.inf) -> int:
        """What it does in a seat of a match that is to move; of the match it is shown what the seat may know."""
        return ask_bot(self, match.game, match.state, seat, seed, until)


@dataclass(frozen=True)
class AtRandom(Bot):
    """Whatever chance says."""

    name = "random"

    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        actions = game.legal(world, seat)
        return actions[whim(seed, len(actions))]


@dataclass(frozen=True)
class Quick(Bot):
    """The game's rules of thumb."""

    style: str

    @property
    def name(self) -> str:
        return self.style

    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        return game.choose(world, seat, game.styles.index(self.style))


@dataclass(frozen=True)
class Dreamer(Bot):
    """Has its mind on the game in one decision of `attention`; the others are left to chance."""

    style: str
    attention: int

    @property
    def name(self) -> str:
        return f"dreamer:{self.attention}"

    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        attentive = whim(seed + 1, self.attention) == 0
        return (Quick(self.style) if attentive else AtRandom()).action(game, world, seat, seed)


@dataclass(frozen=True)
class Thinker(Bot):
    """One that thinks for so many iterations."""

    iterations: int
    threads: int = THREADS  # change nothing but the time it takes
    needs_compiling = True

    @abstractmethod
    def weigh(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> list[Thought]:
        """What it thinks of each choice of the seat, the best first; of less and less worth as time runs out."""

    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        thoughts = self.weigh(game, world, seat, seed, until)
        if time.monotonic() > until:
            raise TooLate(self.name)
        return thoughts[0].action


@dataclass(frozen=True)
class Search(Thinker):
    """Grows trees with playouts."""

    sees_all: bool = False

    @property
    def name(self) -> str:
        return f"{'oracle' if self.sees_all else 'search'}:{self.iterations}"

    def weigh(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> list[Thought]:
        return weigh(game, world, seat, self.iterations, seed, self.threads, until, self.sees_all)


def on_one_thread(bot: Bot) -> Bot:
    """The same player where several matches share the processor."""
    return replace(bot, threads=1) if isinstance(bot, Thinker) else bot


def ask_bot(bot: Bot, game: Game, state: Records, seat: int, seed: int, until: float = math.inf) -> int:
    """What the bot does in a seat that is to move. Where nothing is to be decided it is not asked."""
    world = copy_records(state)
    if not bot.sees_all:
        game.call(calls.redeal, world, seat, np.uint64(seed))
    actions = open_actions(game, world, seat)
    return actions[0] if len(actions) == 1 else bot.action(game, world, seat, seed, until)


def open_actions(game: Game, state: Records, seat: int) -> list[int]:
    """The actions among which a seat has to decide: one alone, where the choice cannot matter."""
    indifferent = int(game.call(calls.indifferent, state, seat))
    return [indifferent] if indifferent >= 0 else game.legal(state, seat)


def whim(seed: int, n: int) -> int:
    """A number 0..n-1."""
    with np.errstate(over="ignore"):
        return int(scaled(mix(start(np.uint64(seed % 2**64))), n))


def chance(origin: int, seat: int, step: int) -> int:
    """The seed of a decision, from that of the match: it is the same when a match is resumed."""
    with np.errstate(over="ignore"):
        return int(chance_of(np.uint64(origin), seat, step))
