"""Decisions as rows of Parquet, for Polars, DuckDB and whoever reads Arrow (needs `camarilla[lab]`).

Only choices among two or more that can matter are decisions. A row is one of them:

match        the number of the match in the file, from 0
seed         what it was dealt from: `game.new(seed)` deals it again; null if it began from a position
move         how many moves had been made before
seat         whose decision it was
observation  what that seat knew, as a list of numbers whose meaning is in the game's `spaces.md`
mask         for each action whether it was allowed
choice       the action that was chosen
share        the share of the victory that the seat got in the end; null if the match was not played to its end
points       the points that it got; null likewise

What was played, by whom and from which seed is in the metadata of the file, under `camarilla`.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import Bot
from camarilla.bots.compiling import prepare_bots
from camarilla.datasets import noting
from camarilla.datasets.records import play_record
from camarilla.engine.compiling import Watch, in_silence, prepare, warm_up
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.playout import DECISIONS
from camarilla.engine.record import empty
from camarilla.engine.seeds import draw_seeds
from camarilla.lab.results import about
from camarilla.lab.series import Series, plays_in_one_loop, quick_player, seat_styles, series, victories

MATCHES = 500  # of quick players that are noted together
GROUP = 1 << 15  # decisions that are written together: so many are in memory, however many there are in the file

Array = npt.NDArray[Any]
Decisions = dict[str, Array]  # the columns by name, each with a row a decision; one that is missing is null


# --- Of a series of matches between bots ---


def play_decisions(
    game: Game, seed: int, matches: int, bots: Sequence[Bot], threads: int = 1
) -> Iterator[tuple[int, Decisions]]:
    """The decisions of so many matches, some matches at a time: how many have been played, and what was decided.

    They are the matches of `series` with the same seed. The threads are a few parts ahead, never more.
    """
    note, some = (note_series, MATCHES) if plays_in_one_loop(bots) else (note_thoughts, 1)
    starts = iter(range(0, matches, some))
    ahead: deque[tuple[int, Future[Decisions]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        while True:
            while len(ahead) <= threads and (start := next(starts, None)) is not None:
                stop = min(start + some, matches)
                ahead.append((stop, pool.submit(note, game, seed, start, stop - start, bots)))
            if not ahead:
                return
            stop, part = ahead.popleft()
            yield stop, part.result()


def note_series(game: Game, seed: int, first: int, matches: int, bots: Sequence[Bot]) -> Decisions:
    """Played twice in compiled code: once to know the results and how many decisions there are, once to note them."""
    played = series(game, seed, first, matches, styles=tuple(bot.name for bot in bots))
    lengths = played.about[:, DECISIONS]
    rules, rows = game.rules, int(lengths.sum())
    noted: Decisions = {
        "observation": np.zeros((rows, rules.OBSERVATION), np.int16),
        "mask": np.zeros((rows, rules.ACTIONS), np.uint8),
        "choice": np.zeros(rows, np.int16),
        "seat": np.zeros(rows, np.int8),
        "move": np.zeros(rows, np.int32),
    }
    scratch = empty(rules.State), np.zeros(rules.CHOICES, np.int64)
    where = np.uint64(seed), np.uint64(first), matches, seat_styles(game, bots)
    game.call(noting.note_matches, *scratch, *where, *noted.values(), player=quick_player(game, bots))
    return noted | outcomes(played, first, lengths, noted["seat"])


def outcomes(played: Series, first: int, lengths: Array, seats: Array) -> Decisions:
    """What each decision led to."""
    rows = np.repeat(np.arange(len(played)), lengths)
    return {
        "match": (first + rows).astype(np.uint64),
        "seed": draw_seeds(played.seed, len(played), first)[rows],
        "share": victories(played.places)[rows, seats].astype(np.float32),
        "points": played.points[rows, seats].astype(np.int32),
    }


def note_thoughts(game: Game, seed: int, first: int, matches: int, bots: Sequence[Bot]) -> Decisions:
    """Of one match between bots that think."""
    (dealt,) = draw_seeds(seed, matches, first).tolist()
    return note(play_record(game, dealt, bots), first)


def prepare_decisions(game: Game, bots: Sequence[Bot], watch: Watch = in_silence) -> None:
    """Have everything compiled that is needed, before the clock starts."""
    if plays_in_one_loop(bots):
        player = quick_player(game, bots)
        warm_up(game, lambda here: note_series(here, 0, 0, 1, bots), watch, "rules", noting.note_matches, player)
    else:
        prepare(game, watch)
        prepare_bots(game, bots, watch)


# --- Of a match that was played ---


def note(match: Match, number: int = 0) -> Decisions:
    """The decisions of a match, as far as it was played."""
    earlier = ((move, match.after(move), step) for move, step in enumerate(match.steps))
    made = [(move, before, step) for move, before, step in earlier if is_decision(before, step.seat)]
    seats = np.array([step.seat for _, _, step in made], np.int8)
    noted: Decisions = {
        "observation": np.array([before.observe(step.seat) for _, before, step in made], np.int16),
        "mask": np.array([before.mask(step.seat) for _, before, step in made], np.uint8),
        "choice": np.array([step.action for _, _, step in made], np.int16),
        "seat": seats,
        "move": np.array([move for move, _, _ in made], np.int32),
        "match": np.full(len(made), number, np.uint64),
    }
    if match.seed is not None:
        noted["seed"] = np.full(len(made), match.seed, np.uint64)
    if match.over:
        noted["share"] = victories(np.array(match.places))[seats].astype(np.float32)
        noted["points"] = np.array(match.scores, np.int32)[seats]
    return noted


def is_decision(match: Match, seat: int) -> bool:
    return len(match.legal(seat)) > 1 and match.indifferent(seat) is None


# --- As a file ---


def schema(game: Game, seed: int | None, players: Sequence[str]) -> Any:
    """The columns of a file, with what a reader has to know."""
    import pyarrow as pa

    whole = {**about(game, seed), "rules": game.version, "players": list(players)}
    columns = {
        "match": pa.uint64(),
        "seed": pa.uint64(),
        "move": pa.int32(),
        "seat": pa.int8(),
        "observation": pa.list_(pa.int16(), game.rules.OBSERVATION),
        "mask": pa.list_(pa.bool_(), game.rules.ACTIONS),
        "choice": pa.int16(),
        "share": pa.float32(),
        "points": pa.int32(),
    }
    return pa.schema(list(columns.items()), metadata={"camarilla": json.dumps(whole)})


def table(decisions: Decisions, columns: Any) -> Any:
    """As Arrow knows them, without a copy but of the masks."""
    import pyarrow as pa

    def column(name: str, kind: Any) -> Any:
        if name not in decisions:
            return pa.nulls(len(decisions["choice"]), kind)
        values = decisions[name].ravel()
        if not pa.types.is_fixed_size_list(kind):
            return pa.array(values, kind)
        flat = pa.array(values.view(np.bool_) if pa.types.is_boolean(kind.value_type) else values, kind.value_type)
        return pa.FixedSizeListArray.from_arrays(flat, kind.list_size)

    return pa.table([column(field.name, field.type) for field in columns], schema=columns)


def write_decisions(parts: Iterable[Decisions], columns: Any, path: Path) -> None:
    """Write them as they come, some thousand at a time."""
    import pyarrow as pa
    import pyarrow.parquet

    kept: list[Any] = []
    with pyarrow.parquet.ParquetWriter(path, columns, compression="zstd") as writer:
        for part in parts:
            kept.append(table(part, columns))
            if sum(map(len, kept)) >= GROUP:
                writer.write_table(pa.concat_tables(kept))
                kept = []
        writer.write_table(pa.concat_tables(kept) if kept else columns.empty_table())
