"""The parser of the command line: Python's, but it says what is wrong in one line, and in either language."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NoReturn

from camarilla.engine.errors import BadOption
from camarilla.engine.words import LANGUAGES
from camarilla.terminal import WORDS


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def speak(language: str) -> None:
    """Make argparse speak a language: it asks a function of its own for each of its messages."""
    messages = [words for key, words in WORDS.entries.items() if key.startswith("argparse.")]
    known = {words["en"]: words[language] for words in messages}
    setattr(argparse, "_", lambda message: known.get(message, message))  # noqa: B010


def add_language(parser: argparse.ArgumentParser, language: str) -> None:
    known = "|".join(LANGUAGES)
    parser.add_argument("--lang", metavar=known, help=WORDS("flag.lang", known=LANGUAGES).text(language))


def choose_language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """What `--lang` says, or the environment, or else English. It is needed before anything can be said."""
    for word, following in pairwise([*words, ""]):
        flag, equals, value = word.partition("=")
        if flag == "--lang" and (value := value if equals else following):
            return read_language(value)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if found := environment.get(name):
            return next((language for language in LANGUAGES if found.lower().startswith(language)), LANGUAGES[0])
    return LANGUAGES[0]


def read_language(language: str) -> str:
    if language.lower() in LANGUAGES:
        return language.lower()
    raise BadOption(WORDS("language", value=language, known=LANGUAGES))


def use_hyphens(words: Sequence[str]) -> list[str]:
    """Flags are written with use_hyphens; underscores, as in the names of options, will do."""
    parted = [word.partition("=") for word in words]
    flags = [flag.replace("_", "-") if flag.startswith("--") else flag for flag, _, _ in parted]
    return [flag + equals + value for flag, (_, equals, value) in zip(flags, parted, strict=True)]
