"""One match, a decision at a time: what the environments of PettingZoo and of Gymnasium have in common.

Whatever needs no decision is played at once, as in `camarilla.lockstep`: moves of who has one choice, or none that
matters, and those of bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Bot, chance, open_actions
from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import Game
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

    def begin(self, seed: int, bots: Mapping[int, Bot] | None = None) -> None:
        """The match of that seed, with bots in some seats."""
        self.match, self.bots = self.game.new(seed), bots or {}
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
            self.match.step(int(action), self.seat)
            self.settle()
            return
        self.illegal = True
        forfeit(self.kind, self.seat, self.rewards)
        self.seat = OVER

    def settle(self) -> None:
        """Play on until somebody who is no bot has something to decide."""
        while waiting := self.match.waiting:
            self.seat = waiting[0]
            self.choices = open_actions(self.game, self.match.state, self.seat)
            if len(self.choices) == 1:
                self.match.step(self.choices[0], self.seat)
            elif self.seat in self.bots:
                self.match.step(self.ask(self.bots[self.seat]), self.seat)
            else:
                return
        self.seat, self.choices = OVER, []
        share(self.kind, *self.game.score(self.match.state), self.rewards)

    def ask(self, bot: Bot) -> int:
        """What the bot does in the seat; its luck comes from the seed of the match."""
        return bot.answer(self.match, self.seat, chance(self.match.seed or 0, self.seat, len(self.match.steps)))

    def observe(self, seat: int) -> Observation:
        """What the seat knows, and what it may do now."""
        mask = np.zeros(self.game.actions, np.int8)
        if seat == self.seat:
            mask[self.choices] = 1
        return {"observation": self.match.observe(seat), "action_mask": mask}
