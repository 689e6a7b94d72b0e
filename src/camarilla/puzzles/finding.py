"""Where puzzles may be: decisions in matches between courtiers that a short search takes for clear.

A glance is cheap and often wrong. What it finds is only looked at more closely (`checking.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from camarilla.bots.bot import ask_bot, chance, whim
from camarilla.bots.continuation import Continuation
from camarilla.bots.ladder import USUAL, level
from camarilla.bots.search import Thought, weigh
from camarilla.engine import calls
from camarilla.engine.game import Game
from camarilla.engine.playout import lowest
from camarilla.engine.record import Records, empty
from camarilla.puzzles.puzzle import CERTAIN, FEWEST, LEAST

GLANCE = 400  # iterations
GAP = 0.06  # of the victory, between the best and the second best at a glance
TRIED = 8  # how often the glance has to have tried a choice to have an opinion about it
BESIDE = 2  # choices beside which the best one is looked at
OBVIOUS = 16  # of so many that a courtier finds too, one is kept


@dataclass(frozen=True)
class Suspect:
    """A decision that may be a puzzle: a world that the seat could be in, and what seems best."""

    game: Game
    world: Records = field(compare=False, repr=False)
    seat: int
    best: int
    seed: int


def suspects(game: Game, origin: int) -> Iterator[Suspect]:
    """Play the match of that seed and yield what may be a puzzle on the way."""
    state, step, courtier = empty(game.rules.State), 0, level(game, USUAL)
    game.call(calls.setup, state, np.uint64(origin))
    while seats := int(game.call(calls.waiting, state)):
        seat = lowest(seats)
        seed = chance(origin, seat, step)
        played = ask_bot(courtier, game, state, seat, seed)
        if matters(game, state, seat) and (suspect := look(game, state, seat, played, seed)):
            yield suspect
        game.call(calls.play, state, seat, played)
        step += 1


def matters(game: Game, state: Records, seat: int) -> bool:
    """Whether there is enough to choose from."""
    return int(game.call(calls.indifferent, state, seat)) < 0 and len(game.legal(state, seat)) >= FEWEST


def look(game: Game, state: Records, seat: int, played: int, seed: int) -> Suspect | None:
    """The decision, if one choice stands out, at a glance and at a second one. The obvious is mostly passed over."""
    world = state.copy()
    game.call(calls.redeal, world, seat, np.uint64(seed))
    best, *others = weigh(game, world, seat, GLANCE, seed)
    if not stands_out(best, others) or (best.action == played and whim(seed, OBVIOUS)):
        return None
    shares = [follow(game, world, seat, one.action, GLANCE, seed) for one in (best, *others[:BESIDE])]
    gains = [shares[0] - other for other in shares[1:]]
    clear = all(gain.mean() >= max(LEAST, CERTAIN * gain.std() / np.sqrt(len(gain))) for gain in gains)
    return Suspect(game, world, seat, best.action, seed) if clear else None


def stands_out(best: Thought, others: list[Thought]) -> bool:
    return best.won - max((one.won for one in others if one.visits >= TRIED), default=0.0) >= GAP


def follow(game: Game, world: Records, seat: int, action: int, iterations: int, seed: int) -> np.ndarray:
    """The seat's shares of the victory after a choice, world by world."""
    then = Continuation(game, world, seat, action, iterations, seed)
    return then.shares[then.later]
