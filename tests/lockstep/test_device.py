"""The same tables on a CUDA device: a step compiles for one, and where there is one the matches are the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla.games import kind
from camarilla.lockstep.vector import Vector
from tests.samples import GAME
from tests.toy.game import PocketCourt

device = pytest.importorskip("camarilla.lockstep.device", reason="needs camarilla[gpu]")
gpu = pytest.importorskip("camarilla.engine.gpu")
HOPPER, TABLES = (9, 0), 8
TOLD = ("seats", "observations", "masks", "rewards", "ended", "matches", "points")


def compile_step(game: camarilla.Game, player: Any) -> str:
    """The kernel for a device that need not be there."""
    players, rules = game.players, game.rules
    states = np.zeros((device.count_words(rules.State), TABLES), np.uint64)
    series = np.uint64(0), np.int64(TABLES), np.int64(0), np.int64(0)
    matches, seats, actions = np.zeros(TABLES, np.uint64), np.zeros(TABLES, np.int32), np.zeros(TABLES, np.int32)
    observations, masks = (np.zeros((TABLES, n), np.int8, order="F") for n in (rules.OBSERVATION, rules.ACTIONS))
    rewards, points = (np.zeros((TABLES, players), dtype, order="F") for dtype in (np.float32, np.int32))
    told = matches, seats, actions, observations, masks, rewards, np.zeros(TABLES, np.uint8), points
    return gpu.ptx(device.make_kernel(rules, player), (game.data.copy(), states, series, *told), HOPPER)


def test_a_step_compiles_for_a_device() -> None:
    assert ".entry" in compile_step(PocketCourt(), None)


@pytest.mark.sweep
@pytest.mark.parametrize("name", camarilla.games())
@pytest.mark.parametrize("alone", [True, False])
def test_a_step_of_every_game_compiles_for_a_device(name: str, alone: bool) -> None:
    assert ".entry" in compile_step(camarilla.game(name), None if alone else kind(name).greedy)


@pytest.mark.parametrize("name", camarilla.games())
def test_the_words_of_a_state_are_its_memory(name: str) -> None:
    rules = kind(name).rules
    noise = np.frombuffer(np.random.default_rng(1).bytes(rules.State.itemsize), np.uint64)
    record = np.zeros(1, device.with_words(rules.State))
    record[0]["words"] = noise
    plain = noise.view(rules.State)
    assert all((record[0][field] == plain[0][field]).all() for field in rules.State.names)


def choose(vector: Vector, chance: np.random.Generator) -> Any:
    return (chance.random(vector.masks.shape) * vector.masks).argmax(1)


@pytest.mark.skipif(not gpu.cuda.is_available(), reason="no CUDA device here")
@pytest.mark.parametrize("opponents", [None, "courtier"])
@pytest.mark.parametrize("name", camarilla.games())
def test_a_device_plays_the_same_matches_as_a_processor(name: str, opponents: str | None) -> None:
    here, there = (camarilla.vector(name, number=200, on=on, seed=7, opponents=opponents) for on in ("cpu", "cuda"))
    chance = np.random.default_rng(5)
    for _ in range(150):
        actions = choose(here, chance)
        here.step(actions)
        there.step(actions)
        for told in TOLD:
            np.testing.assert_array_equal(getattr(there, told).get(), getattr(here, told), err_msg=told)


@pytest.mark.skipif(not gpu.cuda.is_available(), reason="no CUDA device here")
@pytest.mark.parametrize("library", ["torch", "jax.dlpack", "cupy"])
def test_other_libraries_share_the_memory_of_the_device(library: str) -> None:
    found = camarilla.vector(GAME, number=16, on="cuda")
    shared = pytest.importorskip(library).from_dlpack(found.observations)
    assert shared.shape == found.observations.shape
    pointer = (
        shared.data.ptr if library == "cupy" else getattr(shared, "data_ptr", None) or shared.unsafe_buffer_pointer
    )
    assert (pointer() if callable(pointer) else pointer) == found.observations.data.ptr
