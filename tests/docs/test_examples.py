"""Every example runs as it stands: the blocks of each page one after the other, and those beside the functions."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = [page for page in sorted(ROOT.glob("docs/*.md")) if BLOCK.search(page.read_text("utf-8"))]
LARGE = ("ray", "torch")  # libraries of extras that are not downloaded for tests
MODULES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for path in sorted(SOURCE.rglob("*.py"))
    if "    >>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(page: Path, quick_and_tidy: None) -> None:
    names: dict[str, object] = {}
    for block in BLOCK.findall(page.read_text("utf-8")):
        try:
            exec(compile(block, page.name, "exec"), names)
        except ModuleNotFoundError as missing:
            if missing.name not in LARGE:
                raise
            pytest.skip(f"needs {missing.name}")


@pytest.mark.parametrize("name", MODULES)
def test_examples_beside_the_functions_run(name: str, quick_and_tidy: None) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted and not found.failed


def test_there_are_such_pages_and_functions() -> None:
    assert len(PAGES) >= 6 and len(MODULES) >= 7
