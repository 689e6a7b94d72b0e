"""Ratings by OpenSkill's Plackett-Luce model (needs `camarilla[lab]`): strengths on one scale, from places alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean

from camarilla.lab.tournament import Tournament

DOUBTS = 3  # sigmas below mu that the ordinal lies


@dataclass(frozen=True)
class Rating:
    """How strong a bot is taken to be, and how sure that is."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What it is at least, almost certainly."""
        return self.mu - DOUBTS * self.sigma


def ratings(tournament: Tournament) -> list[Rating] | None:
    """By bot, after all matches in the order of the plan; None where OpenSkill is not installed.

    Bots do not change from match to match, so nothing is added to their uncertainty in between (`tau`).
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce(tau=0)
    rated = [model.rating() for _ in tournament.plan.bots]
    for places in tournament.places.tolist():
        for seating, ranks in zip(tournament.plan.seatings, places, strict=True):
            gains = defaultdict(list)
            for bot, [rating] in zip(seating, model.rate([[rated[bot]] for bot in seating], ranks=ranks), strict=True):
                gains[bot].append(rating)
            for bot, each in gains.items():  # one that sits in several seats gets the mean of what it earns there
                mu, sigma = fmean(one.mu for one in each), fmean(one.sigma for one in each)
                rated[bot] = model.rating(mu, sigma)
    return [Rating(rating.mu, rating.sigma) for rating in rated]
