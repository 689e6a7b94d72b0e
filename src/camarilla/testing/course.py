"""Laws of the course of a match: how it is set up, what is conserved, that it ends."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from camarilla.engine import calls, playout
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.record import empty
from camarilla.engine.words import LANGUAGES
from camarilla.testing import batch
from camarilla.testing.walks import interpreted, walk


def cards_are_conserved(line: list[Match]) -> None:
    """Every position has the same cards."""
    game = line[0].game
    first = game.testing.cards(game, line[0].position())
    for number, match in enumerate(line):
        assert game.testing.cards(game, match.position()) == first, f"after move {number}"


def set_up_forgets(game: Game, seed: int, luck: int) -> None:
    """Whatever a record held before, a set-up writes the same bytes."""
    clean, noise = game.new(seed).state, np.random.default_rng(luck).bytes(game.rules.State.itemsize)
    played, noisy = walk(game, luck, luck)[-1].state, np.frombuffer(noise, game.rules.State)
    for same, held in product((game, interpreted(game)), (played, noisy)):
        dirty = held.copy()
        same.call(calls.setup, dirty, np.uint64(seed))
        assert dirty.tobytes() == clean.tobytes(), f"in the {same.runtime} runtime"


def data_is_only_read(game: Game, seed: int, luck: int) -> None:
    """A match, its views and redeals leave the game's data as they were; nobody can write there."""
    before = game.data.tobytes()
    match = walk(game, seed, luck)[-1]
    match.redeal(0, luck).view(0)
    assert not game.data.flags.writeable
    assert game.data.tobytes() == before


def records_have_no_gaps(game: Game) -> None:
    """Bytes between fields would be copied or not, as NumPy pleases: fingerprints need every byte to be somebody's."""
    for form in (game.rules.State, game.rules.Data):
        assert form.itemsize == sum(form[name].itemsize for name in form.names), f"fill the gaps of {form}"


def bytes_depend_on_nothing_else(game: Game, seed: int, luck: int) -> None:
    """The same seed and the same luck give the same bytes, move after move."""
    once, again = walk(game, seed, luck), walk(type(game)(runtime=game.runtime, **game.chosen), seed, luck)
    assert [match.state.tobytes() for match in once] == [match.state.tobytes() for match in again]


def every_match_ends(game: Game, n: int) -> None:
    """In so many random matches nobody makes more moves than any match can have."""
    state, moves, most = empty(game.rules.State), np.zeros(n, np.int64), game.testing.LONGEST
    game.call(batch.lengths, state, np.zeros(game.rules.CHOICES, np.int64), 0, most, moves)
    assert moves.min() > 0 and moves.max() <= most


def playouts(game: Game, seed: int, n: int) -> tuple[Any, ...]:
    """Points, places and facts about so many random matches, and the state of the last."""
    state, out = empty(game.rules.State), np.zeros(game.rules.CHOICES, np.int64)
    points, places = np.zeros((n, game.players), np.int16), np.zeros((n, game.players), np.int8)
    about = np.zeros((n, 3), np.int32)
    styles = np.full(game.players, playout.RANDOM)
    game.call(playout.play_matches, state, out, np.uint64(seed), np.uint64(0), styles, points, places, about)
    return points, places, about, state


def somebody_wins(game: Game, n: int) -> None:
    """Random matches have a first place, and no more places than players."""
    _, places, about, _ = playouts(game, 1, n)
    assert (places.min(axis=1) == 1).all()
    assert places.max() <= game.players
    assert set(about[:, playout.FIRST]) <= set(game.seats)
    assert (about[:, playout.DECISIONS] <= about[:, playout.MOVES]).all()


def accounts_add_up(match: Match) -> None:
    """How a score comes about comes to the score."""
    accounts = match.account()
    assert tuple(sum(line.points for line in lines) for lines in accounts) == match.scores
    for language in LANGUAGES:
        assert all(line.message.text(language) for lines in accounts for line in lines)


def observations_keep_to_their_bounds(match: Match) -> None:
    """No number of an observation is larger than its space declares, which learners scale it by."""
    bounds = np.array(match.game.rules.OBSERVATION_SPACE.bounds)
    assert bounds.max() <= np.iinfo(np.int8).max
    for seat in match.game.seats:
        seen = match.observe(seat)
        beyond = [f"{match.game.rules.OBSERVATION_SPACE.locate(i)} is {seen[i]}" for i in np.flatnonzero(seen > bounds)]
        assert seen.min() >= 0 and not beyond, f"seat {seat}: {beyond}"
