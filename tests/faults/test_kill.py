"""kill -9 at any moment, of what serves the pages and of what thinks: nothing that was acknowledged is lost, no table
stays stuck, and all pages catch up.

    pytest -m faults tests/faults/test_kill.py      100 rounds on each database; by default there is one
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.faults.crowd import Player
from tests.samples import DUEL, GAME
from tests.website.caller import PATIENCE
from tests.website.house import House

pytestmark = pytest.mark.xdist_group("faults")
PLAYERS = 4
MANY = pytest.param(100, marks=pytest.mark.faults)
LOG = "SELECT slug, ply, seat, kind, move FROM camarilla_entry JOIN camarilla_table ON camarilla_table.id = table_id"
Kill = Callable[[], None]


@pytest.fixture
def players() -> Iterator[list[Player]]:
    playing: list[Player] = []
    yield playing
    for one in playing:
        one.stopping = True


def sit_down(house: House, players: list[Player]) -> None:
    for number in range(PLAYERS):
        players.append(Player(house, (GAME, DUEL)[number % 2], number))
        players[-1].start()


def endure(players: list[Player], rounds: int, kill: Kill) -> None:
    """Blows at random moments, and after each everybody plays on."""
    chance = random.Random(rounds)
    for _ in range(rounds):
        before = [len(one.acknowledged) for one in players]
        time.sleep(chance.uniform(0.1, 1.5))
        kill()
        until = time.monotonic() + PATIENCE
        while any(len(one.acknowledged) <= made for one, made in zip(players, before, strict=True)):
            assert time.monotonic() < until, "a table is stuck"
            time.sleep(0.05)


def check(players: list[Player], log: list[tuple[Any, ...]]) -> None:
    for one in players:
        one.stopping = True
    kept = {(slug, ply): (seat, move) for slug, ply, seat, kind, move in log}
    for one in players:
        assert one.acknowledged
        for table, ply, move in one.acknowledged:
            slug = table.split("/")[2]
            made = [kept.get((slug, later)) for later in range(ply, ply + 30)]
            assert (0, move) in made, f"{move!r} at {ply} of {slug} is lost"
        assert not one.refused - {409, 503}, one.refused
    plies: dict[str, list[int]] = {}
    for slug, ply, *_ in sorted(log):
        plies.setdefault(slug, []).append(ply)
    assert all(found == list(range(len(found))) for found in plies.values())


@pytest.mark.parametrize("rounds", [1, MANY])
def test_the_house_with_the_embedded_database_is_killed(
    tmp_path: Path, pages: None, players: list[Player], rounds: int
) -> None:
    with House(tmp_path / "house", thinkers=1) as house:

        def kill() -> None:
            house.kill()
            house.open()

        sit_down(house, players)
        endure(players, rounds, kill)
        assert all(one.catch_up(PATIENCE) for one in players)
        house.kill()
        with sqlite3.connect(house.home / "camarilla.sqlite3") as database:
            check(players, database.execute(LOG).fetchall())
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("rounds", [MANY])
def test_the_house_on_postgresql_is_killed(
    tmp_path: Path, pages: None, postgres: str, players: list[Player], rounds: int
) -> None:
    web = House(tmp_path / "web", thinkers="none", database=postgres)
    thinkers = [House(tmp_path / f"thinker-{number}", database=postgres) for number in range(2)]
    chance = random.Random(rounds)

    def kill() -> None:
        if chance.random() < 0.5:
            web.kill()
            web.open()
        else:
            one = chance.choice(thinkers)
            one.kill()
            one.start("think", "--thinkers", "1")

    try:
        web.open()
        for one in thinkers:
            one.start("think", "--thinkers", "1")
        sit_down(web, players)
        endure(players, rounds, kill)
        assert all(one.catch_up(PATIENCE) for one in players)
        web.kill()  # nobody is answered any more: all that was acknowledged is there to be read
        with psycopg.connect(postgres) as database:
            check(players, database.execute(LOG).fetchall())
    finally:
        for one in (web, *thinkers):
            one.kill()
