"""What `docs/files.md` and `docs/notation.md` say of views, records and files is what there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

import camarilla
from camarilla.engine.game import Game
from camarilla.games import kind
from camarilla.lab import results, scoreboard
from camarilla.lab.series import Series
from camarilla.lab.standings import standings
from camarilla.lab.tournament import Tournament, plan

DOCS = Path(__file__).parents[2] / "docs"


def told(page: str, heading: str) -> list[str]:
    """The first column of the table under a heading, key by key."""
    _, _, rest = (DOCS / page).read_text(encoding="utf-8").partition(f"## {heading}\n")
    rows = re.findall(r"^\| (`.*?) \|", rest.split("\n## ")[0], re.MULTILINE)
    return [key for row in rows for key in re.findall(r"`(\w+)`", row)]


def by_seat(game: Game, columns: list[str]) -> list[str]:
    """The columns with X instead of a letter, each once."""
    letters = "|".join(game.letter(seat) for seat in game.seats)
    return list(dict.fromkeys(re.sub(rf"_({letters})$", "_X", name) for name in columns))


@pytest.fixture(params=camarilla.games())
def game(request: pytest.FixtureRequest) -> Game:
    return camarilla.game(request.param, runtime="interpreted")


def some_series(game: Game) -> Series:
    shape = (2, game.players)
    return Series(game, 1, np.zeros(shape, np.int16), np.ones(shape, np.int8), np.zeros((2, 3), np.int32))


def test_a_view_has_these_keys_and_those_of_its_game(game: Game) -> None:
    match = game.new(1)
    own = game.view.view(game, match.state, 0)
    assert [key for key in match.view(0) if key not in own] == told("files.md", "A view")
    (mover,) = match.waiting
    match.play(match.choices()[0])
    assert [set(seen) for seen in match.view(mover)["log"]] == [{"seat", "move"}]


def test_a_record_has_these_keys(game: Game) -> None:
    match = game.new(1)
    found = {*match.record(), *game.at(match.position()).record(), "players"}
    assert found == set(told("notation.md", "Records"))


def test_a_simulation_has_these_columns(game: Game) -> None:
    assert by_seat(game, list(results.columns(some_series(game)))) == told("files.md", "Results of a simulation")


def test_an_arena_has_these_columns(game: Game) -> None:
    what = plan(game, ["random", "page"], 2)
    shape = (what.deals, len(what.seatings), game.players)
    found = standings(Tournament(what, np.zeros(shape, np.int16), np.ones(shape, np.int8)))
    assert by_seat(game, list(scoreboard.columns(found))) == told("files.md", "Results of an arena")


def test_a_parquet_file_says_this_of_itself(game: Game, tmp_path: Path) -> None:
    results.writer(tmp_path / "a.parquet")(some_series(game))
    about = json.loads(pyarrow.parquet.read_schema(tmp_path / "a.parquet").metadata[b"camarilla"])
    keys = told("files.md", "What a Parquet file says of itself")
    assert set(about) | {"bots", "deals"} == set(keys)


def test_the_page_leads_to_the_view_of_every_game() -> None:
    page = (DOCS / "files.md").read_text(encoding="utf-8")
    for name in camarilla.games():
        assert f"({Path('..') / kind(name).folder().relative_to(DOCS.parent)}/spaces.md#the-view)" in page
