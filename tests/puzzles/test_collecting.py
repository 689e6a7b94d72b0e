"""Collecting puzzles: the same ones for the same seed, interrupted or not, and not all of one theme."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from camarilla.cli import main
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.games import game, kind
from camarilla.lab.crew import RETRIES, Threads
from camarilla.puzzles import collecting
from camarilla.puzzles.collecting import Findings, Plan, Wants, choose, collect, is_wanted, plan, search_match
from camarilla.puzzles.finding import CalledOff, GoOn, Suspect
from camarilla.puzzles.puzzle import Collection, Puzzle, Rival, read
from tests.samples import DUEL, GAME
from tests.toy.game import PocketCourt

PUZZLE = Puzzle("", 0, {}, {}, "", "", 0.6, (Rival("", 0.2, 0.01),), {"courtier": 1.0, "search:50": 0.0}, (), ())
EASY = replace(PUZZLE, wrong={"courtier": 0.0, "search:50": 0.0})


@pytest.fixture(autouse=True)
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds of the matches that are really searched. Those that are odd have a puzzle."""
    seeds: list[int] = []

    def search(game: Game, seed: int, wants: Wants, go_on: GoOn) -> list[Puzzle]:
        seeds.append(seed)
        theme = next(one for one in game.puzzles.THEMES if wants.include((one, False)))  # type: ignore[union-attr]
        return [replace(PUZZLE, id=f"{seed:016x}"[-8:], theme=theme)] if seed % 2 else []

    monkeypatch.setattr(collecting, "search_match", search)
    monkeypatch.setattr(collecting, "AT_ONCE", 1)
    return seeds


def a_plan(seed: int = 1) -> Plan:
    return plan(game(GAME), seed)


def run(path: Path, number: int, seed: int = 1, threads: int = 1) -> list[Puzzle]:
    with Threads(threads) as crew, Findings(path, a_plan(seed).about) as journal:
        return collect(a_plan(seed), number, journal, crew)


def test_tables_of_different_sizes_are_searched_in_turn() -> None:
    sizes = kind(GAME).puzzles.PLAYERS  # type: ignore[union-attr]
    assert [a_plan().deal(number)[0].players for number in range(len(sizes) + 1)] == [*sizes, sizes[0]]
    assert [one.players for one in plan(game(GAME), 1, [5]).games] == [5]


def test_a_collection_goes_on_where_it_was_interrupted(tmp_path: Path, searched: list[int]) -> None:
    whole = run(tmp_path / "whole", 4)
    seeds = searched.copy()
    searched.clear()
    assert run(tmp_path / "parts", 2) == whole[:2]
    with (tmp_path / "parts").open("a") as file:
        file.write('[9, [{"id": "half a li')  # the machine stopped here
    assert run(tmp_path / "parts", 4) == whole
    assert searched == seeds


def test_fewer_puzzles_are_the_first_of_more(tmp_path: Path, searched: list[int]) -> None:
    more = run(tmp_path / "journal", 4)
    searched.clear()
    assert run(tmp_path / "journal", 3) == more[:3] and not searched


def test_the_journal_of_another_collection_is_left_alone(tmp_path: Path) -> None:
    run(tmp_path / "journal", 1)
    with pytest.raises(BadOption, match="another collection of puzzles: seed is 1 there, and 2 here"):
        run(tmp_path / "journal", 1, seed=2)


def test_threads_change_nothing(tmp_path: Path, searched: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "AT_ONCE", 8)
    monkeypatch.setattr(collecting, "FEW", 2)
    alone = run(tmp_path / "alone", 12)
    assert run(tmp_path / "together", 12, threads=5) == alone
    assert len({puzzle.theme for puzzle in alone}) > 1
    searched.clear()
    assert run(tmp_path / "together", 12, threads=5) == alone and not searched


class Unlucky(Threads):
    """Each of its workers is lost so many times before one is not."""

    lost = (TimeoutError,)

    def __init__(self, times: int) -> None:
        super().__init__(1)
        self.times = times

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        self.times -= 1
        return self.pool.submit(die) if self.times >= 0 else super().submit(work, task)


def die() -> None:
    raise TimeoutError


def test_a_match_whose_searcher_was_lost_is_searched_by_another(tmp_path: Path) -> None:
    alone = run(tmp_path / "alone", 3)
    for times in (1, RETRIES):
        with Unlucky(times) as crew, Findings(tmp_path / f"journal {times}", a_plan().about) as journal:
            assert collect(a_plan(), 3, journal, crew) == alone
    with Unlucky(99) as crew, Findings(tmp_path / "journal", a_plan().about) as journal, pytest.raises(TimeoutError):
        collect(a_plan(), 3, journal, crew)


def test_who_searches_elsewhere_is_sent_a_whistle_of_its_own() -> None:
    whistle = collecting.Whistle()
    whistle.over.set()
    pickle.loads(pickle.dumps(whistle))()
    with pytest.raises(CalledOff):
        whistle()


