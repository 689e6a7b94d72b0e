"""Whatever position is accepted, every position reached from it is accepted, and is the whole truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from camarilla.engine.errors import BadPosition
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.testing.records import position_is_the_whole_truth
from camarilla.testing.walks import walk
from tests.laws.cases import every_game_of_ours

TRIES, STEPS = 30, 8
FEW = (0, 1, 2)
ODD = (0, 1, 2, 3, 5, 6, 7, 127, 128, 129, 255, 256)  # ends of scales, and of bytes


@every_game_of_ours
def test_what_follows_an_accepted_position_is_accepted(game: Game) -> None:
    chance = Random(0)
    line = walk(game, 0, 0)
    for _ in range(TRIES):
        position = game.position.write(game, chance.choice(line).state)
        for _ in range(chance.choice((1, 2, 3))):
            disturb(position, chance)
        try_position(game, position, chance)


@every_game_of_ours
def test_what_follows_is_accepted_where_fields_that_belong_together_are_disturbed(game: Game) -> None:
    """Most of what one of them alone says is refused, as the other does not say so."""
    chance = Random(0)
    line = walk(game, 0, 0)
    for fields in getattr(game.testing, "TOGETHER", ()):
        for _ in range(2 * TRIES):
            position = game.position.write(game, chance.choice(line).state)
            disturb_together(position, fields, chance)
            try_position(game, position, chance)


def try_position(game: Game, position: dict[str, Any], chance: Random) -> None:
    """If it is accepted, every step from it leads to one that is, and so does what follows on some of them."""
    try:
        begun = game.at(position)
    except BadPosition:
        return
    for choice in () if begun.over else begun.choices(begun.waiting[0]):
        after = begun.copy()
        after.play(choice)
        follow(after, chance, 2)
    follow(begun, chance, STEPS)


def follow(match: Match, chance: Random, steps: int) -> None:
    for _ in range(steps):
        position_is_the_whole_truth(match)
        if match.over:
            break
        match.play(chance.choice(match.choices(chance.choice(match.waiting))))


def disturb(position: dict[str, Any], chance: Random) -> None:
    """Another number somewhere, a part left out, or two parts exchanged, as somebody's hand might who edits it."""
    parts = [*parts_of(position)]
    whole, key = chance.choice(parts)
    kind, found = type(whole[key]), whole[key]
    alike = [(other, name) for other, name in parts if type(other[name]) is kind]
    if kind is int:
        whole[key] = chance.choice((found - 1, found + 1, *ODD))
    elif whole is position and chance.random() < 0.3:
        del position[key]
    else:
        other, name = chance.choice(alike)
        whole[key], other[name] = other[name], found


def disturb_together(position: dict[str, Any], fields: Sequence[str], chance: Random) -> None:
    """Small numbers in all of them."""
    parts = {field: position[field] for field in fields}
    for whole, key in parts_of(parts):
        whole[key] = chance.choice(FEW)
    position |= parts


def parts_of(whole: Any) -> Iterator[tuple[Any, Any]]:
    """Everything that is not an object or a list itself, as where it lies and what it is called there."""
    for key, part in whole.items() if isinstance(whole, dict) else enumerate(whole):
        if isinstance(part, dict | list):
            yield from parts_of(part)
        else:
            yield whole, key
