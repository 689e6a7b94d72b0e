"""The algorithm in `examples/flat_monte_carlo.py`, and the guide that reads it, for every game and on every runtime."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.games import kind
from camarilla.testing.walks import onwards
from tests.examples.conftest import ROOT
from tests.samples import DUEL
from tests.toy.game import PocketCourt

GUIDE = (ROOT / "docs" / "compiled_algorithms.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
EXAMPLE = ROOT / "examples" / "flat_monte_carlo.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec: Any = importlib.util.spec_from_file_location("flat_monte_carlo", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def near_the_end(game: Game, seed: int) -> Match:
    """The last position of a random match in which there is a choice."""
    line = [match for match in onwards(game.new(seed), seed) if match.waiting]
    return next(match for match in reversed(line) if len(match.choices(match.waiting[0])) > 1)


@pytest.mark.parametrize("name", camarilla.games())
def test_it_judges_every_choice_of_every_game(example: ModuleType, name: str) -> None:
    match = near_the_end(camarilla.game(name, runtime="interpreted", **kind(name).testing.SHORT), 3)
    before, seat = match.copy(), match.waiting[0]
    judged = example.judge(match, seat, playouts=12)
    assert sorted(choice.id for _, choice in judged) == [choice.id for choice in match.choices(seat)]
    assert all(0 <= worth <= 1 for worth, _ in judged)
    assert [worth for worth, _ in judged] == sorted((worth for worth, _ in judged), reverse=True)
    assert match == before, "it looks at copies"


def test_compiled_it_judges_as_interpreted(example: ModuleType) -> None:
    matches = [near_the_end(PocketCourt(runtime=runtime), 5) for runtime in ("interpreted", "compiled")]
    found = [example.judge(match, match.waiting[0], 200) for match in matches]
    assert found[0] == found[1]


def test_it_finds_the_move_that_wins(example: ModuleType) -> None:
    """Where only the last choice is left, what it judges is what happens."""
    match = near_the_end(PocketCourt(runtime="interpreted"), 5)
    seat, shares = match.waiting[0], {}
    for choice in match.choices(seat):
        line = onwards(match, 0)[0].copy()
        line.play(choice)
        if line.over:
            shares[choice.id] = (seat in line.winners) / max(1, len(line.winners))
    judged = {choice.id: worth for worth, choice in example.judge(match, seat, 60)}
    assert shares and judged == shares


def test_its_kernel_compiles_for_a_device(example: ModuleType) -> None:
    gpu = pytest.importorskip("camarilla.engine.gpu", reason="needs camarilla[gpu]")
    game = PocketCourt()
    arguments = np.zeros(1, game.rules.State), 0, np.zeros(3, np.int64), np.uint64(1), np.zeros(8)
    assert ".entry" in gpu.ptx(example.make_kernel(game), (game.data.copy(), *arguments), (9, 0))


@pytest.mark.parametrize("name", camarilla.games())
def test_a_device_judges_as_a_processor(example: ModuleType, name: str) -> None:
    gpu = pytest.importorskip("camarilla.engine.gpu", reason="needs camarilla[gpu]")
    if not gpu.cuda.is_available():
        pytest.skip("no CUDA device here")
    match = camarilla.game(name, runtime="compiled").new(1)
    actions = np.array([choice.id for choice in match.choices(match.waiting[0])])
    asked = match.game, match.state, match.waiting[0], actions, 3, 40 * len(actions)
    np.testing.assert_array_equal(example.run_on_device(*asked), example.run_on_processor(*asked))


def test_it_runs_as_a_program() -> None:
    command = [sys.executable, str(EXAMPLE), DUEL, "--playouts", "4"]
    done = subprocess.run(
        command, env={**os.environ, "CAMARILLA_RUNTIME": "interpreted"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "%" in done.stdout


def test_the_guide_reads_the_example_as_it_is() -> None:
    written = EXAMPLE.read_text(encoding="utf-8")
    for block in BLOCKS:
        for part in re.split(r"\n\n\n", block.strip("\n")):
            assert not part.startswith(("@rule", "def ")) or part in written, part
    assert len(BLOCKS) >= 5
