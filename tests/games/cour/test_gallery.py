"""The gallery of characters in the rulebooks of Cour."""

import pytest

from camarilla.engine import rulebook
from camarilla.engine.words import LANGUAGES
from camarilla.games import kind
from camarilla.games.cour import gallery


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_shows_the_characters_as_they_are(language: str) -> None:
    text = rulebook.text(kind("cour"), language)
    assert gallery.filled(text, language) == text, "run python -m camarilla.games.cour.gallery"
    assert len(gallery.table(language).splitlines()) == 2 + 49


def test_a_rulebook_is_filled_between_the_marks() -> None:
    text = "before\n<!-- gallery -->\nold\n<!-- /gallery -->\nafter\n"
    filled = gallery.filled(text, "fr")
    assert filled.startswith("before\n<!-- gallery -->\n| personnage ")
    assert filled.endswith("|\n<!-- /gallery -->\nafter\n") and "old" not in filled
    assert "| Repenti " in filled and gallery.filled(filled, "fr") == filled
