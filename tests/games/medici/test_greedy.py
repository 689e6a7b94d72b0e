"""What the quick player of the Medici does in positions that a person can judge."""

from __future__ import annotations

from typing import Any

from camarilla.games.medici import rules
from tests.games.greedy import chosen
from tests.games.medici.positions import starting, table


def turn(match: Any) -> list[int]:
    """Its actions, as long as it is its turn."""
    seat, actions = match.waiting[0], []
    while list(match.waiting) == [seat]:
        actions.append(chosen(match))
        match.play(actions[-1], seat)
    return actions


def test_it_strikes_the_greatest_rival() -> None:
    """The 10, by whatever conspiracy: the 7 could be eliminated as well."""
    match = table("R4 R9 G2 G10 G7||", "R6 R3", other="G2 G3")
    assert turn(match)[-1] == rules.ELIMINATE + 3


def test_it_ends_a_game_that_it_wins() -> None:
    match = table("R9 R4 G6|R8|G3", "R2 R10")
    assert turn(match) == [2, rules.CONSPIRE + 1, rules.ELIMINATE + 2]
    assert match.over


def test_it_does_not_end_a_game_that_it_loses() -> None:
    match = table("R4 G6||G10+G9+G8", "R2")
    turn(match)
    assert not match.over


def test_it_sends_the_greater_noble() -> None:
    assert turn(table("R4 R3 G10 G9||", "R5 R2", other="G2", edition="french"))[0] == 5


def test_it_replaces_the_lesser_pair_and_keeps_a_great_one() -> None:
    for inner, action in (("R3 R3 R2 R2 G1 G2 G3 G4", rules.SWAP + 2), ("R9 R9 R2 R3 G1 G2 G3 G4", rules.STOP)):
        match = starting(inner)
        assert match.waiting == (0,) and chosen(match) == action
