"""The lesson can be played from the first scene to the last, as its texts say."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import camarilla
from camarilla import Game, Match
from camarilla.engine import rulebook
from camarilla.engine.picture import Context
from camarilla.engine.words import LANGUAGES
from camarilla.games import kind
from camarilla.games.courtisans import picture

LESSON: dict[str, Any] = tomllib.loads(Path(picture.__file__).with_name("lesson.toml").read_text(encoding="utf-8"))
SCENES: list[dict[str, Any]] = LESSON["scene"]


def game() -> Game:
    return camarilla.game("courtisans", runtime="interpreted", **LESSON["options"])


def things(match: Match) -> set[str]:
    return picture.picture(match.game, match.view(0), Context(match.game.words, "en", ("you", "rival"))).names


def begun(scene: dict[str, Any], before: Match | None) -> Match:
    match = game().at(json.loads(scene["position"])) if "position" in scene else before
    assert match
    return match


def ended(scene: dict[str, Any], match: Match) -> Match:
    """The scene is played as it is wanted, and the replies follow."""
    for move in scene.get("wanted", [])[:1]:
        match.play(move, 0)
    for reply in scene.get("replies", []):
        letter, move = reply.split(" ", 1)
        match.play(move, match.game.letters.index(letter))
    return match


def test_the_lesson_can_be_played() -> None:
    match = None
    for scene in SCENES:
        match = begun(scene, match)
        assert set(scene.get("points", [])) <= things(match)
        if scene.get("wanted") != []:
            assert match.waiting == (0,)
            assert set(scene.get("wanted", [])) <= {choice.move for choice in match.choices(0)}
        match = ended(scene, match)
    assert match and not match.over and SCENES[-1]["play_on"]


def test_what_is_told_is_so() -> None:
    """The numbers in the texts are those on the table."""
    told = [{"stag": 2, "hare": -1, "toad": 1}, {}, {}, {"toad": 1}, {"butterfly": 2}, {"stag": 2, "butterfly": 0}, {}]
    told += [{}, {"stag": -1}, {"hare": -1, "stag": 1}, {"nightingale": 0}, {"stag": 3, "toad": 2, "nightingale": 0}]
    told += [{"nightingale": 1}, {}]
    match = None
    for scene, standing in zip(SCENES, told, strict=True):
        match = begun(scene, match)
        assert standing.items() <= match.view(0)["standing"].items()
        if match.over:
            assert match.scores == (8, 4)
        match = ended(scene, match)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_complete_in_every_language(language: str) -> None:
    known = rulebook.clauses(kind("courtisans"), language)
    for scene in SCENES:
        assert scene["text"][language]
        assert not scene.get("wanted") or len(scene["wanted"]) == 1
        assert set(scene.get("otherwise", {})) in (set(), set(LANGUAGES))
        assert scene["clauses"] and set(scene["clauses"]) <= set(known)
