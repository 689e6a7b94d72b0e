"""Ratings: the stronger bot stands higher, and knows it."""

from __future__ import annotations

import numpy as np
import pytest

import camarilla
from camarilla.lab.ratings import ratings
from camarilla.lab.tournament import Tournament, plan
from tests.samples import GAME

openskill = pytest.importorskip("openskill.models")

BOTS = ("greedy", "page", "random")


def made_up(
    players: int, bots: tuple[str, ...], deals: int, strengths: tuple[float, ...], ties: float = 0
) -> Tournament:
    """The strongest tends to win: places by strength and luck."""
    what = plan(camarilla.game(GAME, players=players), bots, deals)
    luck = np.random.default_rng(7).gumbel(size=(deals, len(what.seatings), players))
    scores = np.array(strengths)[np.array(what.seatings)] + luck
    places = 1 + (scores[..., np.newaxis, :] > scores[..., np.newaxis]).sum(axis=-1)
    places[luck[..., 0] < ties] = 1
    return Tournament(what, scores.astype(np.int16), places.astype(np.int16))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_they_rank_by_strength(players):
    found = ratings(made_up(players, BOTS, 100, (1.0, 0.0, -1.0)))
    assert found is not None
    assert found[0].mu > found[1].mu > found[2].mu
    assert found[0].ordinal > found[2].mu


@pytest.mark.parametrize("players", [2, 3, 5])
def test_equals_are_rated_alike(players):
    found = ratings(made_up(players, BOTS, 400, (0.0, 0.0, 0.0)))
    assert found is not None
    assert max(one.mu for one in found) - min(one.mu for one in found) < 3 * max(one.sigma for one in found)


def test_one_match_is_rated_as_openskill_does_it():
    found = made_up(3, BOTS, 1, (0.0, 0.0, 0.0))
    one = Tournament(found.plan, found.points[:, :1], found.places[:, :1])
    object.__setattr__(one.plan, "seatings", found.plan.seatings[:1])
    model = openskill.PlackettLuce(tau=0)
    expected = model.rate([[model.rating()] for _ in range(3)], ranks=[float(place) for place in one.places[0, 0]])
    by_bot = dict(zip(one.plan.seatings[0], expected, strict=True))
    got = ratings(one)
    assert got is not None
    for bot, [rating] in by_bot.items():
        assert (got[bot].mu, got[bot].sigma) == pytest.approx((rating.mu, rating.sigma))
        assert got[bot].ordinal == pytest.approx(rating.ordinal())


def test_more_matches_leave_less_doubt():
    few, many = (ratings(made_up(2, BOTS, deals, (1.0, 0.0, -1.0))) for deals in (5, 200))
    assert few is not None and many is not None
    assert all(later.sigma < earlier.sigma / 2 for earlier, later in zip(few, many, strict=True))


def test_everybody_winning_together_tells_nothing():
    found = ratings(made_up(2, BOTS, 20, (1.0, 0.0, -1.0), ties=np.inf))
    assert found is not None
    assert [one.mu for one in found] == pytest.approx([25, 25, 25])
