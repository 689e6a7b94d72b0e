"""The law of runtimes: interpreted and compiled rules are the same rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from camarilla.engine import runtime
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.record import OPENED, OpenArray, OpenRecord
from camarilla.testing.course import playouts
from camarilla.testing.walks import interpreted, luck_in, observers, some

KNOWLEDGE = 100  # positions in which what is known is compared: to deal anew takes interpreted rules long


def runtimes_agree(line: list[Match], seed: int, luck: int) -> None:
    """A match that was dealt from that seed, in both runtimes: after every move the same bytes and the same choices,
    and in many positions the same knowledge."""
    game, compared = line[0].game, {id(one) for one in some(line, luck, KNOWLEDGE)}
    other, chance = interpreted(game).new(seed), luck_in(game, luck)
    for one in line:
        for step in one.steps[-1:]:
            other.play(step.action, step.seat)
        assert_agree(one, other)
        if id(one) in compared:
            assert_knowledge_agrees(one, other, chance)


def assert_agree(one: Match, other: Match) -> None:
    assert one.state.tobytes() == other.state.tobytes()
    assert one.waiting == other.waiting
    assert one.steps[-1:] == other.steps[-1:]
    for seat in one.waiting:
        assert one.game.legal(one.state, seat) == other.game.legal(other.state, seat)
    assert (one.scores, one.places) == (other.scores, other.places)


def assert_knowledge_agrees(one: Match, other: Match, chance: Random) -> None:
    """One seat's knowledge is compared at a time: over a match all have their turn."""
    seat, observer, seed = chance.choice(one.game.seats), chance.choice(observers(one.game)), chance.getrandbits(64)
    assert all(one.choices(waiting) == other.choices(waiting) for waiting in one.waiting)
    assert one.observe(seat).tolist() == other.observe(seat).tolist()
    assert one.redeal(observer, seed).state.tobytes() == other.redeal(observer, seed).state.tobytes()


def playouts_agree(game: Game, seed: int, n: int) -> None:
    for one, other in zip(playouts(game, seed, n), playouts(interpreted(game), seed, n), strict=True):
        assert one.tobytes() == other.tobytes()


# --- Rules keep to their arrays ---


class StrictArray(OpenArray):
    """An array of interpreted rules in which an index below zero is an error: not every device counts from the end."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        return strict(self._array[checked(place)])

    def __setitem__(self, place: Any, value: Any) -> None:
        self._array[checked(place)] = value


class StrictRecord(OpenRecord):
    def __getattr__(self, name: str) -> Any:
        value = strict(self._record[name])
        if type(value) is StrictArray:
            self.__dict__[name] = value
        return value


STRICT: dict[type, Callable[[Any], Any]] = {**OPENED, np.ndarray: StrictArray, np.void: StrictRecord}


def strict(value: Any) -> Any:
    form = STRICT.get(type(value))
    return form(value) if form else value


def checked(place: Any) -> Any:
    if min(place if isinstance(place, tuple) else (place,)) < 0:
        raise IndexError(f"index {place}")
    return place


class Strict(runtime.Interpreted):
    """Python itself on strict arrays."""

    name = "strict"

    def bind(self, algorithm: Any, book: Any) -> Any:
        run = runtime.rebuild(algorithm, book, lambda function, _: function, {})

        def call(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):
                return run(*(strict(value) for value in arguments))

        return call


runtime.RUNTIMES[Strict.name] = Strict()


def rules_keep_to_their_arrays(game: Game, seed: int, luck: int) -> None:
    """A match on strict arrays raises nothing: no index is out of range, no value too large for its field."""
    try:
        play_strictly(type(game)(runtime=Strict.name, **game.chosen).new(seed), luck)
    except (IndexError, OverflowError) as problem:
        raise AssertionError(str(problem)) from problem


def play_strictly(match: Match, luck: int) -> None:
    chance = luck_in(match.game, luck)
    while not match.over:
        match.play(chance.choice(match.choices(chance.choice(match.waiting))))
        if chance.random() < 0.2:
            match.observe(chance.choice(match.game.seats))
            match.redeal(chance.choice(observers(match.game)), luck)
    for seat in observers(match.game):
        match.redeal(seat, luck).view(seat)
