"""Every public name has a docstring, types and an example that runs in `docs/python.md`."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import camarilla
from camarilla import Game, Match

TEXT = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
ELSEWHERE = {"BotFault", "bind", "rule", "Match", "Game"}  # in guides of their own, or shown by what they can do
INSIDE = {"fill", "rollouts", "adviser"}  # what a game says for itself (`docs/adding_a_game.md`), and who gives hints


def public(one: type) -> dict[str, Any]:
    members = {name: member for name, member in vars(one).items() if not name.startswith("_")}
    return {name: member for name, member in members.items() if callable(member) or isinstance(member, property)}


def test_there_is_one_for_every_name() -> None:
    code = "".join(BLOCKS)
    missing = [name for name in camarilla.__all__ if f"camarilla.{name}" not in code and name not in ELSEWHERE]
    wanted = {*public(Match), *public(Game)} - INSIDE
    assert not missing and not [name for name in wanted if not re.search(rf"\.{name}\b", code)]


@pytest.mark.parametrize("kind", [Match, Game])
def test_methods_have_docstrings_and_types(kind: type) -> None:
    for name, member in public(kind).items():
        if name in INSIDE:
            continue
        function = member.fget if isinstance(member, property) else member
        assert inspect.getdoc(member), name
        assert "return" in inspect.get_annotations(function), name
