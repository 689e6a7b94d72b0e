"""Stepping through matches from Python, and loading records: this version beside an older one, in one run.

python -m benchmarks.stepping COMMIT [--save]

Both are run in turns, each in a process of its own, compiled, by the time of the processor on one thread; what is shown
is the median. Random matches are played by choices, as in the README, and by numbers, where a version can. Records are
also loaded interpreted, as in the first second of a program that loads some.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

import camarilla
from benchmarks import run
from benchmarks.beside import ROOT, check_out, measure

HEADING = "## Stepping from Python"
TURNS = 3
STEPPING = """
import json, os, random, sys, time
import camarilla

def by_choices(match, chance):
    while not match.over:
        match.play(chance.choice(match.choices(match.waiting[0])))

def by_numbers(match, chance):
    while seats := match.waiting:
        match.step(chance.choice(match.legal(seats[0])), seats[0])

def moves_per_second(play):
    begin, moves, seed = time.process_time(), 0, 0
    while (spent := time.process_time() - begin) < 2:
        match = game.new(seed)
        play(match, random.Random(seed))
        moves, seed = moves + len(match.steps), seed + 1
    return moves / spent

def seconds_of(work):
    begin = time.process_time()
    work()
    return time.process_time() - begin

game = camarilla.game(sys.argv[1], runtime="compiled")
match = game.new(1)
by_choices(match, random.Random(1))
record = match.record()
found = {"choices": moves_per_second(by_choices)}
for runtime in ("interpreted", "compiled"):
    os.environ["CAMARILLA_RUNTIME"] = runtime
    camarilla.load(record)
    found[runtime] = 1000 * min(seconds_of(lambda: camarilla.load(record)) for _ in range(20))
if hasattr(match, "step"):
    found["numbers"] = moves_per_second(by_numbers)
print(json.dumps({**found, "moves": len(match.steps)}))
"""
HEAD = (
    "| | moves/s by choices | before | | moves/s by numbers | | to load a record of | takes | before | "
    f"| interpreted | |\n|{12 * '---|'}"
)


def middle(turns: Sequence[dict[str, float]]) -> dict[str, float]:
    return {key: statistics.median(turn[key] for turn in turns) for key in turns[0]}


def compare(older: Path, game: str) -> str:
    """A line of the table."""
    with tempfile.TemporaryDirectory() as old_cache, tempfile.TemporaryDirectory() as new_cache:
        turns = [
            (measure(older, game, old_cache, STEPPING), measure(ROOT, game, new_cache, STEPPING)) for _ in range(TURNS)
        ]
    old, new = map(middle, zip(*turns, strict=True))
    cells = (
        f"{game}, {camarilla.game(game).players} players",
        f"{new['choices']:,.0f}",
        f"{old['choices']:,.0f}",
        f"**{new['choices'] / old['choices']:.1f}x**",
        f"{new['numbers']:,.0f}",
        f"**{new['numbers'] / old['choices']:.1f}x**",
        f"{new['moves']:.0f} moves",
        f"{new['compiled']:.1f} ms",
        f"{old['compiled']:.1f} ms",
        f"**1/{old['compiled'] / new['compiled']:.1f}**",
        f"{new['interpreted']:.1f} ms",
        f"**1/{old['interpreted'] / new['interpreted']:.1f}**",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", help="the older version")
    parser.add_argument("--save", action="store_true", help="write it into results.md")
    args = parser.parse_args()
    lines = [HEAD]
    with check_out(args.commit) as older:
        for name in camarilla.games():
            lines.append(compare(older, name))
            print(lines[-1], flush=True)
    if args.save:
        how = f"compiled, one thread, beside {args.commit}; all moves are compared with those by choices before"
        run.renew(HEADING, how, "\n".join(lines))


if __name__ == "__main__":
    main()
