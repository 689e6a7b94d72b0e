"""Collecting puzzles, match after match, until there are enough.

A journal keeps what was found, match by match, so that a collection can be interrupted, resumed and enlarged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.parts import Progress
from camarilla.engine.seeds import draw_seeds
from camarilla.lab.journal import Journal
from camarilla.puzzles import WORDS
from camarilla.puzzles.finding import suspects
from camarilla.puzzles.making import make
from camarilla.puzzles.puzzle import DIFFICULTIES, Puzzle, digest, pack, unpack

EACH = 2  # puzzles of one match at most, and of different themes
THEMES = 4  # of so many puzzles, about one may be of the same theme


@dataclass(frozen=True)
class Plan:
    """Which matches are searched: at tables of different sizes, in turn."""

    games: Sequence[Game]
    seed: int

    @property
    def kind(self) -> type[Game]:
        return type(self.games[0])

    @property
    def easy(self) -> int:
        return self.kind.puzzles.EASY if self.kind.puzzles else 1

    @property
    def about(self) -> dict[str, Any]:
        """What decides which puzzles are found."""
        game, players = self.games[0], [game.players for game in self.games]
        rules = {"game": game.id, "rules": game.version, "data": digest(game)}
        return {**rules, "options": {**game.chosen, "players": players}, "seed": self.seed}

    def deal(self, number: int) -> tuple[Game, int]:
        """The game and the seed of a match."""
        return self.games[number % len(self.games)], int(draw_seeds(self.seed, 1, number)[0])


def plan(game: Game, seed: int, players: Sequence[int] | None = None) -> Plan:
    """A plan for these tables, or for those that the game suggests; BadOption where it has no themes."""
    if game.puzzles is None:
        raise BadOption(WORDS("no_themes", game=game.title))
    chosen: dict[str, Any] = dict(game.chosen)
    games = [type(game)(**{**chosen, "players": number}) for number in players or game.puzzles.PLAYERS]
    return Plan(games, game.seed(seed))


class Findings(Journal):
    """What was found in each match, as it is packed."""

    words = WORDS

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.found: list[list[dict[str, Any]]] = []
        super().__init__(path, about)

    def take(self, line: list[Any]) -> None:
        self.found.append([{**fields} for fields in line])

    def enter(self, found: Sequence[Puzzle]) -> None:
        self.found.append([pack(puzzle) for puzzle in found])
        self.write(self.found[-1])


def collect(
    plan: Plan,
    number: int,
    journal: Findings,
    threads: int = 1,
    progress: Progress = lambda done, whole: None,
) -> list[Puzzle]:
    """So many puzzles, the first that there are. Threads change nothing but the time it takes."""
    found: list[Puzzle] = []
    match = 0
    while len(found) < number:
        if match == len(journal.found):
            journal.enter(search_match(*plan.deal(match), Wants.after(found, plan.easy), threads))
        found += map(unpack, journal.found[match])
        match += 1
        progress(min(len(found), number), number)
    return found[:number]


@dataclass(frozen=True)
class Wants:
    """What is looked for, so that puzzles are of many themes and mostly not easy."""

    crowded: frozenset[str]  # themes of which there are enough for now
    obvious: bool  # whether more puzzles may be such as a courtier finds

    @classmethod
    def after(cls, found: Sequence[Puzzle], easy: int) -> Wants:
        """When these have been found, and of so many one may be easy."""
        themes = Counter(puzzle.theme for puzzle in found)
        crowded = frozenset(theme for theme, number in themes.items() if number > len(found) / THEMES + 1)
        return cls(crowded, sum(puzzle.difficulty == DIFFICULTIES[0] for puzzle in found) <= len(found) / easy)


def search_match(game: Game, seed: int, wants: Wants, threads: int) -> list[Puzzle]:
    """The puzzles of one match."""
    found: dict[str, Puzzle] = {}
    for suspect in suspects(game, seed, wants.obvious):
        theme = suspect.theme
        if theme not in found and theme not in wants.crowded and (puzzle := make(suspect, threads)):
            found[theme] = puzzle
        if len(found) == EACH:
            break
    return list(found.values())
