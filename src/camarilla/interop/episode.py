"""One match, a decision at a time: what the environments of PettingZoo and of Gymnasium have in common.

Whatever needs no decision is played at once, as in `camarilla.lockstep`: moves of who has one choice, or none that
matters, and those of bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Bot, ask_bot, chance
from camarilla.engine import calls
from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.playout import lowest
from camarilla.engine.record import empty
from camarilla.engine.words import ENGINE
from camarilla.lockstep.tables import OVER, forfeit, share
from camarilla.lockstep.vector import REWARDS, check_wish

Observation = dict[str, npt.NDArray[np.int8]]


class Episode:
    """`begin` begins one. `seat` has to decide, among `choices`; at the end it is OVER, and there are `rewards`."""

    seat: int

    def __init__(self, game: Game, reward: str) -> None:
        check_wish("reward", reward, REWARDS)
        self.game, self.kind = game, REWARDS.index(reward)
        self.state = empty(game.rules.State)

    def begin(self, seed: int, bots: Mapping[int, Bot] | None = None) -> None:
        """The match of that seed, with bots in some seats."""
        self.shown = self.game.new(seed)
        self.seed, self.bots = seed, bots or {}
        self.state[:] = self.shown.state
        self.moves: list[tuple[int, int]] = []
        self.rewards = np.zeros(self.game.players, np.float32)
        self.illegal = False
        self.settle()

    @property
    def is_over(self) -> bool:
        return self.seat == OVER

    def decide(self, action: Any) -> None:
        """The seat's decision, and on to the next. What is not allowed ends the match, and the others win."""
        if self.is_over:
            raise IllegalMove(ENGINE("move.over"))
        if action in self.choices:
            self.move(int(action))
            self.settle()
            return
        self.illegal = True
        forfeit(self.kind, self.seat, self.rewards)
        self.seat = OVER

    def settle(self) -> None:
        """Play on until somebody who is no bot has something to decide."""
        while seats := int(self.game.call(calls.waiting, self.state)):
            self.seat = lowest(seats)
            self.choices = self.find_choices()
            if len(self.choices) == 1:
                self.move(self.choices[0])
            elif self.seat in self.bots:
                luck = chance(self.seed, self.seat, len(self.moves))
                self.move(ask_bot(self.bots[self.seat], self.game, self.state, self.seat, luck))
            else:
                return
        self.seat, self.choices = OVER, []
        share(self.kind, *self.game.score(self.state), self.rewards)

    def find_choices(self) -> list[int]:
        """The seat's actions, or one of them where the choice cannot matter."""
        action = int(self.game.call(calls.indifferent, self.state, self.seat))
        return [action] if action >= 0 else self.game.legal(self.state, self.seat)

    def move(self, action: int) -> None:
        self.game.call(calls.play, self.state, self.seat, action)
        self.moves.append((self.seat, action))

    def observe(self, seat: int) -> Observation:
        """What the seat knows, and what it may do now."""
        observation = np.zeros(self.game.rules.OBSERVATION, np.int8)
        self.game.call(calls.observe, self.state, seat, observation)
        mask = np.zeros(self.game.actions, np.int8)
        if seat == self.seat:
            mask[self.choices] = 1
        return {"observation": observation, "action_mask": mask}

    @property
    def match(self) -> Match:
        """The match with its log, which only who looks at it has to wait for."""
        for seat, action in self.moves[len(self.shown.steps) :]:
            self.shown.play(action, seat)
        return self.shown
