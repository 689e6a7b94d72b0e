"""Who waits for the compiler is told so, unless it is a command that shows it, or somebody wants to hear nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from camarilla.engine import cache, form, notice
from camarilla.engine.rule import rule
from camarilla.engine.runtime import Compiled, game_of
from tests.toy.game import PocketCourt

BOOK = (PocketCourt.rules,)


@rule
def offer(data, states, seat, out):
    return form.legal(data[0], states[0], seat, out) + form.waiting(data[0], states[0])


@pytest.fixture
def compile_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Compiles a little where nothing has been, without patience."""
    monkeypatch.delenv("CAMARILLA_QUIET", raising=False)
    monkeypatch.setattr(cache, "place", lambda key: tmp_path / key)
    monkeypatch.setattr(notice, "PATIENCE", 0.0)
    monkeypatch.setattr(notice, "PAUSE", 0.0)
    monkeypatch.setattr(notice.NOTICE, "said", set())
    game = PocketCourt(runtime="interpreted")
    state = game.new(1).state

    def run() -> int:
        return int(Compiled().bind(offer, BOOK)(game.data, state, 0, np.zeros(game.rules.CHOICES, np.int64)))

    return run


def test_it_is_said_once_for_each_game(compile_anew, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    assert compile_anew() > 0
    said = capsys.readouterr()
    assert said.err.count("compiling the rules of " + game_of(BOOK)) == 1 and not said.out
    assert compile_anew() > 0, "from disk"
    assert capsys.readouterr().err == ""


def test_on_a_terminal_it_is_shown_how_far_it_is(compile_anew, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    compile_anew()
    first, *so_far, last, nothing = capsys.readouterr().err.split("\r")
    assert first.endswith("\n") and len(so_far) > 1 and not last.strip() and nothing == ""
    shares = [int(one.split()[0]) for one in so_far]
    assert shares == sorted(shares) and shares[0] < shares[-1] < 100


def test_who_wants_to_hear_nothing_hears_nothing(compile_anew, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("CAMARILLA_QUIET", "1")
    compile_anew()
    assert capsys.readouterr().err == ""


def test_nothing_is_said_of_what_takes_no_time(compile_anew, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(notice, "PATIENCE", 60.0)
    compile_anew()
    assert capsys.readouterr().err == ""


def test_of_a_device_it_is_said_at_the_beginning(capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    gpu = pytest.importorskip("camarilla.engine.gpu", reason="needs camarilla[gpu]")
    monkeypatch.delenv("CAMARILLA_QUIET", raising=False)
    monkeypatch.setattr(notice.NOTICE, "said", set())
    for _ in range(2):
        gpu.bind_for_device(offer, BOOK)
    assert capsys.readouterr().err.count("for the device") == 1
