"""Every game as an environment of PettingZoo, one agent after the other (AEC). Needs the extra `camarilla[rl]`.

    from camarilla.interop import pettingzoo
    env = pettingzoo.env(name, players=3, reward="score", render_mode="ansi")

An observation is a dictionary of the vector `observation`, which the game's `spaces.md` explains number by number, and
of `action_mask`. Agents are `player_0` and on, one for each seat. Where several seats may act at the same time they are
asked one after the other, and nobody is asked who has no choice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from camarilla.games import game as make_game
from camarilla.interop.episode import Episode, Observation
from camarilla.interop.rendering import MODES, check_mode, render
from camarilla.interop.spaces import action_space, observation_space


def env(name: str, *, reward: str = "win", render_mode: str | None = None, **options: Any) -> AECEnv[Any, Any, Any]:
    """The game of that id with these options, wrapped so that calls in a wrong order are told.

    `reward` is "win", the share of the victory, or "score", the points; all of it comes at the end. A seed given to
    `reset` is that of the match: `camarilla.game(name, ...).new(seed)` deals the same. An action that is not allowed
    ends the match with the lowest reward, 0 or -100, and `info["illegal"]` for who did it.

    >>> from camarilla.games import games
    >>> players = env(games()[0], reward="score", render_mode="ansi")
    >>> players.reset(seed=7)
    >>> observation, reward, over, cut, info = players.last()
    >>> players.step(observation["action_mask"].argmax())
    """
    return OrderEnforcingWrapper(raw_env(name, reward=reward, render_mode=render_mode, **options))


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801  # PettingZoo's environments are called so
    """The environment itself."""

    def __init__(
        self,
        name: str,
        *,
        reward: str = "win",
        render_mode: str | None = None,
        runtime: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.episode = Episode(make_game(name, runtime=runtime, **options), reward)
        game = self.episode.game
        self.metadata = {"name": name, "render_modes": list(MODES), "is_parallelizable": False, "render_fps": 1}
        self.render_mode = check_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in game.seats]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self.chance = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match: the one of that seed, or another after every match."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.episode.begin(int(self.chance.integers(2**63)) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> Observation:
        return self.episode.observe(self.seats[agent])

    def step(self, action: int) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.episode.decide(action)
        if self.episode.is_over:
            self.finish(agent)
        else:
            self.agent_selection = self.possible_agents[self.episode.seat]
        self._accumulate_rewards()

    def finish(self, last: str) -> None:
        """Tell everybody what they got."""
        self.rewards = dict(zip(self.agents, self.episode.rewards.tolist(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        if self.episode.illegal:
            self.infos[last] = {"illegal": True}

    def render(self) -> Any:
        """What the agent sees that is to act; at the end what everybody sees."""
        return render(self.episode.match, None if self.episode.is_over else self.episode.seat, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
