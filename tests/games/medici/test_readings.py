"""Readings of the English rulebook that became options: what was played, learned or written before goes on."""

from __future__ import annotations

import camarilla
from camarilla.bots.learned import find_net
from tests.games.medici.positions import game

LATER = ("stuck", "jesters")
OTHERS = ({"stuck": "either"}, {"jesters": "free"})


def test_a_record_without_them_was_played_by_the_usual_ones() -> None:
    match = game().new(5)
    for _ in range(12):
        match.play(match.choices()[0])
    record = dict(match.record())
    record["options"] = {name: value for name, value in record["options"].items() if name not in LATER}
    found = camarilla.load(record)
    assert found.game.chosen == game().chosen and found.fingerprint == match.fingerprint


def test_the_net_knows_the_usual_ones_only() -> None:
    assert find_net(game()) and not any(find_net(game(**one)) for one in OTHERS)


def test_a_learner_tells_them_apart_and_sees_of_the_usual_ones_what_it_always_did() -> None:
    usual, *others = (game(**one).new(5).observe(0) for one in ({}, *OTHERS, {**OTHERS[0], **OTHERS[1]}))
    assert usual[2] == 0 and [int(other[2]) for other in others] == [1, 2, 3]
    assert all((other[3:] == usual[3:]).all() for other in others)
