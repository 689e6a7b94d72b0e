"""What all tests share."""

from pathlib import Path

import hypothesis
import pytest

pytest.register_assert_rewrite("camarilla.testing", "tests.toy")

hypothesis.settings.register_profile("same", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)  # --hypothesis-profile=explore
hypothesis.settings.load_profile("same")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave sweeps out unless they are asked for; the tests of tools, which fork, come while processes are small."""
    items.sort(key=lambda item: "tests/tools/" not in item.nodeid)
    if "sweep" not in (config.option.markexpr or ""):
        left_out = [item for item in items if item.get_closest_marker("sweep")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def quick_and_tidy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Interpreted rules, no compiling; and matches are kept in a folder of the test's own."""
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
