"""Records of matches as a file: one as JSON, or as many as there are as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from camarilla.bots.bot import Bot, chance
from camarilla.bots.play import play_answer
from camarilla.engine.errors import BadRecord
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.saved import parsed
from camarilla.engine.seeds import draw_seeds
from camarilla.engine.words import of_package
from camarilla.games import load

WORDS = of_package(__file__)
ONE, LINES = ".json", ".jsonl"

Record = Mapping[str, Any]  # as `match.record()` gives it, perhaps with the names of the players


def play_records(game: Game, seed: int, matches: int, bots: Sequence[Bot]) -> Iterator[Match]:
    """So many matches between bots, those of `lab.series` with the same seed where nobody plays at random."""
    for dealt in draw_seeds(seed, matches).tolist():
        yield play_record(game, dealt, bots)


def play_record(game: Game, seed: int, bots: Sequence[Bot]) -> Match:
    match = game.new(seed)
    while waiting := match.waiting:
        seat = waiting[0]
        play_answer(match, seat, bots[seat], chance(seed, seat, len(match.steps)))
    return match


def read_records(path: Path) -> Iterator[tuple[Record, Match]]:
    """Each record of a file, and the match that it leads to. What is wrong with one is said with its line."""
    if path.suffix == ONE:
        fields = parsed(path.read_text(encoding="utf-8"))
        yield fields, load(fields)
        return
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield read_line(number, line)


def read_line(number: int, line: str) -> tuple[Record, Match]:
    try:
        fields = parsed(line)
        return fields, load(fields)
    except BadRecord as problem:
        raise BadRecord(WORDS("records.line", number=number, problem=problem.message), problem.clause) from problem


def write_records(records: Iterable[Record], path: Path) -> None:
    """A line each."""
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def write_record(records: Iterable[Record], path: Path) -> None:
    """The only one that there is, as people read it."""
    one, *others = records
    if others:
        raise BadRecord(WORDS("records.several", number=1 + len(others), ending=LINES))
    path.write_text(json.dumps(one, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
