"""Whole matches between bots on a CUDA device, very many at once. Needs the extra `camarilla[gpu]`.

A thread grows one tree: the two trees of a search are two threads of a block, which wait for each other before every
move. Only some lanes of a warp are given work: they take different ways through the rules, and would wait in line.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator, Sequence
from typing import Any, cast

import numba
import numpy as np
import numpy.typing as npt

from camarilla.bots import contest, tree
from camarilla.bots.bot import AtRandom, Bot, Quick, Search
from camarilla.bots.search import NODES, WORDS, guide
from camarilla.engine import form, playout
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.gpu import bind_for_device, cuda
from camarilla.engine.runtime import Function

WARP = 32
LANES = 4  # of a warp that are given work
MEMORY = 0.9  # the part of the free memory that trees may take

Numbers = npt.NDArray[np.integer]


def mind(game: Game, bot: Bot) -> int:
    """A bot as `contest.py` knows it."""
    if isinstance(bot, Search):
        return -bot.iterations if bot.sees_all else bot.iterations
    if isinstance(bot, AtRandom):
        return contest.CHANCE
    if isinstance(bot, Quick) and bot.style == game.styles[0]:
        return contest.QUICK
    raise BadOption(WORDS("device", bot=bot.name))


def matches_at_once(rules: types.ModuleType, player: Any) -> Function:
    book = (rules, player) if player else (rules,)

    def ready(rule: Function) -> Function:
        return bind_for_device(rule, book)

    begin, play_on, chance_of, budget, observer, tally, most_visited = (
        ready(getattr(contest, name))
        for name in ("begin", "play_on", "chance_of", "budget", "observer", "tally", "most_visited")
    )
    search, lowest = ready(tree.search), ready(playout.lowest)
    waiting, legal, play, score = (ready(rule) for rule in (form.waiting, form.legal, form.play, form.score))
    state, choices, actions = numba.from_dtype(rules.State), rules.CHOICES, rules.ACTIONS
    seats_most, trees, deepest, nowhere = contest.LETTERS, tree.TREES, tree.DEEPEST, tree.NOWHERE

    def kernel(data, seeds, minds, guidance, nodes, counts, points, places):  # type: ignore[no-untyped-def]
        number, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
        match = cuda.blockIdx.x * LANES + lane
        mine = lane < LANES and match < len(seeds)
        states = cuda.local.array(2, state)
        used, at = cuda.local.array(1, np.int32), cuda.local.array(seats_most, np.int32)
        path, owners = cuda.local.array(deepest, np.int32), cuda.local.array(deepest, np.int8)
        out, slots = cuda.local.array(choices, np.int64), cuda.local.array(actions, np.int32)
        scored, placed = cuda.local.array(seats_most, np.int32), cuda.local.array(seats_most, np.int32)
        rewards = cuda.local.array(seats_most, np.float64)
        players = points.shape[1]
        step = 0
        for action in range(actions):
            slots[action] = nowhere
        if mine:
            begin(data[0], states[0], seeds[match])
        while True:
            seat = -1
            if mine:
                step = play_on(data[0], states[0], seeds[match], step, minds[match], out)
                seats = waiting(data[0], states[0])
                if seats:
                    seat = lowest(seats)
            if cuda.syncthreads_or(np.int32(seat + 1)) == 0:
                break
            if seat >= 0:
                mind = minds[match, seat]
                seed = chance_of(seeds[match], seat, step) * np.uint64(trees) + np.uint64(number)
                search(
                    data,
                    states,
                    seat,
                    observer(mind, seat),
                    nodes[match, number],
                    used,
                    at[:players],
                    path,
                    owners,
                    out,
                    slots,
                    scored[:players],
                    placed[:players],
                    rewards,
                    guidance,
                    seed,
                    np.uint64(0),
                    budget(mind, number),
                )
                tally(nodes[match, number], seat, counts[match, number])
            cuda.syncthreads()
            if seat >= 0:
                n = legal(data[0], states[0], seat, out)
                play(data[0], states[0], seat, most_visited(counts[match], out, n))
                step += 1
        if mine and number == 0:
            score(data[0], states[0], points[match], places[match])

    return kernel


@functools.cache
def compile_matches(rules: types.ModuleType, player: types.ModuleType | None) -> Any:
    return cuda.jit(matches_at_once(rules, player))


def play_matches(
    game: Game, seeds: Sequence[int], tables: Sequence[Sequence[Bot]]
) -> tuple[list[list[int]], list[list[int]]]:
    """Points and places of the matches with these seeds, each between its own bots, seat by seat."""
    minds = np.array([[mind(game, bot) for bot in bots] for bots in tables], np.int64)
    found: tuple[list[list[int]], list[list[int]]] = ([], [])
    for minds_there, seeds_there in parts(game, minds, np.array(seeds, np.uint64)):
        for kept, more in zip(found, launch(game, minds_there, seeds_there), strict=True):
            kept.extend(more.copy_to_host().tolist())
    return found


def parts(game: Game, minds: Numbers, seeds: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """As many matches at a time as the device has memory for."""
    free, _ = cuda.current_context().get_memory_info()
    each = trees_of(minds) * nodes_of(game, minds) * tree.Node.itemsize
    many = max(1, int(MEMORY * free / each))
    for first in range(0, len(seeds), many):
        yield minds[first : first + many], seeds[first : first + many]


def trees_of(minds: Numbers) -> int:
    """That the longest thought needs."""
    return int(tree.trees_for(np.abs(minds).max()))


def nodes_of(game: Game, minds: Numbers) -> int:
    """That the largest tree may need."""
    most = max(int(tree.share_of(n, 0)) for n in np.unique(np.abs(minds)).tolist())
    return game.players * (1 + NODES * most)


def launch(game: Game, minds: Numbers, seeds: Numbers) -> tuple[Any, Any]:
    """Points and places, left on the device."""
    trees = trees_of(minds)
    nodes = cuda.device_array((len(seeds), trees, nodes_of(game, minds)), tree.Node)
    counts = cuda.to_device(np.zeros((len(seeds), tree.TREES, game.actions), np.int32))
    points, places = (cuda.device_array((len(seeds), game.players), np.int32) for _ in range(2))
    run = compile_matches(game.rules, cast(types.ModuleType | None, game.greedy))[-(-len(seeds) // LANES), trees * WARP]
    data = (cuda.to_device(value) for value in (game.data, seeds, minds))
    guided = guide(game)
    run(*data, guided.GUIDANCE if guided else 0, nodes, counts, points, places)
    return points, places
