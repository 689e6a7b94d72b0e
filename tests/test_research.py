"""The guide for researchers runs as it stands."""

import re
from pathlib import Path

GUIDE = Path(__file__).parents[1] / "docs" / "research.md"


def test_its_snippets_run_one_after_another(capsys):
    snippets = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(snippets) >= 3
    names: dict[str, object] = {}
    for snippet in snippets:
        exec(compile(snippet, GUIDE.name, "exec"), names)
    assert len(capsys.readouterr().out.splitlines()) >= 4
