"""Both languages are complete, and say the same things about the same parts."""

import re
import string
from pathlib import Path

import pytest

import camarilla
from camarilla.engine.words import LANGUAGES, Letters, Message, Words, kept

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


def test_a_kept_message_is_made_once_and_says_the_same_in_every_language_and_company():
    wording = {"en": "the card of {who}", "fr": "la carte de {who}"}
    made = []

    @kept
    def name(who: str) -> Message:
        made.append(who)
        return Message(wording, {"who": who})

    for names in ((), ("Anna",), ("Bob",)):
        for language in LANGUAGES:
            for who in ("Anna", "Bob"):
                assert name(who).text(language, names) == Message(wording, {"who": who}).text(language, names)
    assert name("Anna").text("fr", ("Anna",)) == "la carte d’Anna" and name("Anna").text("fr") == "la carte de Anna"
    assert made == ["Anna", "Bob"]


def test_letters_know_their_seats_from_either_end():
    letters = Letters("RG")
    assert [letters[0].seat, letters[1].seat, letters[-1].seat] == [0, 1, 1]
    assert letters[:1] == "R" and [*letters] == ["R", "G"]
