"""Matches between bots as rules, which a CUDA device can play: the same ones as from Python."""

from __future__ import annotations

import numpy as np
import pytest

from camarilla.bots import contest, device, tree
from camarilla.bots.bot import AtRandom, Bot, Dreamer, Search
from camarilla.bots.contest import play_on
from camarilla.bots.play import play_match
from camarilla.bots.search import Tree
from camarilla.engine import calls, gpu
from camarilla.engine.errors import BadOption
from camarilla.engine.rule import rule
from camarilla.engine.runtime import bind
from tests.toy.game import PocketCourt

HOPPER = (9, 0)
GAME = PocketCourt(runtime="interpreted")
TABLES: list[tuple[Bot, Bot]] = [
    (Search(30, threads=1), AtRandom()),
    (AtRandom(), Search(11, threads=1)),
    (Search(12, threads=1, sees_all=True), Search(7, threads=1)),
]


def played(seed: int, bots: tuple[Bot, Bot]) -> tuple[int, ...]:
    """What the kernel of `device.py` does, one tree after another."""

    def call(rule, *arguments):
        return bind(rule, GAME)(*arguments)

    minds, step = np.array([device.mind(GAME, bot) for bot in bots]), 0
    state, out = np.zeros(1, GAME.rules.State), np.zeros(GAME.rules.CHOICES, np.int64)
    GAME.call(calls.setup, state, np.uint64(seed))
    while True:
        step = call(on, GAME.data, state, np.uint64(seed), step, minds, out)
        seats = GAME.call(calls.waiting, state)
        if not seats:
            break
        seat, counts = (seats & -seats).bit_length() - 1, np.zeros((tree.TREES, GAME.actions), np.int64)
        for number in range(tree.TREES):
            grown, share = Tree(GAME, 50), int(contest.budget(minds[seat], number))
            with np.errstate(over="ignore"):
                chance = contest.chance_of(np.uint64(seed), seat, step) * np.uint64(tree.TREES) + np.uint64(number)
            grown.grow(state, seat, int(contest.observer(minds[seat], seat)), int(chance), share)
            call(contest.tally, grown.nodes, seat, counts[number])
        n = GAME.call(calls.legal, state, seat, out)
        GAME.call(calls.play, state, seat, int(call(contest.most_visited, counts, out, n)))
        step += 1
    points, places = np.zeros((2, GAME.players), np.int64)
    GAME.call(calls.score, state, points, places)
    return tuple(points.tolist())


@rule
def on(data, states, origin, step, minds, out):
    return play_on(data[0], states[0], origin, step, minds, out)


@pytest.mark.parametrize("bots", TABLES)
def test_the_same_matches_as_from_python(bots: tuple[Bot, Bot]) -> None:
    for seed in range(3):
        assert played(seed, bots) == play_match(GAME, seed, bots).points


def test_a_bot_that_cannot_play_there_is_said() -> None:
    with pytest.raises(BadOption, match="dreamer:4 does not play on a CUDA device"):
        device.mind(GAME, Dreamer("greedy", 4))


def test_it_compiles_for_a_device() -> None:
    whole = np.zeros((2, 2), np.int32)
    arguments = (
        GAME.data,
        np.zeros(2, np.uint64),
        np.zeros((2, 2), np.int64),
        0,
        np.zeros((2, 2, 9), tree.Node),
        np.zeros((2, tree.TREES, GAME.actions), np.int32),
        whole,
        whole,
    )
    assert ".entry" in gpu.ptx(device.matches_at_once(GAME.rules, None), arguments, HOPPER)


def test_longer_thought_is_shared_among_more_trees() -> None:
    for iterations in (1, 2, 7, 19_999, 20_000, 55_555, 80_000, 1_000_001):
        shares = [int(tree.share_of(iterations, number)) for number in range(tree.TREES)]
        assert sum(shares) == iterations
        assert max(shares) - min(share for share in shares if share or iterations < 2) <= 1
    assert [int(tree.trees_for(n)) for n in (5, 29_999, 30_000, 10**6)] == [2, 2, 3, 8]
