"""A trained player that asks what others' moves suggest (`belief:ITERATIONS`).

`net:ITERATIONS` holds all worlds that its seat cannot tell from the true one to be equally likely. This one deals some
of them and goes through the past of each, as the game's histories tell it: the more likely the net holds what the
others did there, with what they would have known, the more iterations the world gets. Of a move whose action stayed
hidden it is the action in that world that counts.

The net is a model of the others and not the truth about them, so evidence is weakened (`CREDENCE`) and a part of all
iterations is shared by all worlds alike (`DOUBT`). Nothing but what the seat knows goes into this: the worlds are
those of `redeal`, and a history is such that the seat saw in it all that it saw.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from camarilla.bots import likelihood
from camarilla.bots.bot import ask_bot
from camarilla.bots.foresight import exponential
from camarilla.bots.learned import Array, Foresight, Net, Worlds, look_ahead, the_net
from camarilla.bots.search import Thought
from camarilla.engine import calls
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.parts import Drawing
from camarilla.engine.record import Records, copy_records
from camarilla.engine.seeds import draw_seeds

WORLDS = 256  # that are weighed for a decision; never more than there are iterations
RECENT = 24  # moves before it that tell something; what was before them blurs more than it tells
GLANCE = 8  # of so many, when all are as likely as each other, nothing is to be learned from the others' moves
CREDENCE = 0.4  # the power to which likelihoods are raised
DOUBT = 0.05  # the part of the iterations that all worlds share alike


@dataclass(frozen=True)
class Belief(Foresight):
    """Looks ahead with the net, in worlds that what others did makes likely. Where only a state is at hand nobody can
    tell what they did: then it is `Foresight`."""

    match: Match | None = field(default=None, compare=False, repr=False)  # that it is thinking about

    @property
    def name(self) -> str:
        return f"belief:{self.iterations}"

    def answer(self, match: Match, seat: int, seed: int, until: float = math.inf) -> int:
        return ask_bot(replace(self, match=match), match.game, match.state, seat, seed, until)

    def weigh(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> list[Thought]:
        learned = the_net(game)
        most = min(WORLDS, self.iterations)
        worlds = believe(learned, self.match, seat, most, seed, until) if self.match else None
        return look_ahead(learned, game, world, seat, self.iterations, seed, self.threads, until, worlds)


def believe(learned: Net, match: Match, seat: int, number: int, seed: int, until: float = math.inf) -> Worlds | None:
    """So many worlds that the seat cannot tell from the match, by how likely they are; None if all are alike."""
    states, likelihoods = list[Records](), list[float]()
    for world, how_likely in weigh_worlds(learned, match, seat, number, seed):
        states.append(world)
        likelihoods.append(how_likely)
        if time.monotonic() >= until:
            break
        if len(states) == GLANCE and len({*likelihoods}) == 1:
            return None
    return Worlds(np.concatenate(states), share_out(likelihoods))


def weigh_worlds(learned: Net, match: Match, seat: int, number: int, seed: int) -> Iterator[tuple[Records, float]]:
    """So many worlds dealt anew, with the logarithm of how likely the others were to do in each what they did."""
    game, mind, pasts = match.game, learned.mind(match.game), recall(match, seat)
    for chance in draw_seeds(seed % 2**64, number):
        world = copy_records(match.state)
        game.call(calls.redeal, world, seat, chance)
        start, actions = pasts.draw(world, int(chance))
        movers = [step.seat for step in match.steps[len(match.steps) - len(actions) :]]
        moves, first = np.array([movers, actions], np.int64), max(0, len(actions) - RECENT)
        yield world, float(game.call(likelihood.how_likely, start, seat, *moves, first, *mind))


def recall(match: Match, seat: int) -> Drawing:
    """The pasts that the seat may take for true; of each world one, where the game draws them by no chance."""
    return match.game.pasts.recall(match, seat) if match.game.pasts else Retraced(match, seat)


@dataclass(frozen=True)
class Retraced:
    """The one past of each world that the game's part `history` tells."""

    match: Match
    seat: int

    def draw(self, world: Records, seed: int) -> tuple[Records, list[int]]:
        game = self.match.game
        position, actions = game.history.retrace(self.match, Match(game, world, {}), self.seat)
        return game.at(position).state, actions


def share_out(likelihoods: Sequence[float]) -> Array:
    """What part of the iterations each world gets, from the logarithm of how likely it is."""
    most = max(likelihoods)
    parts = [exponential(CREDENCE * (one - most)) for one in likelihoods]
    whole = sum(parts)
    return np.array([(1 - DOUBT) * part / whole + DOUBT / len(parts) for part in parts])
