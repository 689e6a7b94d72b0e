"""Files of data that options take: those that the rulebooks show are read, played with and recorded as they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import camarilla
from camarilla.engine import rulebook
from camarilla.engine.data_file import OURS
from camarilla.engine.words import LANGUAGES
from camarilla.games import kind
from camarilla.testing.walks import walk

BLOCK = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
OPTIONS = [(name, option.name) for name in camarilla.games() for option in kind(name).options if OURS in option.values]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_the_example_of_a_rulebook_can_be_played(name: str, option: str, language: str, tmp_path: Path) -> None:
    *_, example = BLOCK.findall(rulebook.text(kind(name), language))
    path = tmp_path / "mine.toml"
    path.write_text(example, encoding="utf-8")
    game = camarilla.game(name, players=2, runtime="interpreted", **{option: str(path)})
    assert game.chosen[option] != OURS
    match = walk(game, 1, 1)[-1]
    path.unlink()
    assert match.over and camarilla.load(json.dumps(match.record())).state.tobytes() == match.state.tobytes()


def test_there_are_such_options() -> None:
    assert len(OPTIONS) >= 3
