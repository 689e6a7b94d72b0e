"""A game as a tree: nodes where chance, a seat or nobody any more decides, and what each seat has seen on the way.

Chance comes in digits. Eight of them, each as likely as another, are the 64 bits that a whole match is dealt from
(`game.new`), and again the stream of every later move that needs chance: such a move is known first, and carried out
when its digits are. So each node has few outcomes, and together they reach every match that can be played. A reduced
game has one chance node instead, with a deal for each outcome.

Of several seats that may move at the same time the lowest comes first, as in every simulation.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from camarilla.engine import calls
from camarilla.engine.game import Game
from camarilla.engine.match import Match, Step
from camarilla.engine.playout import lowest
from camarilla.engine.record import Records
from camarilla.engine.seeds import draw_seeds

DIGITS, BASE = 8, 256  # of a seed
NOBODY = -1  # instead of a seat
DIGIT_OUTCOMES = [(digit, 1 / BASE) for digit in range(BASE)]


class Event(NamedTuple):
    """A move as a seat saw it: the mover and the sight, -1 if it saw none, and what it knows since, as text."""

    mover: int
    sight: int
    news: str

    @property
    def text(self) -> str:
        return f"{self.mover}:{self.sight} {self.news}" if self.sight >= 0 else self.news


class Memory(NamedTuple):
    """All that a seat has seen from the beginning, and what it knows now."""

    events: tuple[Event, ...]
    observation: npt.NDArray[np.int8]

    @property
    def text(self) -> str:
        return "\n".join(event.text for event in self.events)


@dataclasses.dataclass(frozen=True)
class Node:
    """Never changes, so it is never copied; the arrays in it are not written to, either."""

    record: Records | None = None  # the state of the match; None before the deal
    mover: int = NOBODY  # the seat that is to decide
    memories: tuple[Memory, ...] = ()  # by seat
    steps: tuple[Step, ...] = ()
    pending: Step | None = None  # waits for chance
    digits: tuple[int, ...] = ()  # of that chance, as far as they are drawn

    @property
    def is_chance(self) -> bool:
        return self.record is None or self.pending is not None

    @property
    def is_end(self) -> bool:
        return self.mover == NOBODY and not self.is_chance

    @property
    def state(self) -> Records:
        """The state of a match that has been dealt."""
        if self.record is None:
            raise ValueError("nothing has been dealt yet")
        return self.record

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self


class GameTree:
    """The nodes of a game; of a reduced one, if it lists the deals that it may begin from."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.longest: int = game.testing.LONGEST
        small = game.reduced if game.reduced and type(game) in game.reduced.GAMES.values() else None
        self.widest = small.widest(game) if small else None
        deals = small.deals(game) if small else []
        self.deals = [game.at(position).state for position, _ in deals]
        self.outcomes = [(number, chance) for number, (_, chance) in enumerate(deals)]

    # --- Where one is ---

    def chances(self, node: Node) -> list[tuple[int, float]]:
        """The outcomes of a chance node, and how likely each is."""
        return self.outcomes if self.deals and node.record is None else DIGIT_OUTCOMES

    def legal(self, node: Node) -> list[int]:
        return self.game.legal(node.state, node.mover)

    def returns(self, node: Node) -> list[float]:
        """What a seat has beyond the mean of the others: of the victory in a whole game, of points in a reduced one."""
        points, places = self.game.score(node.state)
        winners = places.count(1)
        worth = points if self.deals else [(place == 1) / winners for place in places]
        others = self.game.players - 1
        return [one - (sum(worth) - one) / others for one in worth]

    # --- Going on ---

    def apply(self, node: Node, action: int) -> Node:
        """The node that an outcome of chance, or a decision, leads to."""
        if not node.is_chance:
            return self.play(node, action)
        if node.record is None and self.deals:
            return self.begin(self.deals[action])
        digits = (*node.digits, action)
        if len(digits) < DIGITS:
            return dataclasses.replace(node, digits=digits)
        return self.draw(node, int.from_bytes(bytes(digits), "big"))

    def draw(self, node: Node, seed: int) -> Node:
        """Chance has spoken: a match is dealt, or a move carried out."""
        if node.pending is None:
            return self.begin(self.game.new(seed).state)
        state = node.state.copy()
        state["random"] = draw_seeds(seed, 1)
        return self.follow(node, node.pending, self.carry_out(node.pending, state))

    def play(self, node: Node, action: int) -> Node:
        step = self.make_step(node.mover, action, node.state)
        after = self.carry_out(step, node.state)
        if after["random"][0] != node.state["random"][0]:
            return dataclasses.replace(node, pending=step)
        return self.follow(node, step, after)

    def make_step(self, seat: int, action: int, before: Records) -> Step:
        """A step without words: what everybody saw of it is in the memories."""
        return Step(seat, action, "", (None,) * (1 + self.game.players), before)

    def carry_out(self, step: Step, state: Records) -> Records:
        after = state.copy()
        self.game.call(calls.play, after, step.seat, step.action)
        return after

    def begin(self, state: Records) -> Node:
        nobody = np.zeros(self.game.rules.OBSERVATION, np.int8)
        memories = [self.learn(Memory((), nobody), state, seat) for seat in self.game.seats]
        return Node(state, self.mover(state), tuple(memories))

    def follow(self, node: Node, step: Step, after: Records) -> Node:
        """A step has led there: everybody keeps in mind what it saw of it."""
        sights = np.zeros(1 + self.game.players, np.int64)
        self.game.call(calls.seen, step.before, step.seat, step.action, sights)
        memories = [
            self.learn(memory, after, seat, step.seat, int(sights[1 + seat]))
            for seat, memory in enumerate(node.memories)
        ]
        return Node(after, self.mover(after), tuple(memories), (*node.steps, step))

    def mover(self, state: Records) -> int:
        seats = int(self.game.call(calls.waiting, state))
        return lowest(seats) if seats else NOBODY

    def learn(self, memory: Memory, state: Records, seat: int, mover: int = -1, sight: int = -1) -> Memory:
        observation = np.zeros(self.game.rules.OBSERVATION, np.int8)
        self.game.call(calls.observe, state, seat, observation)
        changed = np.flatnonzero(observation != memory.observation)
        if sight < 0 and not len(changed):
            return memory
        news = " ".join(f"{index}={observation[index]}" for index in changed)
        return Memory((*memory.events, Event(mover, sight, news)), observation)

    # --- What a seat may take for true ---

    def resample(self, node: Node, seat: int, seed: int) -> Node:
        """A world that the seat cannot tell from the true one, with a history: moves of the others that may have led
        there. What others remember begins where that history does; the seat has seen what it has seen."""
        match = Match(self.game, node.state, {})
        match.steps = list(node.steps)
        world = match.redeal(seat, seed)
        position, actions = self.game.history.retrace(match, world, seat)
        past = self.begin(self.game.at(position).state)
        for true, action in zip(node.steps[len(node.steps) - len(actions) :], actions, strict=True):
            step = self.make_step(true.seat, action, past.state)
            past = self.follow(past, step, self.carry_out(step, past.state))
        memories = [*past.memories]
        memories[seat] = node.memories[seat]
        return dataclasses.replace(past, memories=tuple(memories))
