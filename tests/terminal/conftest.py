"""Fake terminals: what is typed comes from a list, what is shown goes into a text."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def quick_and_tidy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Interpreted rules, no compiling; and matches are kept in a folder of the test's own."""
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
