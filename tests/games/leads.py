"""Who leads in a match that is played by a script, as a report on balance counts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from camarilla.engine.form import points_now
from camarilla.engine.match import Match
from camarilla.engine.rule import rule
from camarilla.lab import tally
from camarilla.lab.observing import beside
from camarilla.lab.tally import follow_match


class Lead(NamedTuple):
    points: list[list[int]]  # whenever another seat's turn begins
    changes: int
    settled: int  # moves after which it does not change any more
    failed: bool


@rule
def follow(data, states, styles, script, out, points, places, about, standing, now, hands, phases):
    follow_match(
        data[0], states[0], styles, script, np.uint64(0), out, points, places, about, standing, now, hands, phases
    )


@rule
def look(data, states, out):
    points_now(data[0], states[0], out)


def lead(match: Match, played: Callable[..., Match], *steps: str) -> Lead:
    """Of the position and of what is played from there to the end."""
    points, mover = list[list[int]](), None
    for step in steps:
        if mover != min(match.waiting):
            mover = min(match.waiting)
            points.append(points_in(match))
        played(match, step)
    assert match.over
    changes, settled, failed = counted(match)
    return Lead(points, changes, settled, bool(failed))


def points_in(match: Match) -> list[int]:
    found = np.zeros(match.game.players, np.int64)
    match.game.call(look, match.state, found, player=beside(match.game))
    return [int(one) for one in found]


def counted(match: Match) -> tuple[int, ...]:
    game, actions = match.game, [step.action for step in match.steps]
    assert game.balance
    things, players = len(game.balance.things(game)), game.players
    points, places, about = np.zeros(players, np.int16), np.zeros(players, np.int8), np.zeros(tally.ABOUT, np.int32)
    scratch = (
        np.zeros(players + 1, np.int64),
        np.zeros(things, np.int64),
        np.zeros((tally.OF_HANDS, players, things), np.int64),
        np.zeros((len(game.balance.phases(game)), tally.OF_PHASE), np.int64),
    )
    who = np.full(players, tally.SCRIPTED), np.array(actions), np.zeros(game.rules.CHOICES, np.int64)
    game.call(follow, match.after(0).state, *who, points, places, about, *scratch, player=beside(game))
    assert tuple(places) == match.places
    return tuple(int(about[column]) for column in (tally.CHANGES, tally.SETTLED, tally.FAILED))
