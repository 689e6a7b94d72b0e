"""Bots of one's own: any function of what a seat knows, or a class whose objects are such functions.

Whatever is wrong with one is said as a sentence that names it. `loading.py` finds them where they were written.
"""

from __future__ import annotations

import hashlib
import inspect
import math
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from camarilla.bots.bot import Bot, open_actions
from camarilla.bots.knowledge import Knowledge
from camarilla.bots.patience import PATIENCE, TooLate, in_time
from camarilla.bots.search import WORDS
from camarilla.engine.errors import BadOption, CamarillaError, IllegalMove
from camarilla.engine.game import Game
from camarilla.engine.match import Choice, Match
from camarilla.engine.record import Records
from camarilla.engine.words import Message

Player = Callable[[Knowledge], Choice | int | str]  # what it answers is a move, given in any way that `play` takes
LONGEST = 60  # characters of an answer that are quoted


class BotFault(CamarillaError):
    """A bot has broken down, has answered what is not allowed, or has taken too long."""


class Forfeit(BotFault):
    """Such a fault where it costs the bot the match, and nothing else."""


@dataclass(frozen=True)
class Terms:
    """On which bots of one's own play."""

    patience: float = PATIENCE  # seconds for a decision
    forfeits: bool = False  # whether a fault loses the match, instead of being an error


STRICT = Terms()


@dataclass(frozen=True)
class Own(Bot):
    """A bot of one's own. It is asked by as many threads as play matches."""

    place: str
    player: Player = field(compare=False)
    terms: Terms = STRICT
    faults: list[BotFault] = field(default_factory=list, compare=False)  # by which it lost matches

    @property
    def name(self) -> str:
        return self.place

    @property
    def code(self) -> str:
        """What tells its file from what the file was before; nothing, if it is in none."""
        file = Path(source_of(self.player) or "")
        return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else ""

    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        """What it does in a world that comes without a log."""
        return self.choose(Match(game, world, {"position": None}), seat, seed, 1, until)

    def answer(self, match: Match, seat: int, seed: int, until: float = math.inf) -> int:
        seed = conceal(seed)
        world = match.redeal(seat, seed)
        actions = open_actions(match.game, world.state, seat)
        if len(actions) == 1:
            return actions[0]
        return self.choose(world, seat, seed, len(match.steps) + 1, until)

    def choose(self, world: Match, seat: int, seed: int, number: int, until: float) -> int:
        """Its answer in a world dealt anew for the seat, if that is a move; `number` is which of the match."""
        where = {"bot": self.name, "seat": world.game.letter(seat), "number": number}
        answer = self.ask(Knowledge(world.copy(), seat, seed), where, until - time.monotonic())
        try:
            world.play(answer, seat)
        except IllegalMove as problem:
            raise self.fault(say_illegal(where, answer, problem), problem.clause) from None
        return world.steps[-1].action

    def ask(self, known: Knowledge, where: dict[str, Any], left: float) -> Choice | int | str:
        try:
            return in_time(lambda: self.player(known), self.name, min(self.terms.patience, left), interrupts=True)
        except TooLate:
            raise self.fault(WORDS("own.late", **where, seconds=f"{self.terms.patience:g}")) from None
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            said = describe(problem, source_of(self.player))
            raise self.fault(WORDS("own.broke", **where, problem=said)) from problem

    def fault(self, said: Message, clause: str | None = None) -> BotFault:
        if not self.terms.forfeits:
            return BotFault(said, clause)
        self.faults.append(Forfeit(said, clause))
        return self.faults[-1]


def make_own(player: object, place: str = "", terms: Terms = STRICT) -> Own:
    """A bot of a function, an object that can be called, or a class of such objects, which is made once."""
    place = place or getattr(player, "__qualname__", type(player).__qualname__)
    if isinstance(player, type):
        file = source_of(player)
        try:
            player = player()
        except Exception as problem:
            raise BadOption(WORDS("own.make", place=place, problem=describe(problem, file))) from problem
    if not callable(player):
        raise BadOption(WORDS("own.kind", place=place, value=shorten(repr(player))))
    return Own(place, player, terms)


def conceal(seed: int) -> int:
    """Chance for a decision. The seed itself would tell the deal to somebody who reckons it backwards."""
    return int.from_bytes(hashlib.blake2b((seed % 2**64).to_bytes(8, "little"), digest_size=8).digest(), "little")


def illegal(bot: Bot, match: Match, seat: int, action: object, problem: IllegalMove) -> BotFault:
    """What is said of any bot that plays what it may not."""
    where = {"bot": bot.name, "seat": match.game.letter(seat), "number": len(match.steps) + 1}
    return BotFault(say_illegal(where, action, problem), problem.clause)


def say_illegal(where: dict[str, Any], answer: object, problem: IllegalMove) -> Message:
    quoted = str(answer) if isinstance(answer, Choice | str) else repr(answer)
    return WORDS("own.illegal", **where, answer=shorten(quoted), problem=problem.message)


def shorten(text: str) -> str:
    """What somebody else's code says, in a line."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def describe(problem: BaseException, file: str | None) -> str:
    """An exception in a line: what it is, and which line of the bot's file it comes from."""
    said = shorten(f"{type(problem).__name__}: {problem}".removesuffix(": "))
    frames = traceback.extract_tb(problem.__traceback__)
    inside = [frame for frame in frames if frame.filename == file]
    return f"{said} ({Path(inside[-1].filename).name}:{inside[-1].lineno})" if inside else said


def source_of(player: object) -> str | None:
    """The file that a function, or the class of an object, was written in, if it was in one."""
    known: Any = player if inspect.isroutine(player) or isinstance(player, type) else type(player)
    try:
        return inspect.getsourcefile(known)
    except (TypeError, OSError):  # what was typed at a prompt is in no file
        return None
