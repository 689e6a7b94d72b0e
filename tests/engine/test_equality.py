"""Two matches are equal if nothing tells them apart."""

from __future__ import annotations

import pytest

import camarilla
from camarilla.engine.match import Match
from camarilla.games import kind
from camarilla.testing.walks import onwards


def short_match(name: str, seed: int = 7) -> Match:
    """A match in the middle."""
    game = camarilla.game(name, **kind(name).testing.SHORT, runtime="interpreted")
    line = onwards(game.new(seed), 1)
    return line[len(line) // 2]


@pytest.mark.parametrize("name", camarilla.games())
def test_a_match_equals_its_copy_and_its_record_loaded_again(name: str) -> None:
    match = short_match(name)
    assert match == match.copy() == camarilla.load(match.record())
    assert len({match, match.copy()}) == 1


@pytest.mark.parametrize("name", camarilla.games())
def test_a_move_tells_matches_apart(name: str) -> None:
    match = short_match(name)
    twin, seat = match.copy(), match.waiting[0]
    twin.play(twin.choices(seat)[0])
    assert twin != match
    assert twin.after(len(match.steps)) == match


@pytest.mark.parametrize("name", camarilla.games())
def test_deals_options_and_pasts_tell_matches_apart(name: str) -> None:
    game = camarilla.game(name, runtime="interpreted")
    others = [camarilla.game(name, runtime="interpreted", **{option.name: value}) for option, value in unusual(name)]
    assert len({game.new(7), game.new(8), *(other.new(7) for other in others)}) == 2 + len(others)
    match = short_match(name)
    assert match != match.game.at(match.position())
    assert match != "a match"


def unusual(name: str) -> list[tuple[camarilla.engine.options.Option, object]]:
    """Every option with another value than the usual one."""
    several = [option for option in kind(name).options if len(option.values) > 1]
    return [(option, next(value for value in option.values if value != option.default)) for option in several]
