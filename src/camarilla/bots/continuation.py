"""What follows a choice: a search that begins after it, in worlds that the seat could be in.

A search looks at a choice that it thinks little of only a few times, and learns little about it. Here every iteration
begins with the choice in question. Two choices are compared in the same worlds: what luck does to one it does to the
other, so a difference shows in fewer of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from camarilla.bots import tree
from camarilla.bots.search import Tree
from camarilla.engine import calls
from camarilla.engine.game import Game
from camarilla.engine.playout import lowest
from camarilla.engine.record import Records, copy_records
from camarilla.engine.seeds import draw_seeds

WORLDS_STREAM = 0x3031D  # tells the worlds' chance from the search's
FAR = 60  # moves of a likely continuation, at most


@dataclass(frozen=True)
class Move:
    """A move in a likely continuation: the state before it, who makes it, and what the thinking seat sees, or -1."""

    state: Records
    mover: int
    sight: int


class Continuation:
    """What follows one choice of a seat. An iteration has a world each, the seat's share of the victory, and an end."""

    def __init__(self, game: Game, state: Records, seat: int, action: int, iterations: int, seed: int) -> None:
        self.game, self.seat = game, seat
        self.tree = Tree(game, iterations)
        self.worlds, self.ends = np.repeat(state, iterations), np.repeat(state, iterations)
        self.shares = np.zeros(iterations)
        for number, chance in enumerate(draw_seeds(seed ^ WORLDS_STREAM, iterations)):
            world = self.worlds[number : number + 1]
            game.call(calls.redeal, world, seat, chance)
            game.call(calls.play, world, seat, action)
            self.iterate(number, seed)

    def iterate(self, number: int, seed: int) -> None:
        """One more iteration, in the world of that number."""
        grown, world = self.tree, self.worlds[number : number + 1]
        self.ends[number] = grown.grow(world, tree.NOWHERE, tree.EVERYBODY, seed, 1)[0]  # it has been dealt already
        won = grown.places == 1
        self.shares[number] = won[self.seat] / won.sum()

    @property
    def later(self) -> slice:
        """The iterations that count: the earlier ones mostly try things out."""
        return slice(len(self.shares) // 2, None)

    # --- How it is likely to go on ---

    def branches(self) -> dict[tuple[int, int], int]:
        """The nodes of the trees by the node above and the key."""
        used = int(self.tree.used[0])
        keys, firsts, nexts = (self.tree.nodes[name][:used].tolist() for name in ("key", "first", "next"))
        found = {}
        for above, below in enumerate(firsts):
            while below >= 0:
                found[above, keys[below]] = below
                below = nexts[below]
        return found

    def likely(self, number: int, branches: dict[tuple[int, int], int]) -> Iterator[Move]:
        """How it goes on in a world if everybody does what they did most often, as far as that is known."""
        state, at = copy_records(self.worlds[number : number + 1]), list(self.game.seats)
        sights = np.zeros(1 + self.game.players, np.int64)
        for _ in range(FAR):
            mover, action = self.usual(state, at, branches)
            if action < 0:
                return
            self.game.call(calls.seen, state, mover, action, sights)
            yield Move(copy_records(state), mover, int(sights[1 + self.seat]))
            for seat, sight in enumerate(sights[1:].tolist()):
                if sight >= 0:
                    at[seat] = branches.get((at[seat], sight * tree.SEATS + mover), tree.NOWHERE)
            self.game.call(calls.play, state, mover, action)

    def usual(self, state: Records, at: list[int], branches: dict[tuple[int, int], int]) -> tuple[int, int]:
        """Who is to move, and what that seat did most often in such a place; -1 at the end, or where it is unknown."""
        seats = int(self.game.call(calls.waiting, state))
        if not seats:
            return tree.NOWHERE, tree.NOWHERE
        mover = lowest(seats)
        spared = int(self.game.call(calls.indifferent, state, mover))
        actions = self.game.legal(state, mover)
        if spared >= 0 or len(actions) == 1:
            return mover, spared if spared >= 0 else actions[0]
        known = {action: branches.get((at[mover], action * tree.SEATS + mover)) for action in actions}
        tried = {action: int(self.tree.nodes[node]["visits"]) for action, node in known.items() if node is not None}
        return mover, max(tried, key=lambda action: tried[action], default=tree.NOWHERE)
