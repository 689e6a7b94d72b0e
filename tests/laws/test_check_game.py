"""`check_game`, the one call for whoever writes a game."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from camarilla.testing import EVERY, LAWS, check_game, check_law
from camarilla.testing.__main__ import arguments
from tests.toy.game import PocketCourt
from tests.toy.leaks import ShowsTheNextCard


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")


def test_a_game_that_keeps_every_law_passes_and_progress_reaches_the_end() -> None:
    told: list[tuple[str, int, int]] = []
    check_game(PocketCourt, matches=1, progress=lambda *news: told.append(news))
    assert told[-1] == ("", len(told) - 1, len(told) - 1)
    assert {name.partition(": ")[2] for name, _, _ in told} >= {law.name for law in EVERY}


def test_a_broken_law_is_named_with_the_call_that_breaks_it_again() -> None:
    with pytest.raises(AssertionError) as broken:
        check_game(ShowsTheNextCard, matches=1)
    again = re.search(r"check_law\('(\w+)', (camarilla.game\(.+\)), (\d+), (\d+)\)", str(broken.value))
    assert again and again[1] in LAWS
    assert again[2] == repr(ShowsTheNextCard())
    with pytest.raises(AssertionError):
        check_law(again[1], ShowsTheNextCard(), int(again[3]), int(again[4]))


def test_the_command_says_what_is_wrong() -> None:
    said = subprocess.run([sys.executable, "-m", "camarilla.testing", "chess"], capture_output=True, text=True)
    assert said.returncode == 1 and "no game 'chess'" in said.stdout


def test_the_command_makes_golden_records_if_asked() -> None:
    assert (arguments(["some_game"]).task, arguments(["golden", "some_game"]).task) == ("check", "golden")
    assert arguments(["golden", "some_game"]).game == arguments(["some_game", "--matches", "1"]).game == "some_game"
