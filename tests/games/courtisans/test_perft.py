"""The engine finds as many lines of play, and the same scores at their ends, as the referee did."""

from __future__ import annotations

import json
from typing import Any

import pytest

import camarilla
from camarilla import Match
from tests.perft import perft
from tests.referee.golden import GOLDEN

WALKS = json.loads(GOLDEN.read_text(encoding="utf-8"))
SMALLEST = min(WALKS, key=lambda walk: int(walk["leaves"]))


def found(golden: dict[str, Any]) -> dict[str, Any]:
    return {key: golden[key] for key in ("nodes_by_depth", "leaves", "sums", "squares", "products")}


def begun(golden: dict[str, Any], runtime: str) -> Match:
    return camarilla.game("courtisans", runtime=runtime, **golden["position"]["options"]).at(golden["position"])


@pytest.mark.parametrize("golden", WALKS, ids=lambda golden: golden["name"])
def test_compiled_walks_are_the_referees(golden: dict[str, Any]) -> None:
    assert perft(begun(golden, "compiled")) == found(golden)


@pytest.mark.parametrize("golden", WALKS, ids=lambda golden: golden["name"])
def test_interpreted_walks_of_the_last_steps_are_the_compiled_ones(golden: dict[str, Any]) -> None:
    match = begun(golden, "compiled")
    for _ in range(len(golden["nodes_by_depth"]) - 4):
        match.play(match.choices()[-1])
    again = begun({"position": match.position()}, "interpreted")
    assert perft(again) == perft(match)


@pytest.mark.sweep
def test_the_smallest_walk_interpreted_is_the_referees() -> None:
    assert perft(begun(SMALLEST, "interpreted")) == found(SMALLEST)
