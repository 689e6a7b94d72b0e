"""Golden records: whole matches as they were once played, `golden/*.json` in the folder of a game.

What the rules do now must offer the same choices on the way, show the same of every move, and end with the same
position, scores and places: behaviour that changes shows here. Where a change is meant, raise VERSION in the rules and
play them anew: `python -m camarilla.testing golden GAME`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from camarilla.engine.errors import CamarillaError
from camarilla.engine.game import Game
from camarilla.engine.match import Match
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
        golden = {"scores": match.scores, "places": match.places, "course": course(match), "record": match.record()}
        path = folder / f"{written(chosen)}.json"
        path.write_text(json.dumps(golden, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        yield path


def course(match: Match) -> str:
    """A fingerprint of all that could be done on the way, and of what everybody saw of what was done."""
    digest = hashlib.sha256()
    for step in match.steps:
        state: Any = step.before
        seats = Match(match.game, state, {}).waiting
        offered = [[seat, match.game.legal(state, seat)] for seat in seats]
        seen = [sight and sight.move for sight in step.sights]
        digest.update(json.dumps([offered, seen]).encode())
    return digest.hexdigest()[:16]


def check(kind: type[Game]) -> None:
    """Every golden record leads to the end that it names, and there are some."""
    assert files(kind), f"there are no golden records: run `python -m camarilla.testing golden {kind.id}`"
    for path in files(kind):
        check_file(kind, path)


def check_file(kind: type[Game], path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    version = golden["record"].get("version")
    assert version == kind.rules.VERSION, f"{path.name} was played by version {version}: play the golden records anew"
    try:
        match = load(kind, golden["record"])
    except CamarillaError as problem:
        raise AssertionError(f"{path.name} is not replayed: {problem}") from problem
    assert match.over, f"{path.name}: the match no longer ends there"
    found = [*(match.scores or ())], [*(match.places or ())]
    assert found == (golden["scores"], golden["places"]), f"{path.name}: scores and places are now {found}"
    assert course(match) == golden["course"], f"{path.name}: what can be done, or what is seen of it, has changed"
