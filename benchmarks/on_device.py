"""What was found on a CUDA device (`benchmarks.gpu`, `benchmarks.vector_gpu`), as tables beside our peers there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.turns import ratio_of_repeats
from camarilla.engine.space import row

HERE = Path(__file__).parent
ONE_SCAN = "one scan"  # of Pgx's two ways the one that plays at random by itself
Found = dict[str, Any]


def played() -> Found:
    """Random play of whole matches."""
    return read("gpu.json")


def stepped() -> Found:
    """The tables of learners, ours and our peers'."""
    return read("vector_gpu.json")


def read(name: str) -> Found:
    path = HERE / name
    found: Found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"rates": [], "peers": []}
    return found


def called(rate: Found) -> str:
    return f"Camarilla {rate['game']}, {rate['players']} players"


def repeats(rate: Found, unit: str) -> list[float]:
    """A file that is older than they are has one figure alone."""
    return list(rate.get("repeats", [rate[unit]]))


def random_play_table() -> str:
    found, peers = played(), [at_random(peer) for peer in stepped()["peers"]]
    heads = ["", "decisions/s", "games/s", "tables at once", *(f"beside {peer['name']}" for peer in peers)]
    rows = [
        [
            called(rate),
            f"{rate['decisions_per_second']:,.0f}",
            f"{rate['games_per_second']:,.0f}",
            f"{rate['threads']:,}",
        ]
        + [beside(rate, "decisions_per_second", peer) for peer in peers]
        for rate in found["rates"]
    ]
    return table([heads, *rows])


def at_random(peer: Found) -> Found:
    """The peer where it plays on by itself, all its steps in one call: the nearest it has to whole matches."""
    scans = [rate for rate in peer["rates"] if rate["way"] == ONE_SCAN]
    return {"name": peer["name"], **max(scans, key=lambda rate: float(rate["steps_per_second"]))}


def stepping_table() -> str:
    found = stepped()
    peers = found["peers"]
    heads = ["", "steps/s", "tables", *(f"beside {peer['name']}" for peer in peers)]
    everybody = [*({**rate, "name": called(rate)} for rate in found["rates"]), *peers]
    rows = [
        [rate["name"], f"{rate['steps_per_second']:,.0f}", f"{rate['tables']:,}"]
        + ["" if peer is rate else beside(rate, "steps_per_second", peer) for peer in peers]
        for rate in everybody
    ]
    return table([heads, *rows])


def beside(rate: Found, unit: str, peer: Found) -> str:
    return str(ratio_of_repeats(repeats(rate, unit), repeats(peer, "steps_per_second")))


def table(rows: list[list[str]]) -> str:
    head, *body = rows
    return "\n".join(map(row, [head, ["---"] * len(head), *body]))
