"""The rulebooks: every clause in both languages."""

import pytest

import camarilla
from camarilla.engine import rulebook
from camarilla.engine.words import LANGUAGES
from camarilla.games import kind


@pytest.mark.parametrize("game", camarilla.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_there_once_and_says_something(game, language):
    found = rulebook.clauses(kind(game), language)
    letters = next(iter(found)).split("-")[0]
    assert set(found) == {f"{letters}-{number}" for number in range(1, len(found) + 1)}
    assert set(found) == set(rulebook.clauses(kind(game)))
    assert rulebook.text(kind(game), language).count("\n### ") == len(found)
    assert all(len(clause.body) > 20 and clause.title for clause in found.values())


@pytest.fixture
def some_game():
    return kind(camarilla.games()[0])


def test_a_clause_can_be_asked_for_loosely(some_game):
    wanted = list(rulebook.clauses(some_game))[15]
    for text in (wanted.split("-")[1], f" {wanted.lower()} "):
        assert rulebook.clause(some_game, text).id == wanted


def test_an_unknown_clause_is_named_with_those_there_are(some_game):
    first = next(iter(rulebook.clauses(some_game)))
    unknown, last = (first.replace("1", str(len(rulebook.clauses(some_game)) + more)) for more in (1, 0))
    with pytest.raises(camarilla.UnknownClause) as error:
        rulebook.clause(some_game, unknown)
    assert unknown in str(error.value) and f"{first} to {last}" in str(error.value)
    assert f"{first} à {last}" in error.value.text("fr")
