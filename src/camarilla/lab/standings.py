"""What a tournament shows: who wins how often, how sure that is, and how strong that makes them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Bot
from camarilla.engine.shown import Shown
from camarilla.lab.ratings import Rating, ratings
from camarilla.lab.tournament import Mask, Tournament

RESAMPLES = 10_000
OUTSIDE = (2.5, 97.5)  # percentiles: 95 % lie between them
UNLIKELY = 0.05


@dataclass(frozen=True)
class Share:
    """Of the victories, with the 95 % confidence interval."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """How far the farther end of the interval is."""
        return max(self.value - self.low, self.high - self.value)

    @classmethod
    def of(cls, deals: npt.NDArray[np.float64]) -> Share:
        """From the share in each deal: a deal with all its seatings is one observation.

        Deals with equal shares need not be told apart: how many of each kind a resample holds is one multinomial draw.
        """
        values, counts = np.unique(deals, return_counts=True)
        if len(values) == 1:
            return cls.of_equals(float(values[0]), len(deals))
        drawn = np.random.default_rng(0).multinomial(len(deals), counts / len(deals), RESAMPLES)
        low, high = np.percentile(drawn @ values / len(deals), OUTSIDE)
        return cls(float(deals.mean()), float(low), float(high))

    @classmethod
    def of_equals(cls, value: float, deals: int) -> Share:
        """From deals that all went alike: there is nothing to resample, but others may only have failed to show up."""
        unseen = 1 - UNLIKELY ** (1 / deals)
        return cls(value, value * (1 - unseen), value * (1 - unseen) + unseen)


@dataclass(frozen=True)
class Standing:
    """How a bot fared."""

    bot: Bot
    share: Share
    points: float
    rating: Rating | None


@dataclass(frozen=True)
class Standings(Shown):
    """All bots of a tournament, the best first, and how each fared against each other, by their names."""

    tournament: Tournament
    ranked: tuple[Standing, ...]
    duels: dict[tuple[str, str], Share]  # none if any match is between three bots or more


def standings(tournament: Tournament) -> Standings:
    bots = tournament.plan.bots
    rated: list[Rating] | list[None] = ratings(tournament) or [None] * len(bots)
    where = [seats(tournament, number) for number in range(len(bots))]
    found = [
        Standing(bot, share(tournament, there), float(tournament.points[:, there].mean()), rating)
        for bot, there, rating in zip(bots, where, rated, strict=True)
        if there.any()  # not the one that the others are measured by, unless it is also alone
    ]
    return Standings(tournament, tuple(sorted(found, key=lambda one: -one.share.value)), duels(tournament))


def seats(tournament: Tournament, bot: int) -> Mask:
    """By seating and seat: where the bot's fate counts."""
    there: Mask = (np.array(tournament.plan.seatings) == bot) & tournament.plan.counted
    return there


def share(tournament: Tournament, where: Mask) -> Share:
    return Share.of((tournament.victories * where).sum(axis=(1, 2)) / where.sum())


def duels(tournament: Tournament) -> dict[tuple[str, str], Share]:
    parties, names = [set(seating) for seating in tournament.plan.seatings], tournament.plan.names
    if max(map(len, parties)) > 2:
        return {}
    found = {}
    for one, other in permutations(range(len(names)), 2):
        between = seats(tournament, one) & np.array([[party == {one, other}] for party in parties])
        if between.any():
            found[names[one], names[other]] = share(tournament, between)
    return found
