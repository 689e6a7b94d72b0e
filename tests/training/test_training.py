"""Players that learn: a training can be planned, stopped, gone on with and looked at; what it learned can be played."""

from __future__ import annotations

import copy
import functools
import json
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from camarilla.bots import net as rules_of_net
from camarilla.bots.ladder import USUAL
from camarilla.bots.learned import load_net
from camarilla.cli import main
from camarilla.engine.errors import BadOption
from camarilla.engine.words import spoken
from camarilla.games import game
from camarilla.lockstep.vector import vector
from camarilla.terminal import INTERRUPTED, train
from camarilla.training.curve import draw_curve
from camarilla.training.plan import Plan, seed_of
from tests.samples import GAME, GLASS

OPTIONS = {name: (value,) for name, value in game(GAME).chosen.items()} | {"players": (2, 3)}
SMALL: dict[str, Any] = {"number": 32, "steps": 8, "minibatch": 64, "width": 16, "blocks": 1}
TINY = Plan(GAME, OPTIONS, **SMALL)


# --- What needs no PyTorch ---


def test_every_combination_is_a_kind_of_match() -> None:
    assert [kind["players"] for kind in TINY.kinds] == [2, 3]
    assert [spoken(TINY.describe(kind), "en") for kind in TINY.kinds] == ["2 players", "3 players"]
    assert all(game(GAME, **kind) for kind in TINY.kinds)


def test_another_plan_has_another_name() -> None:
    assert TINY.name == replace(TINY).name != replace(TINY, seed=2).name
    assert json.loads(json.dumps(TINY.settings)) == TINY.settings


def test_what_sets_matches_apart_is_told_in_words() -> None:
    options = {name: (value,) for name, value in game(GLASS).chosen.items()} | {"turns": ("simultaneous", "in_order")}
    plan = Plan(GLASS, options)
    said = [spoken(plan.describe(kind), "fr") for kind in plan.kinds]
    assert said == ["4 joueurs, tous en même temps", "4 joueurs, l’un après l’autre"]


@pytest.mark.parametrize(("language", "legend"), [("en", "3 players"), ("fr", "3 joueurs")])
def test_the_curve_has_a_line_for_each_kind(language: str, legend: str) -> None:
    curve = [{"seconds": 9 * i, "decisions": 1000 * i, "shares": [[0.1 * i, 0.02], [0.05 * i, 0.01]]} for i in range(5)]
    picture = ET.fromstring(draw_curve(TINY, curve, language))
    assert len(picture.findall(".//{*}polyline")) == 2
    said = "".join(picture.itertext())
    assert legend in said and "4,000".replace(",", "," if language == "en" else "\u202f") in said


def test_what_is_measured_is_never_learned_from() -> None:
    """Nor does a training that goes on see the deals again that it began with."""
    pytest.importorskip("torch")
    from camarilla.training.ppo import make_groups

    learned = [
        group.seed
        for seed in range(200)
        for decisions in (0, 256)
        for group in make_groups(replace(TINY, seed=seed), decisions)
    ]
    assert len(set(learned)) == len(learned) == 200 * 2 * 4
    assert seed_of("looks", 0) not in learned and max(learned) < 2**64


def test_who_has_no_pytorch_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("camarilla.training.")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["train", GAME]) == 2
    assert "camarilla[train]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("flag", "value", "said"),
    [
        ("--players", "2,9", "option players: '9'"),
        ("--minutes", "0", "--minutes is a number above 0, not 0"),
        ("--seed", "x", "--seed: 'x'"),
        ("--seed", "-1", "a seed is a whole number from 0 to 2^64 - 1, not -1"),
        ("--seed", "1e23", "a seed is a whole number from 0 to 2^64 - 1"),
        ("--on", "moon", "--on: cannot train on 'moon'"),
        ("--from", "nowhere.npz", "cannot read nowhere.npz: there is no such file"),
    ],
)
def test_what_makes_no_sense_is_refused_before_pytorch_is_asked_for(
    flag: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["train", GAME, flag, value]) == 2
    assert said in capsys.readouterr().err


def test_what_is_no_net_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = tmp_path / "whole.npz"
    np.savez(whole, weights=np.zeros(9), shape=(1, 1), about="{}")
    files = {"empty": b"", "short": whole.read_bytes()[:200], "junk": b"junk", "whole": whole.read_bytes()}
    np.save(tmp_path / "array.npy", np.zeros(9))
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    for name in (*files, "array.npy"):
        assert main(["train", GAME, "--from", str(tmp_path / name)]) == 2, name
        assert capsys.readouterr().err == f"camarilla: {tmp_path / name} (--from) is no net of {game(GAME).title}\n"


