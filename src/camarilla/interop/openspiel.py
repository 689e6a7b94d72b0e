"""The games in OpenSpiel. Needs the extra `camarilla[openspiel]`; importing this registers them all.

`camarilla_<game>(players=3)` takes the options of the game as parameters; `camarilla_<game>_<name>` is a reduced game
that the game's folder names. `docs/openspiel.md` says what is what.

>>> spiel = pyspiel.load_game(f"camarilla_{games()[0]}(players=2)")
>>> state = spiel.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.legal_actions()[0])
>>> state.current_player() in range(2)
True
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python import policy

from camarilla.bots.bot import ask_bot, on_one_thread
from camarilla.bots.ladder import parse_bot
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.space import Space
from camarilla.games import games, kind
from camarilla.interop.nodes import BASE, DIGITS, GameTree, Node

RECENT = 1024  # moves of a log in a tensor, at most: hardly a match has more, and the string has them all


class SpielGame(pyspiel.Game):
    """A game of ours as one of OpenSpiel's. Each has a class of its own.

    >>> pyspiel.load_game(f"camarilla_{games()[0]}").tree.game.id == games()[0]
    True
    """

    kind: ClassVar[type[Game]]
    game_type: ClassVar[Any]

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.tree = GameTree(self.kind(**parameters))
        super().__init__(self.game_type, describe_game(self.tree), parameters)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        return 1 if self.tree.deals else DIGITS * (1 + self.tree.longest)


class SpielState(pyspiel.State):
    """A node of the game's tree. It has nothing of its own beside it, so that a copy costs next to nothing."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = Node()

    @property
    def tree(self) -> GameTree:
        tree: GameTree = self.get_game().tree
        return tree

    def current_player(self) -> int:
        if self.node.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.node.is_end else self.node.mover

    def is_terminal(self) -> bool:
        return self.node.is_end

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.tree.chances(self.node)

    def _legal_actions(self, player: int) -> list[int]:
        return self.tree.legal(self.node)

    def _apply_action(self, action: int) -> None:
        self.node = self.tree.apply(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"chance {action}"
        game = self.tree.game
        return game.notation.write(game, self.node.state, player, action)

    def returns(self) -> list[float]:
        return self.tree.returns(self.node) if self.is_terminal() else [0.0] * self.tree.game.players

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that the player cannot tell from this one. Its `history()` begins there.

        >>> state = pyspiel.load_game(next(iter(reduced_games()))).new_initial_state().child(0)
        >>> other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        >>> other.information_state_string(0) == state.information_state_string(0)
        True
        """
        if self.node.is_chance:
            raise ValueError("only where somebody decides, or nobody any more, can a state be sampled anew")
        seed = int.from_bytes(bytes(int(sampler() * BASE) % BASE for _ in range(DIGITS)), "big")
        other: SpielState = self.get_game().new_initial_state()
        other.node = self.tree.resample(self.node, player, seed)
        return other

    def __str__(self) -> str:
        """The whole truth, as a position."""
        node, game = self.node, self.tree.game
        pending = node.pending and game.notation.write(game, node.state, node.pending.seat, node.pending.action)
        position = {} if node.record is None else Match(game, node.record, {}).position()
        return json.dumps({"position": position, "pending": pending, "digits": node.digits})


class SpielObserver:
    """What a seat knows as a tensor and as a string; with perfect recall, what it has seen from the beginning, too."""

    def __init__(self, tree: GameTree, wanted: Any, parameters: Any) -> None:
        if parameters or not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("there is one kind of observation, without parameters: all that one seat knows")
        self.tree, self.perfect = tree, bool(wanted.perfect_recall)
        size, moves = tree.game.rules.OBSERVATION, min(tree.longest, RECENT)
        self.tensor: npt.NDArray[np.float32] = np.zeros(size + self.perfect * 2 * moves, np.float32)
        self.observation, log = self.tensor[:size], self.tensor[size:].reshape(-1, 2)
        self.dict = dict(split(tree.game.rules.OBSERVATION_SPACE, self.observation))
        if self.perfect:
            self.dict["log"] = log

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = 0
        if not state.node.recalls:
            return
        recall, players = state.node.recalls[player], self.tree.game.players
        self.observation[:] = recall.observation
        if self.perfect:
            log = [(1 + (one.mover - player) % players, 1 + one.sight) for one in recall.events if one.sight >= 0]
            self.dict["log"][: len(log)] = np.reshape(log[-RECENT:], (-1, 2))

    def string_from(self, state: SpielState, player: int) -> str:
        node = state.node
        if node.record is None:
            return ""
        if self.perfect:
            return f"{player}\n{node.recalls[player].text}"
        view = Match(self.tree.game, node.record, {}).view(player)
        return json.dumps({name: value for name, value in view.items() if name != "log"})


def split(space: Space, tensor: npt.NDArray[np.float32]) -> Iterator[tuple[str, npt.NDArray[np.float32]]]:
    """The pieces of a space, by name."""
    for base, piece in zip(space.bases, space.pieces, strict=True):
        inner = (piece.of.size,) if piece.of else ()
        yield piece.name, tensor[base : base + piece.size].reshape((*piece.shape, *inner) or (1,))


class BotPolicy(policy.Policy):
    """One of our bots, by the name it has on the command line, as a policy of OpenSpiel's.

    A bot has a chance of its own: it is asked so many times in every information state, each time with another seed,
    and does as often what it has answered.

    >>> spiel = pyspiel.load_game(next(iter(reduced_games())))
    >>> chances = BotPolicy(spiel, "page", times=10).action_probabilities(spiel.new_initial_state().child(0))
    >>> round(sum(chances.values()), 6)
    1.0
    """

    def __init__(self, game: SpielGame, bot: str, times: int = 1) -> None:
        super().__init__(game, range(game.num_players()))
        self.bot, self.times = on_one_thread(parse_bot(game.tree.game, bot)), times
        self.known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: SpielState, player_id: int | None = None) -> dict[int, float]:
        key = state.information_state_string()
        if key not in self.known:
            self.known[key] = self.ask(state)
        return self.known[key]

    def ask(self, state: SpielState) -> dict[int, float]:
        game, node = state.tree.game, state.node
        answers = Counter(ask_bot(self.bot, game, node.state, node.mover, seed) for seed in range(self.times))
        return {action: answers[action] / self.times for action in state.legal_actions()}


# --- What OpenSpiel is told ---


def describe_game(tree: GameTree) -> Any:
    players = tree.game.players
    return pyspiel.GameInfo(
        num_distinct_actions=tree.game.actions,
        max_chance_outcomes=len(tree.deals) or BASE,
        num_players=players,
        min_utility=-float(tree.widest or 1 / (players - 1)),
        max_utility=float(tree.widest or 1),
        utility_sum=0.0,
        max_game_length=tree.longest,
    )


def describe_type(kind: type[Game], name: str) -> Any:
    sizes = next(option.values for option in kind.options if option.name == "players")
    return pyspiel.GameType(
        short_name=name,
        long_name=kind.words("title").text("en"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(sizes),
        min_num_players=min(sizes),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in kind.options},
    )


def register(kind: type[Game], name: str) -> None:
    """OpenSpiel lets go of what it knows when Python has ended already: classes survive that, plain objects do not."""
    game_type = describe_type(kind, name)
    pyspiel.register_game(game_type, type(name, (SpielGame,), {"kind": kind, "game_type": game_type}))


def reduced_games() -> dict[str, type[Game]]:
    """The reduced games of all that are installed, by the names that they have here.

    >>> all(pyspiel.load_game(name).max_chance_nodes_in_history() == 1 for name in reduced_games())
    True
    """
    parts = {name: kind(name).reduced for name in games()}
    return {
        f"camarilla_{name}_{small}": reduced
        for name, part in parts.items()
        if part
        for small, reduced in part.GAMES.items()
    }


for name, made in ({f"camarilla_{name}": kind(name) for name in games()} | reduced_games()).items():
    register(made, name)
