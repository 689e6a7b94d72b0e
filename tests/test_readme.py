"""The tour in the README runs as it stands."""

import re
from pathlib import Path

import pytest

import camarilla
from camarilla.games import kind

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
LOOP = next(snippet for snippet in SNIPPETS if "while not match.over" in snippet)


def test_the_snippets_of_the_tour_run_one_after_another(capsys):
    assert len(SNIPPETS) >= 8
    names: dict[str, object] = {}
    for snippet in SNIPPETS:
        exec(compile(snippet, "README.md", "exec"), names)
    assert "no assassin is deciding" in capsys.readouterr().out


@pytest.mark.parametrize("name", camarilla.games())
def test_the_loop_of_the_tour_plays_every_game_to_the_end(name):
    match = camarilla.game(name, runtime="interpreted", **kind(name).testing.SHORT).new(seed=7)
    exec(compile(LOOP, "README.md", "exec"), {"match": match})
    assert match.over and match.winners


def test_the_two_commands_come_first():
    first = README.split("```")[1]
    assert "make play" in first and "make test" in first


def test_everything_it_links_to_is_there():
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