def test_a_journal_may_lack_a_match_between_others(tmp_path: Path, searched: list[int]) -> None:
    whole, path = run(tmp_path / "journal", 4), tmp_path / "journal"
    head, _, *others = path.read_text().splitlines(keepends=True)
    path.write_text("".join([head, *others]))
    again = searched[:1]
    searched.clear()
    assert run(path, 4) == whole and searched == again


def test_what_nobody_waits_for_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first match has all that is wanted; the others would never end."""

    def search(game: Game, seed: int, wants: Wants, go_on: GoOn) -> list[Puzzle]:
        while seed != a_plan().deal(0)[1]:
            go_on()
        return [PUZZLE]

    monkeypatch.setattr(collecting, "search_match", search)
    monkeypatch.setattr(collecting, "AT_ONCE", 4)
    assert run(tmp_path / "journal", 1, threads=2) == [PUZZLE]


def test_no_theme_crowds_out_the_others_and_no_easy_ones_the_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "FEW", 3)
    found = [replace(PUZZLE, theme=theme) for theme in "aaabc"]
    assert Wants.after(found).crowded == {("a", False)} and Wants.after(found[1:]).crowded == frozenset()
    wants = Wants.after(found)
    assert not wants.include(("a", False)) and wants.include(("a", True)) and wants.include(("b", False))
    assert Wants.after([EASY, *found[:1]]).easy and not Wants.after([EASY, EASY, *found[:1]]).easy
    assert not Wants.after([EASY]).include(("b", True)) and Wants.after([EASY]).include(("b", False))


def test_an_easy_one_waits_until_there_are_enough_others() -> None:
    easy = [replace(EASY, id=name) for name in "abc"]
    chosen: list[Puzzle] = []
    choose(chosen, easy)
    assert [one.id for one in chosen] == ["a"] and [one.id for one in easy] == ["b", "c"]
    chosen.append(PUZZLE)
    choose(chosen, easy)
    assert [one.id for one in chosen] == ["a", "", "b"] and [one.id for one in easy] == ["c"]


@pytest.fixture
def suspect(monkeypatch: pytest.MonkeyPatch) -> Suspect:
    """Its theme is its seed."""
    monkeypatch.setattr(collecting, "OBVIOUS", 1)
    monkeypatch.setattr(Suspect, "theme", property(lambda suspect: str(suspect.seed)))
    return Suspect(game(DUEL), np.zeros(1), 0, best=1, others=(2,), usual=2, seed=0)


def test_a_match_gives_one_easy_puzzle_at_most_and_one_of_each_theme(suspect: Suspect) -> None:
    obvious, wants = replace(suspect, usual=1), Wants(frozenset(), True)
    assert is_wanted(suspect, wants, [EASY]) and is_wanted(obvious, wants, [PUZZLE])
    assert not is_wanted(obvious, wants, [EASY]) and not is_wanted(obvious, replace(wants, easy=False), [])
    assert not is_wanted(suspect, wants, [replace(PUZZLE, theme="0")])
    assert not is_wanted(suspect, replace(wants, crowded=frozenset([("0", False)])), [])


def test_a_match_is_left_when_it_has_given_enough(suspect: Suspect, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its suspects every other one is a puzzle, and one looks clear no more."""
    seen: list[int] = []

    def find(game: Game, seed: int, go_on: GoOn) -> Iterator[Suspect]:
        for seed in range(20):
            seen.append(seed)
            yield replace(suspect, seed=seed)

    monkeypatch.setattr(collecting, "suspects", find)
    monkeypatch.setattr(collecting, "looks_clear", lambda suspect: suspect.seed != 2)
    monkeypatch.setattr(
        collecting, "make", lambda suspect, _: None if suspect.seed % 2 else replace(PUZZLE, theme=suspect.theme)
    )
    found = search_match(suspect.game, 0, Wants(frozenset(), True))
    assert [puzzle.theme for puzzle in found] == ["0", "4", "6"] and seen == [*range(7)]


def test_a_game_without_themes_says_so() -> None:
    with pytest.raises(BadOption, match="has no puzzles"):
        plan(PocketCourt(), 1)


def test_the_command_writes_a_file_that_a_game_can_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    path = tmp_path / "puzzles.json"
    assert main(["puzzles", DUEL, "--number", "3", "--file", str(path), "--lang", "fr"]) == 0
    assert "20,0 % de la victoire ± 1,0" in capsys.readouterr().out.replace("\u00a0", " ")
    found = read(kind(DUEL), path)
    assert len(found.puzzles) == 3 and {puzzle.difficulty for puzzle in found.puzzles.values()} == {"medium"}


@pytest.mark.parametrize("changed", [{"rules": 999}, {"data": "another set"}])
def test_puzzles_for_other_rules_or_data_are_not_shown(tmp_path: Path, changed: dict[str, object]) -> None:
    path = tmp_path / "puzzles.json"
    about = plan(game(DUEL), 1).about
    path.write_text(json.dumps({**about, **changed, "puzzles": [{"anything": 1}]}), encoding="utf-8")
    assert read(kind(DUEL), path) == Collection(kind(DUEL), {})
