"""The engine finds as many lines of play, and the same scores at their ends, as the referee did."""

from __future__ import annotations

from typing import Any

import pytest

import camarilla
from camarilla import Match
from camarilla.games import kind
from camarilla.testing.perft import perft, walks

WALKS = [walk for name in camarilla.games() for walk in walks(kind(name))]
SMALLEST = min(WALKS, key=lambda walk: int(walk["leaves"]))
every_walk = pytest.mark.parametrize(
    "golden", WALKS, ids=lambda golden: f"{golden['position']['game']}-{golden['name']}"
)


def found(golden: dict[str, Any]) -> dict[str, Any]:
    return {key: golden[key] for key in ("nodes_by_depth", "leaves", "sums", "squares", "products")}


def begun(golden: dict[str, Any], runtime: str) -> Match:
    position = golden["position"]
    return camarilla.game(position["game"], runtime=runtime, **position["options"]).at(position)


@every_walk
def test_compiled_walks_are_the_referees(golden: dict[str, Any]) -> None:
    assert perft(begun(golden, "compiled")) == found(golden)


@every_walk
def test_interpreted_walks_of_the_last_steps_are_the_compiled_ones(golden: dict[str, Any]) -> None:
    match = begun(golden, "compiled")
    for _ in range(len(golden["nodes_by_depth"]) - 4):
        if not match.over:
            match.play(match.choices(match.waiting[0])[-1])
    again = begun({"position": match.position()}, "interpreted")
    assert perft(again) == perft(match)


@pytest.mark.sweep
def test_the_smallest_walk_interpreted_is_the_referees() -> None:
    assert perft(begun(SMALLEST, "interpreted")) == found(SMALLEST)
