"""The site as a process of its own: news in time, and nothing lost when it is killed."""

from __future__ import annotations

import contextlib
import http.client
import re
import signal
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from camarilla.site import live
from tests.samples import DUEL, GAME
from tests.website.caller import PATIENCE, Caller, Events, Game, sat_down, turn
from tests.website.house import House

pytestmark = pytest.mark.xdist_group("live")


def log(house: House) -> list[tuple[int, int, str, str]]:
    with sqlite3.connect(f"file:{house.home / 'camarilla.sqlite3'}?mode=ro", uri=True) as database:
        return database.execute("SELECT ply, seat, kind, move FROM camarilla_entry ORDER BY table_id, ply").fetchall()


# --- News ---


def test_a_stream_begins_with_the_present_and_goes_on_with_every_change(house: House) -> None:
    me, table = sat_down(house, GAME)
    now = turn(me, table)
    with Events(me, table) as events:
        assert next(events)["retry"] == "500"
        first = next(events)
        assert first["id"] == str(now.number("revision"))
        assert first["data"] == re.search(r'<main id="table".*</main>', now.page, re.S)[0]  # type: ignore[index]
        me.post(f"{table}play/", seat=0, ply=now.number("ply"), move=now.moves[0])
        assert int(next(events)["id"]) > int(first["id"])


@pytest.mark.parametrize("told", ["seen", "last"])
def test_what_was_seen_is_not_sent_again(house: House, told: str) -> None:
    me, table = sat_down(house, GAME)
    now = turn(me, table)
    with Events(me, table, **{told: str(now.number("revision"))}) as events:
        assert next(events)["retry"]
        me.post(f"{table}say/", seat=0, phrase="hello")
        assert next(events)["id"] == str(now.number("revision") + 1)


def test_the_last_event_counts_more_than_what_the_address_says(house: House) -> None:
    """After a broken line the browser tells what it saw last; the address is still that of the first connection."""
    me, table = sat_down(house, GAME)
    now = turn(me, table)
    with Events(me, table, seen="0", last=str(now.number("revision"))) as events:
        assert next(events)["retry"]
        me.post(f"{table}say/", seat=0, phrase="hello")
        assert next(events)["id"] == str(now.number("revision") + 1)


def test_what_is_said_is_heard_by_a_spectator(house: House) -> None:
    me, table = sat_down(house, GAME)
    before = turn(me, table).number("revision")
    with Events(Caller(house), table) as spectator:
        next(spectator), next(spectator)
        for number in range(1, 9):
            me.post(f"{table}say/", seat=0, phrase="thinking")
            assert int(next(spectator)["id"]) == before + number


def test_an_open_line_does_not_hold_up_the_pages(house: House) -> None:
    me, table = sat_down(house, DUEL)
    turn(me, table)
    lines = [Events(me, table) for _ in range(20)]
    assert turn(me, table).moves
    for line in lines:
        line.line.close()


def test_every_answer_of_the_server_has_the_policy(house: House) -> None:
    for path in ("/", "/static/camarilla/site.css", f"/static/{DUEL}/art.svg", "/nowhere/", "/static/nowhere.css"):
        line = http.client.HTTPConnection("localhost", house.port, timeout=PATIENCE)
        line.request("GET", path)
        answer = line.getresponse()
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"], path
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        line.close()


# --- A power cut ---


def test_bots_that_were_to_move_go_on_after_a_restart(new_house: Callable[[], House]) -> None:
    house = new_house()
    me, table = sat_down(house, GAME)
    turn(me, table)
    me.post(f"{table}leave/")
    house.kill()
    before = len(log(house))
    house.open()
    until = time.monotonic() + PATIENCE
    while not Game(me.get(table)).over:
        assert time.monotonic() < until, house.said.read_text()
        time.sleep(0.1)
    assert len(log(house)) >= before


def test_a_house_that_closes_answers_who_is_asking_and_its_pages_come_back(new_house: Callable[[], House]) -> None:
    """Somebody has made a move that cannot be written yet, and another page is open, when the keeper closes."""
    house = new_house()
    me, table = sat_down(house, DUEL)
    now = turn(me, table)
    page = Events(me, table).parts()
    next(page), next(page)
    with ThreadPoolExecutor() as pool:
        with contextlib.closing(sqlite3.connect(house.home / "camarilla.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            move = pool.submit(me.send, f"{table}play/", seat=0, ply=now.number("ply"), move=now.moves[0])
            time.sleep(0.3)
            closing = pool.submit(house.close, signal.SIGTERM)
            last = list(page)[-1]
            other.execute("ROLLBACK")
        assert closing.result(), "it closes by itself"
        assert move.result() == 302 and [ply for ply, *_ in log(house)][now.number("ply") :], "the move was made"
    assert set(last) == {"retry"} and int(last["retry"]) in range(*live.BACK)
    house.open()
    with Events(me, table, last=str(now.number("revision"))) as events:
        next(events)
        assert int(next(events)["id"]) > now.number("revision")
    said = house.said.read_text()
    assert not re.search("Traceback|ERROR|Warning", said), said


def test_a_server_that_is_closed_says_nothing_is_wrong(new_house: Callable[[], House]) -> None:
    house = new_house()
    me, table = sat_down(house, DUEL)
    line = Events(me, table)
    assert house.close(), "an open page does not keep the house open"
    line.line.close()
    said = house.said.read_text()
    assert "Traceback" not in said and "ERROR" not in said, said
