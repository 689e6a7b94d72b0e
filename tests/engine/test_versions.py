"""Records say by which rules they were played; those of before, which did not, still load."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import camarilla
from camarilla import BadRecord, OtherRules
from camarilla.games import kind

FIRST_FORMAT = sorted(Path(__file__).with_name("records").glob("*.json"))  # written before rules had versions


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def some_record() -> dict[str, Any]:
    match = camarilla.game(camarilla.games()[0], runtime="interpreted").new(3)
    for _ in range(8):
        match.play(match.choices(match.waiting[0])[0])
    return match.record()


@pytest.mark.parametrize("path", FIRST_FORMAT, ids=lambda path: path.stem)
def test_a_record_of_the_first_format_leads_where_it_led(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    then = read(path)
    match = camarilla.load(then["record"])
    now = {key: value for key, value in match.position().items() if key in then["position"]}
    assert match.game.has_options(now.pop("options")) and match.game.has_options(then["position"].pop("options"))
    assert now == then["position"]
    assert list(match.scores or ()) == (then["scores"] or [])


def test_a_record_names_format_and_version() -> None:
    record = some_record()
    assert (record["camarilla"], record["version"]) == (2, kind(record["game"]).rules.VERSION)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_record_of_other_rules_says_so(language: str) -> None:
    with pytest.raises(OtherRules) as caught:
        camarilla.load(some_record() | {"version": 99})
    assert "99" in caught.value.text(language) and "coup" not in caught.value.text("en")


def test_rules_may_replay_those_of_an_earlier_version(monkeypatch: pytest.MonkeyPatch) -> None:
    record = some_record()
    rules = kind(record["game"]).rules
    monkeypatch.setattr(rules, "REPLAYS", (rules.VERSION,), raising=False)
    monkeypatch.setattr(rules, "VERSION", rules.VERSION + 1)
    assert camarilla.load(record).record()["version"] == rules.VERSION


def test_an_earlier_match_that_they_cannot_replay_is_one_of_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    record = some_record()
    record["moves"][3] = f"{record['moves'][3][0]} nonsense"
    rules = kind(record["game"]).rules
    with pytest.raises(BadRecord) as caught:
        camarilla.load(record)
    assert not isinstance(caught.value, OtherRules)
    monkeypatch.setattr(rules, "REPLAYS", (rules.VERSION,), raising=False)
    monkeypatch.setattr(rules, "VERSION", rules.VERSION + 1)
    with pytest.raises(OtherRules):
        camarilla.load(record)


@pytest.mark.parametrize("version", ["1", 1.0, None, True])
def test_a_version_is_a_whole_number(version: Any) -> None:
    with pytest.raises(BadRecord, match="'version' in the record should be a whole number"):
        camarilla.load(some_record() | {"version": version})


def test_the_fingerprint_is_of_the_position_and_not_of_the_memory() -> None:
    match = camarilla.game(camarilla.games()[0], runtime="interpreted").new(3)
    again = match.game.at(match.position())
    again.state = again.state.astype(again.state.dtype.descr)  # packed, without alignment
    assert again.fingerprint == match.fingerprint


@pytest.mark.parametrize("name", camarilla.games())
def test_a_record_carries_the_whole_data(name: str) -> None:
    """No option of a record refers to what lies in the game's folder, which may change."""
    recorded = camarilla.game(name, runtime="interpreted").recorded
    assert "ours" not in recorded.values()
