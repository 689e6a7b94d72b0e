"""The quick player of Cour: it plays by the rules, looks at no hidden card, and is better than chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla.engine.form import choose, indifferent, legal, play, redeal, setup, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.engine.runtime import bind
from camarilla.engine.stream import STEP, mix, scaled, start
from camarilla.games.cour import greedy, rules
from camarilla.games.cour.game import Cour
from camarilla.games.cour.powers import BASES, TYPES
from camarilla.lab.series import series
from tests.laws.cases import combinations

pytestmark = pytest.mark.xdist_group("greedy")  # so that its rules are compiled once

DECISIONS, ILLEGAL, WHIMS, PEEKS = range(4)  # of `counts`
SEED = 20_261_115


@rule
def try_choice(t, states, seat, style, action, choices, other, counts):
    """It is legal, the same whatever the table to scribble on holds, and when all that is hidden is dealt anew."""
    found = 0
    for i in range(legal(t, states[0], seat, choices)):
        found += choices[i] == action
    counts[ILLEGAL] += 1 - found
    for i in range(len(other)):
        other[i] = 7 * i - 300
    states[1] = states[0]
    counts[WHIMS] += choose(t, states[1], seat, style, other) != action
    redeal(t, states[1], seat, counts[DECISIONS])
    counts[PEEKS] += choose(t, states[1], seat, style, other) != action


@rule
def try_match(data, states, seed, choices, out, other, counts):
    """A match in which every style of player is asked everywhere; chance decides which to follow, or none."""
    t = data[0]
    s = states[0]
    s.random = start(seed)
    setup(t, s)
    chance = start(seed + 1)
    while waiting(t, s):
        seat = lowest(waiting(t, s))
        chance += STEP
        follow = scaled(mix(chance), 4)
        action = choices[scaled(mix(chance + STEP), legal(t, s, seat, choices))]
        if indifferent(t, s, seat) < 0:
            for style in range(3):
                counts[DECISIONS] += 1
                chosen = choose(t, s, seat, style, out)
                try_choice(t, states, seat, style, chosen, choices, other, counts)
                if style == follow:
                    action = chosen
        play(t, s, seat, action)


@rule
def ask(data, states, seat, style, out):
    return choose(data[0], states[0], seat, style, out)


def table() -> Any:
    return np.zeros(rules.CHOICES, np.int64)


def tried(game: Any, seeds: range) -> Any:
    counts, run = np.zeros(4, np.int64), bind(try_match, greedy, game.runtime)
    for seed in seeds:
        run(game.data, np.zeros(2, rules.State), np.uint64(seed), table(), table(), table(), counts)
    return counts


@pytest.mark.parametrize("chosen", list(combinations(Cour.options)), ids=str)
def test_it_plays_by_the_rules_and_looks_at_nothing_hidden(chosen: dict[str, Any]) -> None:
    counts = tried(camarilla.game("cour", runtime="compiled", **chosen), range(20))
    assert counts[DECISIONS] > 5_000
    assert (counts[ILLEGAL], counts[WHIMS], counts[PEEKS]) == (0, 0, 0)


POWERS = [
    *(
        "",
        "pay 2 any, gain 1 any",
        "pay 1 gold, pay 1 any, gain 9 ruby",
        "gain 1 any, draw 1",
        "draw 9",
        "draw 1, keep 9",
    ),
    *("look 1", "look 9 take 9", "look 2 take 1, discard 2", "discard 1", "sell 1", "sell 9", "keep 1", "reserve 9"),
    *("cheaper 9", "cheaper 1 for rogue", "anywhere", "anywhere, cheaper 2, gain 1 gold", "recover 1", "recover 9"),
    *(
        "move",
        "move, gain 1 any",
        "gain 1 ruby, move",
        "copy",
        "once: anywhere",
        "once: move",
        "once: recover 2, sell 3",
    ),
    *("between turns: gain 9 any", "between turns: steal 9", "between turns: levy 9 steel", "between turns: purge 1"),
    *("between turns: remove 0", "between turns: remove 5", "once: pay 1 ruby; between turns: remove 5, steal 1"),
    *("end: 9 per 1 cards", "end: 1 per 9 types", "end: 2 per 1 cards on noble or neutral", "end: 9 per 2 rows"),
    *("end: 1 per 1 bases", "end: 3 per 1 height", "end: 2 per 1 parents of rogue", "end: 9 per 1 children"),
    *("end: 1 per 2 resources", "end: 1 per 1 gold, 1 per 1 steel, 1 per 1 ruby", "end: 1 per 1 children of cleric"),
]


@pytest.fixture
def odd_set(tmp_path: Path) -> str:
    """Characters with every kind of power, at any price."""
    tables = [
        f'[[character]]\nen = "C{i}"\ntype = "{TYPES[i % 7]}"\nbase = "{BASES[i * 3 % 7]}"\ncost = {2 + i % 4}\n'
        f'prestige = {i * 5 % 6}\npower = "{power}"\ncopies = {1 + i % 4}\n'
        for i, power in enumerate(POWERS)
    ]
    path = tmp_path / "odd.toml"
    path.write_text("\n".join(tables), encoding="utf-8")
    return str(path)


def test_it_plays_with_any_set(odd_set: str) -> None:
    for players in (2, 4):
        for inverted in (False, True):
            counts = tried(
                camarilla.game("cour", runtime="compiled", players=players, inverted=inverted, characters=odd_set),
                range(30),
            )
            assert (counts[ILLEGAL], counts[WHIMS], counts[PEEKS]) == (0, 0, 0)


def test_it_writes_to_nothing_but_its_table() -> None:
    game = camarilla.game("cour", players=3, runtime="compiled")
    asked, match = bind(ask, greedy, "compiled"), game.new(1)
    while match.waiting:
        seat = match.waiting[0]
        before = match.state.tobytes()
        action = asked(game.data, match.state, seat, greedy.BALANCED, table())
        assert match.state.tobytes() == before
        match.play(int(action), seat)


def test_both_runtimes_choose_alike() -> None:
    fast, slow = (camarilla.game("cour", players=2, base=4, runtime=name) for name in ("compiled", "interpreted"))
    for styles in (("greedy", "greedy"), ("engine_first", "prestige_first")):
        one, other = (series(game, SEED, 0, 2, styles=styles) for game in (fast, slow))
        assert np.array_equal(one.points, other.points) and np.array_equal(one.about, other.about)


@pytest.mark.parametrize("style", greedy.STYLES)
@pytest.mark.parametrize("base", [5, 4])
def test_it_beats_chance(style: str, base: int) -> None:
    game = camarilla.game("cour", players=2, base=base, turns="in_order", runtime="compiled")
    first, second = (series(game, SEED, 0, 500, styles=seats) for seats in ((style, "random"), ("random", style)))
    won = (first.places[:, 0] == 1).mean() + (second.places[:, 1] == 1).mean()
    assert won / 2 >= 0.95
