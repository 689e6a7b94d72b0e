"""Lessons: a first game played by being told. `games/<game>/lesson.toml` is a list of scenes, each on the real engine.

The learner has seat 0. A scene begins from a position of its own, or where the one before ended: after the learner's
move and the replies that the file gives. Where a scene lets the learner choose, the next has a beginning for every
choice, so that a lesson is checked whole before anybody takes it, and a page need not remember more than the choices.
"""

from __future__ import annotations

import functools
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from camarilla.engine.errors import CamarillaError
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES

LEARNER = 0
BEGINNINGS = 200  # of one scene; who offers more choices in a row gives the next scene a position
KEYS = {"position", "text", "wanted", "otherwise", "replies", "points", "clauses", "play_on"}

Moves = tuple[str, ...]
Wording = dict[str, str]  # by language


class BadLesson(ValueError):
    """A lesson that cannot be taught, with the reason. Only who writes lessons ever reads it."""


@dataclass(frozen=True)
class Scene:
    number: int  # from 1
    text: Wording
    wanted: Moves | None  # the moves that go on; () if there is nothing to do, None if any move will do
    otherwise: Wording  # said about other moves; may be empty
    replies: tuple[tuple[int, str], ...]
    points: tuple[str, ...]
    clauses: tuple[str, ...]
    play_on: bool
    beginnings: Mapping[Moves, Match]  # by the learner's moves since the last position; nobody may change these

    @property
    def usual(self) -> Moves:
        """The moves that lead here if one always does what is wanted first."""
        return next(iter(self.beginnings))

    def after(self, moves: Moves, move: str | None) -> Moves | None:
        """What leads on if the learner, here by these moves, makes this one; None if it is not what is wanted.

        IllegalMove if the rules forbid it. Without a move: reading on.
        """
        if move is None:
            return moves if self.wanted == () else None
        match = self.beginnings[moves].copy()
        match.play(move, LEARNER)
        played = match.steps[-1].move
        return (*moves, played) if self.wanted is None or played in self.wanted else None

    def ends(self, moves: Moves) -> dict[Moves, Match]:
        """How it may end after these moves."""
        if self.wanted == ():
            return {moves: self._replied(self.beginnings[moves].copy())}
        ends = {}
        for choice in self.beginnings[moves].choices(LEARNER):
            if self.wanted is None or choice.move in self.wanted:
                match = self.beginnings[moves].copy()
                match.play(choice)
                ends[*moves, choice.move] = self._replied(match)
        return dict(sorted(ends.items(), key=lambda end: (self.wanted or [end[0][-1]]).index(end[0][-1])))

    def _replied(self, match: Match) -> Match:
        for seat, move in self.replies:
            match.play(move, seat)
        return match


@dataclass(frozen=True)
class Lesson:
    game: Game
    scenes: tuple[Scene, ...]

    @classmethod
    def of(cls, kind: type[Game]) -> Lesson:
        """The lesson of a game. FileNotFoundError if it has none, BadLesson if it cannot be taught."""
        return read(kind, kind.folder() / "lesson.toml")

    def scene(self, number: int) -> Scene:
        """The scene with this number; LookupError if there is none."""
        if not 1 <= number <= len(self.scenes):
            raise LookupError(number)
        return self.scenes[number - 1]

    def following(self, scene: Scene, moves: Moves) -> tuple[Scene, Moves]:
        """The next scene, and the moves that lead to it if these were made before."""
        after = self.scene(scene.number + 1)
        return after, moves if moves in after.beginnings else after.usual

    def before(self, scene: Scene, moves: Moves) -> tuple[Scene, Moves]:
        """The scene before, reached by as many of these moves as belong to it."""
        earlier = self.scene(scene.number - 1)
        fitting = (moves[:end] for end in range(len(moves), -1, -1) if moves[:end] in earlier.beginnings)
        return earlier, next(fitting, earlier.usual)


@functools.lru_cache(maxsize=16)
def read(kind: type[Game], path: Path) -> Lesson:
    tree = tomllib.loads(path.read_text(encoding="utf-8"))
    played = kind(**tree.get("options", {}))
    scenes: list[Scene] = []
    for number, given in enumerate(tree["scene"], 1):
        try:
            scenes.append(checked(scene(played, number, given, scenes[-1] if scenes else None)))
        except (CamarillaError, BadLesson, ValueError, KeyError) as problem:
            raise BadLesson(f"the lesson of {kind.id}, scene {number}: {problem}") from problem
    if [one.number for one in scenes if one.play_on] != [len(scenes)]:
        raise BadLesson(f"the lesson of {kind.id}: the last scene, and no other, has `play_on = true`")
    return Lesson(played, tuple(scenes))


def scene(played: Game, number: int, given: dict[str, Any], before: Scene | None) -> Scene:
    """A scene as it stands in the file, with all its beginnings."""
    if unknown := sorted(given.keys() - KEYS):
        raise BadLesson(f"unknown keys: {', '.join(unknown)}")
    begun = played.at(json.loads(given["position"])) if "position" in given else None
    beginnings: dict[Moves, Match] = {(): begun} if begun else gone_on(before)
    wanted = given.get("wanted", () if given.get("play_on") else None)
    return Scene(
        number=number,
        text=wording(given, "text"),
        wanted=None if wanted is None else tuple(written(next(iter(beginnings.values())), move) for move in wanted),
        otherwise=wording(given, "otherwise") if "otherwise" in given else {},
        replies=tuple(reply(played, text) for text in given.get("replies", ())),
        points=tuple(given.get("points", ())),
        clauses=tuple(given.get("clauses", ())),
        play_on=bool(given.get("play_on")),
        beginnings=beginnings,
    )


def gone_on(before: Scene | None) -> dict[Moves, Match]:
    """Every way in which the scene before may have ended."""
    if before is None:
        raise BadLesson("the first scene needs a position")
    found: dict[Moves, Match] = {}
    for moves in before.beginnings:
        found |= before.ends(moves)
        if len(found) > BEGINNINGS:
            raise BadLesson("there are too many ways to come here: give it a position")
    return found


def wording(given: dict[str, Any], key: str) -> Wording:
    words: Wording = given[key]
    if sorted(words) != sorted(LANGUAGES) or not all(text.strip() for text in words.values()):
        raise BadLesson(f"`{key}` has to be there in {' and '.join(LANGUAGES)}")
    return words


def written(match: Match, move: str) -> str:
    """A wanted move as the engine writes it, if it can be made."""
    match = match.copy()
    match.play(move, LEARNER)
    return match.steps[-1].move


def reply(played: Game, text: str) -> tuple[int, str]:
    letter, _, move = text.partition(" ")
    if letter not in [played.letter(seat) for seat in played.seats]:
        raise BadLesson(f"the reply {text!r} does not begin with the letter of a seat")
    return played.letters.index(letter), move


def checked(one: Scene) -> Scene:
    """The scene, if it can be played from every beginning."""
    for moves, match in one.beginnings.items():
        if one.play_on and (match.over or one.wanted):
            raise BadLesson("from the last scene somebody plays on: nothing is wanted there, and it is not over")
        if not one.play_on and not one.ends(moves):
            raise BadLesson(f"after {list(moves)} nothing that is wanted can be done")
    return one
