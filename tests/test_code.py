"""The code keeps to the house's style: what `make lint` checks."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT, PROGRAMS = Path(__file__).parents[1], Path(sys.executable).parent


@pytest.mark.parametrize("check", ["ruff check .", "ruff format --check .", "mypy", "lint-imports --no-cache"])
def test_code_passes(check):
    program, *arguments = check.split()
    run = subprocess.run([PROGRAMS / program, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
