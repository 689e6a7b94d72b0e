"""The handbook is built without a warning, names every page, and can be opened."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from camarilla.cli import main
from camarilla.terminal import docs

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("handbook") / "html"
    built = subprocess.run([sys.executable, ROOT / "tools" / "handbook.py", target], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return target


@pytest.mark.xdist_group("handbook")
def test_it_has_every_page_and_the_reference(handbook: Path) -> None:
    index = (handbook / "index.html").read_text(encoding="utf-8")
    for page in (*ROOT.glob("docs/*.md"), *ROOT.glob("src/camarilla/games/*/rules.*.md")):
        assert f'href="{page.relative_to(ROOT).with_suffix(".html")}"' in index
    assert "Match.play(" in (handbook / "reference.html").read_text(encoding="utf-8")


@pytest.mark.xdist_group("handbook")
def test_it_needs_no_network(handbook: Path) -> None:
    page = (handbook / "index.html").read_text(encoding="utf-8")
    assert 'src="http' not in page and 'rel="stylesheet" type="text/css" href="http' not in page


@pytest.mark.xdist_group("handbook")
def test_the_command_opens_it(
    handbook: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(docs, "HANDBOOK", handbook)
    monkeypatch.setattr(docs.webbrowser, "open", opened.append)
    assert main(["docs", "--no-open"]) == 0 and not opened
    assert main(["docs"]) == 0 and opened == [(handbook / "index.html").as_uri()]
    assert str(handbook) in capsys.readouterr().out


def test_where_it_was_not_built_one_is_told_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(docs, "HANDBOOK", tmp_path)
    assert main(["docs", "--lang", "en"]) == 2
    assert "make docs" in capsys.readouterr().err
