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
from camarilla.engine.record import Records, copy_records
from camarilla.engine.seeds import draw_seeds

DIGITS, BASE = 8, 256  # of a seed
NOBODY = -1  # instead of a seat
DIGIT_OUTCOMES = [(digit, 1 / BASE) for digit in range(BASE)]


class Edge(NamedTuple):
    """A move, and the state in which it was made."""

    seat: int
    action: int
    before: Records


class Event(NamedTuple):
    """A move as a seat saw it: the mover and the sight, -1 if it saw none, and what it knows since, as text."""

    mover: int
    sight: int
    news: str

    @property
    def text(self) -> str:
        return f"{self.mover}:{self.sight} {self.news}" if self.sight >= 0 else self.news


class Recall(NamedTuple):
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
    recalls: tuple[Recall, ...] = ()  # by seat
    edges: tuple[Edge, ...] = ()  # from the beginning to here
    pending: Edge | None = None  # waits for chance
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
        state = copy_records(node.state)
        state["random"] = draw_seeds(seed, 1)
        return self.follow(node, node.pending, self.carry_out(node.pending, state))

    def play(self, node: Node, action: int) -> Node:
        edge = Edge(node.mover, action, node.state)
        after = self.carry_out(edge, node.state)
        if after["random"][0] != node.state["random"][0]:
            return dataclasses.replace(node, pending=edge)
        return self.follow(node, edge, after)

    def carry_out(self, edge: Edge, state: Records) -> Records:
        after = copy_records(state)
        self.game.call(calls.play, after, edge.seat, edge.action)
        return after

    def begin(self, state: Records) -> Node:
        nothing = np.zeros(self.game.rules.OBSERVATION, np.int8)
        recalls = [self.learn(Recall((), nothing), state, seat) for seat in self.game.seats]
        return Node(state, self.mover(state), tuple(recalls))

    def follow(self, node: Node, edge: Edge, after: Records) -> Node:
        """A move has led there: everybody keeps in mind what it saw of it."""
        sights = np.zeros(1 + self.game.players, np.int64)
        self.game.call(calls.seen, edge.before, edge.seat, edge.action, sights)
        recalls = [
            self.learn(recall, after, seat, edge.seat, int(sights[1 + seat]))
            for seat, recall in enumerate(node.recalls)
        ]
        return Node(after, self.mover(after), tuple(recalls), (*node.edges, edge))

    def mover(self, state: Records) -> int:
        seats = int(self.game.call(calls.waiting, state))
        return lowest(seats) if seats else NOBODY

    def learn(self, recall: Recall, state: Records, seat: int, mover: int = -1, sight: int = -1) -> Recall:
        observation = np.zeros(self.game.rules.OBSERVATION, np.int8)
        self.game.call(calls.observe, state, seat, observation)
        changed = np.flatnonzero(observation != recall.observation)
        if sight < 0 and not len(changed):
            return recall
        news = " ".join(f"{index}={observation[index]}" for index in changed)
        return Recall((*recall.events, Event(mover, sight, news)), observation)

    # --- What a seat may take for true ---

    def resample(self, node: Node, seat: int, seed: int) -> Node:
        """A world that the seat cannot tell from the true one, with a history: moves of the others that may have led
        there. What others recall begins where that history does; the seat has seen what it has seen."""
        position, actions = self.game.history.retrace(self.match(node), self.redeal(node, seat, seed), seat)
        past = self.begin(self.game.at(position).state)
        for true, action in zip(node.edges[len(node.edges) - len(actions) :], actions, strict=True):
            edge = Edge(true.seat, action, past.state)
            past = self.follow(past, edge, self.carry_out(edge, past.state))
        recalls = [*past.recalls]
        recalls[seat] = node.recalls[seat]
        return dataclasses.replace(past, recalls=tuple(recalls))

    def match(self, node: Node) -> Match:
        """The match that has led to a node."""
        match = Match(self.game, node.state, {})
        match.steps = [Step(self.game, edge.before, edge.seat, edge.action) for edge in node.edges]
        return match

    def redeal(self, node: Node, seat: int, seed: int) -> Match:
        """A match that stands as the node may stand; its past, which would have to be put into words, is not needed."""
        state = copy_records(node.state)
        self.game.call(calls.redeal, state, seat, np.uint64(seed))
        return Match(self.game, state, {})
