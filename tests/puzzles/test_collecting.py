"""Collecting puzzles: the same ones for the same seed, interrupted or not, and not all of one theme."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from camarilla.cli import main
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.games import game, kind
from camarilla.puzzles import collecting
from camarilla.puzzles.collecting import Findings, Plan, Wants, collect, plan
from camarilla.puzzles.puzzle import Collection, Puzzle, Rival, read
from tests.samples import DUEL, GAME
from tests.toy.game import PocketCourt

PUZZLE = Puzzle("", 0, {}, {}, "", "", 0.6, (Rival("", 0.2, 0.01),), {"courtier": 1.0, "search:50": 0.0}, (), ())


@pytest.fixture(autouse=True)
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds of the matches that are really searched. Those that are odd have a puzzle."""
    seeds: list[int] = []

    def search(game: Game, seed: int, wants: Wants, threads: int) -> list[Puzzle]:
        seeds.append(seed)
        theme = next(theme for theme in game.puzzles.THEMES if theme not in wants.crowded)  # type: ignore[union-attr]
        return [replace(PUZZLE, id=f"{seed:016x}"[-8:], theme=theme)] if seed % 2 else []

    monkeypatch.setattr(collecting, "search_match", search)
    return seeds


def a_plan(seed: int = 1) -> Plan:
    return plan(game(GAME), seed)


def run(path: Path, number: int, seed: int = 1) -> list[Puzzle]:
    with Findings(path, a_plan(seed).about) as journal:
        return collect(a_plan(seed), number, journal)


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
        file.write('[{"id": "half a li')  # the machine stopped here
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


def test_no_theme_crowds_out_the_others_and_no_easy_ones_the_hard() -> None:
    found = [replace(PUZZLE, theme=theme) for theme in "aaabc"]
    assert Wants.after(found, 3).crowded == {"a"} and Wants.after(found[1:], 3).crowded == frozenset()
    easy = replace(PUZZLE, wrong={"courtier": 0.0, "search:50": 0.0})
    assert Wants.after([easy, *found[:2]], 3).obvious and not Wants.after([easy, easy, *found[:2]], 3).obvious


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
