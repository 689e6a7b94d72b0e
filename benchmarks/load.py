"""People at tables of a real server, each with an open page that follows the table."""

from __future__ import annotations

import asyncio
import contextlib
import html
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import aiohttp

LATE = 5.0  # seconds after which the other's page should have shown a move


@dataclass
class Load:
    """What was measured; times in seconds."""

    answers: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)  # on the other's page
    errors: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.answers) / self.seconds


async def play(url: str, tables: int, seconds: float, rate: float, game: str) -> Load:
    """So many tables, all the time: where a game ends another begins."""
    load, until = Load(), time.monotonic() + seconds
    pace = tables / rate if rate else 0.0
    started = time.monotonic()
    await asyncio.gather(*(keep_playing(url, load, until, pace, game, number) for number in range(tables)))
    load.seconds = time.monotonic() - started
    return load


async def keep_playing(url: str, load: Load, until: float, pace: float, game: str, number: int) -> None:
    chance = random.Random(number)
    while time.monotonic() < until:
        async with Guest(url, "Anna") as anna, Guest(url, "Bob") as bob:
            try:
                await play_match(anna, bob, load, until, pace, game, chance)
            except (aiohttp.ClientError, TimeoutError) as problem:
                load.errors[type(problem).__name__] += 1


async def play_match(
    anna: Guest, bob: Guest, load: Load, until: float, pace: float, game: str, chance: random.Random
) -> None:
    table = await anna.lay(game)
    await bob.join(table)
    for one in (anna, bob):
        await one.look(table)
    following = [asyncio.create_task(one.follow(table)) for one in (anna, bob)]
    try:
        while time.monotonic() < until and not anna.page.over:
            mover, other = (anna, bob) if anna.page.turn else (bob, anna)
            if not mover.page.turn:
                await anna.wait(lambda: anna.page.turn or bob.page.turn or anna.page.over, LATE)
                continue
            began = time.monotonic()
            await move(mover, other, load, chance, table)
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
    finally:
        for task in following:
            task.cancel()


async def move(mover: Guest, other: Guest, load: Load, chance: random.Random, table: str) -> None:
    began = time.monotonic()
    status = await mover.play(table, chance)
    load.answers.append(time.monotonic() - began)
    if status != 200:
        load.errors[f"status {status}"] += 1
        await mover.look(table)
        return
    seen = mover.page.revision
    if await other.wait(lambda: other.page.revision >= seen, LATE):
        load.arrivals.append(time.monotonic() - began)
    else:
        load.errors["late"] += 1


class Page:
    """What a client reads in a page, or in an event."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.revision = self.number(r'data-revision="(\d+)"')
        self.turn = 'data-turn="1"' in text
        self.over = 'class="table over"' in text

    def number(self, pattern: str) -> int:
        found = re.search(pattern, self.text)
        return int(found[1]) if found else -1

    def form(self, chance: random.Random) -> dict[str, str]:
        """Some move, as the page would send it."""
        moves = re.findall(r'<button name="move" value="([^"]*)"', self.text)
        stamp = {name: re.search(rf'name="{name}" value="(\d+)"', self.text) for name in ("ply", "seat")}
        return {"move": html.unescape(chance.choice(moves)), **{name: one[1] for name, one in stamp.items() if one}}


class Guest:
    """Somebody with a browser of their own."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name, self.page, self.news = url, name, Page(), asyncio.Condition()
        self.session = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True),
            connector=aiohttp.TCPConnector(limit=0),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=30),
        )

    async def __aenter__(self) -> Guest:
        await self.get("/me/")
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.session.close()

    async def get(self, path: str) -> str:
        async with self.session.get(self.url + path) as answer:
            return str(await answer.text())

    async def post(self, path: str, fields: dict[str, str], *, partly: bool = False) -> tuple[int, str, str]:
        """The status, the text and the address of the answer."""
        token = next(cookie.value for cookie in self.session.cookie_jar if cookie.key == "csrftoken")
        headers = {"Referer": f"{self.url}/", "X-CSRFToken": token, **({"HX-Request": "true"} if partly else {})}
        async with self.session.post(self.url + path, data=fields, headers=headers) as answer:
            return answer.status, await answer.text(), answer.url.path

    async def lay(self, game: str) -> str:
        fields = {"name": self.name, "option-players": "2", "seat-0": "me", "seat-1": "open"}
        return (await self.post(f"/new/{game}/", fields))[2]

    async def join(self, table: str) -> None:
        await self.post(f"{table}join/", {"name": self.name})

    async def look(self, table: str) -> None:
        await self.turn_to(Page(await self.get(table)))

    async def play(self, table: str, chance: random.Random) -> int:
        status, text, _ = await self.post(f"{table}play/", self.page.form(chance), partly=True)
        if status == 200:
            await self.turn_to(Page(text))
        return status

    async def follow(self, table: str) -> None:
        """The page's stream of events."""
        async with self.session.get(f"{self.url}{table}events/") as answer:
            event: list[str] = []
            async for line in answer.content:
                event.append(line.decode())
                if line == b"\n":
                    await self.turn_to(Page("".join(event)))
                    event = []

    async def turn_to(self, page: Page) -> None:
        async with self.news:
            if page.revision >= self.page.revision:
                self.page = page
            self.news.notify_all()

    async def wait(self, until: Any, seconds: float) -> bool:
        """Whether it came about in time."""
        with contextlib.suppress(TimeoutError):
            async with self.news:
                await asyncio.wait_for(self.news.wait_for(until), seconds)
            return True
        return False


async def idle(url: str, tables: int, game: str, seated: asyncio.Event, leave: asyncio.Event) -> int:
    """So many tables where two have sat down and think, until they may leave; how many pages were open all along."""
    opened: list[Any] = []
    async with contextlib.AsyncExitStack() as company:
        for _ in range(tables):
            anna, bob = [await company.enter_async_context(Guest(url, name)) for name in ("Anna", "Bob")]
            table = await anna.lay(game)
            await bob.join(table)
            opened += [asyncio.create_task(one.follow(table)) for one in (anna, bob)]
        seated.set()
        await leave.wait()
        still = sum(not task.done() for task in opened)
        for task in opened:
            task.cancel()
    return still
