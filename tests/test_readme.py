"""The tour in the README runs as it stands."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_snippets_of_the_tour_run_one_after_another(capsys):
    snippets = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len(snippets) >= 8
    names: dict[str, object] = {}
    for snippet in snippets:
        exec(compile(snippet, "README.md", "exec"), names)
    assert "no assassin is deciding" in capsys.readouterr().out


def test_the_two_commands_come_first():
    first = README.split("```")[1]
    assert "make play" in first and "make test" in first


def test_everything_it_links_to_is_there():
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
