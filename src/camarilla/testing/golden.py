"""Golden records: whole matches as they were once played, `golden/*.json` in the folder of a game.

What the rules do now must end them with the same position, scores and places: behaviour that changes shows here. Where
a change is meant, raise VERSION in the rules and play them anew: `python -m camarilla.testing golden GAME`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from camarilla.engine.errors import CamarillaError
from camarilla.engine.game import Game
from camarilla.testing.cases import every_value, written
from camarilla.testing.records import load
from camarilla.testing.walks import walk

SEED = 1


def files(kind: type[Game]) -> list[Path]:
    return sorted((kind.folder() / "golden").glob("*.json"))


def make(kind: type[Game]) -> Iterator[Path]:
    """Play a random match with every value of every option, and write each to a file."""
    folder = kind.folder() / "golden"
    folder.mkdir(exist_ok=True)
    for old in files(kind):
        old.unlink()
    for chosen in every_value(kind.options):
        match = walk(kind(**chosen), SEED, SEED)[-1]
        golden = {"scores": match.scores, "places": match.places, "record": match.record()}
        path = folder / f"{written(chosen)}.json"
        path.write_text(json.dumps(golden, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        yield path


def check(kind: type[Game]) -> None:
    """Every golden record leads to the end that it names."""
    for path in files(kind):
        check_file(kind, path)


def check_file(kind: type[Game], path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    try:
        match = load(kind, golden["record"])
    except CamarillaError as problem:
        raise AssertionError(f"{path.name} is not replayed: {problem}") from problem
    assert match.over, f"{path.name}: the match no longer ends there"
    found = [*(match.scores or ())], [*(match.places or ())]
    assert found == (golden["scores"], golden["places"]), f"{path.name}: scores and places are now {found}"
