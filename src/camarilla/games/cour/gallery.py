"""Fill in the table of all characters in the rulebooks: `python -m camarilla.games.cour.gallery`."""

from __future__ import annotations

import re
from pathlib import Path

from camarilla.engine.data_file import OURS
from camarilla.engine.words import LANGUAGES
from camarilla.games.cour import characters, powers
from camarilla.games.cour.powers import BASES, TYPES, WORDS

GALLERY = re.compile(r"(?<=<!-- gallery -->\n).*?(?=<!-- /gallery -->)", re.DOTALL)
HEADINGS = {
    "en": ("character", "type", "base", "price", "prestige", "power"),
    "fr": ("personnage", "type", "base", "prix", "prestige", "pouvoir"),
}


def filled(text: str, language: str) -> str:
    """The rulebook with the table as it should be."""
    assert GALLERY.search(text), "there is no place for the gallery"
    return GALLERY.sub(lambda _: table(language), text)


def table(language: str) -> str:
    rows = [HEADINGS[language], *(row(character, language) for character in characters.chosen(OURS))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    heading, *others = ["| " + " | ".join(map(str.ljust, cells, widths)) + " |\n" for cells in rows]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|\n"
    return "".join([heading, rule, *others])


def row(character: characters.Character, language: str) -> tuple[str, ...]:
    return (
        character.name(language),
        WORDS(f"type.{TYPES[character.type]}").text(language),
        WORDS(f"base.{BASES[character.base]}").text(language),
        characters.cost(character).text(language),
        str(character.prestige),
        powers.say(character.power).text(language),
    )


def main() -> None:
    for language in LANGUAGES:
        path = Path(__file__).with_name(f"rules.{language}.md")
        path.write_text(filled(path.read_text(encoding="utf-8"), language), encoding="utf-8")


if __name__ == "__main__":
    main()
