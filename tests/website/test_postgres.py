"""A house on PostgreSQL: several processes, with nothing in common but the database, serve the same tables."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from tests.samples import DUEL, GAME
from tests.website.caller import PATIENCE, Caller, Events, Game, sat_down, turn
from tests.website.house import House

pytestmark = pytest.mark.xdist_group("postgres")
Open = Callable[..., House]


@pytest.fixture
def open_house(tmp_path: Path, pages: None, postgres: str) -> Iterator[Open]:
    """Another machine that serves the house, or thinks for it: it has a folder of its own."""
    opened: list[House] = []

    def another(*flags: str, thinkers: int | str = 0) -> House:
        opened.append(House(tmp_path / f"machine-{len(opened)}", *flags, thinkers=thinkers, database=postgres))
        return opened[-1]

    yield another
    for one in opened:
        one.kill()


def ask(database: str, question: str) -> list[tuple[object, ...]]:
    with psycopg.connect(database) as line:
        return line.execute(question).fetchall()


def on(house: House, me: Caller) -> Caller:
    """The same person, who asks another machine."""
    other = Caller(house)
    other.jar = me.jar
    other.opener = me.opener
    return other


def test_two_machines_serve_one_table(open_house: Open, postgres: str) -> None:
    here, there = open_house().open(), open_house(thinkers="none").open()
    anna, bob = Caller(here), Caller(there)
    anna.post(f"/new/{DUEL}/", **{"name": "Anna", "option-players": 2, "seat-0": "me", "seat-1": "open"})
    table = anna.at
    bob.post(f"{table}join/", name="Bob")
    by_seat = [anna, bob]
    with Events(anna, table) as hers, Events(bob, table) as his:
        for events in (hers, his):
            assert next(events)["retry"]
        for _ in range(4):
            states = [Game(one.get(table)) for one in by_seat]
            mover = next(seat for seat, state in enumerate(states) if state.my_turn)
            ply = states[mover].number("ply")
            by_seat[mover].post(f"{table}play/", seat=mover, ply=ply, move=states[mover].moves[0])
            revision = Game(by_seat[mover].get(table)).number("revision")
            other = his if mover == 0 else hers
            while int(next(other)["id"]) < revision:
                pass
    assert [ply for (ply,) in ask(postgres, "SELECT ply FROM camarilla_entry ORDER BY ply")] == list(range(4))


@pytest.mark.sweep
def test_a_round_that_two_machines_start_at_the_same_moment_is_one_round(open_house: Open, postgres: str) -> None:
    here, there = open_house(thinkers="none").open(), open_house(thinkers="none").open()
    anna, bob = Caller(here), Caller(there)
    plan = {"title": "Thursday", "kind": "all", "rounds": 3, "plays": "yes", "level": "page"}
    anna.post(f"/tournament/{DUEL}/", name="Anna", **plan)
    evening = anna.at
    bob.post(f"{evening}join/", name="Bob")
    callers = [anna, on(there, anna)] * 4
    with ThreadPoolExecutor(len(callers)) as pool:
        asked = [pool.submit(one.send, f"{evening}start/", round=1) for one in callers]
        assert {one.result() for one in asked} == {302}
    assert ask(postgres, "SELECT number FROM camarilla_round") == [(1,)]
    assert ask(postgres, "SELECT count(*) FROM camarilla_table") == [(1,)]


def test_whoever_has_time_thinks_and_who_dies_is_followed_by_another(open_house: Open, postgres: str) -> None:
    web = open_house(thinkers="none").open()
    me, table = sat_down(web, GAME)
    first, second = open_house(thinkers=0), open_house(thinkers=0)
    first.start("think", "--thinkers", "1")
    turn(me, table)
    me.post(f"{table}leave/")  # now bots play all seats
    until = time.monotonic() + PATIENCE
    while not ask(postgres, "SELECT 1 FROM camarilla_errand WHERE holder <> ''"):
        assert time.monotonic() < until, first.said.read_text()
    first.kill()
    second.start("think", "--thinkers", "1")
    while not Game(me.get(table)).over:
        assert time.monotonic() < until, second.said.read_text()
        time.sleep(0.1)
    plies = [ply for (ply,) in ask(postgres, "SELECT ply FROM camarilla_entry ORDER BY ply")]
    assert plies == list(range(len(plies))), "what two have thought out was done once"
    assert not ask(postgres, "SELECT * FROM camarilla_errand")


def test_a_house_with_several_workers(open_house: Open) -> None:
    house = open_house("--workers", "2", thinkers=2).open()
    me, table = sat_down(house, GAME)
    now = turn(me, table)
    me.post(f"{table}play/", seat=0, ply=now.number("ply"), move=now.moves[0])
    assert turn(me, table).number("ply") > now.number("ply")
    told = {tuple(re.findall(r"^camarilla_moves_total.* (\S+)$", me.get("/metrics"), re.MULTILINE)) for _ in range(6)}
    assert len(told) == 1 and told != {()}, "whichever worker is asked tells of all"
    line = Events(me, table)
    assert house.close(), "an open page does not keep the house open"
    line.line.close()
    assert "Traceback" not in house.said.read_text(), house.said.read_text()


def test_workers_do_not_outlive_their_house(open_house: Open) -> None:
    house = open_house("--workers", "2", thinkers=0).open()
    house.kill()
    until = time.monotonic() + PATIENCE
    while is_answered(house):
        assert time.monotonic() < until
        time.sleep(0.1)


def is_answered(house: House) -> bool:
    try:
        Caller(house).get("/healthz")
    except OSError:
        return False
    return True


def test_several_may_start_at_once_with_an_empty_database(postgres: str, tmp_path: Path) -> None:
    command = "from camarilla.site.server import set_up; set_up('localhost')"
    environment = {**os.environ, "DATABASE_URL": postgres, "CAMARILLA_SECRET": "x"}
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", command], env={**environment, "CAMARILLA_HOME": str(tmp_path / str(number))}
        )
        for number in range(3)
    ]
    assert [one.wait(PATIENCE) for one in starting] == [0, 0, 0]
    assert ask(postgres, "SELECT count(*) FROM camarilla_table") == [(0,)]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "file",
    [
        "test_desk.py",
        "test_attacks.py",
        "test_refusals.py",
        "test_lobby.py",
        "test_after.py",
        "test_sweep.py",
        "test_admin.py",
    ],
)
def test_all_that_holds_with_the_embedded_database_holds_here(file: str, postgres: str) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(Path(__file__).with_name(file))]
    done = subprocess.run(command, env={**os.environ, "DATABASE_URL": postgres}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:]
