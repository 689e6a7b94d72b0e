"""Laws of records and positions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from camarilla.engine import saved
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.games import games
from camarilla.games import load as load_by_name
from camarilla.testing.walks import observers, onwards


def load(kind: type[Game], record: Mapping[str, Any] | str) -> Match:
    """As `camarilla.load`, also for games that have no entry point."""
    if kind.id in games():
        return load_by_name(record)
    return saved.load(record, lambda name: kind)


def record_replays(match: Match) -> None:
    """A record, and its JSON text, lead to the same bytes and the same log for everybody."""
    record = match.record()
    for same in (record, json.dumps(record)):
        loaded = load(type(match.game), same)
        assert loaded.state.tobytes() == match.state.tobytes()
        assert loaded.record() == record
        assert loaded.steps == match.steps
        for seat in observers(match.game):  # a redealt match also remembers moves from before its position
            log, all_of_it = loaded.log(seat), match.log(seat)
            assert log == all_of_it[len(all_of_it) - len(log) :]


def position_is_the_whole_truth(match: Match) -> None:
    """A position, and its JSON text, are arranged to the same bytes."""
    position = match.position()
    arranged = match.game.at(json.loads(json.dumps(position)))
    assert arranged.position() == position
    assert arranged.state.tobytes() == match.state.tobytes()


def records_from_positions_replay(match: Match, luck: int) -> None:
    """Also a match that began from a position, or from a redeal, is re-played from its record."""
    for start in (match.game.at(match.position()), match.redeal(None, luck), match.redeal(0, luck)):
        line = onwards(start, luck)
        record_replays(line[len(line) // 2])
        record_replays(line[-1])
