"""The tables of a learner as tensors."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from camarilla.engine.compiling import Watch, in_silence, warm_up
from camarilla.lockstep.tables import advise_tables
from camarilla.lockstep.vector import OnProcessor, vector
from camarilla.training.plan import Kind

NAMES = ("observations", "masks", "seats", "ended", "rewards", "points")
SPARE = 2  # threads for each core, so that none is idle while the slowest group is being stepped


@dataclass(frozen=True)
class Group:
    """So many tables of one kind."""

    kind: Kind
    number: int
    seed: int
    opponents: str | None = None


class Tables:
    """All tables, those of each group together. What is told of them is copied to where the net is after every step;
    where fewer sit than at others there are seats without rewards and points."""

    def __init__(self, game: str, groups: Sequence[Group], on: str, watch: Watch = in_silence) -> None:
        threads = 1 + (os.cpu_count() or 1) * SPARE // len(groups)
        self.vectors = [open_tables(game, group, threads, watch) for group in groups]
        self.rules, self.on, self.number = self.vectors[0].game.rules, on, sum(group.number for group in groups)
        ends = np.cumsum([0, *(group.number for group in groups)]).tolist()
        self.rows = [slice(first, last) for first, last in itertools.pairwise(ends)]
        of_rows = [one.game.players for one in self.vectors for _ in range(one.number)]
        self.players = torch.tensor(of_rows, device=on)
        self.observations = self.zeros(torch.int8, self.rules.OBSERVATION)
        self.masks = self.zeros(torch.int8, self.rules.ACTIONS)
        self.seats, self.ended = self.zeros(torch.int64), self.zeros(torch.bool)
        self.rewards, self.points = (self.zeros(torch.float32, max(of_rows)) for _ in range(2))
        self.pool = ThreadPoolExecutor(len(self.vectors))
        self.copy()

    def zeros(self, dtype: torch.dtype, *shape: int) -> Tensor:
        return torch.zeros(self.number, *shape, dtype=dtype, device=self.on)

    def copy(self) -> None:
        for one, rows in zip(self.vectors, self.rows, strict=True):
            for name in NAMES:
                told = torch.from_numpy(getattr(one, name))
                here = getattr(self, name)[rows]
                (here[:, : told.shape[1]] if told.ndim > 1 else here).copy_(told)

    def step(self, actions: Tensor) -> None:
        chosen = actions.to("cpu", torch.int32).numpy()
        list(self.pool.map(lambda one, rows: one.step(chosen[rows]), self.vectors, self.rows))
        self.copy()

    def advise(self) -> Tensor:
        """What the rules of thumb would do."""
        return torch.from_numpy(np.concatenate(list(self.pool.map(ask_advice, self.vectors)))).to(self.on)


def open_tables(game: str, group: Group, threads: int, watch: Watch) -> OnProcessor:
    """With all compiled that will be asked of them."""
    about = {"number": group.number, "opponents": group.opponents, "seed": group.seed, **group.kind}
    tables = vector(game, threads=threads, watch=watch, **about)
    assert isinstance(tables, OnProcessor)
    warm_up(tables.game, lambda _: ask_advice(tables), watch, "rules", advise_tables, tables.game.greedy)
    return tables


def ask_advice(tables: OnProcessor) -> np.ndarray:
    """Every thread asks for its share of the tables."""
    game, advice = tables.game, np.zeros(tables.number, np.int64)

    def ask(thread: int, first: int, last: int) -> None:
        room = tables.scratch[thread][0]
        game.call(advise_tables, tables.states, first, last, tables.seats, advice, room, player=game.greedy)

    tables.share_out(ask)
    return advice
