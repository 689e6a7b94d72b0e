"""The site under load: a real server, real clients, beside boardgame.io's server with a toy game in the same run.

python -m benchmarks.site [--tables 10 50 200] [--seconds 20] [--rate MOVES] [--game NAME] [--no-peer]

At every table two people play, each with an open page that follows the table; a move is a form posted as the browser
posts it, made as soon as it is one's turn, or as often as `--rate` says for all tables together. Told are moves a
second, how long the answer to a move takes, how long until the other's page shows it, the processor time of a move on
the server, and its memory. Clients run on the same machine. Needs `camarilla[bench]`; for the peer Node and npm, which
fetches it. Everything stays on 127.0.0.1 and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import html
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from camarilla.games import games, kind

PEER = Path(__file__).with_name("peer")
PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3", "koa@2.13.4", "koa-compose@4.1.0")
PATIENCE = 300  # seconds until a server answers: it may have to compile the rules first
LATE = 5.0  # seconds after which the other's page should have shown a move
TICKS = os.sysconf("SC_CLK_TCK")


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50, 200])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=0, help="moves a second of all tables together; 0: as many as go")
    parser.add_argument("--game", choices=games(), default=next(name for name in games() if 2 in players_of(name)))
    parser.add_argument("--no-peer", action="store_true")
    args = parser.parse_args()
    print("| server | tables | moves/s | answer, ms (half / 95 %) | other's page, ms (half / 95 %) | CPU a move, ms |")
    print("|---|---|---|---|---|---|", flush=True)
    for tables in args.tables:
        print(row_of_ours(tables, args.seconds, args.rate, args.game), flush=True)
        if not args.no_peer and not args.rate and shutil.which("npm"):
            print(row_of_peer(tables, args.seconds), flush=True)


def players_of(name: str) -> tuple[Any, ...]:
    return next(option.values for option in kind(name).options if option.name == "players")


def share(times: list[float], part: float) -> float:
    """So large a part of the times, in milliseconds, is within this one."""
    return 1000 * sorted(times)[int(part * (len(times) - 1))] if times else 0.0


# --- Ours ---


def row_of_ours(tables: int, seconds: float, rate: float, game: str) -> str:
    with tempfile.TemporaryDirectory() as home, serving(home) as (url, pid):
        before = processor_time(pid)
        load = asyncio.run(play(url, tables, seconds, rate, game))
        cost = 1000 * (processor_time(pid) - before) / max(1, len(load.answers))
        memory = resident(pid) / 1e6
    answer = f"{share(load.answers, 0.5):.0f} / {share(load.answers, 0.95):.0f}"
    arrival = f"{share(load.arrivals, 0.5):.0f} / {share(load.arrivals, 0.95):.0f}"
    wrong = f"; {dict(load.errors)}" if load.errors else ""
    name = f"Camarilla, {game}, SQLite ({memory:.0f} MB{wrong})"
    return f"| {name} | {tables} | {load.rate:.0f} | {answer} | {arrival} | {cost:.1f} |"


@contextlib.contextmanager
def serving(home: str) -> Iterator[tuple[str, int]]:
    """A house of its own, as `camarilla serve` opens it; its address and process."""
    port = free_port()
    camarilla = [sys.executable, "-c", "from camarilla.cli import main; main()"]
    alone = {"CAMARILLA_HOME": home, "CAMARILLA_THINKERS": "0", "CAMARILLA_PAGES": "100000"}
    with Path(home, "log").open("wb") as log:
        process = subprocess.Popen(
            [*camarilla, "serve", "--no-open", "--port", str(port)], env=os.environ | alone, stdout=log, stderr=log
        )
    try:
        await_answer(f"http://127.0.0.1:{port}/me/")
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


def await_answer(url: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(url, timeout=5)
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def processor_time(pid: int) -> float:
    """Of the process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


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
        moves = re.findall(r'name="move" value="([^"]*)"', self.text)
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


# --- The peer ---


def row_of_peer(tables: int, seconds: float) -> str:
    folder = fetched()
    port, files = free_port(), tempfile.mkdtemp()
    server = subprocess.Popen(
        ["node", str(PEER / "server.mjs"), str(port), files], cwd=folder, stdout=subprocess.DEVNULL
    )
    try:
        await_answer(f"http://localhost:{port}/games")
        before = processor_time(server.pid)
        command = ["node", str(PEER / "load.mjs"), f"http://localhost:{port}", str(tables), str(seconds)]
        said = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds + 120, check=True)
        found = json.loads(said.stdout.splitlines()[-1])
        cost = 1000 * (processor_time(server.pid) - before) / max(1.0, found["rate"] * seconds)
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(files)
    arrival = f"{found['median']:.0f} / {found['slow']:.0f}"
    return f"| boardgame.io, toy, flat files | {tables} | {found['rate']:.0f} | | {arrival} | {cost:.1f} |"


def fetched() -> Path:
    """The folder that the peer is installed in."""
    folder = Path(tempfile.gettempdir(), "camarilla-peer")
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(exist_ok=True)
        (folder / "package.json").write_text("{}")
        subprocess.run(["npm", "install", "--silent", *PACKAGES], cwd=folder, check=True)
    return folder


if __name__ == "__main__":
    main()
