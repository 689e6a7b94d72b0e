"""Who sits at the table: people in the first seats, bots in the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camarilla.bots.bot import Bot
from camarilla.bots.compiling import Compilation
from camarilla.bots.ladder import LEVELS, USUAL, bot_title, find_bot, parse_bot, seat_bots, stand_in, title, write_bot
from camarilla.bots.own import STRICT, Terms
from camarilla.engine.errors import BadOption, BadRecord
from camarilla.engine.game import Game
from camarilla.engine.words import Message
from camarilla.terminal import WORDS
from camarilla.terminal.flags import whole_number
from camarilla.terminal.screen import Screen

HUMAN = "human"


@dataclass(frozen=True)
class Company:
    game: Game
    humans: int
    bots: tuple[Bot, ...]
    compilation: Compilation | None = None  # that goes on while they play

    def bot(self, seat: int) -> Bot:
        """Who plays in a seat that is no person's, now."""
        return self.at_hand(self.bots[seat - self.humans])

    def at_hand(self, bot: Bot) -> Bot:
        """The bot, or who plays for it as long as it is not compiled."""
        waits = self.compilation and not self.compilation.done and bot.needs_compiling
        return stand_in(self.game, bot) if waits else bot

    def explain(self) -> list[Message]:
        """Who does not play as strongly yet as they can."""
        waiting = {bot.name: bot for bot in self.bots if self.at_hand(bot) != bot}
        titles = [(bot_title(self.game, bot), bot_title(self.game, self.at_hand(bot))) for bot in waiting.values()]
        return [WORDS("stand_in", bot=bot, other=other) for bot, other in titles]

    @property
    def names(self) -> list[str]:
        """By seat, as it is kept with a match."""
        return [HUMAN] * self.humans + [write_bot(self.game, bot) for bot in self.bots]

    def introduce(self) -> Message:
        """Who sits where."""
        people = WORDS("table.you" if self.humans == 1 else "table.here")
        names = [people] * self.humans + [bot_title(self.game, bot) for bot in self.bots]
        seats = [WORDS("table.seat", seat=self.game.letter(seat), who=who) for seat, who in enumerate(names)]
        return WORDS("table.all", seats=seats)


def gather(
    game: Game,
    humans: str | None,
    bots: str | None,
    before: Sequence[str] = (),
    terms: Terms = STRICT,
    trusted: bool = False,
) -> Company:
    """The company that was asked for on the command line; what was not said is as `before`, by seat, or as usual.

    Who is not `trusted` may name bots of ours there, but no code that would be run.
    """
    usual = list(before).count(HUMAN) if before else 1
    people = usual if humans is None else how_many(game, humans)
    if bots is not None:
        return Company(game, people, opponents(game, bots, game.players - people, terms))
    stayed = [USUAL if name == HUMAN else name for name in before] or [USUAL] * game.players
    found = (find_bot(game, name, terms) if trusted else parse_bot(game, name) for name in stayed[people:])
    return Company(game, people, tuple(map(require_blind, found)))


def how_many(game: Game, humans: str) -> int:
    """The number of people."""
    people = whole_number("humans", humans)
    if not 0 <= people <= game.players:
        raise BadOption(WORDS("humans", value=people, players=game.players))
    return people


def opponents(game: Game, bots: str, seats: int, terms: Terms = STRICT) -> tuple[Bot, ...]:
    """Bots for so many seats, from what was typed."""
    if not seats:
        raise BadOption(WORDS("bots.nobody", players=game.players))
    return tuple(require_blind(bot) for bot in seat_bots(game, bots, seats, terms))


def require_blind(bot: Bot) -> Bot:
    """At a table with people nobody sees all cards."""
    if bot.sees_all:
        raise BadOption(WORDS("bots.sees_all", bot=bot.name))
    return bot


def read_players(game: Game, players: object) -> Sequence[str]:
    """Who played, from a record: by seat, or nobody if it does not say."""
    if players is None:
        return ()
    names = players if isinstance(players, list) else []
    people = names.count(HUMAN)
    if len(names) != game.players or names[:people] != [HUMAN] * people or not all(type(one) is str for one in names):
        raise BadRecord(WORDS("players", value=players, players=game.players))
    return names


def ask_how_strong(game: Game, seats: int, here: Screen) -> tuple[Bot, ...]:
    """The bots that somebody picks from the list of levels, or names as on the command line."""
    numbers = {str(number): name for number, name in enumerate(LEVELS, 1)}
    for number, name in numbers.items():
        here.say(WORDS("strength.line", number=number, title=title(name), text=WORDS(f"strength.{name}")))
    while True:
        try:
            typed = here.ask(WORDS("strength.which", usual=title(USUAL))) or USUAL
        except EOFError:
            typed = USUAL
        try:
            return opponents(game, numbers.get(typed, typed), seats)
        except BadOption as problem:
            here.object(problem.message)
