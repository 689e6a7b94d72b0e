"""The golden records of every game end as they did; a change of behaviour is noticed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import camarilla
from camarilla.games import kind
from camarilla.testing import cases, golden
from tests.toy.game import PocketCourt

FILES = [
    pytest.param(name, file, id=f"{name}-{file.stem}")
    for name in camarilla.games()
    for file in golden.files(kind(name))
]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")


@pytest.mark.parametrize("name", camarilla.games())
def test_there_is_a_record_for_every_value_of_every_option(name: str) -> None:
    """And for others that were kept when an option came."""
    stems = {file.stem for file in golden.files(kind(name))}
    assert stems >= {cases.written(chosen) for chosen in cases.every_value(kind(name).options)}


@pytest.mark.parametrize(("name", "file"), FILES)
def test_a_golden_record_ends_as_it_did(name: str, file: Path) -> None:
    golden.check_file(kind(name), file)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda kept: kept["record"]["moves"].pop(), "is not replayed"),
        (lambda kept: (kept["record"]["moves"].pop(), kept["record"].pop("end")), "no longer ends there"),
        (lambda kept: kept["scores"].reverse(), "scores and places are now"),
        (lambda kept: kept["record"].update(version=99), "was played by version 99"),
        (lambda kept: kept.update(course="0" * 16), "what can be done, or what is seen of it, has changed"),
    ],
)
def test_what_no_longer_fits_is_noticed(
    change: object, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PocketCourt, "folder", classmethod(lambda kind: tmp_path))
    file = next(golden.make(PocketCourt))
    golden.check(PocketCourt)
    kept = json.loads(file.read_text(encoding="utf-8"))
    change(kept)  # type: ignore[operator]
    file.write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(AssertionError, match=complaint):
        golden.check_file(PocketCourt, file)
