"""Build the handbook, the documentation as a site: python tools/handbook.py [FOLDER]

Its pages are the Markdown files of the project where they lie, with the same links between them, a reference made from
docstrings, and an index by who reads. Any warning is an error. It is built into the package, beside the code, so that a
wheel made afterwards has it inside and `camarilla docs` opens it without a network.
"""

from __future__ import annotations

import inspect
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from camarilla.terminal.docs import HANDBOOK
from camarilla.version import __version__

ROOT = Path(__file__).parents[1]
PAGES = ("*.md", "docs/**/*.md", "examples/**/*.md", "benchmarks/*.md", "src/camarilla/games/*/*.md")
LINKED = (
    "*/*.svg",
    "src/camarilla/games/*/*.svg",
    "src/camarilla/games/*/*.toml",
    "src/camarilla/games/*/report.py",
    "docs/*.jpg",
    "docs/*.csv",
    "docs/*.json",
    "examples/*.py",
    "examples/*.ipynb",
    "deploy/*",
    "LICENSE",
)
READERS = {
    "Players": (
        "docs/playing",
        "docs/rules/README",
        "docs/strategy",
        "docs/strategy.fr",
        "docs/puzzles",
        "docs/club_evening",
        "docs/bots",
    ),
    "Researchers": (
        "docs/research",
        "docs/cluster",
        "docs/notebooks",
        "docs/environments",
        "docs/openspiel",
        "docs/compiled_algorithms",
        "docs/data",
        "docs/files",
        "reference",
    ),
    "Designers": ("docs/adding_a_game", "docs/balance", "docs/rulings", "docs/notation"),
    "Hosts": ("docs/deploy", "docs/security", "docs/scale", "docs/api"),
    "The project": ("README", "CHANGELOG", "ARCHITECTURE", "CONTRIBUTING"),
}
PUBLIC = ("camarilla", "camarilla.testing", "camarilla.datasets.decisions", "camarilla.datasets.records")
SETTINGS: dict[str, Any] = {
    "project": "Camarilla",
    "author": "Camarilla",
    "version": __version__,
    "release": __version__,
    "language": "en",
    "extensions": ["myst_parser"],
    "html_theme": "furo",
    "html_theme_options": {
        "light_css_variables": {"color-brand-primary": "#5b3a8c", "color-brand-content": "#7a4a00"},
        "dark_css_variables": {"color-brand-primary": "#e8c77a", "color-brand-content": "#e8c77a"},
    },
    "html_title": f"Camarilla {__version__}",
    "html_copy_source": False,
    "html_show_sphinx": False,
    "myst_heading_anchors": 4,
    "suppress_warnings": ["misc.highlighting_failure"],
}


def main(target: Path = HANDBOOK) -> int:
    """The exit status: 1 if there was a warning."""
    with tempfile.TemporaryDirectory() as folder:
        source, kept = Path(folder, "source"), Path(folder, "kept")
        gather(source)
        shutil.rmtree(target, ignore_errors=True)
        built = Sphinx(source, None, target, kept, "html", SETTINGS, status=None, warningiserror=True)
        built.build()
    for file in (".buildinfo", "objects.inv"):
        Path(target, file).unlink(missing_ok=True)
    return int(built.statuscode)


# --- The pages ---


def gather(source: Path) -> None:
    """Everything where it lies in the project, so that links between files hold."""
    for pattern in (*PAGES, *LINKED):
        for path in ROOT.glob(pattern):
            place = source / path.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
    (source / "reference.md").write_text("\n".join(reference()), encoding="utf-8")
    (source / "index.md").write_text("\n".join(index(source)), encoding="utf-8")


def index(source: Path) -> Iterator[str]:
    """By who reads; whatever nobody was named for comes last."""
    yield "# Camarilla\n\nCard games of court intrigue: to play, to study and to change.\n"
    named = [page for pages in READERS.values() for page in pages]
    found = sorted(str(path.relative_to(source).with_suffix("")) for path in source.rglob("*.md"))
    rest = [page for page in found if page not in (*named, "index")]
    for reader, pages in {**READERS, "More": rest}.items():
        yield from ("```{toctree}", ":maxdepth: 1", f":caption: {reader}", "")
        yield from (page for page in pages if page in found or page == "reference")
        yield "```\n"


# --- The reference ---


def reference() -> Iterator[str]:
    """What is public, with what its docstrings say."""
    yield "# Reference\n"
    for name in PUBLIC:
        module = import_module(name)
        yield f"## `{name}`\n\n{inspect.getdoc(module)}\n"
        for public in public_names(module):
            yield from describe(public, getattr(module, public), 3)


def public_names(module: Any) -> list[str]:
    """Those that it offers, or those that it defines."""
    if hasattr(module, "__all__"):
        return sorted(name for name in module.__all__ if not name.startswith("_"))
    found = inspect.getmembers(module, lambda one: inspect.isfunction(one) or inspect.isclass(one))
    return [name for name, one in found if one.__module__ == module.__name__ and not name.startswith("_")]


def describe(name: str, one: Any, depth: int) -> Iterator[str]:
    yield f"{'#' * depth} `{name}{signature(one)}`\n\n{written(one)}\n"
    if inspect.isclass(one) and not issubclass(one, Exception):
        for part, member in vars(one).items():
            if not part.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
                yield from describe(f"{name}.{part}", member, depth + 1)


def signature(one: Any) -> str:
    if isinstance(one, property) or not callable(one) or (inspect.isclass(one) and issubclass(one, Exception)):
        return ""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(one)))  # annotations are kept as text


def written(one: Any) -> str:
    """The docstring as Markdown: its examples as code."""
    lines, code = [], False
    for line in (inspect.getdoc(one) or "").splitlines():
        if line.startswith(">>>") and not code:
            lines.append("```pycon")
            code = True
        elif code and not line.strip():
            lines.append("```")
            code = False
        lines.append(line)
    return "\n".join([*lines, "```"] if code else lines)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
