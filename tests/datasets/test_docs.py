"""What `docs/data.md` says is so."""

from __future__ import annotations

import re
from pathlib import Path

from camarilla.datasets.decisions import schema
from tests.datasets.test_decisions import game_of
from tests.samples import GAME

TEXT = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")


def test_it_tells_of_every_column_and_key() -> None:
    told = re.findall(r"^\| (`\w+`.*?) \|", TEXT, re.MULTILINE)
    names = [name for row in told for name in re.findall(r"`(\w+)`", row)]
    assert set(schema(game_of(GAME), 0, ()).names) < set(names)
    assert set(game_of(GAME).new(1).record()) < set(names)
