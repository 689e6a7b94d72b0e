"""What the program says, in every language it speaks.

Words lie in TOML files: a table an expression, a line a language. A `Saying` is an expression with its parts, not yet
in any language; parts may be sayings themselves, or lists of them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr")
AND = {"en": " and ", "fr": " et "}


@dataclass(frozen=True)
class Saying:
    wording: dict[str, str]
    parts: dict[str, Any] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        check_language(language)
        return self.wording[language].format(**{name: Part(part, language) for name, part in self.parts.items()})

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, repr=False)
class Part:
    """A part as a wording sees it: `{part}` is spoken, `{part!r}` is shown as it is."""

    part: Any
    language: str

    def __format__(self, form: str) -> str:
        return format(spoken(self.part, self.language), form)

    def __repr__(self) -> str:
        return repr(self.part)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are: {', '.join(LANGUAGES)}")


def spoken(part: Any, language: str) -> Any:
    if isinstance(part, Saying):
        return part.text(language)
    if isinstance(part, list | tuple):
        return ", ".join(str(spoken(one, language)) for one in part)
    return part


class Words:
    """The expressions of one file: `words("place.above")`."""

    def __init__(self, path: Path) -> None:
        self.entries: dict[str, dict[str, str]] = {}
        self._collect("", tomllib.loads(path.read_text(encoding="utf-8")))

    def _collect(self, prefix: str, tree: dict[str, Any]) -> None:
        for key, value in tree.items():
            if isinstance(value.get(LANGUAGES[0]), str):
                self.entries[prefix + key] = value
            else:
                self._collect(f"{prefix}{key}.", value)

    def __call__(self, key: str, /, **parts: Any) -> Saying:
        return Saying(self.entries[key], parts)


def of_package(file: str, name: str = "words.toml") -> Words:
    """The words that lie beside a module: `of_package(__file__)`."""
    return Words(Path(file).with_name(name))


ENGINE = of_package(__file__)
