"""Who asks what others' moves suggest goes by that, and by nothing that its seat cannot know."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from camarilla.bots import belief, learned
from camarilla.bots.belief import DOUBT, Belief, believe, share_out
from camarilla.bots.bot import ask_bot
from camarilla.bots.foresight import find_share
from camarilla.bots.ladder import parse_bot
from camarilla.bots.learned import Foresight, find_net
from camarilla.bots.likelihood import LEAST, logarithm
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.stream import STEP
from camarilla.games import game, games, kind
from camarilla.testing.histories import played
from camarilla.testing.walks import walk
from tests.bots.untaught import MOST, judge_first, untaught
from tests.samples import DUEL, GAME

FEW = 9  # worlds
LEARNED = [name for name in games() if (kind(name).folder() / learned.FILE).exists()]


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "WORLDS", FEW)
    monkeypatch.setattr(belief, "RECENT", 8)


def decisions(of: Game, number: int) -> list[Match]:
    """Positions in which somebody has a choice, after others had some."""
    line = [match for match in walk(of, 3, 5) if match.waiting and len(match.legal(match.waiting[0])) > 1]
    return line[len(line) // 4 :: max(1, len(line) // number)][:number]


def twin(match: Match, seat: int, seed: int) -> Match:
    """Another match, from its beginning, that the seat cannot tell from this one."""
    return played(match, seat, *match.game.history.retrace(match, match.redeal(seat, seed), seat))


def observed(match: Match, states: np.ndarray, seat: int) -> set[bytes]:
    """What the seat knows in each of these states."""
    return {Match(match.game, states[i : i + 1], {}).observe(seat).tobytes() for i in range(len(states))}


# --- Honesty ---


@pytest.mark.parametrize("name", LEARNED)
def test_what_is_believed_follows_from_what_the_seat_knows(name: str) -> None:
    of = game(name, runtime="interpreted")
    one = untaught(of)
    for match in decisions(of, 2):
        seat = match.waiting[0]
        worlds, same = (believe(one, like, seat, FEW, 7) for like in (match, twin(match, seat, 1)))
        assert (worlds is None) == (same is None)
        if worlds and same:
            assert worlds.states.tobytes() == same.states.tobytes()
            assert worlds.shares.tobytes() == same.shares.tobytes()
            assert observed(match, worlds.states, seat) == {match.observe(seat).tobytes()}


@pytest.mark.parametrize("name", MOST)
def test_nobody_peeks_and_threads_change_nothing(taught: Callable[[Game], None], name: str) -> None:
    of, bot = game(name, runtime="compiled"), Belief(40, threads=1)
    taught(of)
    for match in decisions(of, 4):
        seat = match.waiting[0]
        matches = [match, twin(match, seat, 1), twin(match, seat, 2)]
        thoughts = [replace(bot, match=one).weigh(of, one.redeal(seat, 9).state, seat, 7) for one in matches]
        assert thoughts[0] == thoughts[1] == thoughts[2]
        assert replace(bot, match=match, threads=2).weigh(of, match.redeal(seat, 9).state, seat, 7) == thoughts[0]
        assert bot.answer(match, seat, 7) == bot.answer(twin(match, seat, 1), seat, 7)


# --- What is believed ---


def test_likelihoods_are_those_of_the_net() -> None:
    """Gone through one decision at a time, with the choices of each."""
    of = game(GAME, runtime="compiled")
    one, match = untaught(of), decisions(of, 2)[-1]
    seat = match.waiting[0]
    world, found = next(belief.weigh_worlds(one, match, seat, 1, 7))
    past = played(match, seat, *of.history.retrace(match, Match(of, world, {}), seat))
    expected = 0.0
    for number in range(max(0, len(past.steps) - belief.RECENT), len(past.steps)):
        step, then = past.steps[number], past.after(number)
        if step.seat != seat and not then.indifferent(step.seat) and len(then.legal(step.seat)) > 1:
            mind, out, worth = one.mind(of)
            choices, _ = of.call(judge_first, step.before, step.seat, mind, out, worth)
            likely = np.exp(worth[:choices] - worth[:choices].max())
            likely /= likely.sum()
            expected += math.log(max(LEAST, likely[list(out[:choices]).index(step.action)]))
    assert found == pytest.approx(expected, rel=1e-2)
    assert found < 0


def test_a_logarithm_is_one() -> None:
    for x in (1.0, 0.7, 0.5, 0.3, 0.01, LEAST):
        assert logarithm(x) == pytest.approx(math.log(x), abs=1e-3)


def test_what_is_likelier_gets_more_and_nothing_gets_all() -> None:
    shares = share_out([-2.0, -50.0, -2.0, -4.0])
    assert shares.sum() == pytest.approx(1) and shares[0] == shares[2] > shares[3] > shares[1] > DOUBT / 5


def test_each_world_comes_as_often_as_its_share() -> None:
    shares = np.array([0.5, 0.05, 0.25, 0.2])
    with np.errstate(over="ignore"):
        points = np.uint64(12345) + np.arange(400, dtype=np.uint64) * STEP
    visits = Counter(find_share(shares, 4, point) for point in points)
    assert [visits[i] for i in range(4)] == pytest.approx(400 * shares, abs=3)


def test_where_there_is_nothing_to_learn_it_is_the_player_without_beliefs(
    taught: Callable[[Game], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    of, match = game(GAME, runtime="compiled"), game(GAME, runtime="compiled").new(5)
    taught(of)
    seat = match.waiting[0]
    assert believe(untaught(of), match, seat, FEW, 3) is None  # nobody has moved yet
    assert Belief(30).answer(match, seat, 3) == Foresight(30).answer(match, seat, 3)
    later = decisions(of, 3)[-1]
    seat = later.waiting[0]
    assert Belief(30).weigh(of, later.state, seat, 3) == Foresight(30).weigh(of, later.state, seat, 3)  # without a log
    monkeypatch.setattr(belief, "believe", lambda *arguments: None)
    assert Belief(30).answer(later, seat, 3) == ask_bot(Foresight(30), of, later.state, seat, 3)


# --- Its name ---


@pytest.mark.parametrize("name", games())
def test_it_is_called_by_name_where_there_is_a_net(name: str) -> None:
    of = game(name)
    if find_net(of):
        assert parse_bot(of, "belief:50") == Belief(50) and parse_bot(of, "belief:50") != Foresight(50)
    else:
        with pytest.raises(BadOption, match="no player that was trained"):
            parse_bot(of, "belief:50")
    with pytest.raises(BadOption):
        parse_bot(game(DUEL), "belief")
