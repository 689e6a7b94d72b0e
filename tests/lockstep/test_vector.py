"""Tables in lockstep are the same matches that are played one by one, and learners are told the truth about them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla.engine import calls
from camarilla.engine.errors import BadOption
from camarilla.engine.playout import lowest
from camarilla.engine.seeds import draw_seeds
from camarilla.games import kind
from camarilla.lockstep.vector import Vector, vector
from tests.samples import DUEL, GAME

TABLES = 3


def tables(name: str, **options: Any) -> Vector:
    return vector(name, **{"number": TABLES, "runtime": "interpreted", **kind(name).testing.SHORT, **options})


def choose(vector: Vector, chance: np.random.Generator) -> Any:
    """Something that is allowed at every table."""
    return (chance.random(vector.masks.shape) * vector.masks).argmax(1)


class Beside:
    """The match at one table, played beside it from Python."""

    def __init__(self, game: camarilla.Game, seed: int, learner: int | None = None) -> None:
        self.game, self.learner, self.state = game, learner, np.zeros(1, game.rules.State)
        game.call(calls.setup, self.state, np.uint64(seed))
        self.settle()

    @property
    def seat(self) -> int:
        return lowest(int(self.game.call(calls.waiting, self.state)))

    def play(self, action: int) -> None:
        self.game.call(calls.play, self.state, self.seat, action)
        self.settle()

    def settle(self) -> None:
        """Everything that needs no decision."""
        while self.game.call(calls.waiting, self.state):
            action, choices = (
                self.game.call(calls.indifferent, self.state, self.seat),
                self.game.legal(self.state, self.seat),
            )
            if action < 0 and len(choices) > 1:
                if self.learner in (None, self.seat):
                    return
                action = self.game.choose(self.state, self.seat, 0)
            self.game.call(calls.play, self.state, self.seat, action if action >= 0 else choices[0])

    @property
    def over(self) -> bool:
        return not self.game.call(calls.waiting, self.state)


@pytest.mark.parametrize("name", camarilla.games())
def test_every_table_plays_the_match_of_its_number(name: str) -> None:
    found, chance = tables(name, seed=5), np.random.default_rng(1)
    seeds = draw_seeds(5, 100)
    beside = [Beside(found.game, int(seeds[number])) for number in range(TABLES)]
    ended = 0
    while ended < 2:
        for number, match in enumerate(beside):
            assert found.seats[number] == match.seat
            assert np.flatnonzero(found.masks[number]).tolist() == match.game.legal(match.state, match.seat)
            assert found.observations[number].tolist() == observe(match)
        actions = choose(found, chance)
        found.step(actions)
        for number, match in enumerate(beside):
            match.play(int(actions[number]))
            assert found.ended[number] == match.over
            if match.over:
                ended += 1
                check_reward(found, number, match)
                beside[number] = Beside(found.game, int(seeds[found.matches[number]]))


def observe(match: Beside) -> list[int]:
    out = np.zeros(match.game.rules.OBSERVATION, np.int16)
    match.game.call(calls.observe, match.state, match.seat, out)
    told: list[int] = out.tolist()
    return told


def check_reward(found: Vector, number: int, match: Beside) -> None:
    points, places = match.game.score(match.state)
    assert found.points[number].tolist() == list(points)
    winners = [place == 1 for place in places]
    assert found.rewards[number].tolist() == pytest.approx([won / sum(winners) for won in winners])


def test_a_match_that_ended_is_followed_by_the_next_of_the_series() -> None:
    found, chance = tables(DUEL), np.random.default_rng(2)
    assert found.matches.tolist() == list(range(TABLES))
    while not found.ended.any():
        found.step(choose(found, chance))
    np.testing.assert_array_equal(found.matches, np.arange(TABLES) + TABLES * found.ended)


def test_the_number_of_threads_changes_nothing() -> None:
    one, two = tables(GAME, threads=1), tables(GAME, threads=2)
    chance = np.random.default_rng(3)
    for _ in range(30):
        actions = choose(one, chance)
        one.step(actions)
        two.step(actions)
        for name in ("seats", "observations", "masks", "rewards", "ended", "matches"):
            np.testing.assert_array_equal(getattr(one, name), getattr(two, name))


def test_with_opponents_the_learner_sits_elsewhere_in_every_match() -> None:
    found, chance = tables(GAME, opponents="courtier"), np.random.default_rng(4)
    for _ in range(40):
        assert (found.seats == found.matches % found.game.players).all()
        found.step(choose(found, chance))
    assert found.matches.max() >= TABLES


@pytest.mark.parametrize("name", camarilla.games())
def test_opponents_play_by_the_rules_of_thumb(name: str) -> None:
    found, chance = tables(name, opponents="courtier", seed=3), np.random.default_rng(8)
    beside = [
        Beside(found.game, int(draw_seeds(3, TABLES)[number]), number % found.game.players) for number in range(3)
    ]
    for _ in range(10):
        actions = choose(found, chance)
        found.step(actions)
        for number, match in enumerate(beside):
            match.play(int(actions[number]))
            assert found.states[number].tobytes() == match.state.tobytes()


@pytest.mark.parametrize(("reward", "offender", "other"), [("win", 0.0, 1.0), ("score", -100.0, 0.0)])
def test_what_is_not_allowed_ends_the_match_and_the_others_win(reward: str, offender: float, other: float) -> None:
    found = tables(DUEL, reward=reward)
    actions = found.masks.argmax(1)
    actions[0], actions[1] = found.masks[0].argmin(), -1
    seats = found.seats.tolist()
    found.step(actions)
    assert found.ended.tolist() == [2, 2, 0]
    for number in (0, 1):
        assert found.rewards[number, seats[number]] == offender
        assert found.rewards[number, 1 - seats[number]] == other
    assert found.matches.tolist() == [TABLES, TABLES + 1, 2]


def test_other_libraries_share_the_memory() -> None:
    found = tables(DUEL)
    shared = np.from_dlpack(found.observations)
    found.step(found.masks.argmax(1))
    np.testing.assert_array_equal(shared, found.observations)


def test_a_reward_may_be_the_score() -> None:
    found, chance = tables(DUEL, reward="score"), np.random.default_rng(6)
    while not found.ended.any():
        found.step(choose(found, chance))
    ended = found.ended > 0
    np.testing.assert_array_equal(found.rewards[ended], found.points[ended])


def test_the_same_seed_begins_the_same_series_anew() -> None:
    found, chance = tables(GAME, seed=8), np.random.default_rng(7)
    before = found.observations.copy()
    found.step(choose(found, chance))
    found.reset()
    np.testing.assert_array_equal(found.observations, before)
    found.reset(seed=9)
    assert (found.observations != before).any()


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ({"on": "tpu"}, "only one of: cpu, cuda"),
        ({"reward": "fame"}, "only one of: win, score"),
        ({"opponents": "eminence"}, "only one of: courtier"),
        ({"number": 0}, "one table or more"),
    ],
)
def test_what_cannot_be_had_is_said(wish: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadOption, match=problem):
        tables(GAME, **wish)


def test_an_action_for_every_table() -> None:
    with pytest.raises(BadOption, match="each of the 3 tables"):
        tables(GAME).step([0, 1])
