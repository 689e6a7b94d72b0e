"""The first game teaches what the engine does: moves asked for are possible, things pointed at are there."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import camarilla
from camarilla import Match
from camarilla.engine import rulebook
from camarilla.engine.picture import Context
from camarilla.engine.words import LANGUAGES
from camarilla.games import kind
from camarilla.games.medici import cards, picture

LESSON = tomllib.loads((Path(picture.__file__).with_name("lesson.toml")).read_text(encoding="utf-8"))
SCENES = LESSON["scene"]


def lesson(way: int) -> Iterator[tuple[dict[str, Any], Match]]:
    """Each scene with the match as it is then. Where several moves will do, `way` says which one is made."""
    game, match = camarilla.game("medici", runtime="interpreted", **LESSON["options"]), None
    for scene in SCENES:
        if "position" in scene:
            match = game.at(json.loads(scene["position"]))
        assert match is not None
        yield scene, match
        if wanted := scene.get("wanted"):
            match.play(wanted[way % len(wanted)], 0)
        for reply in scene.get("replies", ()):
            letter, _, move = reply.partition(" ")
            match.play(move, cards.LETTERS.index(letter))


def test_it_can_be_played() -> None:
    for way in range(2):
        for scene, match in lesson(way):
            assert match.waiting == (0,)
            moves = [choice.move for choice in match.choices()]
            assert set(scene.get("wanted", [])) <= set(moves)
        assert scene["play_on"]


def test_what_it_points_at_is_there() -> None:
    for scene, match in lesson(0):
        shown = picture.picture(match.game, match.view(0), Context(cards.WORDS, "en", ("you", "Gonzaga")))
        assert set(scene.get("points", ())) <= shown.names


def test_what_it_says_is_so() -> None:
    """The numbers that the texts name."""
    totals = {number: points for number, (_, match) in enumerate(lesson(0)) if (points := match.view(0)["points"])}
    assert totals[12][0] > totals[12][1]
    *_, (_, before_last), _ = lesson(0)
    assert before_last.scores == (32, 19)


def test_both_languages_say_everything() -> None:
    assert 8 <= len(SCENES) <= 14
    for scene in SCENES:
        for key in ("text", "otherwise"):
            if key == "text" or scene.get("wanted"):
                assert set(scene[key]) == set(LANGUAGES)
                assert all(text.count("*") % 2 == 0 for text in scene[key].values())
                assert not re.search(r" [:;?!»](\s|$)|« |'", scene[key]["fr"])


def test_its_clauses_exist() -> None:
    known = set(rulebook.clauses(kind("medici"), "en"))
    assert {clause for scene in SCENES for clause in scene.get("clauses", ())} <= known
