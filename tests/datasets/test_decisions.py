"""Matches as data: what is written is what was played, whoever plays and however it is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars
import pyarrow.parquet
import pytest

import camarilla
from camarilla.bots.ladder import seat_bots
from camarilla.cli import main
from camarilla.datasets.decisions import note, play_decisions, schema, table, write_decisions
from camarilla.datasets.records import play_record
from camarilla.engine.game import Game
from camarilla.engine.seeds import draw_seeds
from camarilla.lab.series import series
from tests.samples import GAME, short

EVERY_GAME = pytest.mark.parametrize("name", camarilla.games())


def game_of(name: str) -> Game:
    """One of them is compiled: the law that all runtimes agree speaks for the others."""
    runtime = "compiled" if name == GAME else "interpreted"
    return camarilla.game(name, runtime=runtime, **camarilla.game(name).testing.SHORT)


def rows(game: Game, bots: str, matches: int, threads: int = 1) -> list[dict[str, Any]]:
    columns = schema(game, 0, ())
    parts = play_decisions(game, 0, matches, seat_bots(game, bots, game.players), threads)
    return [row for _, part in parts for row in table(part, columns).to_pylist()]


@EVERY_GAME
def test_a_decision_is_what_the_seat_knew_and_did(name: str) -> None:
    """Compiled notes are those of the same match played by hand."""
    game = game_of(name)
    bots = seat_bots(game, game.styles[0], game.players)
    (noted,) = (part for _, part in play_decisions(game, 0, 2, bots))
    seed = int(draw_seeds(0, 1)[0])
    expected = note(play_record(game, seed, bots))
    for column, values in expected.items():
        assert np.array_equal(noted[column][: len(values)], values), column
    assert noted["match"][len(expected["choice"])] == 1, "the next match follows"


@EVERY_GAME
def test_outcomes_are_those_of_the_series(name: str) -> None:
    game = game_of(name)
    played, found = series(game, 0, 0, 3), rows(game, "random", 3)
    assert {row["match"] for row in found} == {0, 1, 2}
    for row in found:
        winners = list(played.places[row["match"]]).count(1)
        assert row["share"] == pytest.approx((played.places[row["match"]][row["seat"]] == 1) / winners)
        assert row["points"] == played.points[row["match"]][row["seat"]]
        assert row["mask"][row["choice"]] and sum(row["mask"]) > 1


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("camarilla.datasets.decisions.MATCHES", 7)
    game = game_of(GAME)
    assert rows(game, "random", 41) == rows(game, "random", 41, threads=3)


def test_bots_that_think_are_noted_too() -> None:
    game = game_of(GAME)
    found = rows(game, "search:5", 2)
    assert {row["match"] for row in found} == {0, 1} and all(row["mask"][row["choice"]] for row in found)


def test_what_was_broken_off_has_no_outcome() -> None:
    match = game_of(GAME).new(3)
    while len(note(match)["choice"]) < 2:
        match.play(match.choices(match.waiting[0])[0])
    found = table(note(match), schema(match.game, None, ())).to_pylist()
    assert [row["share"] for row in found] == [None, None] and found[0]["seed"] == 3
    elsewhere = match.game.at(match.position())
    elsewhere.play(elsewhere.choices(elsewhere.waiting[0])[0])
    assert all(row["seed"] is None for row in table(note(elsewhere), schema(match.game, None, ())).to_pylist())


def test_a_file_is_written_in_groups_and_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("camarilla.datasets.decisions.GROUP", 500)
    monkeypatch.setattr("camarilla.datasets.decisions.MATCHES", 20)
    game, path = game_of(GAME), tmp_path / "few.parquet"
    bots = seat_bots(game, "random", game.players)
    write_decisions((part for _, part in play_decisions(game, 7, 100, bots)), schema(game, 7, ["random"]), path)
    file = pyarrow.parquet.ParquetFile(path)
    sizes = [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)]
    assert len(sizes) >= 3 and min(sizes[:-1]) >= 500 and sum(sizes) == file.metadata.num_rows
    about = json.loads(file.schema_arrow.metadata[b"camarilla"])
    assert (about["game"], about["seed"], about["players"]) == (game.id, 7, ["random"])


def test_polars_and_duckdb_read_what_was_written(tmp_path: Path) -> None:
    game, path = game_of(GAME), tmp_path / "few.parquet"
    bots = seat_bots(game, "random", game.players)
    write_decisions((part for _, part in play_decisions(game, 7, 10, bots)), schema(game, 7, ()), path)
    frame = polars.read_parquet(path)
    assert frame.schema["observation"] == polars.Array(polars.Int16, game.rules.OBSERVATION)
    assert frame["mask"].arr.sum().min() > 1
    ((decisions, matches),) = duckdb.sql(f"SELECT count(*), count(DISTINCT match) FROM '{path}'").fetchall()
    assert (decisions, matches) == (len(frame), 10)


# --- The commands ---


def run(*words: str) -> int:
    return main([*words, "--lang", "en"])


def options(name: str) -> list[str]:
    return [word for option, value in short(name).items() for word in (f"--{option}", str(value).lower())]


def test_records_and_decisions_tell_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines, direct, through = tmp_path / "a.jsonl", tmp_path / "a.parquet", tmp_path / "b.parquet"
    for out in (lines, direct):
        assert run("generate", GAME, "--games", "5", "--bots", "courtier", "--out", str(out), *options(GAME)) == 0
    assert len(lines.read_text().splitlines()) == 5
    assert run("convert", str(lines), str(through)) == 0
    one, other = (pyarrow.parquet.read_table(path) for path in (direct, through))
    assert one.replace_schema_metadata().equals(other.replace_schema_metadata())
    assert str(through) in capsys.readouterr().out


def test_a_record_of_ones_own_becomes_a_line_and_back(tmp_path: Path) -> None:
    mine, lines, again = tmp_path / "mine.json", tmp_path / "mine.jsonl", tmp_path / "again.json"
    match = game_of(GAME).new(1)
    match.play(match.choices(match.waiting[0])[0])
    mine.write_text(json.dumps({**match.record(), "players": ["Anna", "Bob", "Chiara"][: match.game.players]}))
    assert run("convert", str(mine), str(lines)) == 0 and run("convert", str(lines), str(again)) == 0
    assert json.loads(again.read_text()) == json.loads(mine.read_text())


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "there is no record"), ("{}\n", "line 1: "), ("nonsense\n", "line 1: ")],
)
def test_what_cannot_be_converted_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    (tmp_path / "bad.jsonl").write_text(text)
    target = tmp_path / "bad.parquet"
    assert run("convert", str(tmp_path / "bad.jsonl"), str(target)) == 2
    assert said in capsys.readouterr().err and not target.exists()


def test_files_that_cannot_be_are_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("generate", GAME, "--out", str(tmp_path / "a.txt")) == 2
    assert ".parquet" in capsys.readouterr().err
    assert run("convert", str(tmp_path / "none.json"), str(tmp_path / "a.jsonl")) == 2
    assert "none.json" in capsys.readouterr().err
    assert run("convert", str(tmp_path / "a.csv"), str(tmp_path / "a.jsonl")) == 2
    assert ".jsonl" in capsys.readouterr().err


def test_two_games_do_not_go_into_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.jsonl"
    matches = [camarilla.game(name).new(1) for name in camarilla.games()[:2]]
    path.write_text("".join(json.dumps(match.record()) + "\n" for match in matches))
    assert run("convert", str(path), str(tmp_path / "two.parquet")) == 2
    assert "record 2" in capsys.readouterr().err
