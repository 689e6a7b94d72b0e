"""Every test of the terminal is quick and tidy."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def at_home(quick_and_tidy: None) -> None:
    pass
