"""Compiling before the first move needs it, for who would rather wait than begin interpreted. They are told by a
callback, and show it as they like."""

from __future__ import annotations

import pkgutil
import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, Literal

from camarilla.engine import at_once, calls
from camarilla.engine.errors import CannotUndo
from camarilla.engine.game import Game
from camarilla.engine.rule import is_call
from camarilla.engine.runtime import AT_ONCE, COMPILED, READY, Compiled, Function, make_book

What = Literal["rules", "bots"]
# A watch is told what is made ready, and whether for the first time, which takes a while; it lasts for that while.
Watch = Callable[[What, bool], AbstractContextManager[object]]


def in_silence(what: What, first: bool) -> AbstractContextManager[object]:
    return nullcontext()


def prepare(game: Game, watch: Watch = in_silence) -> None:
    """Have every rule ready before the first move."""
    warm_up(game, rehearse, watch)


def warm_up(
    game: Game,
    run: Callable[[Game], object],
    watch: Watch = in_silence,
    what: What = "rules",
    algorithm: Function = calls.play,
    player: Any = None,
) -> None:
    """Have compiled what `run` needs, by running it: it is known to be there if `algorithm` is on disk."""
    if game.runtime not in (Compiled.name, AT_ONCE):
        return
    with watch(what, not is_compiled(game, algorithm, player)):
        run(game if game.runtime == Compiled.name else compiled(type(game), **game.chosen))
    if is_call(algorithm):
        READY.add(make_book(game.rules, player))


def compiled(kind: type[Game], **chosen: Any) -> Game:
    """The game on rules that are compiled here and now."""
    return kind(runtime=Compiled.name, **chosen)


def is_compiled(game: Game, algorithm: Function = calls.play, player: Any = None) -> bool:
    """Whether the algorithm has been compiled for this game before, and is on disk; one call stands for all."""
    book = make_book(game.rules, player)
    return at_once.are_on_disk(book) if is_call(algorithm) else COMPILED.is_on_disk(algorithm, book)


def compile_calls(name: str) -> None:
    """Leave all that is called from Python on disk, of the game whose class has that name."""
    game = compiled(pkgutil.resolve_name(name))
    rehearse(game)
    if game.styles:
        match = game.new(0)
        game.choose(match.state, match.waiting[0], 0)


def rehearse(game: Game) -> None:
    """A whole match at random, a step taken back and what is hidden dealt anew: that needs every rule there is."""
    chance, match = random.Random(0), game.new(0)
    match.play(match.choices(match.waiting[0])[0])
    with suppress(CannotUndo):
        match.undo()
    while match.waiting:
        seat = match.waiting[0]
        match.indifferent(seat)
        match.forced(seat)
        match.play(chance.choice(match.choices(seat)))
    match.redeal(0, 0).view()
    match.observe(0)