def test_the_help_tells_that_options_take_several_values(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    assert "--players 2,3" in capsys.readouterr().out


# --- What does ---


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of trainings, with looks that take no time."""
    pytest.importorskip("torch")
    from camarilla.training import course

    monkeypatch.setattr(course, "MATCHES", 4)
    monkeypatch.setattr(course, "LAST", 4)
    return course


def quiet(*told: object) -> None:
    """Whoever does not want to know."""


def begin(brief: Any, folder: Path, plan: Plan = TINY, seconds: float = 3600) -> Any:
    course = brief.Course(plan, seconds, folder)
    course.prepare()
    return course


def is_same(one: Any, other: Any) -> bool:
    """What learners keep: tensors, in dictionaries and lists."""
    import torch

    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return torch.equal(one, other) if isinstance(one, torch.Tensor) else bool(one == other)


def test_a_training_that_was_stopped_goes_on(brief: Any, tmp_path: Path) -> None:
    def stop(doing: str, done: float, whole: float, point: object) -> None:
        if first.decisions == 2 * TINY.number * TINY.steps:
            raise KeyboardInterrupt

    first = begin(brief, tmp_path)
    dealt, blank = first.learner.practice.tables.observations.clone(), copy.deepcopy(first.learner.state()["net"])
    with pytest.raises(KeyboardInterrupt):
        first.run(stop)
    later = begin(brief, tmp_path)
    assert later.decisions == first.decisions == 2 * TINY.number * TINY.steps and len(later.curve) == 1
    assert later.passed == first.passed and not later.finished
    assert len(later.learner.selves) == 1 and is_same(later.learner.state(), first.learner.state())
    assert later.learner.practice.margin != 1
    assert not is_same(later.learner.state()["net"], blank)
    assert not is_same(later.learner.practice.tables.observations, dealt)
    later.seconds = later.passed + 1e-6
    later.run(quiet)
    assert later.finished and brief.Course(TINY, later.seconds, tmp_path).finished
    assert not brief.Course(TINY, 3600, tmp_path).finished
    about = json.loads((tmp_path / "result.json").read_text())
    assert about["decisions"] == later.decisions and {"minutes", "torch", "device", "cores"} <= about.keys()
    assert load_net(tmp_path / "net.npz", game(GAME)).knows(game(GAME, players=3))


def test_what_was_learned_is_kept_between_looks(brief: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brief, "KEEP", 0)
    course = begin(brief, tmp_path)
    course.go_on(quiet)
    course.go_on(quiet)
    assert len(course.curve) == 1 and brief.Course(TINY, 3600, tmp_path).decisions == course.decisions


def test_a_last_look_that_was_missed_is_made_up_for(
    brief: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*arguments: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch, pytest.raises(MemoryError):
        patch.setattr(brief, "win_shares", die)
        begin(brief, tmp_path, seconds=1e-6).run(quiet)
    later = begin(brief, tmp_path, seconds=1e-6)
    before = later.decisions
    assert before and not later.finished
    later.run(quiet)
    assert later.finished and later.decisions == before and len(later.curve) == 1


def test_an_older_checkpoint_is_read_and_another_refused(brief: Any, tmp_path: Path) -> None:
    import torch

    course, path = begin(brief, tmp_path), tmp_path / brief.CHECKPOINT
    course.go_on(quiet)
    course.keep()
    kept = torch.load(path)
    del kept["learner"]["margin"], kept["curve"][0]["matches"]
    torch.save(kept, path)
    assert is_same(begin(brief, tmp_path).learner.state()["net"], course.learner.state()["net"])
    with pytest.raises(BadOption, match="other settings"):
        brief.Course(replace(TINY, seed=2), 3600, tmp_path)
    for junk in (b"", b"junk", path.read_bytes()[:999]):
        path.write_bytes(junk)
        with pytest.raises(BadOption, match="cannot be read"):
            brief.Course(TINY, 3600, tmp_path)


# --- The command ---


@pytest.fixture
def small(brief: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of trainings, which the command has small nets learn."""
    monkeypatch.setattr(train, "Plan", functools.partial(Plan, **SMALL))
    return brief


def test_the_command_trains_to_the_end(small: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["train", GAME, "--players", "2,3", "--minutes", "0.0001", "--on", "cpu", "--out", str(tmp_path)]
    assert main(command) == 0
    begun, *points, written = capsys.readouterr().out.splitlines()[-4:]
    assert begun == f"{game(GAME).title}: training on cpu, kept in {tmp_path}"
    assert all(f"256 decisions, {number} players: wins" in point for number, point in zip((2, 3), points, strict=True))
    assert written.endswith(str(tmp_path)) and str(game(GAME).title) in (tmp_path / "curve.svg").read_text()
    assert main([*command, "--lang", "fr"]) == 0
    said = capsys.readouterr().out
    assert (
        said == f"{game(GAME).title}\u00a0: plus rien à faire dans {tmp_path}\u202f; un --minutes plus grand continue\n"
    )


def test_who_stops_the_command_is_told_that_it_goes_on(
    small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(small.Learner, "iterate", stop)
    assert main(["train", GAME, "--on", "cpu", "--out", str(tmp_path)]) == INTERRUPTED
    assert capsys.readouterr().out.endswith("stopped; the same command goes on\n")
    assert (tmp_path / small.CHECKPOINT).exists()


def test_a_place_that_is_not_there_is_refused(
    small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import torch

    (tmp_path / "file").write_text("")
    assert main(["train", GAME, "--on", "cpu", "--out", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.endswith("file: that is a file, not a folder\n")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert main(["train", GAME, "--on", "cuda", "--out", str(tmp_path)]) == 2
    assert "--on: PyTorch finds no CUDA device" in capsys.readouterr().err


# --- How it learns ---


def test_past_selves_take_each_seat_in_turn(brief: Any) -> None:
    from camarilla.training.ppo import NOBODY, make_groups, seat_past_selves

    plan = replace(TINY, past=0.5)
    rows = [slice(0, 10), slice(10, 16), slice(16, 26), slice(26, 32)]
    seats = seat_past_selves(plan, make_groups(plan, 0), SimpleNamespace(number=32, rows=rows))
    assert seats[:10].tolist() == [0, 1, 0, 1, 0] + [NOBODY] * 5
    assert seats[16:26].tolist() == [0, 1, 2, 0, 1] + [NOBODY] * 5
    assert set(seats[10:16].tolist()) == set(seats[26:].tolist()) == {NOBODY}


def test_a_match_is_worth_victory_and_margin(brief: Any) -> None:
    """To two who played 10 to 4, to three who played 1 to 7 to 7, and to two who still play."""
    import torch

    from camarilla.training.ppo import Practice

    tables = SimpleNamespace(
        players=torch.tensor([2, 3, 2]),
        points=torch.tensor([[10.0, 4, 0], [1, 7, 7], [5, 2, 0]]),
        rewards=torch.tensor([[1, 0, 0], [0, 0.5, 0.5], [0, 0, 0]]),
        ended=torch.tensor([True, True, False]),
    )
    practice = SimpleNamespace(tables=tables, plan=TINY, margin=torch.ones(()))
    worth = Practice.judge(practice)
    usual = 1 + 0.02 * ((6 + 6 + 6 + 0 + 0) / 5 - 1)
    assert practice.margin.item() == pytest.approx(usual)
    high = 0.2 * np.tanh(6 / (2 * usual))
    assert worth[0].tolist() == pytest.approx([0.8 + high, -0.8 - high, 0])
    assert worth[1].tolist() == pytest.approx([-0.4 - high, 0.2, 0.2])
    assert worth[2].tolist() == [0, 0, 0]


def test_advantages_follow_the_decisions_of_each_seat(brief: Any) -> None:
    """As a sum taken forward, decision by decision, finds them too."""
    import torch

    from camarilla.training.ppo import LAMBDA, Learner

    learner = Learner(replace(TINY, steps=40))
    practice = learner.practice
    torch.nn.init.normal_(learner.net.value.weight)
    practice.play(learner.net, None, False)
    practice.estimate(learner.net)
    last = learner.net(practice.tables.observations, practice.tables.masks)[1].detach()

    def follow(step: int, table: int) -> float:
        seat, value = practice.seats[step, table], practice.values[step, table]
        for later in range(step, practice.plan.steps):
            if practice.ended[later, table]:
                return float(practice.rewards[later, table, seat] - value)
            if later + 1 < practice.plan.steps and practice.seats[later + 1, table] == seat:
                return float(practice.values[later + 1, table] - value) + LAMBDA * follow(later + 1, table)
        own = practice.tables.seats[table] == seat
        return float((last[table] if own else -last[table] / (practice.tables.players[table] - 1)) - value)

    assert practice.ended.any() and not practice.ended.any(0).all()
    for table in range(practice.tables.number):
        wanted = [follow(step, table) for step in range(practice.plan.steps)]
        assert practice.advantages[:, table].tolist() == pytest.approx(wanted, abs=1e-4)


def test_shares_are_of_the_first_match_at_each_table(brief: Any) -> None:
    """A net that knows nothing does the first that is allowed: so does this loop, which plays the same deals."""
    from camarilla.training.ppo import Learner, win_shares

    told: list[tuple[int, int]] = []
    found = win_shares(Learner(TINY).net, TINY, 40, lambda *news: told.append(news))
    assert told == [(32, 40), (40, 40)]
    for kind, (share, error) in zip(TINY.kinds, found, strict=True):
        won = [*first_matches(kind, 32, seed_of("looks", 0)), *first_matches(kind, 8, seed_of("looks", 32))]
        assert share == pytest.approx(np.mean(won)) and error == pytest.approx(np.std(won, ddof=1) / 40**0.5)


def first_matches(kind: dict[str, Any], number: int, seed: int) -> list[float]:
    tables, won = vector(GAME, number=number, opponents=USUAL, seed=seed, **kind), dict[int, float]()
    while len(won) < number:
        seats = tables.seats.copy()
        tables.step(tables.masks.argmax(1))
        for table in tables.ended.nonzero()[0].tolist():
            won.setdefault(table, float(tables.rewards[table, seats[table]]))
    return [*won.values()]


# --- What becomes of it ---


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
