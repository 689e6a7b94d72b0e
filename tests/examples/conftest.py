"""A stranger's game, installed as a stranger would: into a folder of its own, without a change anywhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.website.browser.conftest import chromium, enter, watch  # noqa: F401  # fixtures
from tests.website.house import House

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "backstairs"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a process needs to find the game. Its rules are small enough to be played as they are written."""
    home = tmp_path_factory.mktemp("fifth")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    where = ["--no-deps", "--no-build-isolation", "--target", str(home / "installed"), str(EXAMPLE)]
    subprocess.run([*pip, *where], check=True, capture_output=True)
    paths = [str(home / "installed"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths), "CAMARILLA_RUNTIME": "interpreted", "HOME": str(home)}


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Runs Python where the game is installed."""

    def run(*words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        where = {**os.environ, **environment, **more}
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, env=where, input=typed, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    return run


@pytest.fixture
def camarilla(run: Run) -> Run:
    """Runs the command `camarilla`."""

    def command(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return run("-c", "import sys; from camarilla.cli import main; sys.exit(main())", *words, typed=typed)

    return command


@pytest.fixture(scope="module")
def house(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of a house that has the game."""
    opening = House(tmp_path_factory.mktemp("house") / "home")
    opening.environment |= environment
    with opening as opened:
        yield opened
