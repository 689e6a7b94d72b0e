"""Other readings of our rulings: each fits the rules as they are, and gives a game that can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.rulings import READINGS, other_kind, report
from camarilla.bots.ladder import find_bot
from camarilla.games import kind


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_is_a_game_of_its_own(name: str, tmp_path: Path) -> None:
    reading = READINGS[name]
    other = other_kind(name, tmp_path)(runtime="interpreted", **reading.options)
    ours = kind(reading.game)(runtime="interpreted", **reading.options)
    assert other.id == ours.id and other.rules is not ours.rules
    assert "go exactly alike" in report([ours, other], find_bot(ours, "random"), 2)
