"""Series of matches: the same whatever the threads, and each can be dealt again."""

import csv
import json

import numpy as np
import pytest

import camarilla
from camarilla.engine.playout import FIRST
from camarilla.lab import results
from camarilla.lab.series import CHUNK, series
from camarilla.lab.summary import Mean, summary
from tests.samples import GAME


@pytest.fixture(scope="module")
def game():
    return camarilla.game(GAME, players=4)


def same(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("points", "places", "about"))


def test_the_number_of_threads_changes_nothing(game):
    games = 3 * CHUNK + 7
    assert same(series(game, 5, 0, games, threads=1), series(game, 5, 0, games, threads=3))


def test_a_series_can_be_played_in_parts(game):
    whole, part = series(game, 5, 0, 300), series(game, 5, 100, 50)
    assert np.array_equal(whole.points[100:150], part.points)


def test_other_seeds_give_other_matches(game):
    assert not same(series(game, 5, 0, 100), series(game, 6, 0, 100))


def test_interpreted_rules_play_the_same_series(game):
    slow = camarilla.game(GAME, players=4, runtime="interpreted")
    assert same(series(game, 1, 0, 20), series(slow, 1, 0, 20))


def test_every_match_can_be_dealt_again_from_its_seed(game):
    played = series(game, 5, 0, 20)
    for seed, about in zip(played.seeds, played.about, strict=True):
        assert game.new(int(seed)).waiting == (about[FIRST],)


def test_progress_counts_every_match(game):
    told = []
    series(game, 5, 0, CHUNK + 3, progress=lambda done, whole: told.append((done, whole)))
    assert told in ([(done, CHUNK + 3) for done in (0, part, CHUNK + 3)] for part in (CHUNK, 3))  # either may be first


def test_shares_of_victories_add_up(game):
    found = summary(series(game, 5, 0, 2000))
    for chairs in (found.by_seat, found.by_order):
        assert sum(chair.wins.value for chair in chairs) == pytest.approx(1)
    assert sum(chair.points.value for chair in found.by_seat) == pytest.approx(
        sum(c.points.value for c in found.by_order)
    )


def test_the_first_in_order_is_who_began(game):
    played = series(game, 5, 0, 500)
    began = played.points[np.arange(500), played.about[:, FIRST]]
    assert summary(played).by_order[0].points.value == pytest.approx(began.mean())


def test_a_margin_is_that_of_95_percent():
    sample = np.array([0.0, 1.0] * 50)
    assert Mean.of(sample).margin == pytest.approx(1.96 * sample.std(ddof=1) / 10)


def test_results_as_csv_and_parquet_agree(game, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    played = series(game, 5, 0, 30)
    for name in ("games.csv", "games.parquet"):
        results.writer(tmp_path / name)(played)
    table = parquet.read_table(tmp_path / "games.parquet")
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [{name: str(value) for name, value in row.items()} for row in table.to_pylist()] == rows
    assert json.loads(table.schema.metadata[b"camarilla"])["options"] == game.chosen
    assert table.column("seed").to_pylist() == played.seeds.tolist()


@pytest.mark.parametrize("name", ["games.txt", "missing/games.csv", "", "file/games.csv"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path, name):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(camarilla.BadOption) as error:
        results.writer(tmp_path / name)
    assert error.value.text("fr") != error.value.text("en")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_a_file_that_fails_halfway_leaves_the_old_one(game, tmp_path, monkeypatch):
    (tmp_path / "games.csv").write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(results, "columns", full)
    with pytest.raises(camarilla.BadOption, match="no space is left"):
        results.writer(tmp_path / "games.csv")(series(game, 5, 0, 3))
    assert (tmp_path / "games.csv").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]
