"""What a report says, wherever it is shown: its sentences, and the numbers of its tables."""

from __future__ import annotations

from collections.abc import Iterator

from camarilla.analysis import WORDS, percent
from camarilla.analysis.reasons import Explanation
from camarilla.analysis.review import Decision, Review
from camarilla.engine.words import Message, numeral, signed


def title(review: Review) -> Message:
    return WORDS("report.title", game=review.match.game.title)


def about(review: Review) -> Iterator[Message]:
    """What was analysed, and how the match ended, if it did."""
    match, game = review.match, review.match.game
    seats = [game.letter(seat) for seat in review.seats]
    yield WORDS("report.about", players=game.players, moves=len(match.steps), seats=seats)
    if match.scores is None:
        yield WORDS("report.unfinished")
        return
    scores = []
    for seat, points in enumerate(match.scores):
        key = "report.winner" if seat in match.winners else "report.score"
        scores.append(WORDS(key, seat=game.letter(seat), points=signed(points)))
    yield WORDS("report.result", scores=scores)


def method(review: Review) -> Message:
    return WORDS("report.measured", iterations=numeral(review.iterations))


def summary(review: Review, seat: int) -> list[str | Message]:
    """A row of the table seat by seat: letter, decisions, mistakes, points lost, points lost a decision."""
    decisions = review.of(seat)
    lost = 100 * sum(decision.cost for decision in decisions)
    mistakes = sum(decision.is_mistake for decision in decisions)
    mean = numeral(lost / max(1, len(decisions)), 1)
    return [review.match.game.letter(seat), str(len(decisions)), str(mistakes), numeral(lost), mean]


def curve(review: Review, seat: int) -> list[tuple[int, float]]:
    """The seat's share of the victory by the number of the move; at the end, what it got."""
    points = [(decision.moment.number, decision.played_share) for decision in review.of(seat)]
    winners = review.match.winners
    return [*points, (len(review.match.steps), (seat in winners) / len(winners))] if winners else points


def head(review: Review, decision: Decision) -> Message:
    seat = review.match.game.letter(decision.moment.seat)
    return WORDS("mistakes.head", number=decision.moment.number, seat=seat, **shares(decision))


def shares(decision: Decision) -> dict[str, int]:
    """The chances of winning with the best choice, and with what was played."""
    return {"better": percent(decision.best_share), "worse": percent(decision.played_share)}


def story(mistake: Explanation) -> list[Message]:
    """What was played, what was better, and why."""
    decision = mistake.decision
    return [decision.told, better(decision), *mistake.why]


def better(decision: Decision) -> Message:
    return WORDS("mistakes.better", best=decision.best.message, **shares(decision))
