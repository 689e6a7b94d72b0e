"""A puzzle, and the file in which a game keeps its puzzles.

The position in it is a world that was dealt anew for the seat: it holds nothing of the match that the seat could not
know. Everything else was found out in other such worlds.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES, Message, Names, elided
from camarilla.lab.results import Forms
from camarilla.puzzles import WORDS

FILE = "puzzles.json"  # in the folder of a game
CERTAIN = 3.0  # standard errors by which the best choice has to be better than any other
LEAST = 0.05  # and by how much of the victory
FEWEST = 3  # choices
DIFFICULTIES = ("easy", "medium", "hard")
SOLVERS = ("courtier", "search:50")  # who finds an easy puzzle, and who one of medium difficulty

Texts = dict[str, str]  # by language


def difficulty_title(difficulty: str) -> Message:
    return WORDS(f"difficulty.{difficulty}")


def in_every_language(message: Message, seats: Sequence[int]) -> Texts:
    """The message, with a mark such as `{0}` in place of the name of whoever sits there."""
    marks = [f"{{{seat}}}" for seat in seats]
    return {language: message.text(language, marks) for language in LANGUAGES}


def name_seats(texts: Texts, language: str, names: Names) -> str:
    """What was put into every language, with names in place of the marks."""
    return elided(texts[language].format(*names), language, names)


@dataclass(frozen=True)
class Rival:
    """A choice that is not the best, how much of the victory it gives away, and the standard error of that."""

    move: str
    loss: float
    error: float


@dataclass(frozen=True)
class Hand:
    """What may lie in a place that the seat cannot see: the likeliest cards, and in what share of the worlds."""

    where: Texts
    cards: tuple[tuple[Texts, float], ...]


@dataclass(frozen=True)
class Puzzle:
    id: str
    seat: int
    options: Mapping[str, Any]  # those that are not as usual
    position: Mapping[str, Any]
    theme: str
    best: str
    share: float  # of the victory, after the best choice
    rivals: tuple[Rival, ...]  # the nearest first
    wrong: Mapping[str, float]  # how often each of the solvers chooses something else
    why: tuple[Texts, ...]
    hands: tuple[Hand, ...]

    @property
    def margin(self) -> float:
        """How much of the victory the best choice is better by than the second best."""
        return self.rivals[0].loss

    @property
    def error(self) -> float:
        """The standard error of the margin."""
        return self.rivals[0].error

    @property
    def difficulty(self) -> str:
        """By the first solver that mostly finds it."""
        finders = [number for number, solver in enumerate(SOLVERS) if self.wrong[solver] <= 0.5]
        return DIFFICULTIES[finders[0] if finders else -1]

    def begin(self, kind: type[Game]) -> Match:
        """The match in which the seat is to choose."""
        return kind(**self.options).at(self.position)

    def find_rival(self, move: str) -> Rival | None:
        return next((rival for rival in self.rivals if rival.move == move), None)


def pack(puzzle: Puzzle) -> dict[str, Any]:
    return asdict(puzzle)


def unpack(fields: Mapping[str, Any]) -> Puzzle:
    """A puzzle from what was packed, perhaps as JSON."""
    rivals = tuple(Rival(**rival) for rival in fields["rivals"])
    hands = tuple(
        Hand(hand["where"], tuple((card, often) for card, often in hand["cards"])) for hand in fields["hands"]
    )
    return Puzzle(**{**fields, "rivals": rivals, "hands": hands, "why": tuple(fields["why"])})


# --- The file ---


@dataclass(frozen=True)
class Collection:
    """The puzzles of a game by their ids, the easy ones first."""

    kind: type[Game]
    puzzles: Mapping[str, Puzzle]

    @classmethod
    def of(cls, kind: type[Game]) -> Collection:
        """The puzzles that come with a game; none if it has none, or only such as were made for other rules or data."""
        return read(kind, kind.folder() / FILE)

    @property
    def clauses(self) -> Mapping[str, str]:
        """By theme."""
        return self.kind.puzzles.THEMES if self.kind.puzzles else {}

    @property
    def themes(self) -> list[str]:
        """Those that there are puzzles of, in the order of the game's own list."""
        there = {puzzle.theme for puzzle in self.puzzles.values()}
        return [theme for theme in self.clauses if theme in there]

    def choose(self, theme: str = "", difficulty: str = "") -> list[Puzzle]:
        """Those of a theme and of a difficulty, if one is named."""
        return [
            puzzle
            for puzzle in self.puzzles.values()
            if theme in ("", puzzle.theme) and difficulty in ("", puzzle.difficulty)
        ]


@functools.lru_cache(maxsize=16)
def read(kind: type[Game], path: Path) -> Collection:
    if not path.exists():
        return Collection(kind, {})
    fields = json.loads(path.read_text(encoding="utf-8"))
    found = map(unpack, fields["puzzles"]) if are_of(kind, fields) else ()
    in_order = sorted(found, key=lambda puzzle: DIFFICULTIES.index(puzzle.difficulty))
    return Collection(kind, {puzzle.id: puzzle for puzzle in in_order})


def are_of(kind: type[Game], about: Mapping[str, Any]) -> bool:
    """Whether the puzzles were made for rules and data that the game has, perhaps under the name of an earlier set."""
    options = {**about["options"], "players": about["options"]["players"][0]}
    return kind.replays(about["rules"]) and about["data"] == kind(**options).digest


def write(found: tuple[Mapping[str, Any], Sequence[Puzzle]], path: Path) -> None:
    """What the puzzles were looked for in, and a line a puzzle, so that a changed one can be seen as a change."""
    about, puzzles = found
    lines = ",\n".join(json.dumps(pack(puzzle), ensure_ascii=False) for puzzle in puzzles)
    head = json.dumps(about, ensure_ascii=False).removesuffix("}")
    path.write_text(f'{head}, "puzzles": [\n{lines}\n]}}\n', encoding="utf-8")


FORMS: Forms = {".json": write}
