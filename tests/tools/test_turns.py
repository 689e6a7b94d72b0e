"""Benchmarks: what is measured in turns gives a ratio with its interval, and that is told and drawn as it is."""

from __future__ import annotations

import math
import random
from xml.etree import ElementTree

import pytest

from benchmarks import on_device, play
from benchmarks.picture import ratios, sheet
from benchmarks.turns import Measured, Ratio, in_turns, ratio, ratio_of_repeats


def test_everybody_has_a_turn_in_every_round(capsys: pytest.CaptureFixture[str]) -> None:
    turns: list[tuple[str, int]] = []

    def turn_of(name: str):
        return lambda number: turns.append((name, number)) or float(number)

    assert in_turns("a run", [turn_of("one"), turn_of("other")], 2) == [[1.0, 2.0], [1.0, 2.0]]
    assert turns == [("one", 1), ("other", 1), ("one", 2), ("other", 2)]
    assert "a run: round 2 of 2" in capsys.readouterr().err


def test_a_ratio_does_not_depend_on_what_slows_both() -> None:
    slowed = [random.Random(1).uniform(1, 9) for _ in range(8)]
    found = ratio([6 * each for each in slowed], [2 * each for each in slowed])
    assert (found.times, found.low, found.high) == pytest.approx((3, 3, 3))


def test_the_interval_is_student_s() -> None:
    found = ratio([math.exp(log) for log in (1.0, 2.0, 3.0)], [1.0] * 3)
    margin = 4.30 / math.sqrt(3)  # two degrees of freedom, a deviation of one
    assert found.times == pytest.approx(math.exp(2))
    assert (found.low, found.high) == pytest.approx((math.exp(2 - margin), math.exp(2 + margin)))


@pytest.mark.parametrize("rounds", [2, 5, 15, 40])
def test_the_truth_lies_within_it_nineteen_times_of_twenty(rounds: int) -> None:
    chance, tries = random.Random(rounds), 2_000
    found = [ratio([3 * chance.lognormvariate(0, 0.1) for _ in range(rounds)], [1.0] * rounds) for _ in range(tries)]
    within = sum(one.low <= 3 <= one.high for one in found) / tries
    assert 0.93 < within < 0.97


def test_the_other_way_round_it_is_the_inverse() -> None:
    ours, theirs = [3.0, 4.0, 5.0], [2.0, 2.5, 2.0]
    there, back = ratio(ours, theirs), ratio(theirs, ours)
    assert (back.times, back.low, back.high) == pytest.approx((1 / there.times, 1 / there.high, 1 / there.low))


def test_what_was_not_measured_anew_widens_it() -> None:
    sure, unsure = (Measured("peer", "", [2.0, 2.1, 1.9], doubt) for doubt in (0.0, 0.05))
    ours = Measured("ours", "", [4.0, 4.1, 3.9])
    assert ours.beside(unsure).low < ours.beside(sure).low < ours.beside(sure).high < ours.beside(unsure).high


def test_one_measurement_has_no_interval() -> None:
    assert str(ratio([4.0], [3.0])) == "**1.33x**"
    assert str(ratio_of_repeats([4.0], [1.0, 3.0, 9.0])) == "**1.33x**"


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Ratio(0.0412, 0.04, 0.0425), "**0.0412x** (0.0400 to 0.0425)"),
        (Ratio(2.5, 2.4, 2.6), "**2.50x** (2.40 to 2.60)"),
        (Ratio(1234.5, 1100.2, 1400.7), "**1,234x** (1,100 to 1,401)"),
    ],
)
def test_it_is_told_in_three_digits(found: Ratio, text: str) -> None:
    assert str(found) == text


def test_a_table_and_a_picture_hold_every_ratio() -> None:
    ours = [Measured(f"Camarilla {name}", "compiled", [8.0, 9.0, 10.0]) for name in ("one", "two")]
    peers = [Measured("a <peer>", "its way", [2.0, 2.0, 2.0])]
    assert play.report(ours, peers).count(str(ours[0].beside(peers[0]))) == 2
    root = ElementTree.fromstring(sheet([play.picture(ours, peers)]))
    assert len(root.findall(".//{*}path")) == 2
    assert "beside a <peer>" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_mark_lies_on_the_paper() -> None:
    panel = ratios("How fast", ["mark"], [("far", [Ratio(2e4, 9e3, 4e4)]), ("slow", [Ratio(0.02, 0.004, 0.1)])])
    root = ElementTree.fromstring(sheet([panel]))
    width = float(root.attrib["viewBox"].split()[2])
    assert all(0 < float(mark.attrib["cx"]) < width for mark in root.findall(".//{*}circle"))


def test_what_was_found_on_a_device_stands_beside_each_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    peer = {"tables": 8, "way": on_device.ONE_SCAN, "steps_per_second": 10.0, "repeats": [10.0, 10.1, 9.9]}
    peers = [{"name": "a peer", "rates": [peer], **peer}]
    ours = {"game": "one", "players": 2, "tables": 8, "steps_per_second": 20.0, "repeats": [20.0, 20.1, 19.9]}
    older = {"game": "two", "players": 2, "threads": 8, "decisions_per_second": 20.0, "games_per_second": 1.0}
    monkeypatch.setattr(on_device, "stepped", lambda: {"rates": [ours], "peers": peers})
    monkeypatch.setattr(on_device, "played", lambda: {"rates": [older]})
    assert "**2.00x** (" in on_device.stepping_table()
    assert "| **2.00x** |" in on_device.random_play_table()
