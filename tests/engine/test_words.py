"""Both languages are complete, and say the same things about the same parts."""

import re
import string
from pathlib import Path

import pytest

import camarilla
from camarilla.engine.words import LANGUAGES, Words

FOLDER = Path(camarilla.__file__).parent
FILES = sorted({*FOLDER.rglob("words.toml"), *FOLDER.glob("*/*.toml")})  # deeper down there are also data of games
EXPRESSIONS = {
    f"{file.parent.name}/{file.name}: {key}": words for file in FILES for key, words in Words(file).entries.items()
}


def test_every_expression_exists_in_every_language():
    for where, words in EXPRESSIONS.items():
        assert set(words) == set(LANGUAGES) and all(words.values()), where


def test_every_language_speaks_of_the_same_parts():
    for where, words in EXPRESSIONS.items():
        assert len({frozenset(parts(text)) for text in words.values()}) == 1, where


def parts(text: str) -> set[str]:
    """What a wording speaks of; French may need a part in another case (`of_family` for `family`)."""
    return {name.removeprefix("of_") for _, name, _, _ in string.Formatter().parse(text) if name}


def test_french_typography_is_kept():
    for where, words in EXPRESSIONS.items():
        french = re.sub(r"\{[^}]*\}|`[^`]*`|\b[IRG]\d!|%\(\w+\)|'camarilla\[\w+\]'", "0", words["fr"])
        assert "'" not in french, f"{where}: the apostrophe is ’"
        assert not re.search(r"[^\u00a0\u202f][;?!»]|[^\u00a0\u202f]:(?=\s|$)", french), (
            f"{where}: a no-break space is missing"
        )


def test_an_unknown_language_is_named():
    with pytest.raises(ValueError, match="no language 'de'; there are: en, fr"):
        camarilla.game(camarilla.games()[0]).title.text("de")
