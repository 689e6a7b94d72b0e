"""What tests of bots that have learned share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from camarilla.bots import learned
from camarilla.engine.game import Game
from tests.bots.untaught import untaught


@pytest.fixture
def taught(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game], None]:
    """As if the game had a trained player."""

    def teach(of: Game) -> None:
        one = untaught(of)
        monkeypatch.setattr(learned, "find_net", lambda other: one)

    return teach
