"""Who plays does not wait for a compiler: a game begins interpreted, and goes over when compiled rules are there."""

from __future__ import annotations

import logging
import math
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import camarilla
from camarilla.engine import at_once, calls, playout
from camarilla.engine.aside import find_failure, start_aside
from camarilla.engine.compiling import prepare
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.runtime import AT_ONCE, READY, Book, bound, in_use, make_book
from tests.samples import GAME

BEGIN = """
import camarilla, sys
for name in camarilla.games():
    match = camarilla.game(name).new(7)
    match.play(match.choices(match.waiting[0])[0])
    match.view(0), match.redeal(0, 1).choices(match.waiting[0])
print("numba" in sys.modules)
"""


@pytest.fixture(autouse=True)
def nothing_is_ready(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within a test no book is ready, and no game is compiled by itself."""
    before = set(READY)
    READY.clear()
    at_once.transition.cache_clear()
    monkeypatch.setattr(at_once, "PATIENCE", math.inf)
    yield
    READY.clear()
    READY.update(before)
    at_once.transition.cache_clear()


def play_on(match: Match, moves: float, luck: random.Random) -> None:
    while match.waiting and len(match.steps) < moves:
        match.play(luck.choice(match.choices(luck.choice(match.waiting))))


def everything(match: Match) -> list[Any]:
    """All that anybody can learn about a match, and its bytes."""
    known = [(match.log(seat), match.view(seat)) for seat in (None, *match.game.seats)]
    return [match.record(), match.state.tobytes(), known]


@pytest.mark.parametrize("name", camarilla.games())
def test_a_match_that_goes_over_is_the_very_same_match(name: str) -> None:
    plain, luck = camarilla.game(name, runtime="interpreted").new(7), random.Random(7)
    play_on(plain, math.inf, luck)
    match, luck = camarilla.game(name, runtime=AT_ONCE).new(7), random.Random(7)
    play_on(match, len(plain.steps) // 2, luck)
    assert not match.game._ready
    prepare(match.game)
    play_on(match, math.inf, luck)
    assert match.game._ready[calls.play, None] is bound(calls.play, (match.game.rules,), "compiled")
    assert everything(match) == everything(plain)


def test_nobody_waits_for_a_compiler(tmp_path: Path) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name != "CAMARILLA_RUNTIME"}
    cold = surroundings | {"CAMARILLA_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", BEGIN], env=cold, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


def test_what_takes_long_is_compiled() -> None:
    rules = camarilla.game(GAME).rules
    assert in_use(AT_ONCE, playout.play_matches, (rules,)) == "compiled"
    assert in_use(AT_ONCE, calls.play, (rules,)) == "interpreted"
    READY.add((rules,))
    assert in_use(AT_ONCE, calls.play, (rules,)) == "compiled"


@pytest.mark.parametrize("runtime", ["interpreted", "compiled"])
def test_a_runtime_that_is_asked_for_is_obeyed(runtime: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", runtime)
    game = camarilla.game(GAME)
    assert in_use(game.runtime, calls.play, (game.rules,)) == runtime


# --- By itself ---


class Process:
    """One that compiles, and how it ended."""

    def __init__(self, *ends: int | None) -> None:
        self.ends = list(ends)

    def poll(self) -> int | None:
        return self.ends[0]


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that has been played for long enough, and of which nothing is on disk."""
    monkeypatch.setattr(at_once, "PATIENCE", 0)
    monkeypatch.setattr(at_once.COMPILED, "is_on_disk", lambda algorithm, book: False)
    return camarilla.game(GAME, runtime=AT_ONCE)


def book_of(game: Game) -> Book:
    return make_book(game.rules)


def test_a_game_goes_over_when_the_process_that_compiles_it_has_ended(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, started = Process(None), []
    monkeypatch.setattr(at_once, "start_compiling", lambda kind: started.append(kind) or process)
    match = game.new(0)
    assert match.waiting and match.choices(match.waiting[0]) and book_of(game) not in READY
    process.ends = [0]
    assert at_once.is_ready(type(game), book_of(game)) and started == [type(game)]


def test_rules_that_cannot_be_compiled_stay_interpreted_and_it_is_said_once(
    game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(at_once, "start_compiling", lambda kind: Process(1))
    monkeypatch.setattr(at_once, "find_failure", lambda process: "no such thing")
    with caplog.at_level(logging.WARNING):
        match = game.new(0)
        play_on(match, 2, random.Random(0))
    assert caplog.text.count("no such thing") == 1 and book_of(game) not in READY


def test_what_is_on_disk_is_used_without_a_process(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once.COMPILED, "is_on_disk", lambda algorithm, book: True)
    assert at_once.is_ready(type(game), book_of(game))


# --- Aside ---


def test_what_goes_wrong_aside_is_told() -> None:
    with start_aside(signal.raise_signal, "no number") as process:
        assert "TypeError" in find_failure(process)


def test_what_is_done_aside_does_not_outlive_who_asked_for_it() -> None:
    with start_aside(signal.pause) as process:
        process.stdin.close()
        assert process.wait(20) == 1


def test_nothing_went_wrong_where_nothing_did() -> None:
    with start_aside(os.getcwd) as process:
        assert find_failure(process) == ""
