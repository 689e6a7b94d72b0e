"""A series in chunks: each is played by whoever is free, wherever that is, and kept on disk if it shall be.

The seed of a match is decided by its number, so it makes no difference who plays a chunk, and when.
"""

from __future__ import annotations

import base64
import functools
import operator
from collections.abc import Callable, Container, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from camarilla.engine.errors import BadOption
from camarilla.engine.parts import Progress
from camarilla.lab import results
from camarilla.lab.crew import Crew, carry_out
from camarilla.lab.guests import invite
from camarilla.lab.journal import Journal
from camarilla.lab.lineup import LineUp
from camarilla.lab.series import CHUNK, Counted, Played, Series, how_to_play
from camarilla.lab.totals import Tally, count
from camarilla.version import __version__

Chunk = tuple[int, int]  # the number of its first match, and how many they are
Kept = TypeVar("Kept")
MOST_CHUNKS = 10_000  # of a long series: then they grow by tens
DEVICE_CHUNK = 1_000_000


@dataclass(frozen=True)
class Rows:
    """The results of the matches of a chunk, a row each."""

    points: npt.NDArray[np.int16]
    places: npt.NDArray[np.int8]
    about: npt.NDArray[np.int32]

    @classmethod
    def of(cls, games: int, players: int) -> Rows:
        """Room for them."""
        shape = games, players
        return cls(np.zeros(shape, np.int16), np.zeros(shape, np.int8), np.zeros((games, 3), np.int32))

    @property
    def all(self) -> tuple[npt.NDArray[Any], ...]:
        return self.points, self.places, self.about


@dataclass(frozen=True)
class Job:
    """What is to be played: all that decides the results of a chunk."""

    lineup: LineUp
    seed: int
    on_device: bool = False  # which changes nothing but the time it takes

    def chunks(self, games: int) -> list[Chunk]:
        size = DEVICE_CHUNK if self.on_device else how_to_play(self.lineup.game, self.lineup.bots)[1]
        while games / size > MOST_CHUNKS:
            size *= 10
        return [(first, min(size, games - first)) for first in range(0, games, size)]

    @property
    def about(self) -> dict[str, Any]:
        """What has to be the same for a journal to be of the same series."""
        game, code = self.lineup.game, self.lineup.code
        whose = {"bots": list(self.lineup.names), "seed": self.seed, **({"code": code} if code else {})}
        return {"game": game.id, "version": __version__, **whose, **game.recorded}


def play_rows(job: Job, chunk: Chunk) -> Rows:
    first, games = chunk
    if job.on_device:
        return Rows(*(column.copy_to_host() for column in play_on_device(job, chunk)))
    rows = Rows.of(games, job.lineup.game.players)
    run, _ = how_to_play(job.lineup.game, job.lineup.bots)
    run(np.uint64(job.seed), np.uint64(first), *rows.all)
    return rows


def play_on_device(job: Job, chunk: Chunk) -> tuple[Any, ...]:
    """Points, places and `about`, left there."""
    from camarilla.engine.gpu import RandomPlay

    first, games = chunk
    game = job.lineup.game
    return RandomPlay(game.rules, game.data, game.players, games).play(job.seed, first, games)


def play_tally(job: Job, chunk: Chunk) -> Tally:
    """What the matches come to, of which there may be more than fit into memory. A device counts its own, since a
    processor would take longer for it than they do."""
    if not job.on_device:
        first, games = chunk
        parts = ((start, min(CHUNK, first + games - start)) for start in range(first, first + games, CHUNK))
        return functools.reduce(operator.add, (count(*play_rows(job, part).all) for part in parts))
    import cupy

    tally = count(*map(cupy.asarray, play_on_device(job, chunk)))
    return Tally(tally.matches, cupy.asnumpy(tally.figures))


# --- Kept on disk ---


