"""Every game is an environment of PettingZoo, by that project's own tests."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import camarilla
from camarilla.engine.errors import BadOption
from camarilla.games import kind
from camarilla.interop import pettingzoo
from tests.samples import DUEL, GAME, few, short

EVERY_SIZE = [
    (name, int(players))
    for name in camarilla.games()
    for option in kind(name).options
    if option.name == "players"
    for players in option.values
]


def make(name: str, players: int, **wishes: Any) -> Any:
    return pettingzoo.env(name, players=players, runtime="interpreted", **short(name), **wishes)


def play(env: Any, seed: int) -> list[tuple[str, int]]:
    """A match at random to the end: who did what."""
    env.reset(seed=seed)
    chance, moves = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        observation, _, ended, _, _ = env.last()
        action = None if ended else int(chance.choice(np.flatnonzero(observation["action_mask"])))
        if action is not None:
            moves.append((agent, action))
        env.step(action)
    return moves


def check(name: str, players: int, cycles: int) -> None:
    """What PettingZoo itself tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")  # but a dictionary, with the mask
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(make(name, players), num_cycles=cycles)
    seed_test(functools.partial(make, name, players), num_cycles=cycles)
    render_test(functools.partial(make, name, players), custom_tests={"html": lambda page: "</html>" in page})


@pytest.mark.parametrize("name", camarilla.games())
def test_every_game_passes_the_tests_of_pettingzoo(name: str) -> None:
    check(name, few(name), 40)


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "players"), EVERY_SIZE)
def test_every_game_passes_them_with_any_number_of_players(name: str, players: int) -> None:
    check(name, players, 500)


def test_an_agent_knows_and_may_do_what_its_seat_knows_and_may_do() -> None:
    env = make(GAME, 3)
    env.reset(seed=7)
    match = camarilla.game(GAME, players=3, runtime="interpreted").new(7)
    for seat, agent in enumerate(env.possible_agents):
        found = env.observe(agent)
        np.testing.assert_array_equal(found["observation"], match.observe(seat))
        assert np.flatnonzero(found["action_mask"]).tolist() == [choice.id for choice in match.choices(seat)]


def test_whoever_has_no_choice_is_not_asked() -> None:
    env = make(GAME, 3)
    env.reset(seed=3)
    for _ in env.agent_iter(60):
        observation, _, ended, _, _ = env.last()
        assert ended or observation["action_mask"].sum() > 1
        env.step(None if ended else observation["action_mask"].argmax())


@pytest.mark.parametrize("reward", ["win", "score"])
def test_rewards_at_the_end_are_shares_of_the_win_or_scores(reward: str) -> None:
    env = make(DUEL, 2, reward=reward)
    env.reset(seed=5)
    got: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, given, ended, _, _ = env.last()
        assert ended or given == 0
        if ended:
            got[agent] = given
        env.step(None if ended else observation["action_mask"].argmax())
    match = env.unwrapped.episode.match
    won = [float(seat in match.winners) / len(match.winners) for seat in range(2)]
    assert [got[agent] for agent in env.possible_agents] == (won if reward == "win" else list(match.scores or ()))


@pytest.mark.parametrize(("reward", "offender", "other"), [("win", 0.0, 1.0), ("score", -100.0, 0.0)])
def test_what_is_not_allowed_ends_the_match_with_the_lowest_reward(reward: str, offender: float, other: float) -> None:
    env = make(DUEL, 2, reward=reward)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(env.observe(agent)["action_mask"].argmin()))
    assert all(env.terminations.values())
    assert env.infos == {one: {"illegal": True} if one == agent else {} for one in env.agents}
    assert env.rewards == {one: offender if one == agent else other for one in env.agents}


def test_the_same_seed_is_the_same_match_and_without_one_it_is_another() -> None:
    env = make(DUEL, 2)
    assert play(env, 4) == play(env, 4)
    first = env.unwrapped.episode.match.seed
    env.reset()
    assert env.unwrapped.episode.match.seed != first


def test_pictures_of_a_match_are_of_one_size_and_differ() -> None:
    env = make(GAME, 3, render_mode="rgb_array")
    env.reset(seed=2)
    before = env.render()
    env.step(env.observe(env.agent_selection)["action_mask"].argmax())
    after = env.render()
    assert before.shape == after.shape and (before != after).any()


def test_a_person_is_shown_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    env = make(DUEL, 2, render_mode="human")
    env.reset(seed=2)
    assert env.render() is None
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("wish", [{"render_mode": "smoke"}, {"reward": "fame"}, {"colour": "red"}])
def test_what_cannot_be_had_is_refused_by_name(wish: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(wish.values()), "") if "colour" not in wish else "colour"):
        make(DUEL, 2, **wish)
