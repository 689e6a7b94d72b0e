"""Why a mistake was one: the answer that it invites, and what it does to the scores."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from camarilla.analysis import WORDS
from camarilla.analysis.review import MEASURE, Decision, Review, follow
from camarilla.bots.bot import chance
from camarilla.bots.continuation import Continuation
from camarilla.engine.game import Game
from camarilla.engine.words import Message, numeral

COSTLIEST = 3  # mistakes that are explained
SAMPLE = 400  # worlds
OFTENER = 0.15  # share of the worlds by which an answer has to have become more frequent
HARM = 0.02  # that it does at least, as a share of the victory
CERTAIN = 0.9  # share of the worlds from which on an answer is all but certain
POINTS = 0.5  # by which a score has to differ
ENTRY = 0.25  # points by which an entry of an account has to differ
ENTRIES = 2  # of an account that are named
OFTEN = {0: "never", 1: "once", 10: "always"}  # of ten times; all others are told as a number

Messages = dict[str, Message]  # what is told, by its English text


@dataclass
class Sequel:
    """What follows a choice: the others' likely answers, world by world, with the seat's shares, and the accounts."""

    answers: list[Messages]
    shares: npt.NDArray[np.float64]
    accounts: list[dict[str, float]]  # mean points by entry, a seat each
    names: Messages = field(default_factory=dict)  # of the entries

    def often(self, text: str) -> float:
        """In what share of the worlds somebody answers so."""
        return sum(text in told for told in self.answers) / len(self.answers)


@dataclass(frozen=True)
class Explanation:
    """A mistake and why it was one."""

    decision: Decision
    why: tuple[Message, ...]


def explain(review: Review) -> list[Explanation]:
    """The costliest mistakes, explained."""
    return [Explanation(decision, tuple(reasons(decision, review.seed))) for decision in review.mistakes[:COSTLIEST]]


def reasons(decision: Decision, seed: int) -> list[Message]:
    """Sentences that explain a mistake; where nothing stands out, one that says so."""
    moment = decision.moment
    luck = (chance(seed, moment.seat, moment.number) + 2) % 2**64
    played, best = (sequel(follow(moment, one.id, MEASURE, luck)) for one in (decision.played, decision.best))
    found = [*answer(played, best), *scores(moment.match.game, moment.seat, played, best)]
    return found or [WORDS("why.diffuse")]


# --- The answer ---


def answer(played: Sequel, best: Sequel) -> list[Message]:
    """The answer that became likelier and does the most harm, if there is one."""
    told = {text: message for world in played.answers for text, message in world.items()}
    oftener = [text for text in told if played.often(text) - best.often(text) >= OFTENER]
    worst = max(oftener, key=lambda text: harm(text, played, best), default=None)
    if worst is None or harm(worst, played, best) < HARM:
        return []
    often, seldom = (how_often(after.often(worst)) for after in (played, best))
    return [WORDS("why.answer", told=told[worst], often=often, seldom=seldom)]


def how_often(share: float) -> Message:
    """A share as people say it: `7 times out of 10`."""
    times = round(10 * share)
    return WORDS(f"often.{OFTEN.get(times, 'times')}", times=times)


def harm(text: str, played: Sequel, best: Sequel) -> float:
    """What an answer takes from the share of the victory, beside other answers or, where it is all but certain, beside
    those to the best choice; by how much likelier it became."""
    so = np.array([text in told for told in played.answers])
    beside = best.shares if so.mean() > CERTAIN else played.shares[~so]
    return float(beside.mean() - played.shares[so].mean()) * (played.often(text) - best.often(text))


# --- The scores ---


def scores(game: Game, seat: int, played: Sequel, best: Sequel) -> list[Message]:
    """What the mistake costs the seat, and what it brings the one who profits most."""
    names = {**played.names, **best.names}
    change = [
        {name: mine[name] - better[name] for name in {*mine, *better}}
        for mine, better in zip(played.accounts, best.accounts, strict=True)
    ]
    totals = [sum(one.values()) for one in change]
    others = [other for other in game.seats if other != seat]
    lucky = max(others, key=lambda other: totals[other])
    found = []
    if totals[seat] <= -POINTS:
        found.append(tally("why.loses", game.letter(seat), -totals[seat], change[seat], -1, names))
    if totals[lucky] >= POINTS:
        found.append(tally("why.gains", game.letter(lucky), totals[lucky], change[lucky], 1, names))
    return found


def tally(key: str, letter: str, points: float, change: dict[str, float], sign: int, names: Messages) -> Message:
    """A score that changes, with the entries of the account that it comes from above all."""
    largest = sorted(change, key=lambda name: (-sign * change[name], name))[:ENTRIES]
    said = [
        WORDS("why.entry", entry=names[name], points=numeral(change[name], 1, sign=True))
        for name in largest
        if sign * change[name] >= ENTRY
    ]
    listed = WORDS("why.entries", entries=said) if said else ""
    number = "less_than_two" if round(points, 1) < 2 else "more"
    return WORDS(key, seat=letter, points=WORDS(f"why.points.{number}", points=numeral(points, 1)), entries=listed)


# --- What follows a choice ---


def sequel(then: Continuation) -> Sequel:
    branches = then.branches()
    numbers = range(len(then.shares))[then.later][-SAMPLE:]
    answers = [find_answers(then, number, branches) for number in numbers]
    found = Sequel(answers, then.shares[numbers], [defaultdict(float) for _ in then.game.seats])
    for number in numbers:
        for sums, listed in zip(
            found.accounts, then.game.account.account(then.game, then.ends[number : number + 1]), strict=True
        ):
            for counted in listed:
                name = counted.what.text()
                found.names[name] = counted.what
                sums[name] += counted.points / len(numbers)
    return found


def find_answers(then: Continuation, number: int, branches: dict[tuple[int, int], int]) -> Messages:
    """What the seat sees of the others' likely moves in a world until it is to move again."""
    found: Messages = {}
    for move in then.likely(number, branches):
        if move.mover == then.seat and found:
            break
        if move.mover != then.seat and move.sight >= 0:
            message = then.game.notation.tell(then.game, move.state, move.mover, move.sight)
            found[message.text()] = message
    return found
