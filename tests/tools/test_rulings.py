"""Other readings of our rulings: each fits the rules as they are, and gives a game that can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.rulings import READINGS, other_kind, report
from camarilla.bots.ladder import find_bot
from camarilla.games import kind
from camarilla.lab.observing import observe
from tests.toy.game import PocketCourt


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_is_a_game_of_its_own(name: str, tmp_path: Path) -> None:
    reading = READINGS[name]
    other = other_kind(name, tmp_path)(runtime="interpreted", **reading.options)
    ours = kind(reading.game)(runtime="interpreted", **reading.options)
    assert other.id == ours.id and other.rules is not ours.rules
    text = Path(str(other.rules.__file__)).read_text(encoding="utf-8")
    assert text != Path(str(ours.rules.__file__)).read_text(encoding="utf-8")
    assert all(otherwise in text for otherwise in reading.lines.values())
    observe(other, (find_bot(other, "random"),) * other.players, 0, 2)


def test_what_does_not_go_alike_is_not_said_to() -> None:
    """Free lots change the points of nearly every match; a game and itself differ in nothing."""
    ours, other = PocketCourt(runtime="interpreted"), PocketCourt(runtime="interpreted", free_lots=True)
    bot = find_bot(ours, "random")
    same, different = report([ours, ours], bot, 100), report([ours, other], bot, 100)
    assert "; 100.00 ± 0.00 go exactly alike" in same and "| differs |" not in same
    assert "go exactly alike" in different and "; 100.00" not in different and "| differs |" in different
