"""One visitor has the strongest bots think at many tables: another's weakest bot answers all the same."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.samples import GAME
from tests.website.caller import Caller, turn
from tests.website.house import House

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.faults]
TABLES = 30
PATIENCE = 5.0  # seconds for what takes a bot no thought


def test_nobody_starves_the_others_bots(tmp_path: Path, pages: None) -> None:
    with House(tmp_path / "house", thinkers=2, runtime="compiled") as house:
        mallory, anna = Caller(house), Caller(house)
        for _ in range(TABLES):
            mallory.post(f"/now/{GAME}/", level="eminence")
            mallory.post(f"{mallory.at}leave/")  # bots play on at all of them
        anna.post(f"/now/{GAME}/", level="page")
        table = anna.at
        turn(anna, table)
        waits = []
        for _ in range(10):
            begun = time.monotonic()
            now = turn(anna, table)
            waits.append(time.monotonic() - begun)
            anna.post(f"{table}play/", seat=0, ply=now.number("ply"), move=now.moves[0])
        assert max(waits) < PATIENCE, waits
