"""The journal of a tournament: nothing that was played is lost, and nothing foreign gets in."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import camarilla
from camarilla import BadOption, cli
from camarilla.bots.play import play_match
from camarilla.lab import tournament
from tests.samples import DUEL, GAME

FOR_TWO = camarilla.game(GAME, players=2)
BOTS = ["greedy", "random"]


@pytest.fixture
def count(monkeypatch) -> list[int]:
    """The seeds of the matches that are really played."""
    seeds: list[int] = []

    def counted(game, seed, bots):
        seeds.append(seed)
        return play_match(game, seed, bots)

    monkeypatch.setattr(tournament, "play_match", counted)
    return seeds


@pytest.fixture
def journal(tmp_path) -> Path:
    return tmp_path / "a.journal"


def play(journal: Path | None, deals: int = 4, **other: object) -> tournament.Tournament:
    given = {"game": FOR_TWO, "bots": BOTS, "seed": 3, "deals": deals, "journal": journal, **other}
    return tournament.tournament(**given)  # type: ignore[arg-type]


def interrupted(journal: Path, after: int) -> None:
    def stop(done: int, whole: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(journal, progress=stop)


def same(one: tournament.Tournament, other: tournament.Tournament) -> bool:
    return np.array_equal(one.points, other.points) and np.array_equal(one.places, other.places)


def test_what_was_stopped_goes_on_and_ends_the_same(journal, count):
    interrupted(journal, after=3)
    assert len(journal.read_text().splitlines()) == 1 + 3
    count.clear()
    found = play(journal)
    assert len(count) == 8 - 3
    assert same(found, play(None))


def test_more_deals_add_only_what_is_missing_and_fewer_add_nothing(journal, count):
    play(journal, deals=2)
    count.clear()
    longer = play(journal, deals=5)
    assert len(count) == 6 and same(longer, play(None, deals=5))
    count.clear()
    shorter = play(journal, deals=1)
    assert not count and same(shorter, play(None, deals=1))


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_torn_last_line_is_played_again(journal, count, cut):
    whole = play(journal)
    journal.write_bytes(journal.read_bytes()[:-cut])
    for _ in range(2):
        count.clear()
        assert same(play(journal), whole)
    assert not count
    assert all(json.loads(line) for line in journal.read_text().splitlines())


@pytest.mark.parametrize("kept", [0, 1, 40])
def test_a_torn_first_line_is_written_again(journal, kept):
    whole = play(journal)
    before = journal.read_bytes()
    journal.write_bytes(before[:kept])
    assert same(play(journal), whole)
    assert sorted(journal.read_bytes().splitlines()) == sorted(before.splitlines())


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": 4}, "seed is 3 there, and 4 here"),
        ({"bots": ["random", "greedy"]}, "bots is greedy,random there, and random,greedy here"),
        ({"game": camarilla.game(GAME, players=3)}, "players is 2 there, and 3 here"),
        ({"game": camarilla.game(DUEL)}, f"game is {GAME} there, and {DUEL} here"),
    ],
)
def test_the_journal_of_another_tournament_is_refused_and_left_alone(journal, count, other, said):
    play(journal)
    before, _ = journal.read_bytes(), count.clear()
    with pytest.raises(BadOption, match=said) as error:
        play(journal, **other)
    assert error.value.text("fr") != error.value.text("en")
    assert journal.read_bytes() == before and not count


def test_an_option_that_came_later_was_as_usual(journal, count):
    whole = play(journal)
    lines = journal.read_text().splitlines()
    later = FOR_TWO.options[-2]
    head = {name: value for name, value in json.loads(lines[0]).items() if name != later.name}
    journal.write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n")
    count.clear()
    assert same(play(journal), whole) and not count
    other = next(value for value in later.values if value != later.default)
    with pytest.raises(BadOption, match=f"{later.name} is"):
        play(journal, game=camarilla.game(GAME, players=2, **{later.name: other}))


def test_results_of_another_version_are_not_mixed_in(journal, monkeypatch):
    play(journal)
    monkeypatch.setattr(tournament, "__version__", "9.9")
    with pytest.raises(BadOption, match=r"version is .* there, and 9\.9 here"):
        play(journal)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, "Dear diary,"),
        (1, "[1, 2]"),
        (1, '{"name": "package"}'),
        (1, "[" * 100_000),
        (1, "\xff\x00"),
        (3, "[0, 1]"),
        (3, "[0, 1, [5, 6, 7], [1, 2, 3]]"),
        (3, "[0, 1, [5, 99999999], [1, 2]]"),
        (3, '{"deal": 3}'),
        (3, ""),
    ],
)
def test_what_is_no_journal_is_refused_and_left_alone(journal, line, text):
    play(journal)
    lines = journal.read_text().splitlines()
    lines[line - 1] = text
    journal.write_text("\n".join(lines) + "\n", encoding="latin-1")
    before = journal.read_bytes()
    with pytest.raises(BadOption, match=f"line {line}"):
        play(journal)
    assert journal.read_bytes() == before


def test_somebody_elses_file_of_one_line_is_not_a_torn_journal(journal):
    journal.write_text("my notes")
    with pytest.raises(BadOption, match="not the journal"):
        play(journal)
    assert journal.read_text() == "my notes"


@pytest.mark.parametrize("where", [".", "missing/a.journal"])
def test_a_journal_that_cannot_be_written_is_refused(tmp_path, where, count):
    with pytest.raises(BadOption, match="cannot write"):
        play(tmp_path / where)
    assert not count


def test_a_full_disk_is_said(journal, monkeypatch):
    from camarilla.lab.journal import Journal

    kept = Journal(journal, tournament.plan(FOR_TWO, BOTS, 1).about)
    kept.file.close()
    kept.file = Path("/dev/full").open("wb")  # noqa: SIM115
    with pytest.raises(BadOption, match="no space is left"):
        kept.add((0, 0), [[1, 2], [2, 1]])


def test_the_command_says_how_to_go_on(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    line = ["arena", GAME, "--bots", "greedy,random", "--deals", "1", "--lang", "en", "--out", "a.csv"]
    assert cli.main(line) == 0
    first, _ = Path("a.csv").read_text(), capsys.readouterr()

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("camarilla.terminal.arena.play", stopped)
    assert cli.main(line) == 130
    out = capsys.readouterr().out
    assert "Going on with 6 matches from a.csv.journal" in out
    assert "Stopped. The matches that ended are in a.csv.journal: the same command goes on" in " ".join(out.split())
    assert cli.main(line[:-2]) == 130
    assert "With --out FILE" in capsys.readouterr().out
    assert Path("a.csv").read_text() == first
