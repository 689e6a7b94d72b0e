"""The quick players of all games: they play by the rules, look at no hidden card, and are better than chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla.games import kind
from camarilla.lab.series import series
from camarilla.testing.cases import combinations
from tests.games.greedy import chosen, tried

SEED = 20_261_115
IN_ORDER = {"players": 2, "turns": "in_order"}
RIVALS: list[tuple[str, dict[str, Any], float]] = [  # a game, its options, and the share of victories over chance
    *(("medici", {"edition": edition}, 0.9) for edition in ("english", "french")),
    *(("courtisans", {"edition": edition, "players": 2}, 0.9) for edition in ("rulebook", "published")),
    *(("courtisans", {"edition": edition, "players": 3}, 0.85) for edition in ("rulebook", "published")),
    *(("cour", {**IN_ORDER, "base": base}, 0.95) for base in (5, 4)),
    ("sun_king", {"players": 2}, 0.93),
]
FEW = {"medici": {"dukes": True}, "courtisans": {"players": 3}, "cour": {"players": 2, "base": 4}, "sun_king": {}}


def of_game(name: str, *values: Any) -> Any:
    about = "-".join(str(value) for options in values if isinstance(options, dict) for value in options.values())
    return pytest.param(name, *values, id=f"{name}-{about}")


def every_choice_of_options() -> Iterator[Any]:
    for name in camarilla.games():
        yield from (of_game(name, options) for options in combinations(kind(name).options))


@pytest.mark.parametrize(("name", "options"), list(every_choice_of_options()))
def test_it_plays_by_the_rules_and_looks_at_nothing_hidden(name: str, options: dict[str, Any]) -> None:
    counts = tried(camarilla.game(name, runtime="compiled", **options))
    assert counts["decisions"] > 2_000
    assert (counts["illegal"], counts["whims"], counts["peeks"]) == (0, 0, 0)


@pytest.mark.parametrize(("name", "options"), [of_game(name, FEW[name]) for name in camarilla.games()])
def test_it_writes_to_nothing_but_its_table(name: str, options: dict[str, Any]) -> None:
    match = camarilla.game(name, runtime="compiled", **options).new(1)
    while match.waiting:
        before = match.state.tobytes()
        action = chosen(match)
        assert match.state.tobytes() == before
        match.play(action, match.waiting[0])


@pytest.mark.parametrize(("name", "options"), [of_game(name, FEW[name]) for name in camarilla.games()])
def test_both_runtimes_choose_alike(name: str, options: dict[str, Any]) -> None:
    fast, slow = (camarilla.game(name, runtime=runtime, **options) for runtime in ("compiled", "interpreted"))
    for style in fast.styles:
        styles = (style, *["random"] * (fast.players - 2), style)
        one, other = (series(game, SEED, 0, 1, styles=styles) for game in (fast, slow))
        assert np.array_equal(one.points, other.points) and np.array_equal(one.about, other.about)


@pytest.mark.parametrize(("name", "options", "least"), [of_game(*rivals) for rivals in RIVALS])
def test_it_beats_chance(name: str, options: dict[str, Any], least: float) -> None:
    game = camarilla.game(name, runtime="compiled", **options)
    for style in game.styles:
        shares = [share_of(game, style, seat) for seat in game.seats]
        assert np.mean(shares) >= least


def share_of(game: camarilla.Game, style: str, seat: int) -> float:
    """Of the victories of one such player among random ones; a shared one is divided."""
    styles = tuple(style if other == seat else "random" for other in game.seats)
    won = series(game, SEED, 0, 300, styles=styles).places == 1
    return float((won[:, seat] / won.sum(axis=1)).mean())
