"""The review of a match: every decision of some seats, beside the best choice *as the seat could know it*.

A search says which choice is best. How good it is, and how good what was played, is then found out by searches that
begin after either, in the same worlds that the seat could have been in. A first count only finds suspects; what a
suspect cost is counted again in new worlds, so that no mistake is one by the luck of being found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import chance
from camarilla.bots.continuation import Continuation
from camarilla.bots.ladder import adviser
from camarilla.engine.game import Game
from camarilla.engine.match import Choice, Match, Offer
from camarilla.engine.words import Message

GLANCE = 400  # iterations of a first count
MEASURE = 2_500  # iterations in which the cost of a suspect is counted
WEIGHING = 1_000  # iterations in which the cost of any other choice is counted
CERTAIN = 3.0  # standard errors: with less, a difference is left to chance
LEAST = 0.02  # the share of the victory that a mistake costs at least
ADVICE = 4  # the adviser thinks for so many times longer about a hint
FEWEST = 300  # iterations, unless told otherwise


@dataclass(frozen=True)
class Moment:
    """A decision about to be made: the number of the move, from 1, the match before it, and what was played."""

    number: int
    match: Match = field(compare=False, repr=False)
    seat: int
    action: int


@dataclass(frozen=True)
class Decision:
    """A decision that was made. The shares of the victory are those that the seat could expect."""

    moment: Moment
    told: Message
    played: Choice
    best: Choice
    played_share: float
    best_share: float
    error: float  # the standard error of the difference

    @property
    def is_mistake(self) -> bool:
        """Whether the best choice was clearly better."""
        return self.cost > 0

    @property
    def cost(self) -> float:
        """What was lost; 0 where that may have been chance."""
        return clear_loss(self.best_share - self.played_share, self.error) if self.best != self.played else 0.0


@dataclass(frozen=True)
class Review:
    match: Match = field(compare=False, repr=False)
    seats: tuple[int, ...]
    decisions: tuple[Decision, ...]
    iterations: int
    seed: int

    def of(self, seat: int) -> list[Decision]:
        return [decision for decision in self.decisions if decision.moment.seat == seat]

    @property
    def mistakes(self) -> list[Decision]:
        """The costliest first."""
        found = [decision for decision in self.decisions if decision.is_mistake]
        return sorted(found, key=lambda decision: -decision.cost)


def usual_iterations(game: Game) -> int:
    """How long the search thinks about each decision unless told: a whole match is to take a minute, not ten."""
    return max(FEWEST, adviser(game).iterations // ADVICE)


def moments(match: Match, seats: Sequence[int]) -> Iterator[Moment]:
    """Every decision of the seats that could matter, from the first on."""
    seed = match.seed
    again = match.game.new(seed) if seed is not None else match.game.at(match.record()["position"])
    for number, step in enumerate(match.steps, 1):
        if step.seat in seats and len(again.choices(step.seat)) > 1 and not again.indifferent(step.seat):
            yield Moment(number, again.copy(), step.seat, step.action)
        again.play(step.action, step.seat)


def review(
    match: Match,
    seats: Sequence[int],
    iterations: int,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[int, int], object] = lambda done, whole: None,
) -> Review:
    """Look at every decision of the seats again. Threads change nothing but the time it takes."""
    found = list(moments(match, seats))
    decisions = []
    with ThreadPoolExecutor(threads) as pool:
        for decision in pool.map(lambda moment: judge(moment, iterations, seed), found):
            decisions.append(decision)
            progress(len(decisions), len(found))
    return Review(match, tuple(seats), tuple(decisions), iterations, seed)


def judge(moment: Moment, iterations: int, seed: int) -> Decision:
    """What was played beside the best choice; beside itself where nothing better was found."""
    match, seat = moment.match, moment.seat
    luck = chance(seed, seat, moment.number)
    best = adviser(match.game, iterations, threads=1).weigh(match.game, match.state, seat, luck)[0].action
    shares = count_shares(moment, best, GLANCE, luck)
    if shares[1].mean() > shares[0].mean():
        shares = count_shares(moment, best, MEASURE, (luck + 1) % 2**64)
    if shares[1].mean() <= shares[0].mean():
        best, shares = moment.action, shares[[0, 0]]
    choices = {choice.id: choice for choice in match.choices(seat)}
    played_share, best_share = shares.mean(axis=1).tolist()
    error = standard_error(shares[1] - shares[0])
    return Decision(moment, tell(moment), choices[moment.action], choices[best], played_share, best_share, error)


def clear_loss(difference: float, error: float) -> float:
    """What a choice loses, beside the best one, if that can hardly be chance; otherwise 0."""
    return difference if difference >= max(LEAST, CERTAIN * error) else 0.0


def losses(decision: Decision, seed: int) -> dict[int, float]:
    """What is lost with each choice that there was, by action; 0 where that may be chance, beside the best one."""
    moment, best = decision.moment, decision.best.id
    luck = (chance(seed, moment.seat, moment.number) + 3) % 2**64
    shares = {}
    for choice in moment.match.choices(moment.seat):
        after = follow(moment, choice.id, WEIGHING, luck)
        shares[choice.id] = after.shares[after.later]
    less = {action: shares[best] - those for action, those in shares.items()}
    lost = {action: clear_loss(float(one.mean()), standard_error(one)) for action, one in less.items()}
    return lost | {moment.action: decision.cost}


def standard_error(differences: npt.NDArray[np.float64]) -> float:
    return float(differences.std()) / math.sqrt(len(differences))


def pack(decision: Decision) -> list[float]:
    """A decision as plain numbers: which move, and what cannot be had from the match."""
    return [decision.moment.number, decision.best.id, decision.played_share, decision.best_share, decision.error]


def packed_cost(numbers: Sequence[float]) -> float:
    """What was lost by a decision, from the numbers that it is packed in."""
    played_share, best_share, error = numbers[2:]
    return clear_loss(best_share - played_share, error)


def unpack(match: Match, numbers: Sequence[float]) -> Decision:
    """A decision that was judged before, from the match and what was packed."""
    (number, best), (played_share, best_share, error) = map(int, numbers[:2]), numbers[2:]
    step = match.steps[number - 1]
    moment = Moment(number, match.after(number - 1), step.seat, step.action)
    played, better = (Offer(match.game, moment.match.state, step.seat, action) for action in (step.action, best))
    return Decision(moment, tell(moment), played, better, played_share, best_share, error)


def count_shares(moment: Moment, best: int, iterations: int, seed: int) -> npt.NDArray[np.float64]:
    """The seat's shares of the victory, world by world: after what was played, and after the best choice."""
    after = {action: follow(moment, action, iterations, seed) for action in dict.fromkeys((moment.action, best))}
    return np.stack([after[action].shares[after[action].later] for action in (moment.action, best)])


def follow(moment: Moment, action: int, iterations: int, seed: int) -> Continuation:
    return Continuation(moment.match.game, moment.match.state, moment.seat, action, iterations, seed)


def tell(moment: Moment) -> Message:
    """What was played, as a sentence."""
    game = moment.match.game
    return game.notation.tell(game, moment.match.state, moment.seat, moment.action)
