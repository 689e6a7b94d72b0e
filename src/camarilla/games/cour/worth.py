"""The characters under players of one kind: what becomes of each, and what it is worth.

The *worth* of a character is the prestige by which a player beats the mean of the table who holds one card more than
the others: an extra copy of it, put into his hand after the draft. It is counted from the average character, 0, and so
is the share of the victory that comes with it. Every deal is played with every character in every seat, so that the
luck of the deal and of the seat is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from camarilla.engine.parts import Chooser, Progress
from camarilla.engine.record import Records
from camarilla.engine.runtime import bind
from camarilla.games.cour import census, rules
from camarilla.games.cour.game import Cour
from camarilla.games.cour.powers import TYPES

ERROR = 0.08  # the standard error of a worth, at most
CHUNK = 50  # matches between two reports of progress
FIRST_DEALS = 100  # from which it is told how many are needed

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fate:
    """What becomes of a character, and what it is worth. `index` is its place in the set."""

    index: int
    drafted: float  # share of the cards of it offered in the draft that are picked, the forced last pick apart
    enrolled: float  # times a match
    activated: float  # times a match
    winners: float  # share of the winners' pyramids with it at the end
    others: float  # and of the others'
    worth: float
    error: float  # standard error of the worth
    victory: float  # share of the victory, more than with the average character
    victory_error: float


@dataclass(frozen=True)
class Report:
    game: Cour
    seed: int
    player: str  # by name
    games: int  # matches that the fates come from
    deals: int  # and the worths, each played once for every seat and character
    fates: tuple[Fate, ...]
    rounds: Counts  # how many matches a pyramid was completed in this round; round 0: in none
    types: Numbers  # share of the winners' pyramids, and of the others', with a card of each type


def make(
    game: Cour,
    seed: int,
    games: int,
    player: Chooser,
    threads: int = 1,
    error: float = ERROR,
    progress: Progress = lambda done, whole: None,
) -> Report:
    """Play until no worth has a standard error above `error`, or nearly so."""
    counted = count(game, seed, games, player, threads, progress)
    worths = worth(game, seed, player, threads, error, lambda done, whole: progress(games + done, games + whole))
    courts = np.maximum(1, counted.courts)
    fates: list[Fate] = []
    for kind, row in ((kind, counted.counts[kind]) for kind in kinds(game)):
        fates.append(
            Fate(
                index=int(kind),
                drafted=row[census.PICKED] / max(1, row[census.OFFERED]),
                enrolled=row[census.ENROLLED] / games,
                activated=row[census.ACTIVATED] / games,
                winners=row[census.BY_WINNER] / courts[0],
                others=row[census.BY_OTHER] / courts[1],
                worth=float(worths.mean[len(fates), census.LEAD]),
                error=float(worths.error[len(fates), census.LEAD]),
                victory=float(worths.mean[len(fates), census.VICTORY]),
                victory_error=float(worths.error[len(fates), census.VICTORY]),
            )
        )
    return Report(game, seed, player.name, games, worths.deals, tuple(fates), counted.rounds, counted.types / courts)


def kinds(game: Cour) -> list[int]:
    """The characters that are played with."""
    return [int(kind) for kind in np.flatnonzero(game.data["copies"][0])]


# --- What becomes of each ---


@dataclass
class Counted:
    counts: Counts
    types: Counts
    courts: Counts  # of winners, of others
    rounds: Counts

    @classmethod
    def nothing(cls, game: Cour) -> Counted:
        shapes = (int(game.data["kinds"][0]), census.COLUMNS), (len(TYPES), 2), (2,), (rules.LAST_ROUND + 1,)
        return cls(*(np.zeros(shape, np.int64) for shape in shapes))

    def add(self, other: Counted) -> None:
        for mine, more in zip(vars(self).values(), vars(other).values(), strict=True):
            mine += more


def count(game: Cour, seed: int, games: int, player: Chooser, threads: int, progress: Progress) -> Counted:
    run = bind(census.count_matches, game, player.book)

    def play(start: int) -> Counted:
        found, number = Counted.nothing(game), min(CHUNK, games - start)
        which = np.uint64(seed), np.uint64(start), number, player.style()
        run(game.data, *scratch(), *which, *results(game), *vars(found).values())
        return found

    whole = Counted.nothing(game)
    with ThreadPoolExecutor(threads) as pool:
        for found in pool.map(play, range(0, games, CHUNK)):
            whole.add(found)
            progress(int(whole.rounds.sum()), games)
    return whole


# --- What it is worth ---


@dataclass(frozen=True)
class Worths:
    deals: int
    mean: Numbers  # by character and measure
    error: Numbers


def worth(game: Cour, seed: int, player: Chooser, threads: int, error: float, progress: Progress) -> Worths:
    """Of every character: some deals show how many are needed; then these are played."""
    matches = game.players * len(kinds(game))  # of a deal
    first = measure(game, seed, 0, FIRST_DEALS, player, threads, lambda n: progress(n * matches, FIRST_DEALS * matches))
    needed = ceil(FIRST_DEALS * (summed_up(first).error[:, census.LEAD].max() / error) ** 2 * 1.1)
    more = measure(
        game,
        seed,
        FIRST_DEALS,
        max(0, needed - FIRST_DEALS),
        player,
        threads,
        lambda n: progress((FIRST_DEALS + n) * matches, needed * matches),
    )
    return summed_up(np.concatenate([first, more]))


def summed_up(found: Numbers) -> Worths:
    """`found` is by deal, character and measure."""
    beyond = found - found.mean(axis=1, keepdims=True)
    return Worths(len(found), beyond.mean(axis=0), beyond.std(axis=0, ddof=1) / len(found) ** 0.5)


def measure(
    game: Cour, seed: int, first: int, deals: int, player: Chooser, threads: int, progress: Callable[[int], object]
) -> Numbers:
    """What the holder of each character gets, on average over the seats: by deal, character and measure."""
    run = bind(census.measures, game, player.book)
    found = np.zeros((deals, game.players, int(game.data["kinds"][0]), census.MEASURES), np.int32)

    def play(deal: int) -> None:
        which = np.uint64(seed), np.uint64(first + deal), player.style()
        run(game.data, *scratch(), *which, *results(game), found[deal : deal + 1])

    with ThreadPoolExecutor(threads) as pool:
        for done, _ in enumerate(pool.map(play, range(deals)), 1):
            progress(done)
    there: Numbers = found.mean(axis=1)[:, kinds(game)] / (game.players, census.WHOLE)
    return there


def scratch() -> tuple[Records, Counts]:
    """Two matches, and a table to scribble on."""
    return np.zeros(2, rules.State), np.zeros(rules.CHOICES, np.int64)


def results(game: Cour) -> tuple[Counts, Counts]:
    """The points and places of a match."""
    return np.zeros(game.players, np.int64), np.zeros(game.players, np.int64)
