"""A visitor who wants too much of a real server, or takes for ever, is refused, and others are served meanwhile."""

from __future__ import annotations

import http.client
import re
import socket
import threading
import time
import urllib.error
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.samples import DUEL, GLASS
from tests.website.caller import PATIENCE, Caller, Game, sat_down, turn
from tests.website.house import House

pytestmark = pytest.mark.xdist_group("live")
MANY = 1000
SOON = 20.0  # seconds in which others are answered, on a busy machine too


@pytest.fixture
def served(house: House) -> Iterator[None]:
    """Somebody else is answered soon, whatever a visitor has done; and nothing of it was an error."""
    me, table = sat_down(house, DUEL)
    turn(me, table)
    yield
    begun = time.monotonic()
    me.get(table)
    assert time.monotonic() - begun < SOON
    assert not re.findall(r"Traceback|Internal Server Error", house.said.read_text())


def test_slow_clients_keep_nobody_waiting(house: House, served: None) -> None:
    me, table = sat_down(house, DUEL)
    now = turn(me, table)
    with ExitStack() as lines:
        for part in (b"GET / HT", b"POST /me/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\nname="):
            for _ in range(50):
                line = lines.enter_context(socket.create_connection(("localhost", house.port)))
                line.sendall(part)
        for _ in range(30):  # and some who never read what they are sent
            line = lines.enter_context(socket.create_connection(("localhost", house.port)))
            line.sendall(f"GET {table}events/ HTTP/1.1\r\nHost: localhost\r\nCookie: {me.cookies}\r\n\r\n".encode())
        begun = time.monotonic()
        me.post(f"{table}play/", seat=0, ply=now.number("ply"), move=now.moves[0])
        assert time.monotonic() - begun < SOON


def test_a_thousand_open_streams_of_one_visitor_are_not_opened(house: House, served: None) -> None:
    me, table = sat_down(house, DUEL)
    statuses: Counter[int] = Counter()
    with ExitStack() as lines:
        for _ in range(MANY // 10):
            line = http.client.HTTPConnection("localhost", house.port, timeout=PATIENCE)
            lines.callback(line.close)
            line.request("GET", f"{table}events/", headers={"Cookie": me.cookies})
            answer = line.getresponse()
            statuses[answer.status] += 1
            if answer.status == 429:
                assert "pages" in answer.read().decode()
    assert set(statuses) == {200, 429} and statuses[200] <= 40


def test_a_thousand_tables_of_one_visitor_are_not_laid(house: House, served: None) -> None:
    me, laid = Caller(house), 0
    with pytest.raises(urllib.error.HTTPError) as caught:
        for laid in range(MANY):  # noqa: B007
            me.post(f"/new/{DUEL}/", **{"name": "Anna", "option-players": 2, "seat-0": "me", "seat-1": "open"})
    assert caught.value.code == 429 and "tables" in caught.value.read().decode()
    assert 3 <= laid < 100


def test_six_who_act_at_the_same_time_all_count(house: House, served: None) -> None:
    people = [Caller(house) for _ in range(6)]
    seats = {f"seat-{number}": "open" for number in range(1, 6)}
    people[0].post(f"/new/{GLASS}/", **{"name": "P0", "option-players": 6, "seat-0": "me", **seats})
    table = people[0].at
    for number, one in enumerate(people[1:], 1):
        one.post(f"{table}join/", name=f"P{number}", seat=number)
    for _ in range(2):
        states = [Game(one.get(table)) for one in people]
        assert all(state.my_turn for state in states), "all choose at the same time"
        ready = threading.Barrier(len(people))

        def act(seat: int, state: Game, ready: threading.Barrier = ready) -> None:
            ready.wait(PATIENCE)
            people[seat].post(f"{table}play/", seat=seat, ply=state.number("ply"), move=state.moves[0])

        threads = [threading.Thread(target=act, args=pair) for pair in enumerate(states)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert Game(people[0].get(table)).number("ply") >= states[0].number("ply") + len(people)
