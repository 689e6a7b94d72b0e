"""The site as a process of its own: news in time, and nothing lost when it is killed."""

from __future__ import annotations

import contextlib
import http.client
import http.cookiejar
import json
import re
import sqlite3
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest

from camarilla.site import live
from tests.samples import DUEL, GAME
from tests.website.house import House

pytestmark = pytest.mark.xdist_group("live")
PATIENCE = 60  # seconds until an answer must come, however busy the machine is


class Caller:
    """A browser without script that keeps its cookies, in a thread or out of it."""

    def __init__(self, house: House) -> None:
        self.house, self.jar = house, http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> str:
        with self.opener.open(self.house.url + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: Any) -> str:
        """What is shown in the end; where that is, is in `self.at`."""
        page = self.get("/") if not self.token else ""
        fields["csrfmiddlewaretoken"] = self.token or re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]  # type: ignore[index]
        request = urllib.request.Request(self.house.url + path, urllib.parse.urlencode(fields).encode())
        request.add_header("Referer", self.house.url)
        with self.opener.open(request, timeout=PATIENCE) as answer:
            self.at = urllib.parse.urlparse(answer.geturl()).path
            return str(answer.read().decode())

    def send(self, path: str, **fields: Any) -> int:
        """The status of the answer, wherever it would lead."""
        line = http.client.HTTPConnection("localhost", self.house.port, timeout=PATIENCE)
        form = {"Cookie": self.cookies, "Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", path, urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self.token}), form)
        with contextlib.closing(line):
            return line.getresponse().status

    @property
    def token(self) -> str:
        return next((str(cookie.value) for cookie in self.jar if cookie.name == "csrftoken"), "")

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)


@dataclass
class Game:
    """What a page of a table says about how the match stands."""

    page: str

    def number(self, name: str) -> int:
        return int(re.search(rf'data-{name}="(\d+)"', self.page)[1])  # type: ignore[index]

    @property
    def my_turn(self) -> bool:
        return self.number("turn") == 1

    @property
    def over(self) -> bool:
        return 'class="ended' in self.page

    @property
    def moves(self) -> list[str]:
        return [unescape(move) for move in re.findall(r'<button name="move" value="([^"]+)"', self.page)]


def sat_down(house: House, game: str) -> tuple[Caller, str]:
    """Somebody who plays against bots, and the table's address."""
    me = Caller(house)
    me.post(f"/now/{game}/", level="page")
    return me, me.at


def turn(me: Caller, table: str) -> Game:
    """The table when it is my turn, or all is over."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        now = Game(me.get(table))
        if now.my_turn or now.over:
            return Game(me.get(table))  # the last move may have come after the revision was read, and before the log
        time.sleep(0.02)
    raise TimeoutError(me.house.said.read_text())


def log(house: House) -> list[tuple[int, int, str, str]]:
    with sqlite3.connect(f"file:{house.home / 'camarilla.sqlite3'}?mode=ro", uri=True) as database:
        return database.execute("SELECT ply, seat, kind, move FROM camarilla_entry ORDER BY table_id, ply").fetchall()


class Events:
    """A stream of events, read as it comes."""

    def __init__(self, me: Caller, table: str, seen: str = "", last: str = "") -> None:
        self.line = http.client.HTTPConnection("localhost", me.house.port, timeout=PATIENCE)
        headers = {"Cookie": me.cookies} | ({"Last-Event-ID": last} if last else {})
        self.line.request("GET", f"{table}events/?seen={seen}", headers=headers)
        self.answer = self.line.getresponse()
        assert self.answer.status == 200 and self.answer.headers["Content-Type"] == "text/event-stream"

    def __enter__(self) -> Iterator[dict[str, str]]:
        return self.parts()

    def __exit__(self, *problem: object) -> None:
        self.line.close()

    def parts(self) -> Iterator[dict[str, str]]:
        part: dict[str, str] = {}
        while line := self.answer.readline().decode():
            if line == "\n":
                yield part
                part = {}
            else:
                name, _, value = line.rstrip("\n").partition(": ")
                part[name] = part[name] + "\n" + value if name in part else value


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


@pytest.mark.parametrize("cuts", [2, pytest.param(20, marks=pytest.mark.sweep)])
def test_nothing_that_was_acknowledged_is_lost_when_the_server_is_killed(
    new_house: Callable[[], House], cuts: int
) -> None:
    house = new_house()
    me, table = sat_down(house, GAME)
    acknowledged = 0
    for cut in range(cuts):
        for _ in range(3):
            now = turn(me, table)
            if now.over:
                break
            me.post(f"{table}play/", seat=0, ply=now.number("ply"), move=now.moves[-1])
            acknowledged = now.number("ply") + 1
        house.kill()
        kept = log(house)
        assert len(kept) >= acknowledged, f"cut {cut}"
        assert [ply for ply, *_ in kept] == list(range(len(kept)))
        house.open()
        assert log(house)[: len(kept)] == kept
        assert "line.lost" not in me.get(table), "I am still who I was"
        assert turn(me, table).number("ply") >= acknowledged, "the bots go on"
    while not (now := turn(me, table)).over:
        me.post(f"{table}play/", seat=0, ply=now.number("ply"), move=now.moves[-1])
    assert json.dumps(log(house))


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
            closing = pool.submit(house.close)
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
    assert "Traceback" not in said and "ERROR" not in said, said


def test_a_server_that_is_closed_says_nothing_is_wrong(new_house: Callable[[], House]) -> None:
    house = new_house()
    me, table = sat_down(house, DUEL)
    line = Events(me, table)
    assert house.close(), "an open page does not keep the house open"
    line.line.close()
    said = house.said.read_text()
    assert "Traceback" not in said and "ERROR" not in said, said
