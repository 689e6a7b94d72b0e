"""Every game is an environment of Gymnasium for one learner, alone and by the thousand, by its own checks."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import camarilla
from camarilla.bots.bot import open_actions
from camarilla.engine.errors import BadOption
from camarilla.interop.gymnasium import name_environment
from tests.samples import DUEL, GAME, few, short

TABLES = 3


def make(name: str, players: int, **wishes: Any) -> Any:
    return gymnasium.make(name_environment(name), players=players, runtime="interpreted", **short(name), **wishes)


def make_vec(name: str, **wishes: Any) -> Any:
    given = {"num_envs": TABLES, "players": few(name), "runtime": "interpreted", **short(name), **wishes}
    return gymnasium.make_vec(name_environment(name), **given)


@pytest.mark.parametrize("name", camarilla.games())
def test_every_game_passes_the_checks_of_gymnasium(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name, few(name)).unwrapped)


def test_an_environment_is_called_after_its_game() -> None:
    assert name_environment("sun_dial") == "camarilla/SunDial-v0"
    assert {name_environment(name) for name in camarilla.games()} <= set(gymnasium.registry)


@pytest.mark.parametrize("reward", ["win", "score"])
def test_the_learner_decides_for_its_seat_alone_and_gets_what_that_got(reward: str) -> None:
    env = make(GAME, 3, opponents="courtier,random", reward=reward)
    observation, _ = env.reset(seed=11)
    episode, ended, got = env.unwrapped.episode, False, 0.0
    while not ended:
        assert episode.seat == env.unwrapped.seat and observation["action_mask"].sum() > 1 and got == 0
        observation, got, ended, _, info = env.step(observation["action_mask"].argmax())
    match = episode.match
    seat = env.unwrapped.seat
    assert match.over and info == {}
    assert got == (match.scores[seat] if reward == "score" else (seat in match.winners) / len(match.winners))


def test_the_learner_sits_elsewhere_from_match_to_match_unless_it_is_said_where() -> None:
    anywhere, there = make(GAME, 3), make(GAME, 3, seat=2)
    anywhere.reset(seed=0)
    seats = set()
    for _ in range(12):
        anywhere.reset()
        seats.add(anywhere.unwrapped.seat)
        there.reset()
        assert there.unwrapped.seat == 2
    assert seats == {0, 1, 2}


def test_what_is_not_allowed_ends_the_match_with_the_lowest_reward() -> None:
    env = make(DUEL, 2, reward="score")
    observation, _ = env.reset(seed=1)
    _, reward, ended, cut, info = env.step(int(observation["action_mask"].argmin()))
    assert (reward, ended, cut, info) == (-100.0, True, False, {"illegal": True})
    with pytest.raises(camarilla.IllegalMove, match="over"):
        env.step(0)


@pytest.mark.parametrize("name", camarilla.games())
def test_many_tables_are_one_environment(name: str) -> None:
    envs, chance = make_vec(name), np.random.default_rng(2)
    observation, _ = envs.reset(seed=3)
    for _ in range(8):
        assert envs.observation_space.contains(observation)
        before = observation["observation"].copy()
        chosen = (chance.random(observation["action_mask"].shape) * observation["action_mask"]).argmax(1)
        found, rewards, ended, cut, _ = envs.step(chosen)
        assert rewards.shape == ended.shape == (TABLES,) and not cut.any()
        np.testing.assert_array_equal(observation["observation"], before)  # what was given is left alone
        observation = found


def test_a_reward_is_what_the_learner_of_the_match_that_ended_got() -> None:
    envs = make_vec(DUEL, reward="score")
    observation, _ = envs.reset(seed=4)
    ended = np.zeros(TABLES, bool)
    while not ended.any():
        seats = envs.tables.seats.copy()
        observation, rewards, ended, _, info = envs.step(observation["action_mask"].argmax(1))
    row = int(ended.argmax())
    assert rewards[row] == envs.tables.points[row, seats[row]] and (rewards[~ended] == 0).all() and info == {}


def test_an_action_that_is_not_allowed_is_told_by_table() -> None:
    envs = make_vec(DUEL)
    observation, _ = envs.reset(seed=4)
    actions = observation["action_mask"].argmax(1)
    actions[1] = observation["action_mask"][1].argmin()
    _, rewards, ended, _, info = envs.step(actions)
    assert ended.tolist() == info["illegal"].tolist() == [False, True, False] and rewards[1] == 0


def test_the_same_seed_gives_the_same_matches_and_without_one_they_are_others() -> None:
    envs = make_vec(GAME)
    first, same, other = envs.reset(seed=6)[0], envs.reset(seed=6)[0], envs.reset()[0]
    np.testing.assert_array_equal(first["observation"], same["observation"])
    assert (first["observation"] != other["observation"]).any()


def test_opponents_that_are_not_there_are_refused() -> None:
    with pytest.raises(BadOption, match="jester"):
        make(GAME, 3, opponents="jester")
    with pytest.raises(BadOption, match="minister"):
        make_vec(GAME, opponents="minister")


def test_a_bot_of_ones_own_may_be_the_opponent(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def first(known):\n    return known.choices[0]\n", encoding="utf-8")
    env = make(DUEL, 2, opponents=f"{mine}:first", seat=0)
    observation, _ = env.reset(seed=2)
    for _ in range(3):
        env.step(observation["action_mask"].argmax())
        observation = env.unwrapped.episode.observe(0)
    match = env.unwrapped.episode.match
    answered = [number for number, step in enumerate(match.steps) if step.seat == 1]
    assert answered
    open_to_it = [open_actions(match.game, match.after(number).state, 1) for number in answered]
    assert [match.steps[number].action for number in answered] == [actions[0] for actions in open_to_it]
    assert any(len(actions) > 1 for actions in open_to_it)
