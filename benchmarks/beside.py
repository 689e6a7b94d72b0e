"""This version beside an older one, in one run: `python -m benchmarks.beside COMMIT [GAME ...]`.

Both are run in turns, each in a process of its own: random play and search on one thread, by the time of the processor,
and the start with nothing compiled. What is printed is how many times as fast this version is, with 95 % intervals; of
the start there is one turn alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import camarilla
from benchmarks.turns import Ratio, ratio

ROOT = Path(__file__).parents[1]
TURNS = 5
MEASURE = """
import json, sys, time
import camarilla
from camarilla.bots.search import think
from camarilla.lab.series import series

start = time.process_time()
game = camarilla.game(sys.argv[1])
match = game.new(1)
while len(match.choices(match.waiting[0])) < 2:
    match.play(match.choices(match.waiting[0])[0], match.waiting[0])
match.redeal(0, 1), match.observe(0), match.view(0)
series(game, 1, 0, 1)
started = time.process_time() - start

def per_second(work, amount):
    begin, done = time.process_time(), 0
    while (spent := time.process_time() - begin) < 2:
        done += amount(work())
    return done / spent

seat = match.waiting[0]
think(match, seat, 20)
decisions = per_second(lambda: series(game, 1, 0, 500), lambda played: int(played.about[:, 0].sum()))
iterations = per_second(lambda: think(match, seat, 200, 1), lambda thoughts: 200)
print(json.dumps({"start": started, "decisions": decisions, "iterations": iterations}))
"""


def measure(sources: Path, game: str, cache: str, script: str = MEASURE) -> dict[str, float]:
    environment = {**os.environ, "PYTHONPATH": str(sources / "src"), "CAMARILLA_CACHE": cache}
    command = [sys.executable, "-c", script, game]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=sources)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def compare(older: Path, game: str) -> dict[str, Ratio]:
    """How many times as fast this version is; of a start, only the first has nothing compiled."""
    with tempfile.TemporaryDirectory() as old_cache, tempfile.TemporaryDirectory() as new_cache:
        pairs = [(measure(older, game, old_cache), measure(ROOT, game, new_cache)) for _ in range(TURNS)]
    rates = ("decisions", "iterations")
    found = {key: ratio([new[key] for _, new in pairs], [old[key] for old, _ in pairs]) for key in rates}
    return {"cold start": ratio([pairs[0][0]["start"]], [pairs[0][1]["start"]]), **found}


@contextlib.contextmanager
def check_out(commit: str) -> Iterator[Path]:
    """The sources of an older version, for a while."""
    with tempfile.TemporaryDirectory() as folder:
        older = Path(folder) / "older"
        subprocess.run(
            ["git", "worktree", "add", "--detach", str(older), commit], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
        )
        try:
            yield older
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(older)], cwd=ROOT, check=True)


def main() -> None:
    commit, *names = sys.argv[1:]
    with check_out(commit) as older:
        for name in names or camarilla.games():
            found = compare(older, name)
            print(f"{name}: " + ", ".join(f"{key} {times}" for key, times in found.items()), flush=True)


if __name__ == "__main__":
    main()
