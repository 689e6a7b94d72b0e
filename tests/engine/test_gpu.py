"""Every rule stays in the subset that a CUDA device understands: compiling for one needs none."""

import numpy as np
import pytest

import camarilla
from camarilla.engine import calls
from camarilla.engine.runtime import renamed
from tests.samples import GAME

gpu = pytest.importorskip("camarilla.engine.gpu", reason="needs camarilla[gpu]")
HOPPER = (9, 0)
OTHERS = [name for name in camarilla.games() if name != GAME]


def results(players: int) -> tuple[np.ndarray, ...]:
    return np.zeros((8, players), np.int16), np.zeros((8, players), np.int8), np.zeros((8, 3), np.int32)


@pytest.mark.parametrize("name", [GAME, *(pytest.param(name, marks=pytest.mark.sweep) for name in OTHERS)])
def test_whole_matches_compile_for_a_device(name):
    game = camarilla.game(name)
    arguments = (game.data.copy(), np.uint64(1), np.uint64(0), np.zeros(6, np.int8), *results(game.players))
    text = gpu.ptx(gpu.matches_at_once(game.rules), arguments, HOPPER)
    assert ".target sm_90" in text
    assert ".entry" in text


@pytest.mark.parametrize("name", camarilla.games())
@pytest.mark.parametrize("entry", [calls.redeal, calls.seen, calls.observe, calls.reveals], ids=lambda e: e.__name__)
def test_what_search_needs_compiles_for_a_device(name, entry):
    game = camarilla.game(name)
    state, out = np.zeros(1, game.rules.State), np.zeros(game.rules.OBSERVATION, np.int8)
    arguments = {
        "redeal": (game.data.copy(), state, 0, np.uint64(1)),
        "seen": (game.data.copy(), state, 0, 0, np.zeros(3, np.int64)),
        "observe": (game.data.copy(), state, 0, out),
        "reveals": (game.data.copy(), state, state),
    }[entry.__name__]
    function = renamed(entry, (game.rules,), lambda part: gpu.bind_for_device(part, (game.rules,)))
    assert ".func" in gpu.ptx(function, arguments, HOPPER, kernel=False)


def add_up(numbers, found):
    total = 0
    for i in range(24):
        total += numbers[i]
    found[0] = total


def test_code_for_a_device_is_short():
    numbers = gpu.numba.typeof(np.zeros(24, np.int8))
    with gpu.pretended_device(HOPPER):
        text, _ = gpu.cuda.compile_ptx(add_up, (numbers, numbers), cc=HOPPER)
    assert text.count("ld.global") == 1, "the loop was unrolled"


@pytest.mark.skipif(not gpu.cuda.is_available(), reason="no CUDA device here")
@pytest.mark.parametrize("name", camarilla.games())
def test_a_device_plays_the_same_matches(name):
    from camarilla.lab.series import series

    game = camarilla.game(name)
    found = gpu.RandomPlay(game.rules, game.data, game.players, 1024).play(5, 0, 5000)
    expected = series(game, 5, 0, 5000)
    for on_device, here in zip(found, (expected.points, expected.places, expected.about), strict=True):
        np.testing.assert_array_equal(on_device.copy_to_host(), here)
