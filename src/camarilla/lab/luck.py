"""How luck and skill share the outcome: a stronger player alone among weaker ones, on each deal once in every seat.

What a seat wins differs from an even share for four reasons: who sits there (skill), when it plays (order), what was
dealt to it (cards), and all that comes about only when these players meet (the rest). The first two are differences of
means. The third is what a seat's results in the same deal have in common, whoever sits where: their covariance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Bot
from camarilla.engine.game import Game
from camarilla.engine.parts import Progress
from camarilla.engine.playout import FIRST
from camarilla.lab.observing import observe
from camarilla.lab.series import victories
from camarilla.lab.standings import Share
from camarilla.lab.summary import CONFIDENCE, Mean

Shares = npt.NDArray[np.float64]  # of the victory, by deal, by where the stronger one sits, and by order of play
GROUPS = 40  # of deals: each is left out once, to see how sure the figures are


@dataclass(frozen=True)
class Luck:
    weaker: Bot
    stronger: Bot
    deals: int
    spread: Share  # of the victories, of the stronger one alone
    skill: Mean  # share of the variance of what a seat wins; so are the next two
    order: Mean
    cards: Mean
    every: float  # share of the deals that the stronger one wins, alone or not, from every seat
    none: float  # and from none

    @property
    def rest(self) -> float:
        return max(0.0, 1 - self.skill.value - self.order.value - self.cards.value)


def play_apart(game: Game, weaker: Bot, stronger: Bot, seed: int, deals: int, threads: int, progress: Progress) -> Luck:
    """The same deals with the stronger one in each seat."""
    found = []
    for alone in game.seats:
        bots = [stronger if seat == alone else weaker for seat in game.seats]

        def tell(done: int, whole: int, before: int = alone * deals) -> None:
            progress(before + done, whole * game.players)

        found.append(observe(game, bots, seed, deals, threads, tell).series)
    won = np.stack([victories(one.places) for one in found], axis=1)
    return share_out(weaker, stronger, by_order(won, found[0].about[:, FIRST]))


def by_order(won: Shares, first: npt.NDArray[np.integer]) -> Shares:
    """Both the seats and where the stronger one sits counted from who begins, which the deal decides."""
    players = won.shape[1]
    order = (first[:, None] + np.arange(players)) % players
    rows = np.arange(len(won))[:, None, None]
    turned: Shares = won[rows, order[:, :, None], order[:, None, :]]
    return turned


def share_out(weaker: Bot, stronger: Bot, won: Shares) -> Luck:
    alone = np.diagonal(won, axis1=1, axis2=2)
    parts = partition(won)
    margins = CONFIDENCE * jackknife(won)
    skill, order, cards = (Mean(float(part), float(margin)) for part, margin in zip(parts, margins, strict=True))
    every, none = (float(all_.mean()) for all_ in ((alone > 0).all(axis=1), (alone == 0).all(axis=1)))
    return Luck(weaker, stronger, len(won), Share.of(alone.mean(axis=1)), skill, order, cards, every, none)


def partition(won: Shares) -> Shares:
    """Of the variance: what skill, the order of play and the cards account for."""
    players = won.shape[1]
    even, own = 1 / players, np.eye(players, dtype=bool)
    strong = won[:, own].mean()
    expected = np.where(own, strong, (1 - strong) / (players - 1))
    left = won - expected
    by_turn = left.mean(axis=(0, 1))
    left = left - by_turn
    common = (left.sum(axis=1) ** 2 - (left**2).sum(axis=1)) / (players * (players - 1))
    parts = np.array([((expected - even) ** 2).mean(), (by_turn**2).mean(), max(0.0, common.mean())])
    shares: Shares = parts / ((won - even) ** 2).mean()
    return shares


def jackknife(won: Shares) -> Shares:
    """The standard errors, from what becomes of the figures when a group of deals is left out."""
    groups = min(GROUPS, len(won))
    if groups < 2:
        return np.full(3, np.nan)
    which = np.arange(len(won)) % groups
    without = np.array([partition(won[which != group]) for group in range(groups)])
    errors: Shares = np.sqrt((groups - 1) * without.var(axis=0))
    return errors
