"""All benchmarks in one run, ours beside our peers': writes `results.md` and the picture `results.svg`.

python -m benchmarks.run [--quick]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import camarilla
from benchmarks import ours, peers
from benchmarks.peers import Rate
from benchmarks.picture import bars

HERE = Path(__file__).parent
GAME = "courtisans"
COUNTS = (2, 3, 4, 5)
PACKAGES = ("camarilla", "numba", "numpy", "open_spiel", "rlcard")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller samples")
    quick = parser.parse_args().quick
    seconds = 0.3 if quick else ours.SECONDS
    cores = os.cpu_count() or 1
    one_core = [told(ours.rate(camarilla.game(GAME, players=n), 1, seconds)) for n in COUNTS]
    all_cores = [told(ours.rate(camarilla.game(GAME, players=n), cores, seconds)) for n in COUNTS]
    interpreted = [told(ours.rate(camarilla.game(GAME, players=4, runtime="interpreted"), 1, seconds))]
    others = [told(rate) for rate in peers.measure(quick)]
    start = ours.start(GAME)
    print(start, file=sys.stderr)
    gpu = json.loads((HERE / "gpu.json").read_text(encoding="utf-8"))
    text = report(one_core, all_cores, interpreted, others, start, gpu)
    (HERE / "results.md").write_text(text, encoding="utf-8")
    four = one_core[COUNTS.index(4)]
    (HERE / "results.svg").write_text(bars([*gpu_bars(gpu), four, *others, *interpreted], four), encoding="utf-8")
    print(text)


def told(rate: Rate) -> Rate:
    """Progress: one line as soon as something is known."""
    print(f"{rate.name}: {rate.decisions_per_second:,.0f} decisions/s", file=sys.stderr, flush=True)
    return rate


INTRODUCTION = """# Benchmarks

Written by `make bench`; do not edit. A decision is a choice among two or more; a card and its place are one decision.
Our figures include the deal and the scores; OpenSpiel's start after the deal.

![decisions a second](results.svg)"""
START = (
    """Start is the time from an empty process to the end of a first match, a redeal and a playout."""
)


def report(
    one_core: list[Rate],
    all_cores: list[Rate],
    interpreted: list[Rate],
    others: list[Rate],
    start: ours.Start,
    gpu: Any,
) -> str:
    state = camarilla.game(GAME).rules.State.itemsize
    compared = f"{gpu['rates'][0]['compared_with_processor']:,}"
    parts = [
        INTRODUCTION,
        f"{date.today().isoformat()}, {machine()}; {', '.join(versions())}.",
        "## Random play, one core",
        table([*one_core, *interpreted]),
        f"## Random play, all {os.cpu_count()} cores",
        table(all_cores),
        "## Random play on a GPU",
        f"{gpu['date']}, one {gpu['device']}, results left on the device; the first {compared} matches of each compared "
        "with the processor's one by one, all equal.",
        gpu_table(gpu),
        "## Peers, one core, same run",
        ratio_table(others, one_core[COUNTS.index(4)]),
        "## Start and size",
        f"| | |\n|---|---|\n| bytes a state | {state} |\n| cold start, everything compiled | {start.cold:.1f} s |\n"
        f"| warm start, from the cache | {start.warm:.2f} s |",
        START,
    ]
    return "\n\n".join(parts) + "\n"


def table(rates: Iterable[Rate]) -> str:
    rows = (
        f"| {rate.name} | {rate.decisions_per_second:,.0f} | {rate.games_per_second:,.0f} | "
        f"{rate.decisions_per_game:.1f} | {rate.how} |"
        for rate in rates
    )
    return "\n".join(["| | decisions/s | games/s | decisions a game | how |", "|---|---|---|---|---|", *rows])


def ratio_table(others: list[Rate], our: Rate) -> str:
    rows = (f"| {rate.name} | {rate.decisions_per_second:,.0f} | {times(our, rate)} | {rate.how} |" for rate in others)
    return "\n".join([f"| | decisions/s | {our.name} is | how |", "|---|---|---|---|", *rows])


def times(our: Rate, other: Rate) -> str:
    return f"**{our.decisions_per_second / other.decisions_per_second:,.2f}x**"


def gpu_table(gpu: Any) -> str:
    rows = (
        f"| Camarilla {rate['game']}, {rate['players']} players | {rate['decisions_per_second']:,.0f} | "
        f"{rate['games_per_second']:,.0f} | {rate['threads']:,} |"
        for rate in gpu["rates"]
    )
    return "\n".join(["| | decisions/s | games/s | tables at once |", "|---|---|---|---|", *rows])


def gpu_bars(gpu: Any) -> list[Rate]:
    return [
        Rate(f"{gpu['device']}: Camarilla {rate['game']}, 4 players", rate["decisions_per_second"], 0, 0, "GPU")
        for rate in gpu["rates"]
        if rate["players"] == 4
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
