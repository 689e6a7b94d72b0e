"""Bots in a series: who plays, the same results whatever the threads, and what `camarilla simulate` says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla import cli
from camarilla.bots.ladder import parse_bot, seat_bots
from camarilla.bots.play import play_match
from camarilla.games import kind
from camarilla.lab.series import CHUNK, QUICK_CHUNK, Series, how_to_play, one_by_one, series
from tests.samples import GAME

TITLE = kind(GAME).words("title").text()


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture(scope="module")
def game() -> Any:
    return camarilla.game(GAME, players=2, runtime="compiled")


def same(one: Series, other: Series) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("points", "places", "about"))


# --- Playing ---


def test_the_number_of_threads_changes_nothing(game: Any) -> None:
    bots = ("search:20", "page")
    assert same(series(game, 5, 0, 12, 1, styles=bots), series(game, 5, 0, 12, 3, styles=bots))


def test_a_series_of_bots_can_be_played_in_parts(game: Any) -> None:
    whole, part = (series(game, 5, first, games, styles=("search:10", "random")) for first, games in ((0, 8), (3, 4)))
    assert np.array_equal(whole.points[3:7], part.points)


def test_every_match_can_be_played_again_from_its_seed(game: Any) -> None:
    bots = ("page", "search:10")
    played = series(game, 5, 0, 6, styles=bots)
    for row, seed in enumerate(played.seeds):
        again = play_match(game, int(seed), [parse_bot(game, bot) for bot in bots])
        assert again.points == tuple(played.points[row]) and again.places == tuple(played.places[row])
        assert game.new(int(seed)).waiting == (again.first,)


def test_quick_players_play_alike_in_one_loop_and_one_by_one(game: Any) -> None:
    bots = seat_bots(game, "courtier", 2)
    fast = series(game, 5, 0, 20, styles=("courtier", "courtier"))
    slow = Series(game, 5, np.zeros_like(fast.points), np.zeros_like(fast.places), np.zeros_like(fast.about))
    one_by_one(game, bots)(np.uint64(5), np.uint64(0), slow.points, slow.places, slow.about)
    assert same(fast, slow)


@pytest.mark.parametrize(
    ("bots", "at_once"),
    [("random", CHUNK), ("courtier", QUICK_CHUNK), ("random,greedy", QUICK_CHUNK), ("page", 1), ("random,search:5", 1)],
)
def test_who_needs_no_thought_plays_in_one_loop(game: Any, bots: str, at_once: int) -> None:
    assert how_to_play(game, seat_bots(game, bots, 2))[1] == at_once


# --- The command ---


@pytest.mark.parametrize(
    ("line", "title", "seat"),
    [
        ("", f"{TITLE}, 2 players (random), 7 matches, seed 0", "seat A "),
        ("--bots greedy", f"{TITLE}, 2 players (Courtier), 7 matches", "seat A "),
        ("--bots courtier,page", f"{TITLE}, players: Courtier, Page, 7 matches", "seat B (Page)"),
        ("--bots oracle:5,random", f"{TITLE}, players: oracle:5, random, 7 matches", "seat A (oracle:5)"),
        (
            "--bots courtisan,random --lang fr",
            f"{TITLE}, joueurs\u00a0: Courtisan, au hasard, 7 parties",
            "place A (Courtisan)",
        ),
        ("--bots page --lang fr", f"{TITLE}, 2 joueurs (Page), 7 parties", "place A "),
    ],
)
def test_the_table_names_who_plays(line: str, title: str, seat: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(f"simulate {GAME} --players 2 --games 7 {line}".split()) == 0
    said = capsys.readouterr().out
    assert title in said and f"│ {seat}" in said


def test_who_searches_plays_fewer_matches_unless_more_are_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    for bots, games in (("search:2,random", "100 matches"), ("greedy", "10,000 matches")):
        assert cli.main(f"simulate {GAME} --players 2 --bots {bots}".split()) == 0
        assert games in capsys.readouterr().out


def test_files_name_the_players(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    assert cli.main(f"simulate {GAME} --players 2 --games 3 --bots search:4,page --out {out}".split()) == 0
    table = parquet.read_table(out)
    assert json.loads(table.schema.metadata[b"camarilla"])["players"] == ["search:4", "page"]
    assert min(table.column("decisions").to_pylist()) > 30 and set(table.column("first").to_pylist()) <= {"A", "B"}


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        ("--bots clever", "no bot 'clever'; there are: page, courtier", "aucun bot 'clever'"),
        ("--bots page,page,page", "one for each of 2 seats, not 3", "chacune des 2 places, et non 3"),
        ("--bots search:0", "not 0", "et non 0"),
        ("--bots oracle:-1", "not -1", "et non -1"),
        ("--games 0 --bots page", "--games is at least 1", "--games vaut au moins 1"),
        ("--threads 0 --bots page", "--threads is at least 1", "--threads vaut au moins 1"),
    ],
)
def test_what_cannot_be_done_is_said(line: str, english: str, french: str, capsys: pytest.CaptureFixture[str]) -> None:
    for language, complaint in (("en", english), ("fr", french)):
        assert cli.main(f"simulate {GAME} --players 2 {line} --lang {language}".split()) == 2
        said = capsys.readouterr()
        assert said.out == "" and complaint in said.err
