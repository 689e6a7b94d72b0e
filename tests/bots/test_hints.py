"""Hints: every choice with what is to be expected of it, from nothing but what the seat may know."""

from __future__ import annotations

import pytest

import camarilla
from camarilla.bots.ladder import adviser
from camarilla.engine.errors import BadOption, IllegalMove
from camarilla.engine.match import Match
from camarilla.testing.walks import some, walk
from tests.samples import GAME, GLASS


def game() -> camarilla.Game:
    return camarilla.game(GAME, players=2, runtime="compiled")


def positions(n: int) -> list[Match]:
    return some(walk(game(), 1, 1), 1, n + 1)[:-1]


def without_choice() -> list[Match]:
    return [match for match in walk(game(), 1, 1)[:-1] if len(match.choices()) == 1]


def test_every_choice_gets_a_hint_and_the_best_comes_first() -> None:
    match = game().new(1)
    hints = match.hint(iterations=300)
    assert sorted((hint.choice for hint in hints), key=lambda choice: choice.id) == match.choices()
    thoughts = adviser(match.game, 300).weigh(match.game, match.state, match.waiting[0], seed=0)
    assert [hint.choice.id for hint in hints] == [thought.action for thought in thoughts]
    assert 270 <= sum(hint.visits for hint in hints) <= 300
    assert all(0 <= hint.win_share <= 1 for hint in hints)


def test_a_hint_is_said_in_both_languages() -> None:
    best = game().new(1).hint(iterations=300)[0]
    share = round(100 * best.win_share)
    assert best.text() == f"{best.choice.text()}: {share} % of the victory"
    assert best.text("fr") == f"{best.choice.text('fr')}\u00a0: {share}\u00a0% de la victoire"


def test_a_hint_is_the_same_in_every_world_that_the_seat_cannot_tell_apart() -> None:
    for number, match in enumerate([*positions(10), *without_choice()[:3]]):
        seat = match.waiting[0]
        assert match.hint(seat, 40) == match.redeal(seat, number).hint(seat, 40)


def test_without_a_choice_there_is_one_hint_with_a_share_still() -> None:
    for match in without_choice()[-3:]:
        (hint,) = match.hint(iterations=200)
        assert hint.choice == match.choices()[0]
        assert 0 <= hint.win_share <= 1


@pytest.mark.parametrize(
    ("domains", "share"), [({"A": "B B B", "B": "T T T"}, 1.0), ({"A": "T T T", "B": "B B B"}, 0.0)]
)
def test_the_share_of_a_last_move_is_the_result(domains: dict[str, str], share: float) -> None:
    """The last card of a match leaves no choice; here no mission, known or not, could make up for the difference."""
    missions = {"A": ["disgrace-nightingale-hare", "disgrace-hare-stag"], "B": ["disgrace-hare-carp", "one-neutral"]}
    court = {"above": "Bn Bg", "below": "Tn Tg", "domains": domains, "hands": {"A": "C"}, "zones": "own"}
    (hint,) = game().at({"turn": 13, "mover": "A", "missions": missions, **court}).hint()
    assert hint.win_share == share


def test_an_adviser_gives_hints_unless_told_how_long() -> None:
    match = game().new(1)
    iterations = adviser(match.game).iterations
    assert 1000 <= 0.99 * iterations <= sum(hint.visits for hint in match.hint()) <= iterations


@pytest.mark.parametrize(("language", "words"), [("en", "1 to"), ("fr", "de 1 à")])
def test_no_iterations_are_no_hint(language: str, words: str) -> None:
    with pytest.raises(BadOption) as refusal:
        game().new(1).hint(iterations=0)
    assert words in refusal.value.text(language)


def test_who_is_not_to_move_gets_no_hint() -> None:
    match = game().new(1)
    (other,) = set(match.game.seats) - set(match.waiting)
    with pytest.raises(IllegalMove, match=f"not for seat {match.game.letter(other)}"):
        match.hint(other)
    with pytest.raises(IllegalMove, match="over"):
        walk(game(), 1, 1)[-1].hint(0)
    with pytest.raises(IllegalMove, match="say which one"):
        camarilla.game(GLASS, players=2, turns="simultaneous", runtime="interpreted").new(1).hint()
