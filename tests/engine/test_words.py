"""Both languages are complete, and say the same things about the same parts."""

import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import camarilla
from camarilla.engine.words import LANGUAGES, Letters, Message, Words, kept

FOLDER = Path(camarilla.__file__).parent
FILES = sorted({*FOLDER.rglob("words.toml"), *FOLDER.glob("*/*.toml")})  # deeper down there are also data of games
EXPRESSIONS = {
    f"{file.parent.name}/{file.name}: {key}": {language: text for language, text in words.items() if language != "page"}
    for file in FILES
    for key, words in Words(file).entries.items()
}
EXPRESSIONS |= {
    f"{file.parent.name}/{file.name}: {key} on a page": words["page"]
    for file in FILES
    for key, words in Words(file).entries.items()
    if "page" in words
}
TYPED = re.compile(
    r"such as|par exemple|\bcomme [xX\d]|\b(say|dites|dire) [a-z]+$|\b(gold, steel|and its name|et son nom)\b|`"
)


def test_every_expression_exists_in_every_language():
    for where, words in EXPRESSIONS.items():
        assert set(words) == set(LANGUAGES) and all(words.values()), where


def test_every_language_speaks_of_the_same_parts():
    for where, words in EXPRESSIONS.items():
        assert len({frozenset(parts(text)) for text in words.values()}) == 1, where


def parts(text: str) -> set[str]:
    """What a wording speaks of; French may need a part in another case (`of_family` for `family`)."""
    return {name.removeprefix("of_") for _, name, _, _ in string.Formatter().parse(text) if name}


CODE = re.compile(
    r"<!--.*?-->|```.*?```|`[^`]*`|\{[^}]*\}|\b[IRG]\d!|%\(\w+\)|'camarilla\[\w+\]'|^\|[ :|-]+\|$",
    re.DOTALL | re.MULTILINE,
)


def french_texts() -> Iterator[tuple[str, str]]:
    """All that is said in French, without what only programs read: expressions, lessons, rulebooks."""
    for where, words in EXPRESSIONS.items():
        yield where, words["fr"]
    for file in FOLDER.rglob("lesson.toml"):
        for number, text in enumerate(find_french(tomllib.loads(file.read_text(encoding="utf-8")))):
            yield f"{file.parent.name}/{file.name}: {number}", text
    for file in FOLDER.rglob("rules.fr.md"):
        for number, line in enumerate(CODE.sub("0", file.read_text(encoding="utf-8")).splitlines(), 1):
            yield f"{file.parent.name}/{file.name}: {number}", line


def find_french(tree: object) -> Iterator[str]:
    if isinstance(tree, list):
        for one in tree:
            yield from find_french(one)
    elif isinstance(tree, dict):
        for key, value in tree.items():
            if key == "fr" and isinstance(value, str):
                yield value
            else:
                yield from find_french(value)


def test_french_typography_is_kept():
    """A curved apostrophe, a narrow no-break space before ; ? ! and inside « », a wide one before a colon."""
    for where, text in french_texts():
        french = CODE.sub("0", text)
        assert "'" not in french, where
        assert not re.search(r"[^\u202f][;?!»]|«[^\u202f]|[^\u00a0]:(?=\s|$)", french), where


def test_what_is_said_where_one_clicks_does_not_speak_of_typing():
    told = {
        where: words for where, words in EXPRESSIONS.items() if ": why." in where and not where.endswith("on a page")
    }
    for where, words in told.items():
        said = EXPRESSIONS.get(f"{where} on a page", words)
        assert not any(TYPED.search(text) for text in said.values()), where


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
