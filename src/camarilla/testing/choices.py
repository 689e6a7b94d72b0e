"""Laws of choices, their notation and their words."""

from __future__ import annotations

import functools

from camarilla.engine import calls, rulebook
from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES
from camarilla.testing.walks import observers

WORLDS = 2000  # that a spectator is shown: a single card of a large deck may make the difference


def choices_are_in_order(match: Match) -> None:
    """Ascending, distinct, not too many, and none for those who do not wait; whoever waits has one."""
    for seat in match.game.seats:
        numbers = [choice.id for choice in match.choices(seat)]
        assert numbers == sorted(set(numbers))
        assert bool(numbers) == (seat in match.waiting)
        assert len(numbers) <= match.game.rules.CHOICES
        assert all(0 <= number < match.game.actions for number in numbers)


def notation_reads_as_written(match: Match) -> None:
    for seat in match.waiting:
        for choice in match.choices(seat):
            assert match.game.notation.write(match.game, match.state, seat, choice.id) == choice.move
            assert match.game.notation.read(match.game, match.state, seat, choice.move) == choice.id


def choices_are_told_apart(match: Match) -> None:
    """No two choices of a list are written alike, or said alike in any language."""
    for seat in match.waiting:
        choices = match.choices(seat)
        assert len({choice.move for choice in choices}) == len(choices)
        for language in LANGUAGES:
            texts = [choice.text(language) for choice in choices]
            assert all(texts) and len(set(texts)) == len(texts), texts


def nobody_is_spared_more_than_a_choice(match: Match) -> None:
    """What is called indifferent is one of the choices, and shows nothing hidden."""
    for seat in match.waiting:
        indifferent = match.game.call(calls.indifferent, match.state, seat)
        assert indifferent in [-1, *(choice.id for choice in match.choices(seat))]
        assert match.game.call(calls.indifferent, match.redeal(seat, 1).state, seat) == indifferent


def forced_is_what_all_can_tell(match: Match, seed: int) -> None:
    """What is called forced is the only choice, whatever anybody cannot know; and a lone choice that is not called so
    is one that a spectator cannot tell from several."""
    for seat in match.waiting:
        if match.forced(seat):
            for observer in observers(match.game):
                world = match.redeal(observer, seed)
                assert [world.forced(seat)] == world.choices(seat)
        elif len(match.choices(seat)) == 1:
            assert any(len(match.redeal(None, seed + i).choices(seat)) != 1 for i in range(WORLDS))


def everything_else_is_refused(match: Match) -> None:
    """An action that is no choice is refused in words, and changes nothing."""
    before = match.state.tobytes()
    for seat in match.waiting:
        legal = {choice.id for choice in match.choices(seat)}
        for action in set(range(match.game.actions)) - legal:
            assert_clear(match.game, refusal(match, action, seat))
    for seat in set(match.game.seats) - set(match.waiting):
        refusal(match, 0, seat)
    assert match.state.tobytes() == before


def refusal(match: Match, action: int, seat: int) -> IllegalMove:
    """How an action is refused."""
    try:
        match.play(action, seat)
    except IllegalMove as refused:
        return refused
    raise AssertionError(f"seat {seat} may do {action}, which is none of its choices")


def assert_clear(game: Game, refusal: IllegalMove) -> None:
    texts = [refusal.text(language) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)
    assert all(len(text) > 10 and "{" not in text for text in texts)
    if refusal.clause:
        assert all(refusal.clause in clauses(type(game), language) for language in LANGUAGES)


@functools.cache
def clauses(game: type[Game], language: str) -> set[str]:
    return set(rulebook.clauses(game, language))
