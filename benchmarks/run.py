"""All benchmarks in one run, ours beside our peers': writes `results.md` and its pictures.

python -m benchmarks.run [--quick] [--only peers|search]
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterable
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import camarilla
from benchmarks import on_device, ours, play, search
from benchmarks.peers import Rate
from benchmarks.picture import bars, sheet
from benchmarks.turns import Measured

HERE = Path(__file__).parent
Rates = dict[tuple[str, int], Rate]
PACKAGES = ("camarilla", "numba", "numpy", "open_spiel", "rlcard")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller samples")
    parser.add_argument("--only", choices=ONLY, help="measure that, and keep what results.md says of the rest")
    args = parser.parse_args()
    if args.only:
        heading, measure = ONLY[args.only]
        found = measure(args.quick)
        renew(heading, f"one core; {', '.join(versions())}", found)
        print(found)
    else:
        measure_all(args.quick)


def measure_peers(quick: bool) -> str:
    """What the picture of everything shows of it stays as it was."""
    return play.report(*play.measure(quick))


def measure_search(quick: bool) -> str:
    found = search.measure(quick)
    if found[0].peers:
        (HERE / "search.svg").write_text(search.picture(found), encoding="utf-8")
    return f"{search.report(found)}\n\n![how many times as fast](search.svg)"


def renew(heading: str, how: str, found: str) -> None:
    """What is a run of its own, too (`benchmarks.site`, `benchmarks.cold`), in the place of what it found before."""
    path = HERE / "results.md"
    before, _, old = path.read_text(encoding="utf-8").partition(heading)
    _, next_heading, after = old.partition("\n## ")
    about = f"{date.today().isoformat()}, {machine()}; {how}."
    section = f"{heading}\n\n{about}\n\n{found}\n"
    path.write_text(f"{before.rstrip()}\n\n{section}{next_heading}{after}", encoding="utf-8")


def measure_all(quick: bool) -> None:
    seconds = 0.3 if quick else ours.SECONDS
    cores = os.cpu_count() or 1
    one_core = {table: told(ours.rate(game(table), 1, seconds)) for table in ours.tables()}
    all_cores = {table: told(ours.rate(game(table), cores, seconds)) for table in ours.tables()}
    interpreted = {table: told(ours.rate(game(table, "interpreted"), 1, seconds)) for table in ours.compared()}
    our_own, others = play.measure(quick)
    searches = measure_search(quick)
    starts = {name: start(name) for name, _ in ours.compared()}
    gpu = on_device.played()
    text = report(one_core, all_cores, interpreted, play.report(our_own, others), searches, starts, gpu)
    path = HERE / "results.md"
    site = path.read_text(encoding="utf-8").partition(SITE)[1:]
    path.write_text(f"{text}\n{''.join(site)}" if all(site) else text, encoding="utf-8")
    (HERE / "results.svg").write_text(picture(gpu, our_own, others, interpreted), encoding="utf-8")
    print(text)


def picture(gpu: Any, our_own: list[Measured], others: list[Measured], interpreted: Rates) -> str:
    compared, beside = ([as_rate(one) for one in many] for many in (our_own, others))
    fastest = max(compared, key=lambda rate: rate.decisions_per_second)
    panels = [bars([*gpu_bars(gpu), *compared, *beside, *interpreted.values()], fastest)]
    return sheet([*panels, play.picture(our_own, others)] if others else panels)


def as_rate(one: Measured) -> Rate:
    return Rate(one.name, one.middle, 0, 0, one.how)


def game(table: tuple[str, int], runtime: str = "compiled") -> camarilla.Game:
    name, players = table
    return camarilla.game(name, players=players, runtime=runtime)


def told(rate: Rate) -> Rate:
    """Progress: one line as soon as something is known."""
    print(f"{rate.name}: {rate.decisions_per_second:,.0f} decisions/s", file=sys.stderr, flush=True)
    return rate


def start(name: str) -> ours.Start:
    print(f"{name}: starting, with nothing compiled and with all", file=sys.stderr, flush=True)
    return ours.start(name)


INTRODUCTION = """# Benchmarks

Written by `make bench`; do not edit. A decision is a choice among two or more; a card and its place are one decision.
Our figures include the deal and the scores; OpenSpiel's start after the deal.

![decisions a second](results.svg)"""
PEERS, SEARCH = "## Peers, one core, same run", "## Search, one core, same run"
SITE, COLD = "## The site under load", "## A house where nothing is compiled"  # in this order, and then
LIMIT, CORES = "## The limit: C by hand", "## From one core to all"
EXPLOITABILITY = "## How far from perfect, in reduced games"
START = """Start is the time from an empty process to the end of a first match, a redeal and a playout."""
ONLY: dict[str, tuple[str, Callable[[bool], str]]] = {
    "peers": (PEERS, measure_peers),
    "search": (SEARCH, measure_search),
}


def report(
    one_core: Rates,
    all_cores: Rates,
    interpreted: Rates,
    others: str,
    searches: str,
    starts: dict[str, ours.Start],
    gpu: Any,
) -> str:
    compared = f"{gpu['rates'][0]['compared_with_processor']:,}"
    parts = [
        INTRODUCTION,
        f"{date.today().isoformat()}, {machine()}; {', '.join(versions())}.",
        "## Random play, one core",
        table([*one_core.values(), *interpreted.values()]),
        f"## Random play, all {os.cpu_count()} cores",
        table(all_cores.values()),
        "## Random play on a GPU",
        f"{gpu['date']}, one {gpu['device']}, results left on the device; the first {compared} matches of each are "
        "the same as on the processor, one by one. Pgx plays at random, too, all its steps in one scan; it makes an "
        "observation at each, which our random play does not. Its steps count as decisions, forced ones as well.",
        on_device.random_play_table(),
        PEERS,
        others,
        SEARCH,
        searches,
        "## Start and size",
        start_table(starts),
        START,
    ]
    return "\n\n".join(parts) + "\n"


def start_table(starts: dict[str, ours.Start]) -> str:
    rows = (
        f"| {name} | {camarilla.game(name).rules.State.itemsize} | {start.cold:.1f} s | {start.warm:.2f} s |"
        for name, start in starts.items()
    )
    head = "| | bytes a state | cold start, everything compiled | warm start, from the cache |"
    return "\n".join([head, "|---|---|---|---|", *rows])


def table(rates: Iterable[Rate]) -> str:
    rows = (
        f"| {rate.name} | {rate.decisions_per_second:,.0f} | {rate.games_per_second:,.0f} | "
        f"{rate.decisions_per_game:.1f} | {rate.how} |"
        for rate in rates
    )
    return "\n".join(["| | decisions/s | games/s | decisions a game | how |", "|---|---|---|---|---|", *rows])


def gpu_bars(gpu: Any) -> list[Rate]:
    return [
        Rate(f"{gpu['device']}: {rate['game']}, {rate['players']} players", rate["decisions_per_second"], 0, 0, "GPU")
        for rate in gpu["rates"]
        if (rate["game"], rate["players"]) in ours.compared()
    ]


def machine() -> str:
    model = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    return f"{os.cpu_count()} cores of {model}, {platform.system()}, Python {platform.python_version()}"


def versions() -> Iterable[str]:
    for package in PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"{package} not installed"


if __name__ == "__main__":
    main()
