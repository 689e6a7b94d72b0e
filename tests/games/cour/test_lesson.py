"""The lesson, played to its end on the engine."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import camarilla
from camarilla import Match
from camarilla.engine import rulebook
from camarilla.engine.picture import Context
from camarilla.engine.words import LANGUAGES
from camarilla.games import kind
from camarilla.games.cour import picture

FILE = Path(picture.__file__).with_name("lesson.toml")
LESSON = tomllib.loads(FILE.read_text(encoding="utf-8"))
SCENES = LESSON["scene"]


def acts() -> list[tuple[dict, Match, Match]]:
    """Each scene with the match as it begins, and as it ends once the first move wanted and the replies are made."""
    game = camarilla.game("cour", runtime="interpreted", **LESSON["options"])
    found, match = [], None
    for scene in SCENES:
        match = game.at(json.loads(scene["position"])) if "position" in scene else match.copy()
        before = match.copy()
        for step in [f"A {move}" for move in scene.get("wanted", [])[:1]] + scene.get("replies", []):
            match.play(step[2:], "AB".index(step[0]))
        found.append((scene, before, match))
    return found


@pytest.fixture(scope="module")
def played() -> list[tuple[dict, Match, Match]]:
    return acts()


def test_it_can_be_played_to_the_end(played):
    assert 8 <= len(played) <= 14
    assert [scene.get("play_on", False) for scene, *_ in played] == [False] * (len(played) - 1) + [True]
    assert not played[-1][2].over and played[-1][2].waiting[0] == 0


def test_what_is_wanted_is_offered(played):
    for scene, before, _ in played:
        assert set(scene.get("wanted", [])) <= {choice.move for choice in before.choices(0)}


def test_things_pointed_at_are_on_the_board(played):
    for scene, before, _ in played:
        game, view = before.game, before.view(0)
        there = picture.picture(game, view, Context(game.words, "en", ("You", "Rival"))).names
        assert set(scene["points"]) <= there
        assert all(set(picture.path(game, view, move)) <= there for move in scene.get("wanted", []))


def test_it_says_what_is_so(played):
    """The numbers that the scenes speak of."""
    final = next(after for scene, _, after in played if "enrol Philosopher" in scene.get("wanted", []))
    before = next(before for scene, before, _ in played if "enrol Philosopher" in scene.get("wanted", []))
    assert [court["prestige"] for court in before.view(0)["seats"]] == [25, 27]
    assert (final.over, final.scores, final.winners) == (True, (30, 27), (0,))
    mason = next(before for scene, before, _ in played if "enrol Master Mason" in scene.get("wanted", []))
    assert mason.view(0)["seats"][0]["resources"]["steel"] == 5
    captain = next(after for scene, _, after in played if "enrol Captain" in scene.get("wanted", []))
    assert captain.view(0)["seats"][0]["pyramid"]["b1"]["bonus"] == 4


def test_it_is_said_in_both_languages_with_clauses_that_are():
    clauses = rulebook.text(kind("cour"))
    for scene in SCENES:
        texts = [scene["text"], *([scene["otherwise"]] if "otherwise" in scene else [])]
        assert all(set(text) == set(LANGUAGES) and all(text.values()) for text in texts)
        assert ("otherwise" in scene) == bool(scene.get("wanted"))
        assert all(f"### {clause} ·" in clauses for clause in scene["clauses"])
