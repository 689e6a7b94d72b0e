"""A house where nothing is compiled: how soon its first page is there, how soon a bot of each game answers, and what
memory it takes then, while it compiles, and when people and bots have played there for a while.

python -m benchmarks.cold [--tables 10] [--minutes 3] [--save]

It is `camarilla serve` as anybody starts it, with a folder and a cache of its own, both empty. Everything stays on
127.0.0.1 and ends by itself. Needs Linux and `camarilla[bench]`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import run
from benchmarks.load import Guest
from benchmarks.site import await_answer, family, free_port, processor_time, resident
from camarilla.bots.ladder import LEVELS
from camarilla.games import game, games

LONG = 60.0  # seconds after which a bot should have answered
BREATH = 50  # looks, a fifth of a second apart, in which nobody compiles: then all is done
HEAD = "| | |\n|---|---|"


@dataclass
class House:
    url: str
    process: int
    opened: float = field(default_factory=time.monotonic)  # when somebody asked for it

    @property
    def memory(self) -> float:
        """Of all its processes, in MB: what each has in memory, also what it shares with others."""
        with contextlib.suppress(OSError):  # one of them has just ended
            return sum(map(resident, family(self.process))) / 1e6
        return 0.0

    @property
    def compiler(self) -> float:
        """What of it is the process's that compiles; 0 if there is none."""
        with contextlib.suppress(OSError):
            return sum(resident(one) for one in family(self.process) if "compile_game" in command(one)) / 1e6
        return 0.0


def command(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_text()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=3, help="for which bots play at so many tables, compiled")
    parser.add_argument("--save", action="store_true", help="into results.md")
    args = parser.parse_args()
    lines = asyncio.run(report(args.tables, args.minutes))
    if args.save:
        run.renew(run.COLD, "`python -m benchmarks.cold`", "\n".join([HEAD, *lines]))


async def report(tables: int, minutes: float) -> list[str]:
    lines = []
    with opened() as house:
        async for line in measure(house, tables, minutes):
            print(line, flush=True)
            lines.append(line)
    return lines


@contextlib.contextmanager
def opened() -> Iterator[House]:
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as cache:
        port = free_port()
        surroundings = {**os.environ, "CAMARILLA_HOME": home, "CAMARILLA_CACHE": cache, "CAMARILLA_RATE": "1000"}
        words = ["serve", "--no-open", "--port", str(port)]
        process = subprocess.Popen(
            [sys.executable, "-c", "from camarilla.cli import main; main()", *words],
            env=surroundings,
            stdout=subprocess.DEVNULL,
        )
        try:
            yield House(f"http://127.0.0.1:{port}", process.pid)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


async def measure(house: House, tables: int, minutes: float) -> AsyncIterator[str]:
    await_answer(f"{house.url}/")
    seconds, busy = time.monotonic() - house.opened, processor_time(house.process)
    yield f"| first page | {seconds:.1f} s ({busy:.1f} s of a processor) |"
    for name in games():
        yield f"| first answer of a bot, {name} | {await first_answer(house, name):.1f} s |"
    yield f"| memory, open, interpreted | {house.memory - house.compiler:.0f} MB |"
    most = await outlast_compiling(house)
    yield f"| all games compiled after | {time.monotonic() - house.opened:.0f} s |"
    yield f"| memory while they are compiled, at most | {most:.0f} MB |"
    yield f"| memory, compiled | {house.memory:.0f} MB |"
    await play(house, tables, 60 * minutes)
    yield f"| memory when all levels have played at {tables} tables for {minutes:g} min | {house.memory:.0f} MB |"


async def outlast_compiling(house: House) -> float:
    """Wait until nobody compiles; the most memory that was taken."""
    most, idle = 0.0, 0
    while idle < BREATH:
        idle = 0 if house.compiler else idle + 1
        most = max(most, house.memory)
        await asyncio.sleep(0.2)
    return most


# --- Guests ---


async def first_answer(house: House, name: str) -> float:
    """From laying the table to seeing what a bot has done, with one's own moves in between."""
    async with seated(house, name, "courtier") as (guest, table, began):
        while guest.page.turn:
            await guest.play(table, random.Random(0))
        mine = guest.page.revision
        assert await guest.wait(lambda: guest.page.revision > mine, LONG), f"no answer in {name}"
        return time.monotonic() - began


async def play(house: House, tables: int, seconds: float) -> None:
    """Bots of every level at so many tables: whose guest leaves, and is followed by another when the match is over."""
    until, wishes = time.monotonic() + seconds, itertools.cycle(itertools.product(LEVELS, games()))
    await asyncio.gather(*(watch(house, *next(wishes), until) for _ in range(tables)))


async def watch(house: House, level: str, name: str, until: float) -> None:
    while time.monotonic() < until:
        async with seated(house, name, level) as (guest, table, _):
            await guest.post(f"{table}leave/", {})
            await guest.wait(lambda here=guest: here.page.over, until - time.monotonic())


@contextlib.asynccontextmanager
async def seated(house: House, name: str, level: str) -> AsyncIterator[tuple[Guest, str, float]]:
    """Somebody who has laid a table with bots and follows what happens there, the table, and when that was."""
    seats = {f"seat-{seat}": level for seat in game(name).seats} | {"seat-0": "me", "name": "Anna"}
    async with Guest(house.url, "Anna") as guest:
        began = time.monotonic()
        table = (await guest.post(f"/new/{name}/", seats))[2]
        await guest.look(table)
        following = asyncio.create_task(guest.follow(table))
        try:
            yield guest, table, began
        finally:
            following.cancel()


if __name__ == "__main__":
    main()
