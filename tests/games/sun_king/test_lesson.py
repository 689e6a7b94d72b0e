"""The lesson, played through on the engine."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from typing import Any

import camarilla
from camarilla import Match
from camarilla.engine.picture import Context
from camarilla.engine.rulebook import clauses
from camarilla.engine.words import LANGUAGES
from camarilla.games import kind
from camarilla.games.sun_king import picture

LESSON = tomllib.loads(files("camarilla.games.sun_king").joinpath("lesson.toml").read_text(encoding="utf-8"))
SCENES: list[dict[str, Any]] = LESSON["scene"]


def things(match: Match) -> set[str]:
    return picture.picture(match.game, match.view(0), Context(match.game.words, "en", ("You", "B", "C"))).names


def test_the_lesson_can_be_played() -> None:
    game = camarilla.game("sun_king", runtime="interpreted", **LESSON["options"])
    match = game.new(0)
    for scene in SCENES:
        if "position" in scene:
            match = game.at(json.loads(scene["position"]))
        assert match.waiting == (0,)
        assert set(scene.get("points", [])) <= things(match), scene["text"]["en"]
        legal = [choice.move for choice in match.choices(0)]
        assert all(move in legal for move in scene.get("wanted", [])), scene["text"]["en"]
        for move in scene.get("wanted", [])[:1]:
            match.play(move)
        for reply in scene.get("replies", []):
            letter, move = reply.split(" ", 1)
            assert match.waiting == (game.letters.index(letter),), reply
            match.play(move)
    assert SCENES[-1]["play_on"] and not match.over


def test_it_is_told_in_every_language() -> None:
    for scene in SCENES:
        told = [scene["text"]] + ([scene["otherwise"]] if scene.get("wanted") else [])
        assert all(wording[language].strip() for wording in told for language in LANGUAGES)


def test_it_links_to_clauses_that_exist() -> None:
    known = clauses(kind("sun_king"))
    assert all(clause in known for scene in SCENES for clause in scene["clauses"])
