"""The guide to notebooks says what is so."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from camarilla.notebook import showing

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")


def test_its_code_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    names: dict[str, object] = {}
    for snippet in re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL):
        exec(compile(snippet, "notebooks.md", "exec"), names)
    assert (tmp_path / "match.html").read_text(encoding="utf-8").startswith("<iframe")


def test_everything_it_links_to_is_there() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert (ROOT / "docs" / link).exists(), link


def test_the_example_of_show_runs() -> None:
    found = doctest.testmod(showing)
    assert found.attempted and not found.failed
