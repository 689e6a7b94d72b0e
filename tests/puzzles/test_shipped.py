"""The puzzles that come with the games: each can be set up and solved, and its answer is beyond doubt."""

from __future__ import annotations

import pytest

from camarilla.bots.ladder import LEVELS, level
from camarilla.bots.search import think
from camarilla.engine import rulebook
from camarilla.engine.words import LANGUAGES
from camarilla.games import games, kind
from camarilla.puzzles.puzzle import CERTAIN, DIFFICULTIES, FEWEST, LEAST, Collection, Puzzle, Texts

DEEPER = 10_000  # iterations: five times as many as one of the searches that a puzzle has passed
every_game = pytest.mark.parametrize("name", games())


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")


def shipped(name: str) -> list[Puzzle]:
    found = list(Collection.of(kind(name)).puzzles.values())
    assert found, "every game of ours comes with puzzles"
    return found


@every_game
def test_every_position_is_one_of_these_rules_where_the_seat_has_to_choose(name: str) -> None:
    for puzzle in shipped(name):
        match = puzzle.begin(kind(name))
        moves = [choice.move for choice in match.choices(match.acting(puzzle.seat))]
        assert len(moves) >= FEWEST and match.indifferent(puzzle.seat) is None
        assert {puzzle.best, *(rival.move for rival in puzzle.rivals)} <= {*moves}
        assert match.fingerprint.startswith(puzzle.id)


@every_game
def test_every_best_choice_is_better_by_three_standard_errors(name: str) -> None:
    for puzzle in shipped(name):
        assert puzzle.rivals and puzzle.best not in [rival.move for rival in puzzle.rivals]
        for rival in puzzle.rivals:
            assert rival.loss >= max(LEAST, CERTAIN * rival.error), puzzle.id
            assert rival.loss >= puzzle.margin


@every_game
def test_a_position_shows_its_seat_no_more_than_any_other_world(name: str) -> None:
    for puzzle in shipped(name)[:5]:
        match = puzzle.begin(kind(name))
        assert match.redeal(puzzle.seat, 3).view(puzzle.seat) == match.view(puzzle.seat)


@every_game
def test_every_puzzle_is_about_something_and_explained_in_every_language(name: str) -> None:
    clauses = rulebook.clauses(kind(name))
    for theme, clause in Collection.of(kind(name)).clauses.items():
        assert clause in clauses and kind(name).words(f"theme.{theme}")
    for puzzle in shipped(name):
        assert puzzle.theme in Collection.of(kind(name)).themes and puzzle.difficulty in DIFFICULTIES
        assert puzzle.why and all(map(is_complete, puzzle.why))
        assert all(is_complete(hand.where) for hand in puzzle.hands)
        assert all(is_complete(card) for hand in puzzle.hands for card, _ in hand.cards)


def is_complete(texts: Texts) -> bool:
    return sorted(texts) == sorted(LANGUAGES) and all(texts.values())


@every_game
def test_half_of_them_are_beyond_courtiers(name: str) -> None:
    found = shipped(name)
    assert sum(puzzle.difficulty != DIFFICULTIES[0] for puzzle in found) >= len(found) / 2


@pytest.mark.sweep
@every_game
def test_a_deeper_search_finds_every_solution_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    for puzzle in shipped(name):
        match = puzzle.begin(kind(name))
        best = think(match, puzzle.seat, max(DEEPER, match.game.iterations[1]), seed=99)[0].action
        assert [choice.move for choice in match.choices(puzzle.seat) if choice.id == best] == [puzzle.best], puzzle.id


@pytest.mark.sweep
@every_game
def test_the_strongest_finds_every_solution_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least when it is asked a second time: it goes by chance, too."""
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    for puzzle in shipped(name):
        match = puzzle.begin(kind(name))
        bot, moves = level(match.game, LEVELS[-1]), {one.id: one.move for one in match.choices(puzzle.seat)}
        found = {moves[bot.action(match.game, match.state, puzzle.seat, seed)] for seed in (1, 2)}
        assert puzzle.best in found, puzzle.id