class Chunks(Journal, Generic[Kept]):
    """The chunks that are in it, and those to come."""

    words = results.WORDS

    def __init__(self, path: Path, job: Job, keeping: Keeping[Kept]) -> None:
        self.keeping, self.chunks = keeping, dict[Chunk, Kept]()
        super().__init__(path, {**job.about, "rows": keeping.play is play_rows})

    def take(self, line: list[Any]) -> None:
        first, games, text = line
        self.chunks[int(first), int(games)] = self.keeping.unpack(text, int(games))

    def require(self, chunks: Container[Chunk]) -> None:
        """That all of it can be used: else somebody's matches would be thrown away when the series is whole."""
        if any(chunk not in chunks for chunk in self.chunks):
            raise BadOption(self.words("journal.chunks", path=str(self.path)))

    def enter(self, chunk: Chunk, kept: Kept) -> None:
        self.write([*chunk, self.keeping.pack(kept)])


@dataclass(frozen=True)
class Keeping(Generic[Kept]):
    """What is kept of a chunk: how it is played for, and written."""

    play: Callable[[Job, Chunk], Kept]
    pack: Callable[[Kept], Any]
    unpack: Callable[[Any, int], Kept]


def pack_rows(rows: Rows) -> list[str]:
    return [base64.b64encode(column.tobytes()).decode() for column in rows.all]


def unpack_rows(texts: list[str], games: int) -> Rows:
    columns = zip(texts, (np.int16, np.int8, np.int32), strict=True)
    return Rows(*(np.frombuffer(base64.b64decode(text), kind).reshape(games, -1) for text, kind in columns))


ROWS = Keeping(play_rows, pack_rows, unpack_rows)
TALLIES = Keeping(
    play_tally,
    lambda tally: tally.figures.tolist(),
    lambda figures, games: Tally(games, np.array(figures, np.int64).reshape(4, -1)),
)


# --- All of them ---


def play_chunks(
    job: Job,
    games: int,
    crew: Crew,
    keeping: Keeping[Kept],
    progress: Progress = lambda done, whole: None,
    journal: Chunks[Kept] | None = None,
) -> list[Kept]:
    """What is kept of each chunk, in order. Only those that are not in the journal yet are played."""
    chunks = job.chunks(games)
    known = journal.chunks if journal else {}
    found = {chunk: known[chunk] for chunk in chunks if chunk in known}
    done = sum(number for _, number in found)
    progress(done, games)
    missing = [chunk for chunk in chunks if chunk not in found]
    with closing(play_by(crew, job, keeping, missing)) as coming:
        for chunk, kept in coming:
            found[chunk] = kept
            if journal:
                journal.enter(chunk, kept)
            done += chunk[1]
            progress(done, games)
    return [found[chunk] for chunk in chunks]


def play_by(crew: Crew, job: Job, keeping: Keeping[Kept], chunks: list[Chunk]) -> Generator[tuple[Chunk, Kept]]:
    """What is kept of these chunks, each as soon as it is there."""
    with invite(crew, job.lineup.bots) as bots:
        work = functools.partial(keeping.play, replace(job, lineup=LineUp(job.lineup.game, bots)))
        with closing(carry_out(crew, work, chunks)) as coming:
            yield from coming


def play_series(
    job: Job,
    games: int,
    crew: Crew,
    rows: bool = True,
    progress: Progress = lambda done, whole: None,
    path: Path | None = None,
) -> Played:
    """So many matches: with their `rows` a series, else only what they come to, which has room for any number of them.

    `path` is that of a journal, to be interrupted and to go on with.
    """
    lineup = job.lineup
    if rows:
        parts = keep_chunks(job, games, crew, ROWS, progress, path)
        columns = [np.concatenate(column) for column in zip(*(part.all for part in parts), strict=True)]
        points, places, about = columns
        return Series(lineup.game, job.seed, points, places, about, lineup.names)
    tallies = keep_chunks(job, games, crew, TALLIES, progress, path)
    return Counted(lineup.game, job.seed, functools.reduce(operator.add, tallies), lineup.names)


def keep_chunks(
    job: Job, games: int, crew: Crew, keeping: Keeping[Kept], progress: Progress, path: Path | None
) -> list[Kept]:
    """All of them, with a journal if there is a path for one."""
    if path is None:
        return play_chunks(job, games, crew, keeping, progress)
    with Chunks(path, job, keeping) as journal:
        journal.require(set(job.chunks(games)))
        return play_chunks(job, games, crew, keeping, progress, journal)
