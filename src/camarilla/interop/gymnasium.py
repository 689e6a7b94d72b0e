"""Every game as an environment of Gymnasium, for one learner among bots. Needs the extra `camarilla[rl]`.

Importing this module registers `camarilla/<Game>-v0` for every game there is, after its id: `sun_dial` would be
`camarilla/SunDial-v0`.

    import gymnasium
    import camarilla.interop.gymnasium
    env = gymnasium.make(id, players=3, opponents="courtier")
    envs = gymnasium.make_vec(id, num_envs=4096, players=3)

An observation is a dictionary of the vector `observation`, which the game's `spaces.md` explains number by number, and
of `action_mask`. The reward comes at the end: the share of the victory, or with `reward="score"` the points. An action
that is not allowed ends the match with the lowest reward, 0 or -100, and `info["illegal"]`.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from camarilla.bots.ladder import USUAL, seat_bots
from camarilla.engine.game import Game
from camarilla.games import game as make_game
from camarilla.games import games
from camarilla.interop.episode import Episode, Observation
from camarilla.interop.rendering import MODES, check_mode, render
from camarilla.interop.spaces import action_space, observation_space
from camarilla.lockstep.vector import vector

VERSION = 0  # of the environments; the rules have one of their own


def name_environment(name: str) -> str:
    """The id under which Gymnasium knows the game.

    >>> name_environment("sun_dial")
    'camarilla/SunDial-v0'
    """
    return f"camarilla/{name.title().replace('_', '')}-v{VERSION}"


class OneSeat(gymnasium.Env[Any, Any]):
    """A learner in one seat, another from match to match unless `seat` says which, and bots in the others.

    `opponents` are named as on the command line: one for all, or one for each of the others, with commas between.

    >>> env = gymnasium.make(name_environment(games()[0]), opponents="courtier")
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, over, cut, info = env.step(observation["action_mask"].argmax())
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        name: str,
        *,
        opponents: str = USUAL,
        seat: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        runtime: str | None = None,
        **options: Any,
    ) -> None:
        game = make_game(name, runtime=runtime, **options)
        self.episode = Episode(game, reward)
        self.bots = seat_bots(game, opponents, game.players - 1)
        self.fixed = None if seat is None else game.seat(seat)
        self.render_mode = check_mode(render_mode)
        self.observation_space: spaces.Dict = observation_space(game)
        self.action_space: spaces.Discrete[Any] = action_space(game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match, and on to the learner's first decision."""
        super().reset(seed=seed)
        game = self.episode.game
        self.seat = int(self.np_random.integers(game.players)) if self.fixed is None else self.fixed
        others = (seat for seat in game.seats if seat != self.seat)
        self.episode.begin(int(self.np_random.integers(2**63)), dict(zip(others, self.bots, strict=True)))
        return self.episode.observe(self.seat), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and on to the next."""
        self.episode.decide(action)
        told = {"illegal": True} if self.episode.illegal else {}
        reward = float(self.episode.rewards[self.seat])
        return self.episode.observe(self.seat), reward, self.episode.is_over, False, told

    def render(self) -> Any:
        """What the learner sees; at the end what everybody sees."""
        return render(self.episode.match, None if self.episode.is_over else self.seat, self.render_mode)


class Tables(VectorEnv[Observation, Any, Any]):
    """As many matches as one likes, stepped in compiled code (`camarilla.vector`); the next begins where one ends.

    Of `opponents` there is one kind, who play by the game's rules of thumb.

    >>> envs = gymnasium.make_vec(name_environment(games()[0]), num_envs=4)
    >>> observations, infos = envs.reset(seed=7)
    >>> observations, rewards, over, cut, infos = envs.step(observations["action_mask"].argmax(1))
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, num_envs: int, name: str, *, opponents: str = USUAL, **options: Any) -> None:
        self.num_envs = num_envs
        self.tables = vector(name, number=num_envs, on="cpu", opponents=opponents, **options)
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.rows = np.arange(num_envs)

    @property
    def game(self) -> Game:
        return self.tables.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """The series of that seed, or another after every one."""
        super().reset(seed=seed)
        self.tables.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        return self.observe(), {}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """A decision at every table. Where it was the last of a match, what is observed is the next match already."""
        seats = self.tables.seats.copy()
        self.tables.step(actions)
        illegal = self.tables.ended == 2
        told = {"illegal": illegal, "_illegal": illegal} if illegal.any() else {}
        rewards = self.tables.rewards[self.rows, seats]
        return self.observe(), rewards, self.tables.ended > 0, np.zeros(self.num_envs, bool), told

    def observe(self) -> Observation:
        """What the learners know, in arrays of their own: those of the tables are written anew by every step."""
        return {"observation": self.tables.observations.copy(), "action_mask": self.tables.masks.copy()}


def register() -> None:
    """Tell Gymnasium of every game."""
    for name in games():
        gymnasium.register(
            name_environment(name),
            entry_point=f"{__name__}:{OneSeat.__name__}",
            vector_entry_point=f"{__name__}:{Tables.__name__}",
            kwargs={"name": name},
        )


register()
