"""`camarilla analyse`, called as a shell would call it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from camarilla import cli
from camarilla.engine.match import Match
from camarilla.testing.walks import walk
from tests.analysis.blunders import duel, last_card


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    keep("blunder.json", last_card("Bn-"))
    keep("begun.json", walk(duel(), 1, 1)[8])
    keep("empty.json", duel().new(1))


def keep(name: str, match: Match) -> None:
    Path(name).write_text(json.dumps(match.record()), encoding="utf-8")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def run(line: str) -> tuple[int, str, str]:
        """The exit status, and what was said on either stream."""
        try:
            status = cli.main(line.split())
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


# --- What it says ---


def test_the_text_has_everything(call) -> None:  # type: ignore[no-untyped-def]
    status, out, err = call("analyse blunder.json --iterations 40")
    assert (status, err) == (0, "")
    first = (
        f"{duel().title}: a match analysed\n2 players, moves played: 1. Analysed: A, B.\nResult: A\u00a0−1, B\u00a0+"
    )
    assert first in out  # after what is said of compiling, if anything is compiled here for the first time
    assert "0 · play the butterfly noble below the" in out and "100 · play the butterfly noble above the" in out
    assert "1. Move 1, A: 0\u00a0% to win instead of 100\u00a0%" in out
    assert "the butterfly in disgrace −4.0" in out
    assert "A  ▁▁  0\u00a0% to 0\u00a0%" in out
    assert "playing on 40 times" in out


def test_it_speaks_french(call) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = call("analyse blunder.json --seat a --lang fr")
    assert status == 0
    assert "1. Coup 1, A\u00a0: 0\u00a0% de chances de gagner au lieu de 100\u00a0%" in out
    assert "Mieux\u00a0: jouer le Noble du papillon au-dessus" in out


@pytest.mark.parametrize("seat", ["B", "b", "2"])
def test_a_seat_is_a_letter_or_a_number_from_one(call, seat: str) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = call(f"analyse begun.json --seat {seat} --iterations 20")
    assert status == 0
    assert "Analysed: B." in out
    assert "The match is not finished" in out


def test_the_same_is_said_again(call) -> None:  # type: ignore[no-untyped-def]
    line = "analyse begun.json --iterations 20 --seed 5"
    assert call(f"{line} --threads 1")[1] == call(f"{line} --threads 2")[1]


def test_the_page_is_written(call) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = call("analyse blunder.json --iterations 20 --html report.html")
    assert status == 0 and "Page written to report.html." in out
    assert Path("report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert [path.name for path in Path().iterdir() if path.name.startswith(".")] == []


# --- Mistakes in what was asked for: one line, status 2 ---


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("analyse", "required: RECORD"),
        ("analyse nothing.json", "cannot read nothing.json: there is no such file"),
        ("analyse blunder.json --seat C", "no seat 'C'; choose one of: A, B (or 1 to 2)"),
        ("analyse blunder.json --seat 0", "no seat '0'"),
        ("analyse blunder.json --seat 3 --lang fr", "pas de place '3'\u202f; au choix\u00a0: A, B (ou de 1 à 2)"),
        ("analyse blunder.json --iterations 0", "1 to"),
        ("analyse blunder.json --iterations many", "many"),
        ("analyse blunder.json --threads 0", "--threads is at least 1, not 0"),
        ("analyse blunder.json --threads x", "--threads: 'x' is not a whole number"),
        ("analyse blunder.json --seed -1", "a seed is a whole number"),
        ("analyse blunder.json --html report.txt", "ends in one of: .html, .htm"),
        ("analyse blunder.json --html nowhere/report.html", "nowhere"),
        ("analyse blunder.json --seat B", "no decision of B that could matter"),
        ("analyse empty.json", "no decision of A, B that could matter"),
        ("analyse empty.json --lang fr", "aucune décision de A, B"),
    ],
)
def test_a_mistake_gets_one_clear_line(call, line: str, complaint: str) -> None:  # type: ignore[no-untyped-def]
    status, out, err = call(line)
    assert (status, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_a_spoilt_record_gets_one_clear_line(call) -> None:  # type: ignore[no-untyped-def]
    record = json.loads(Path("begun.json").read_text(encoding="utf-8"))
    for moves in (record["moves"][:-1], [*record["moves"][:-1], "A xx"]):
        Path("bad.json").write_text(json.dumps({**record, "moves": moves}), encoding="utf-8")
        status, _, err = call("analyse bad.json")
        assert status == 2 and err.count("\n") == 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help(call, language: str) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = call(f"analyse --help --lang {language}")
    assert status == 0 and "--seat" in out and "--html" in out


def test_nothing_heavy_is_imported_for_help() -> None:
    heavy = "[name for name in ('numba', 'rich.console') if name in sys.modules]"
    code = f"import sys; from camarilla.cli import main\ntry: main(['analyse', '--help'])\nfinally: print({heavy})"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip().endswith("[]")
