"""The rulebooks: every clause in both languages."""

import pytest

import camarilla
from camarilla.engine import rulebook
from camarilla.engine.words import LANGUAGES

CLAUSES = {"cour": ("COR", 36), "courtisans": ("CTS", 30), "medici": ("MED", 38), "sun_king": ("SUN", 47)}


@pytest.mark.parametrize("game", camarilla.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_there_once_and_says_something(game, language):
    found = rulebook.clauses(game, language)
    letters, last = CLAUSES[game]
    assert set(found) == {f"{letters}-{number}" for number in range(1, last + 1)}
    assert rulebook.text(game, language).count("\n### ") == len(found)
    assert all(len(clause.body) > 20 and clause.title for clause in found.values())


def test_a_clause_can_be_asked_for_loosely():
    assert rulebook.clause("courtisans", "16").id == rulebook.clause("courtisans", " cts-16 ").id == "CTS-16"


def test_an_unknown_clause_is_named_with_those_there_are():
    with pytest.raises(camarilla.UnknownClause) as error:
        rulebook.clause("courtisans", "CTS-31")
    assert "CTS-31" in str(error.value) and "CTS-1 to CTS-30" in str(error.value)
    assert "CTS-1 à CTS-30" in error.value.text("fr")
