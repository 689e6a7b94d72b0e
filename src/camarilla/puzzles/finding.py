"""Where puzzles may be: decisions in matches between courtiers that a short search takes for clear.

A glance is cheap and often wrong. What it finds is only looked at more closely, here and then in `checking.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import ask_bot, chance
from camarilla.bots.continuation import Continuation
from camarilla.bots.ladder import USUAL, level
from camarilla.bots.search import weigh
from camarilla.engine import calls
from camarilla.engine.game import Game
from camarilla.engine.playout import lowest
from camarilla.engine.record import Records, copy_records, empty
from camarilla.puzzles.puzzle import CERTAIN, FEWEST, LEAST

GLANCE = (150, 400)  # iterations, at least and at most: as many as a chamberlain's thought
LOOK = 400  # iterations after a choice
GAP = 0.06  # of the victory, between the best and the second best at a glance
TRIED = 8  # how often the glance has to have tried a choice to have an opinion about it
BESIDE = 2  # choices beside which the best one is looked at

GoOn = Callable[[], None]  # called now and then by whoever searches: raises CalledOff if nobody waits for it any more


class CalledOff(Exception):
    """Nobody waits for what is being searched."""


def whatever_comes() -> None:
    """Search to the end."""


@dataclass(frozen=True)
class Suspect:
    """A decision that may be a puzzle: a world that the seat could be in, what seems best, and what comes next."""

    game: Game
    world: Records = field(compare=False, repr=False)
    seat: int
    best: int
    others: tuple[int, ...]
    usual: int  # what a courtier does
    seed: int

    @property
    def is_obvious(self) -> bool:
        """Whether a courtier finds it, too."""
        return self.best == self.usual

    @property
    def theme(self) -> str:
        """What the best choice is about."""
        assert self.game.puzzles
        return self.game.puzzles.theme(self.game, self.world, self.seat, self.best)


def suspects(game: Game, origin: int, go_on: GoOn = whatever_comes) -> Iterator[Suspect]:
    """Play the match of that seed, and yield what may be a puzzle on the way."""
    state, step, courtier = empty(game.rules.State), 0, level(game, USUAL)
    game.call(calls.setup, state, np.uint64(origin))
    while seats := int(game.call(calls.waiting, state)):
        go_on()
        seat = lowest(seats)
        seed = chance(origin, seat, step)
        played = ask_bot(courtier, game, state, seat, seed)
        if found := glance(game, state, seat, played, seed):
            yield found
        game.call(calls.play, state, seat, played)
        step += 1


def glance(game: Game, state: Records, seat: int, usual: int, seed: int) -> Suspect | None:
    """The decision, if there is enough to choose from and a short search takes one choice for much the best."""
    if int(game.call(calls.indifferent, state, seat)) >= 0 or len(game.legal(state, seat)) < FEWEST:
        return None
    world = copy_records(state)
    game.call(calls.redeal, world, seat, np.uint64(seed))
    best, *others = weigh(game, world, seat, glance_iterations(game), seed)
    if best.won - max((one.won for one in others if one.visits >= TRIED), default=0.0) < GAP:
        return None
    return Suspect(game, world, seat, best.action, tuple(one.action for one in others[:BESIDE]), usual, seed)


def glance_iterations(game: Game) -> int:
    least, most = GLANCE
    return max(least, min(most, game.iterations[0]))


def looks_clear(suspect: Suspect) -> bool:
    """Whether the best choice is also clearly better when searches begin after it and after the next ones."""
    if any(gain.mean() <= 0.0 for gain in compare(suspect, LOOK // 4)):
        return False
    return all(
        gain.mean() >= max(LEAST, CERTAIN * gain.std() / math.sqrt(len(gain))) for gain in compare(suspect, LOOK)
    )


def compare(suspect: Suspect, iterations: int) -> list[npt.NDArray[np.float64]]:
    """What the best choice gains over each of the next ones, world by world."""
    best, *others = (follow(suspect, action, iterations, suspect.seed) for action in (suspect.best, *suspect.others))
    return [best - other for other in others]


def follow(suspect: Suspect, action: int, iterations: int, seed: int) -> npt.NDArray[np.float64]:
    """The seat's shares of the victory after a choice, world by world."""
    then = Continuation(suspect.game, suspect.world, suspect.seat, action, iterations, seed)
    return then.shares[then.later]
