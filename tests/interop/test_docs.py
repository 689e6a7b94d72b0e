"""What is shown of the environments runs: the guide as it stands, and the examples beside the functions."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from camarilla.engine import space
from camarilla.interop import gymnasium, pettingzoo, spaces
from camarilla.lockstep import vector

GUIDE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_guide_runs_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    snippets = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(snippets) >= 5
    names: dict[str, object] = {}
    for snippet in snippets:
        exec(compile(snippet, str(GUIDE), "exec"), names)


@pytest.mark.parametrize("module", [space, gymnasium, pettingzoo, spaces, vector], ids=lambda one: one.__name__)
def test_examples_beside_the_functions_run(module: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert found.attempted and not found.failed
