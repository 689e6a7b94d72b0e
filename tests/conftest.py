"""What all tests share."""

from __future__ import annotations

import atexit
import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

pytest.register_assert_rewrite("camarilla.testing", "tests.toy")

os.environ.setdefault("CAMARILLA_RUNTIME", "compiled")  # what they need has been (tests/ahead.py), so nothing goes over
hypothesis.settings.register_profile("same", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)  # --hypothesis-profile=explore
hypothesis.settings.load_profile("same")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Tests and libraries stay until the end: nobody need look for garbage among them again and again."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    atexit.register(gc.unfreeze)
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is heavy unless it is asked for."""
    for mark in ("sweep", "faults"):
        if mark not in (config.option.markexpr or ""):
            left_out = [item for item in items if item.get_closest_marker(mark)]
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not item.get_closest_marker(mark)]


@pytest.fixture
def quick_and_tidy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Interpreted rules, no compiling; and matches are kept in a folder of the test's own."""
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("CAMARILLA_HOME", raising=False)
    monkeypatch.chdir(tmp_path)


# --- What was not compiled ahead (tests/ahead.py) is told, for every worker has to do it ---

COMPILED: set[str] = set()


@pytest.fixture(scope="session", autouse=True)
def note_what_is_compiled(request: pytest.FixtureRequest) -> Iterator[None]:
    """Of what is kept on disk: the rules within it are compiled with it."""
    from numba.core import caching, event

    with event.install_recorder("numba:compile") as seen:
        yield
    begun = [one.data["dispatcher"] for _, one in seen.buffer if one.is_start]
    kept = [one for one in begun if isinstance(getattr(one, "_cache", None), caching.FunctionCache)]
    getattr(request.config, "workeroutput", {})["compiled"] = [one.py_func.__qualname__ for one in kept]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    COMPILED.update(getattr(node, "workeroutput", {}).get("compiled", []))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if COMPILED:
        terminalreporter.write_line(f"Compiled by workers, not ahead: {', '.join(sorted(COMPILED))}")
