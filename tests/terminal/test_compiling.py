"""Compiling is announced when it takes a while, and only then."""

from __future__ import annotations

import re

import pytest

import camarilla
from camarilla.bots.bot import Quick, Search
from camarilla.bots.compiling import prepare_bots
from camarilla.bots.ladder import seat_bots
from camarilla.bots.rollout import Rollout
from camarilla.engine import compiling
from tests.samples import GAME
from tests.terminal.fake import Fake, match


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("runtime", ["compiled", "interpreted"])
def test_it_is_told_once(monkeypatch: pytest.MonkeyPatch, before: bool, runtime: str) -> None:
    rehearsed = []
    monkeypatch.setattr(compiling.COMPILED, "is_on_disk", lambda algorithm, rules: before)
    monkeypatch.setattr(compiling, "rehearse", rehearsed.append)
    fake = Fake(match(), language="fr")
    compiling.prepare(camarilla.game(GAME, runtime=runtime), fake.sitting.screen.compiling)
    told = runtime == "compiled" and not before
    assert bool(re.search(r"une fois par installation…\nprêt en \d,\d s\n", fake.text)) == told
    assert bool(fake.text) == told
    assert len(rehearsed) == (runtime == "compiled")


@pytest.mark.parametrize(
    ("bots", "needs"),
    [
        ("random", []),
        ("page,courtier", ["choose"]),
        ("random,search:5", ["search"]),
        ("minister,page", ["choose", "rehearse"]),
    ],
)
def test_what_bots_go_by_is_prepared_once(monkeypatch: pytest.MonkeyPatch, bots: str, needs: list[str]) -> None:
    asked: list[str] = []
    game = camarilla.game(GAME, players=2, runtime="compiled")
    monkeypatch.setattr(compiling.COMPILED, "is_on_disk", lambda algorithm, rules: asked.append(algorithm.__name__))
    for bot in (Quick, Search, Rollout):
        monkeypatch.setattr(bot, "action", lambda self, *about: asked.append(self.name))
    fake = Fake(match(), language="fr")
    prepare_bots(game, seat_bots(game, bots, 2), fake.sitting.screen.compiling)
    assert asked[::2] == needs and len(asked) == 2 * len(needs)
    assert fake.text.count("Préparation des bots, une fois par installation…\nprêt en") == len(needs)


def test_nobody_need_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    ran = []
    compiling.warm_up(camarilla.game(GAME, runtime="compiled"), ran.append)
    assert ran and not any(capsys.readouterr())


def test_a_rehearsal_is_a_whole_match() -> None:
    compiling.rehearse(camarilla.game(GAME))
