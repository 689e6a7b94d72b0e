"""Players that learn: a training can be planned, stopped, gone on with and looked at; what it learned can be played."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from camarilla.bots import net as rules_of_net
from camarilla.bots.learned import load_net
from camarilla.cli import main
from camarilla.engine.errors import BadOption
from camarilla.games import game
from camarilla.training.curve import draw_curve
from camarilla.training.plan import Plan
from tests.samples import GAME, GLASS

OPTIONS = {name: (value,) for name, value in game(GAME).chosen.items()} | {"players": (2, 3)}
TINY = Plan(GAME, OPTIONS, number=32, steps=8, minibatch=64, width=16, blocks=1)


# --- What needs no PyTorch ---


def test_every_combination_is_a_kind_of_match() -> None:
    assert [kind["players"] for kind in TINY.kinds] == [2, 3]
    assert [TINY.describe(kind) for kind in TINY.kinds] == ["players 2", "players 3"]
    assert all(game(GAME, **kind) for kind in TINY.kinds)


def test_another_plan_has_another_name() -> None:
    assert TINY.name == replace(TINY).name != replace(TINY, seed=2).name
    assert json.loads(json.dumps(TINY.settings)) == TINY.settings


def test_the_curve_has_a_line_for_each_kind() -> None:
    curve = [{"seconds": 9 * i, "decisions": 1000 * i, "shares": [[0.1 * i, 0.02], [0.05 * i, 0.01]]} for i in range(5)]
    picture = ET.fromstring(draw_curve(TINY, curve))
    assert len(picture.findall(".//{*}polyline")) == 2
    assert "players 3" in "".join(picture.itertext())


def test_who_has_no_pytorch_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("camarilla.training.")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["train", GAME]) == 2
    assert "camarilla[train]" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong", (["--players", "2,9"], ["--minutes", "0"], ["--seed", "x"], ["--from", "nowhere.npz"])
)
def test_what_makes_no_sense_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", GAME, *wrong]) == 2
    assert wrong[1].split(",")[-1] in capsys.readouterr().err


# --- What does ---


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of trainings, with looks that take no time."""
    pytest.importorskip("torch")
    from camarilla.training import course

    monkeypatch.setattr(course, "MATCHES", 4)
    monkeypatch.setattr(course, "LAST", 4)
    return course


def test_a_training_that_was_killed_goes_on(brief: Any, tmp_path: Path) -> None:
    def kill(done: float, point: object) -> None:
        if point:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        brief.Course(TINY, 3600, tmp_path).run(kill)
    later = brief.Course(TINY, 3600, tmp_path)
    assert later.decisions == TINY.number * TINY.steps and len(later.curve) == 1
    assert json.loads((tmp_path / "result.json").read_text())["decisions"] == later.decisions
    later.seconds = later.passed + 1e-6
    later.run(lambda done, point: None)
    assert len(later.curve) >= 2 and load_net(tmp_path / "net.npz", game(GAME)).knows(game(GAME, players=3))
    with pytest.raises(BadOption):
        brief.Course(replace(TINY, seed=2), 3600, tmp_path)


def test_players_compute_what_was_trained(brief: Any, tmp_path: Path) -> None:
    import torch

    from camarilla.training.net import Net
    from camarilla.training.weights import save

    for name in (GAME, GLASS):
        of = game(name, runtime="interpreted")
        torch.manual_seed(1)
        trained = Net(of.rules.OBSERVATION_SPACE, of.actions, 16, 1)
        for part in trained.parameters():
            torch.nn.init.normal_(part, std=0.3)
        save(trained, tmp_path / "net.npz", {})
        kept = load_net(tmp_path / "net.npz", of)
        match = of.new(3)
        seat = match.waiting[0]
        mind, _, worth = kept.mind(of)
        mind[3][:] = match.observe(seat)
        legal = np.array(match.legal(seat))
        rules_of_net.judge(mind, legal, len(legal), worth)
        masks = torch.ones(1, of.actions, dtype=torch.int8)
        logits = trained(torch.from_numpy(mind[3])[None], masks)[0][0, legal]
        assert worth[: len(legal)] == pytest.approx(logits.detach().numpy(), abs=0.05)


def test_a_training_begins_with_what_another_has_learned(brief: Any, tmp_path: Path) -> None:
    """The scales of what is known are others then: what comes out is the same."""
    import torch

    from camarilla.training.net import Net
    from camarilla.training.weights import load, save

    for name in (GAME, GLASS):
        of = game(name)
        of_size = of.rules.OBSERVATION_SPACE, of.actions, 16, 1
        one, other = Net(*of_size), Net(*of_size)
        for part in one.parameters():
            torch.nn.init.normal_(part, std=0.2)
        known = torch.randint(0, 2, (50, of.rules.OBSERVATION), dtype=torch.int8)
        one.senses.learn_scale(known[:9])
        other.senses.learn_scale(known[9:])
        save(one, tmp_path / "net.npz", {})
        load(other, tmp_path / "net.npz")
        masks = torch.ones(50, of.actions, dtype=torch.int8)
        for wanted, found in zip(one(known, masks), other(known, masks), strict=True):
            assert torch.allclose(wanted, found, atol=0.1)
        with pytest.raises(ValueError, match="another size"):
            load(Net(*of_size[:2], 8, 1), tmp_path / "net.npz")
        with pytest.raises(ValueError, match="fewer weights"):
            load(Net(of_size[0], of.actions + 1, 16, 1), tmp_path / "net.npz")
        with pytest.raises(ValueError, match="more weights"):
            load(Net(of_size[0], of.actions - 1, 16, 1), tmp_path / "net.npz")
