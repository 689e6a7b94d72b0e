"""What is for all games names none of them, and does not count them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from camarilla.engine import rulebook
from camarilla.games import games, kind

ROOT = Path(__file__).parents[1]
SOURCES = ("src", "tools", "benchmarks", "Makefile", ".ci")
OF_GAMES = (
    *(kind(name).folder() for name in games()),
    ROOT / "tests" / "games",
    ROOT / "tests" / "referee",  # a second implementation of each game
)
EXCEPT = {
    ROOT / "tests" / "samples.py": "the examples of generic tests, named in one place",
    ROOT / "benchmarks" / "limit.py": "measures one game beside a version of it that was written by hand",
    ROOT / "benchmarks" / "results.svg": "what was measured",
    ROOT / "benchmarks" / "search.svg": "what was measured",
    Path(__file__): "looks for these very words",
}
CODE = {".py", ".html", ".css", ".js", ".svg", ".toml", ".txt", ""}  # what .md, .json and .csv hold is data


def generic_files(*tops: str) -> Iterator[Path]:
    for top in tops:
        path = ROOT / top
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            apart = any(file.is_relative_to(folder) for folder in OF_GAMES) or "__pycache__" in file.parts
            if file.is_file() and file.suffix in CODE and not apart and file not in EXCEPT:
                yield file


def names(game: str) -> set[str]:
    """How a game may be named in code and in prose: by id, class and title."""
    return {game, kind(game).__name__, kind(game).words("title").text("en")}


def clauses(game: str) -> str:
    """How the names of its clauses begin."""
    return next(iter(rulebook.clauses(kind(game)))).partition("-")[0]


NAMES = re.compile(rf"(?<![\w-])({'|'.join(sorted(set().union(*map(names, games()))))})(?![\w-])")
CLAUSES = re.compile(rf"\b({'|'.join(map(clauses, games()))})-\d")
COUNTED = re.compile(r"\b(four|quatre)\s+(card\s+|of the\s+)?(games|jeux|rulebooks)\b", re.IGNORECASE)


def without_french(text: str) -> str:
    """The id of a game may be a French word."""
    return re.sub(r'\bfr = "(\\.|[^"\\])*"', "", text)


def found(pattern: re.Pattern[str], *tops: str, read: Callable[[str], str] = str) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}: {line.strip()[:120]}"
        for file in generic_files(*tops)
        for line in read(file.read_text(encoding="utf-8")).splitlines()
        if pattern.search(line)
    ]


def test_no_game_is_named_where_all_are_meant() -> None:
    assert found(NAMES, *SOURCES, "tests", read=without_french) == []


def test_no_clause_of_a_game_is_cited_where_all_are_meant() -> None:
    assert found(CLAUSES, *SOURCES) == []


def test_games_are_not_counted() -> None:
    assert found(COUNTED, *SOURCES, "tests", "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md") == []


def test_code_templates_styles_and_words_are_looked_at() -> None:
    seen = {file.suffix for file in generic_files("src")}
    assert {".py", ".html", ".css", ".js", ".toml"} <= seen


@pytest.mark.parametrize("name", games())
def test_a_name_is_found(name: str) -> None:
    title, made = kind(name).words("title").text("en"), kind(name).__name__
    for line in (f"if game == {name!r}:", f"/rules/{name}/", f"class X({made}):", f"The rules of {title}."):
        assert NAMES.search(line), line
    assert CLAUSES.search(f"as {clauses(name)}-1 says")
    assert not NAMES.search(f"my{name}") and not NAMES.search(f"{name}-like")


def test_french_prose_is_no_name() -> None:
    assert without_french('title = { en = "a", fr = "intrigues de cour" }') == 'title = { en = "a",  }'
