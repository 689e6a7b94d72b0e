"""A series in chunks: whoever plays them, and however often somebody is lost or stops, the results are the same."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla import cli
from camarilla.bots.ladder import seat_bots
from camarilla.lab import chunks, journal
from camarilla.lab.chunks import Job, play_rows, play_series, play_tally
from camarilla.lab.crew import RETRIES, Crew, Threads, carry_out
from camarilla.lab.lineup import LineUp
from camarilla.lab.series import CHUNK, Counted, Series, series
from camarilla.lab.summary import summary
from camarilla.lab.tournament import plan, play
from tests.samples import GAME

GAMES = 3 * CHUNK + 7


class Lost(Exception):
    """A worker is gone, and what it was doing with it."""


class Careless(Crew):
    """Workers of whom every so many are lost in the middle of a task. What they do travels to them as to a process."""

    lost = (Lost,)
    hands = 2

    def __init__(self, every: int) -> None:
        self.every, self.given = every, 0

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        self.given += 1
        future: Future[Any] = Future()
        if self.given % self.every == 0:
            future.set_exception(Lost())
        else:
            future.set_result(pickle.loads(pickle.dumps(work))(task))
        return future

    def dismiss(self) -> None:
        pass


def job(bots: str = "random") -> Job:
    game = camarilla.game(GAME, players=2, runtime="compiled")
    return Job(LineUp(game, seat_bots(game, bots, 2)), 5)


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")


def same(one: Any, other: Series) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("points", "places", "about"))


# --- Whoever plays ---


def test_a_lost_worker_costs_a_chunk_and_not_the_series() -> None:
    whole = series(job().lineup.game, 5, 0, GAMES)
    crew = Careless(3)
    assert same(play_series(job(), GAMES, crew), whole)
    assert crew.given > len(job().chunks(GAMES))


def test_bots_that_search_travel() -> None:
    bots = "search:20,page"
    whole = series(job().lineup.game, 5, 0, 4, styles=bots.split(","))
    assert same(play_series(job(bots), 4, Careless(4)), whole)


def test_quick_matches_of_a_tournament_travel_together() -> None:
    """Those of bots that think travel alone, so that a lost worker costs little."""
    with Threads(1) as here:
        for bots, tasks in (("greedy,random", 1), ("search:5,random", 6)):
            what = plan(job().lineup.game, bots.split(","), 3)
            crew = Careless(99)
            assert np.array_equal(play(what, crew).points, play(what, here).points)
            assert what.matches == 6 and crew.given == tasks


def test_what_kills_everybody_who_takes_it_is_not_tried_for_ever() -> None:
    crew = Careless(1)
    with pytest.raises(Lost):
        list(carry_out(crew, abs, [1]))
    assert crew.given == RETRIES + 1


def test_a_fault_of_the_work_itself_is_raised() -> None:
    with Threads(2) as crew, pytest.raises(ZeroDivisionError):
        list(carry_out(crew, lambda task: 1 // task, [1, 0]))


# --- What is left of it ---


def test_what_chunks_come_to_is_what_the_whole_series_comes_to() -> None:
    with Threads(2) as crew:
        counted = play_series(job(), GAMES, crew, rows=False)
    assert isinstance(counted, Counted) and len(counted) == GAMES
    assert summary(counted) == summary(series(job().lineup.game, 5, 0, GAMES))


def test_a_long_series_has_not_more_chunks_than_a_journal_can_hold() -> None:
    chunks = job().chunks(10**9)
    assert len(chunks) <= 10_000 and sum(games for _, games in chunks) == 10**9


@pytest.mark.parametrize("rows", [True, False])
def test_an_interrupted_series_goes_on_from_its_journal(rows: bool, tmp_path: Path) -> None:
    path = tmp_path / "journal"

    def stop(done: int, whole: int) -> None:
        if done > CHUNK:
            raise KeyboardInterrupt

    with Threads(1) as crew:
        with pytest.raises(KeyboardInterrupt):
            play_series(job(), GAMES, crew, rows, stop, path)
        played: list[int] = []
        found = play_series(job(), GAMES, crew, rows, lambda done, whole: played.append(done), path)
        assert played[0] == 2 * CHUNK
        assert summary(found) == summary(play_series(job(), GAMES, crew))


def test_the_journal_of_another_series_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Threads(1) as crew:
        play_series(job(), 10, crew, path=path)
        with pytest.raises(camarilla.BadOption, match="random"):
            play_series(job("courtier"), 10, crew, path=path)


@pytest.mark.parametrize(("begun", "games"), [(GAMES, 2 * CHUNK), (GAMES, GAMES + 1), (10, 11)])
def test_the_journal_of_a_longer_or_a_shorter_series_is_left_alone(begun: int, games: int, tmp_path: Path) -> None:
    """What it holds could not be used, and the file would be removed at the end."""
    path = tmp_path / "journal"
    with Threads(1) as crew:
        play_series(job(), begun, crew, path=path)
        before = path.read_bytes()
        with pytest.raises(camarilla.BadOption, match="another length") as problem:
            play_series(job(), games, crew, path=path)
    assert path.read_bytes() == before
    assert "d’une autre longueur" in problem.value.text("fr") and "tourn" not in problem.value.text("en")


def test_a_series_that_was_stopped_early_may_become_longer(tmp_path: Path) -> None:
    """If all that there is of it is whole chunks of the longer one."""
    with Threads(1) as crew:
        play_series(job(), CHUNK, crew, path=tmp_path / "journal")
        played: list[int] = []
        play_series(job(), 2 * CHUNK, crew, True, lambda done, whole: played.append(done), tmp_path / "journal")
    assert played[0] == CHUNK


@pytest.mark.parametrize(("every", "times"), [(0.0, 3), (1e9, 1)])
def test_a_journal_is_brought_to_the_disk_now_and_then(
    every: float, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought: list[int] = []
    monkeypatch.setattr(journal, "EVERY", every)
    monkeypatch.setattr(journal.os, "fsync", brought.append)
    with journal.Journal(tmp_path / "journal", {"players": 2}) as kept:
        kept.add((0, 0), [[1, 2], [2, 1]])
        kept.add((0, 1), [[1, 2], [2, 1]])
    assert len(brought) == times


def test_of_a_large_chunk_a_part_at_a_time_is_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, sizes = play_tally(job(), (3, 2 * CHUNK + 1)), list[int]()
    expected = series(job().lineup.game, 5, 3, 2 * CHUNK + 1).tally
    assert whole.matches == expected.matches and np.array_equal(whole.figures, expected.figures)
    monkeypatch.setattr(chunks, "play_rows", lambda job, part: sizes.append(part[1]) or play_rows(job, part))
    play_tally(job(), (3, 2 * CHUNK + 1))
    assert sizes == [CHUNK, CHUNK, 1]


# --- On the command line ---


def test_a_journal_that_is_of_no_use_is_not_removed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.json"
    with Threads(1) as crew:
        play_series(job(), 20, crew, rows=False, path=journal.journal_of(out))
    words = ["simulate", GAME, "--players", "2", "--seed", "5", "--out", str(out), "--games"]
    assert cli.main([*words, "10"]) == 2 and "another length" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["a.json.journal"]
    assert cli.main([*words, "20"]) == 0 and f"Going on with 20 matches from {out}.journal" in joined(capsys)
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def joined(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out.replace("\n", " ")


def test_figures_alone_are_written_and_no_journal_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", GAME, "--games", "2e2", "--out", str(tmp_path / "a.json")]) == 0
    assert '"matches": 200' in (tmp_path / "a.json").read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_an_address_without_a_cluster_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", GAME, "--address", "auto"]) == 2
    assert "--on ray" in capsys.readouterr().err
