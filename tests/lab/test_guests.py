"""After Ctrl-C nobody waits until the matches that have been begun are over, whichever command plays them."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import camarilla
from camarilla.bots.bot import AtRandom, Bot
from camarilla.engine.parts import Progress
from camarilla.lab.chunks import Job, play_series
from camarilla.lab.crew import Threads
from camarilla.lab.lineup import LineUp
from camarilla.lab.observing import observe
from camarilla.lab.series import series
from camarilla.lab.tournament import tournament
from tests.samples import DUEL

Player = Callable[[Bot, Progress], Any]


class Dawdler(Bot):
    """Takes its time as soon as it is late."""

    name = "dawdler"

    def __init__(self) -> None:
        self.asked, self.late = 0, threading.Event()

    def action(self, game: Any, world: Any, seat: int, seed: int, until: float = math.inf) -> int:
        self.asked += 1
        time.sleep(0.5 if self.late.is_set() else 0)
        return AtRandom().action(game, world, seat, seed)


def by_tournament(bot: Bot, progress: Progress) -> None:
    tournament(camarilla.game(DUEL, runtime="interpreted"), [bot, "random"], deals=50, progress=progress)


def by_series(bot: Bot, progress: Progress) -> None:
    series(camarilla.game(DUEL, runtime="interpreted"), 0, 0, 50, progress=progress, styles=[bot, "random"])


def by_chunks(bot: Bot, progress: Progress) -> None:
    with Threads(1) as crew:
        play_series(
            Job(LineUp(camarilla.game(DUEL, runtime="interpreted"), (bot, AtRandom())), 0), 50, crew, progress=progress
        )


def by_observing(bot: Bot, progress: Progress) -> None:
    observe(camarilla.game(DUEL, runtime="interpreted"), [bot, AtRandom()], 0, 50, progress=progress)


@pytest.mark.parametrize("play", [by_tournament, by_series, by_chunks, by_observing])
def test_after_an_interruption_no_match_is_played_to_its_end(play: Player) -> None:
    dawdler, asked = Dawdler(), 0

    def interrupt(done: int, whole: int) -> None:
        nonlocal asked
        if done:
            dawdler.late.set()
            asked = dawdler.asked
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(dawdler, interrupt)
    assert asked > 15
    assert dawdler.asked - asked < 10
