"""Short ways to set the table for a test. All is interpreted, so that the mutation tool may change the rules."""

from __future__ import annotations

import functools
import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import camarilla
from camarilla import Game, IllegalMove, Match

FAMILIES = ["butterfly", "toad", "nightingale", "hare", "stag", "carp"]
LETTERS = "BTNHSC"
SEATS = "ABCDE"
NOT_CARP = [f"disgrace-{one}-{two}" for one, two in combinations(FAMILIES[:-1], 2)]


@functools.cache
def game(players: int = 2, edition: str = "rulebook", double: bool = True) -> Game:
    chosen = {"players": players, "edition": edition, "nobles_count_double_in_missions": double}
    return camarilla.game("courtisans", runtime="interpreted", **chosen)


def table(players: int = 2, edition: str = "rulebook", double: bool = True, **position: Any) -> Match:
    """A position on turn 13 unless told otherwise: with up to four players A is to move then, and A had turn 1.

    Whoever is given no hand has none, so that by default the mover's turn is the last of the game. The missions of the
    rulebook edition are by default such that nobody fulfils any as long as no family but the carp is in disgrace.
    """
    if edition == "rulebook":
        given = {seat: NOT_CARP[2 * number : 2 * number + 2] for number, seat in enumerate(SEATS[:players])}
        position = {"missions": given, **position}
    return game(players, edition, double).at({"turn": 13, **position})


def over(players: int = 2, edition: str = "rulebook", double: bool = True, **position: Any) -> Match:
    """A finished match."""
    return table(players, edition, double, mover=None, **position)


def moves(match: Match) -> set[str]:
    return {choice.move for choice in match.choices()}


def played(match: Match, *steps: str) -> Match:
    for step in steps:
        match.play(step)
    return match


def refusal(match: Match, move: str | int) -> str | None:
    """The clause that forbids the move, which must leave the match as it was."""
    before, log = match.state.tobytes(), match.log()
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    assert (match.state.tobytes(), match.log()) == (before, log)
    return refused.value.clause


def cards(text: str) -> list[str]:
    """The cards of a list in a position, spies without what marks them."""
    return [word.partition("/")[0] for word in text.split()]


def cards_anywhere(match: Match) -> Counter[str]:
    position = match.position()
    lists = [position[key] for key in ("above", "below", "removed", "pile", "away")]
    lists += [*position["domains"].values(), *position["hands"].values()]
    return Counter(card for text in lists for card in cards(text))


def at_random(match: Match, seed: int, steps: int = 999) -> Match:
    """Some random moves, or all until the end."""
    chance = random.Random(seed)
    while steps and not match.over:
        match.play(chance.choice(match.choices()))
        steps -= 1
    return match
