"""Somebody at the other end of the line, who asks a real server as a browser without script would."""

from __future__ import annotations

import contextlib
import http.client
import http.cookiejar
import re
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

from tests.website.house import House

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


def sat_down(house: House, game: str, level: str = "page") -> tuple[Caller, str]:
    """Somebody who plays against bots, and the table's address."""
    me = Caller(house)
    me.post(f"/now/{game}/", level=level)
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
