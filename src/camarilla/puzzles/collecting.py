"""Collecting puzzles, match after match, until there are enough.

Several matches are searched at once. What is looked for in one goes by what was found in those that lie so far before
it that they have ended, whoever searches. A journal keeps what was found, match by match, so that a collection can be
interrupted, resumed and enlarged.
"""

from __future__ import annotations

import functools
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from camarilla.bots.bot import whim
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.parts import Progress
from camarilla.engine.seeds import draw_seeds
from camarilla.lab.crew import RETRIES, Crew
from camarilla.lab.journal import Journal
from camarilla.puzzles import WORDS
from camarilla.puzzles.finding import CalledOff, GoOn, Suspect, looks_clear, suspects, whatever_comes
from camarilla.puzzles.making import make
from camarilla.puzzles.puzzle import DIFFICULTIES, Puzzle, pack, unpack

METHOD = 2  # grows when other puzzles are found in the same matches
AT_ONCE = 32  # matches, at most
EACH = 3  # puzzles of one match at most: of different themes, and one of them easy
EASY = 2  # of so many puzzles, one may be easy
OBVIOUS = 4  # of so many suspects that a courtier finds too, one is looked at
FEW, THEMES = 5, 5  # of each theme there may be so many easy ones and so many others, then one of so many in all


@dataclass(frozen=True)
class Plan:
    """Which matches are searched: at tables of different sizes, in turn."""

    games: Sequence[Game]
    seed: int

    @property
    def kind(self) -> type[Game]:
        return type(self.games[0])

    @property
    def about(self) -> dict[str, Any]:
        """What decides which puzzles are found."""
        game, players = self.games[0], [game.players for game in self.games]
        rules = {"game": game.id, "rules": game.version, "data": game.digest}
        return {**rules, "options": {**game.chosen, "players": players}, "seed": self.seed, "method": METHOD}

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
    """What was found in each match, as it is packed, by the number of the match."""

    words = WORDS

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.found: dict[int, list[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        super().__init__(path, about)

    def take(self, line: list[Any]) -> None:
        match, found = line
        self.found[int(match)] = [{**fields} for fields in found]

    def enter(self, match: int, found: Sequence[Puzzle]) -> None:
        with self._lock:
            if match not in self.found:
                self.found[match] = [pack(puzzle) for puzzle in found]
                self.write([match, self.found[match]])


def collect(
    plan: Plan,
    number: int,
    journal: Findings,
    crew: Crew,
    progress: Progress = lambda done, whole: None,
) -> list[Puzzle]:
    """So many puzzles, the first that there are. Who searches changes nothing but the time it takes."""
    chosen: list[Puzzle] = []
    spare: list[Puzzle] = []
    match, wants = 0, [Wants.after(())] * AT_ONCE  # in every match that may be searched by now
    with Searchers(plan, journal, crew) as searchers:
        while len(chosen) < number:
            searchers.see_to(match, wants)
            spare += map(unpack, journal.found[match])
            choose(chosen, spare)
            wants.append(Wants.after([*chosen, *spare]))
            match += 1
            progress(min(len(chosen), number), number)
    return chosen[:number]


def choose(chosen: list[Puzzle], spare: list[Puzzle]) -> None:
    """Take as many of the spare ones as may be chosen beside these; the others may be later."""
    while wanted := [one for one in spare if Wants.after(chosen).include(sort_of(one))]:
        chosen.append(wanted[0])
        spare.remove(wanted[0])


class Searchers:
    """A crew that searches matches. What it finds is entered into the journal as it comes."""

    def __init__(self, plan: Plan, journal: Findings, crew: Crew) -> None:
        self.journal, self.crew, self.whistle = journal, crew, Whistle()
        self.work = functools.partial(search_number, plan, self.whistle)
        self.begun: dict[int, Future[list[Puzzle]]] = {}

    def see_to(self, match: int, wants: Sequence[Wants]) -> None:
        """Wait until that match has been searched, if it has not, while others after it are."""
        if match in self.journal.found:
            return
        for other in range(match, len(wants)):
            if other not in self.begun and other not in self.journal.found:
                self.begin(other, wants[other])
        losses = 0
        while match not in self.journal.found:
            try:
                self.journal.enter(match, self.begun[match].result())
            except self.crew.lost:
                losses += 1
                if losses > RETRIES:
                    raise
                self.begin(match, wants[match])

    def begin(self, match: int, wants: Wants) -> None:
        self.begun[match] = self.crew.submit(self.work, (match, wants))
        self.begun[match].add_done_callback(lambda done: self.keep(match, done))

    def keep(self, match: int, done: Future[list[Puzzle]]) -> None:
        """Nobody may be waiting for it yet, but if all is interrupted now it need not be searched again."""
        if not done.cancelled() and not done.exception():
            self.journal.enter(match, done.result())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        """What has only been begun is given up."""
        self.whistle.over.set()
        wait([begun for begun in self.begun.values() if not begun.cancel()])


class Whistle:
    """Calls off the searches of this process. Those of others end with their processes, and never hear it."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def __call__(self) -> None:
        if self.over.is_set():
            raise CalledOff

    def __reduce__(self) -> tuple[type[Whistle], tuple[()]]:
        return Whistle, ()


def search_number(plan: Plan, go_on: GoOn, task: tuple[int, Wants]) -> list[Puzzle]:
    """The puzzles of the match with that number."""
    match, wants = task
    return search_match(*plan.deal(match), wants, go_on)


Sort = tuple[str, bool]  # of a puzzle: its theme, and whether it is easy


@dataclass(frozen=True)
class Wants:
    """What is looked for, so that puzzles are of many themes and no more than half of them easy."""

    crowded: frozenset[Sort]  # of which there are enough for now
    easy: bool  # whether more puzzles may be easy

    @classmethod
    def after(cls, found: Sequence[Puzzle]) -> Wants:
        """When these have been found."""
        sorts = Counter(map(sort_of, found))
        crowded = frozenset(sort for sort, number in sorts.items() if number >= max(FEW, len(found) / THEMES + 1))
        return cls(crowded, EASY * sum(map(is_easy, found)) <= len(found))

    def include(self, sort: Sort) -> bool:
        _, easy = sort
        return sort not in self.crowded and (self.easy or not easy)


def sort_of(puzzle: Puzzle) -> Sort:
    return puzzle.theme, is_easy(puzzle)


def is_easy(puzzle: Puzzle) -> bool:
    return puzzle.difficulty == DIFFICULTIES[0]


def search_match(game: Game, seed: int, wants: Wants, go_on: GoOn = whatever_comes) -> list[Puzzle]:
    """The puzzles of one match."""
    found: list[Puzzle] = []
    for suspect in suspects(game, seed, go_on):
        if is_wanted(suspect, wants, found) and looks_clear(suspect) and (puzzle := make(suspect, go_on)):
            found.append(puzzle)
        if len(found) == EACH:
            break
    return found


def is_wanted(suspect: Suspect, wants: Wants, found: Sequence[Puzzle]) -> bool:
    """Whether a puzzle like that is looked for when these have been found in the same match."""
    if suspect.is_obvious and (whim(suspect.seed, OBVIOUS) or any(map(is_easy, found))):
        return False
    return wants.include((suspect.theme, suspect.is_obvious)) and suspect.theme not in [one.theme for one in found]
