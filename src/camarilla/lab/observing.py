"""Matches observed: results, how they went, and what became of the things that are held and used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.bots.bot import AtRandom, Bot, on_one_thread
from camarilla.bots.compiling import prepare_bots
from camarilla.bots.play import play_match
from camarilla.engine.compiling import Watch, in_silence, prepare, warm_up
from camarilla.engine.game import Game
from camarilla.engine.parts import Progress
from camarilla.engine.record import empty
from camarilla.engine.seeds import draw_seeds
from camarilla.lab import tally
from camarilla.lab.crew import Threads, carry_out
from camarilla.lab.guests import invite
from camarilla.lab.series import CHUNK, QUICK_CHUNK, Series, plays_in_one_loop, quick_player, seat_styles

Counts = npt.NDArray[np.int64]
Sums = npt.NDArray[np.float64]

CHUNKS = 100  # of matches at least: how much these differ tells how sure a difference between two variants is


@dataclass(frozen=True)
class Observed:
    """A series with more columns in `about` (`tally.py`), and with what was added up over all of it."""

    series: Series
    phases: Counts
    chunks: Sums  # by chunk of matches: what was held, what was used

    @cached_property
    def things(self) -> Sums:
        """Held, used: of all matches."""
        whole: Sums = self.chunks.sum(axis=0)
        return whole

    @property
    def game(self) -> Game:
        return self.series.game


def observe(
    game: Game,
    bots: Sequence[Bot],
    seed: int,
    games: int,
    threads: int = 1,
    progress: Progress = lambda done, whole: None,
) -> Observed:
    """So many matches with these bots, one a seat: the same figures, however many threads there are."""
    one_loop = plays_in_one_loop(bots)
    usual = 1 if not one_loop else QUICK_CHUNK if quick_player(game, bots) else CHUNK
    chunk = min(usual, max(1, games // CHUNKS))
    parts: dict[int, Observed] = {}
    progress(0, games)
    with Threads(threads) as crew, invite(crew, bots) as guests:

        def play(first: int) -> Observed:
            number = min(chunk, games - first)
            if one_loop:
                return tally_loop(game, guests, seed, first, number)
            return tally_thoughts(game, guests, seed, first)

        for first, part in carry_out(crew, play, range(0, games, chunk)):
            parts[first] = part
            progress(min(len(parts) * chunk, games), games)
    return gather([parts[first] for first in sorted(parts)])


def prepare_observing(game: Game, bots: Sequence[Bot], watch: Watch = in_silence) -> None:
    """Have everything compiled that this needs, before the clock starts."""
    everybody = (AtRandom(),) * game.players
    warm_up(game, lambda here: observe(here, everybody, 0, 1), watch, "rules", tally.tally_matches, beside(game))
    if not plays_in_one_loop(bots):
        prepare(game, watch)
        prepare_bots(game, bots, watch)


def beside(game: Game) -> tuple[Any, Any]:
    """What is compiled beside the rules, whoever plays."""
    return game.greedy, game.balance


def tally_loop(game: Game, bots: Sequence[Bot], seed: int, first: int, games: int) -> Observed:
    return run_tally(game, bots, seed, first, games, seat_styles(game, bots), np.zeros(1, np.int64))


def tally_thoughts(game: Game, bots: Sequence[Bot], seed: int, number: int) -> Observed:
    """One match of bots that think, played and then gone through again."""
    dealt = draw_seeds(seed, 1, number).tolist()[0]
    found = play_match(game, dealt, [on_one_thread(bot) for bot in bots])
    styles = np.full(game.players, tally.SCRIPTED, np.int64)
    return run_tally(game, bots, seed, number, 1, styles, np.array(found.actions, np.int64))


def run_tally(
    game: Game, bots: Sequence[Bot], seed: int, first: int, games: int, styles: Counts, script: Counts
) -> Observed:
    things = len(game.balance.things(game)) if game.balance else 0
    phases = len(game.balance.phases(game)) if game.balance else 1
    points, places = np.zeros((games, game.players), np.int16), np.zeros((games, game.players), np.int8)
    played = Series(
        game, seed, points, places, np.zeros((games, tally.ABOUT), np.int32), tuple(bot.name for bot in bots)
    )
    sums = np.zeros((phases, tally.OF_PHASE), np.int64), np.zeros((1, 2, things, tally.OF_THING))
    before = empty(game.rules.State), np.zeros(game.rules.CHOICES, np.int64), np.uint64(seed), np.uint64(first)
    scratch = (
        np.zeros(game.players + 1, np.int64),
        np.zeros(things, np.int64),
        np.zeros((tally.OF_HANDS, game.players, things), np.int64),
    )
    rows = points, places, played.about
    game.call(tally.tally_matches, *before, styles, script, *rows, *scratch, sums[0], sums[1][0], player=beside(game))
    return Observed(played, *sums)


def gather(parts: Sequence[Observed]) -> Observed:
    """One after the other, in their order: sums of fractions would depend on it."""
    series = [part.series for part in parts]
    rows: dict[str, Any] = {
        name: np.concatenate([getattr(one, name) for one in series]) for name in ("points", "places", "about")
    }
    whole = replace(series[0], **rows)
    phases, chunks = np.sum([part.phases for part in parts], axis=0), np.concatenate([part.chunks for part in parts])
    return Observed(whole, phases, chunks)
