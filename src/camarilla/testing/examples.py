"""The examples of a game: positions that its `testing` names, from which tests start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.testing import choices, records
from camarilla.testing.walks import onwards


def arrange(kind: type[Game], position: Mapping[str, Any], runtime: str | None = None) -> Match:
    """The match that begins with the position, whose options it says itself."""
    return kind(runtime=runtime, **position.get("options", {})).at(position)


def example(kind: type[Game], name: str, runtime: str | None = None) -> Match:
    return arrange(kind, kind.testing.EXAMPLES[name], runtime)


def check(kind: type[Game]) -> None:
    """Every example can be arranged, written, and played to the end; a short match can be, too."""
    for name in kind.testing.EXAMPLES:
        match = example(kind, name)
        records.position_is_the_whole_truth(match)
        choices.choices_are_in_order(match)
        assert onwards(match, 0)[-1].over, name
    assert onwards(kind(**kind.testing.SHORT).new(0), 0)[-1].over
