"""Compiling before the first move needs it. Whoever waits for it is told by a callback, and shows it as it likes."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, Literal

from camarilla.engine import calls
from camarilla.engine.errors import CannotUndo
from camarilla.engine.game import Game
from camarilla.engine.runtime import COMPILED, Compiled, Function

What = Literal["rules", "bots"]
# A watch is told what is made ready, and whether for the first time, which takes a while; it lasts for that while.
Watch = Callable[[What, bool], AbstractContextManager[object]]


def in_silence(what: What, first: bool) -> AbstractContextManager[object]:
    return nullcontext()


def prepare(game: Game, watch: Watch = in_silence) -> None:
    """Have every rule ready before the first move."""
    warm_up(game, lambda: rehearse(game), watch)


def warm_up(
    game: Game,
    run: Callable[[], object],
    watch: Watch = in_silence,
    what: What = "rules",
    algorithm: Function = calls.play,
    player: Any = None,
) -> None:
    """Have compiled what `run` needs, by running it: it is known to be there if `algorithm` is on disk."""
    if game.runtime == Compiled.name:
        with watch(what, not is_compiled(game, algorithm, player)):
            run()


def is_compiled(game: Game, algorithm: Function = calls.play, player: Any = None) -> bool:
    """Whether the algorithm has been compiled for this game before, and is on disk."""
    return COMPILED.is_on_disk(algorithm, (game.rules, player) if player else (game.rules,))


def rehearse(game: Game) -> None:
    """A whole match at random, a step taken back and what is hidden dealt anew: that needs every rule there is."""
    chance, match = random.Random(0), game.new(0)
    match.play(match.choices(match.waiting[0])[0])
    with suppress(CannotUndo):
        match.undo()
    while match.waiting:
        match.indifferent(match.waiting[0])
        match.play(chance.choice(match.choices(match.waiting[0])))
    match.redeal(0, 0).view()
