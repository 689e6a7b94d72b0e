"""Compiling is announced when it takes a while, and only then."""

from __future__ import annotations

import re

import pytest

import camarilla
from camarilla.terminal import compiling
from tests.terminal.fake import Fake, match


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("runtime", ["compiled", "interpreted"])
def test_it_is_told_once(monkeypatch: pytest.MonkeyPatch, before: bool, runtime: str) -> None:
    rehearsed = []
    monkeypatch.setattr(compiling.COMPILED, "kept", lambda algorithm, rules: before)
    monkeypatch.setattr(compiling, "rehearse", rehearsed.append)
    fake = Fake(match(), language="fr")
    compiling.prepare(camarilla.game("courtisans", runtime=runtime), fake.sitting.screen)
    told = runtime == "compiled" and not before
    assert bool(re.search(r"une fois par installation…\nprêt en \d,\d s\n", fake.text)) == told
    assert bool(fake.text) == told
    assert len(rehearsed) == (runtime == "compiled")


def test_a_rehearsal_is_a_whole_match() -> None:
    compiling.rehearse(camarilla.game("courtisans"))
