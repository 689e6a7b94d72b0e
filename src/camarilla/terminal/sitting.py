"""One match at one terminal: whose turn it is, what that person sees, and what comes of what they type."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

from camarilla.bots.ladder import bot_title
from camarilla.bots.own import BotFault
from camarilla.bots.play import decide
from camarilla.engine.errors import CamarillaError, IllegalMove
from camarilla.engine.match import Choice, Match, Sight
from camarilla.engine.words import Message
from camarilla.terminal import INTERRUPTED, WORDS, commands, files
from camarilla.terminal.commands import Command, Leave
from camarilla.terminal.company import Company
from camarilla.terminal.ending import ending
from camarilla.terminal.faults import Faults, log_faults
from camarilla.terminal.screen import Screen

LONGEST = 60  # what is quoted of a line that makes no sense
MOMENT = 0.3  # seconds for which nobody minds waiting


class Sitting:
    """The people of the company are at this keyboard."""

    def __init__(self, match: Match, screen: Screen, company: Company, kept: Path | None = None) -> None:
        self.match, self.screen, self.company, self.humans = match, screen, company, company.humans
        self.kept = kept  # where the match is kept after every move
        self.looker: int | None = None if self.humans > 1 else 0  # the last person who looked at the screen
        self.settings = [dict.fromkeys(match.game.settings, False) for _ in match.game.seats]
        self.forced: set[int] = set()  # the steps that left no choice, by number
        self.asked = len(match.steps)  # how many steps there were when somebody was last asked
        self.notices: list[Message] = []  # to be said beneath the next board
        self.explained: list[Message] = []  # who does not play as strongly yet as they can

    # --- From the first step to the last ---

    def play(self) -> int:
        """Play to the end, or until somebody leaves; the exit status."""
        status = 0
        try:
            self.keep()
            self.begin()
            with log_faults() as faults:
                while self.match.waiting:
                    self.step(faults)
            self.end()
        except (Leave, EOFError):
            self.screen.show("")
        except KeyboardInterrupt:
            self.screen.show("")
            status = INTERRUPTED
        except BotFault:
            self.part()
            raise
        self.part()
        return status

    def begin(self) -> None:
        """Say what is played and who sits where: to people beneath their first board, which will wipe the screen."""
        self.explained = self.company.explain()
        self.screen.say(self.title())
        if not self.humans:
            self.screen.say(self.company.introduce())
        elif self.company.bots:
            self.notices += [self.company.introduce(), *self.explained]

    def title(self) -> Message:
        record, game = self.match.record(), self.match.game
        if "seed" in record:
            return WORDS("begin", title=game.title, players=game.players, seed=record["seed"])
        return WORDS("begin_at", title=game.title, players=game.players)

    def step(self, faults: Faults) -> None:
        seat = self.next_seat()
        choices = self.match.choices(seat)
        if seat >= self.humans:
            self.move(self.answer_of_bot(seat, faults))
        elif len(choices) == 1:
            self.forced.add(len(self.match.steps))
            self.move(choices[0])
        else:
            self.decide(seat, choices)

    def next_seat(self) -> int:
        """Of those who may act, people come last: they should see what the others did."""
        return max(self.match.waiting, key=lambda seat: (seat >= self.humans, -seat))

    def answer_of_bot(self, seat: int, faults: Faults) -> Choice:
        """What the bot in a seat does. While it thinks people see that it does; if it fails they are told."""
        bot, before = self.company.bot(seat), faults.count
        who = {"seat": self.match.game.letter(seat), "bot": bot_title(self.match.game, bot)}
        with self.screen.busy(WORDS("thinking", **who), tell=False, after=MOMENT):
            choice = decide(self.match, seat, bot)
        if faults.count > before:
            self.notices.append(WORDS("replaced", **who, path=faults.baseFilename))
        return choice

    def move(self, choice: Choice | str, seat: int | None = None) -> None:
        with hold_interrupts():
            self.match.play(choice, seat)
            self.keep()
        if not self.humans:
            for sight in self.sights(len(self.match.steps) - 1):
                self.screen.say(sight.message)

    def keep(self) -> None:
        """Save the match where it is kept. If that is not possible, say so once and play on."""
        if self.kept:
            try:
                files.keep(self.kept, self.match, self.company.names)
            except CamarillaError as problem:
                self.kept = None
                self.notices.append(WORDS("not_kept", problem=problem.message))

    # --- A decision ---

    def decide(self, seat: int, choices: Sequence[Choice]) -> None:
        """Ask until a move is made or taken back."""
        self.hand_over(seat)
        self.asked = len(self.match.steps)
        self.draw(seat, choices)
        prompt = WORDS("prompt", seat=self.match.game.letter(seat))
        while not self.answer(seat, choices, self.ask(prompt)):
            pass

    def hand_over(self, seat: int) -> None:
        """Nobody sees another's cards: between two people the screen is empty."""
        if self.looker == seat:
            return
        self.screen.clear(history=True)
        while commands.find_command(self.ask(WORDS("hand_over", seat=self.match.game.letter(seat)))) is commands.leave:
            commands.leave(self, seat, "")
        self.looker = seat

    def draw(self, seat: int, choices: Sequence[Choice]) -> None:
        from camarilla.terminal.menu import menu

        self.screen.clear()
        self.tell(self.news(seat))
        self.screen.show(self.board(seat, **self.settings[seat]))
        self.screen.show("", menu(choices, self.screen.language, self.screen.console), "")
        self.notify()

    def notify(self) -> None:
        if self.explained and not self.company.explain():
            self.explained = []
            self.notices.append(WORDS("all_play"))
        for notice in self.notices:
            self.screen.say(notice)
        self.notices.clear()

    def board(self, seat: int | None, **settings: bool) -> Any:
        return self.match.game.board.board(self.match.game, self.match.view(seat), self.screen.language, **settings)

    def ask(self, message: Message) -> str:
        """What is typed. Ctrl-C is a wish to quit."""
        try:
            return self.screen.ask(message)
        except KeyboardInterrupt:
            self.screen.show("")
            return commands.QUIT

    def answer(self, seat: int, choices: Sequence[Choice], typed: str) -> bool:
        """Do what was typed; whether the match has changed by it."""
        if not typed:
            self.draw(seat, choices)
            return False
        word, _, rest = typed.partition(" ")
        if command := commands.find_command(word, self.match.game):
            return self.obey(command, seat, rest.strip())
        try:
            self.move(read_choice(typed, choices), seat)
            return True
        except IllegalMove as problem:
            message = problem.message if problem.clause else WORDS("unreadable", problem=problem.message)
            self.screen.object(message, problem.clause)
            return False

    def obey(self, command: Command, seat: int, rest: str) -> bool:
        """Ctrl-C while a command asks something is a wish to quit; while quitting, it ends everything."""
        try:
            return command(self, seat, rest)
        except KeyboardInterrupt:
            if command is commands.leave:
                raise
            self.screen.show("")
            return commands.leave(self, seat, "")

    def take_back(self, shorter: Match) -> None:
        """Go on with the match as it was before some steps."""
        with hold_interrupts():
            self.match = shorter
            self.forced = {number for number in self.forced if number < len(shorter.steps)}
            self.keep()

    # --- What happened ---

    def news(self, seat: int) -> list[Sight]:
        """What was done since the seat last had a choice, and what it did itself in the turn that is not over yet."""
        movers = [step.seat for step in self.match.steps]
        start = len(movers)
        while start and movers[start - 1] == seat:
            start -= 1
        while start and (movers[start - 1] != seat or start - 1 in self.forced):
            start -= 1
        return self.sights(start, seat)

    def sights(self, start: int, seat: int | None = None) -> list[Sight]:
        """What the seat, or a spectator, saw of the steps from `start` on."""
        observer = 0 if seat is None else 1 + seat
        return [sight for step in self.match.steps[start:] if (sight := step.sights[observer])]

    def tell(self, sights: Sequence[Sight]) -> None:
        """What was done, a paragraph for each run of moves of one seat."""
        if sights:
            self.screen.say(WORDS("news"), style="bold")
        for _, run in groupby(sights, key=lambda sight: sight.seat):
            self.screen.show(" ".join(sight.message.text(self.screen.language) for sight in run))
        if sights:
            self.screen.show("")

    # --- The end ---

    def end(self) -> None:
        self.screen.clear(history=self.humans > 1)
        self.screen.say(self.title())
        self.screen.say(self.company.introduce())
        if self.humans:
            self.tell(self.sights(self.asked))
        self.screen.show(self.board(None))
        self.screen.show(*ending(self.match, self.screen.language))
        if self.humans:
            self.offer_record()

    def offer_record(self) -> None:
        while commands.ask(self, WORDS("end.save"), "yes", "no", enter="no") == "yes":
            if commands.save_somewhere(self):
                return

    def part(self) -> None:
        """Tell where the match is kept."""
        self.notify()
        if self.kept:
            self.screen.say(WORDS("kept", path=self.kept))
            if not self.match.over:
                self.screen.say(WORDS("go_on", command="camarilla play --resume"))


def read_choice(typed: str, choices: Sequence[Choice]) -> Choice | str:
    """The choice with the number that was typed, or else what was typed, to be read as notation."""
    from camarilla.terminal.menu import named_by_notation

    if not typed.isdecimal() or named_by_notation(choices):
        return typed if len(typed) <= LONGEST else typed[:LONGEST] + "…"
    if 1 <= (number := int(typed[:LONGEST])) <= len(choices):
        return choices[number - 1]
    raise IllegalMove(WORDS("number", number=number, last=len(choices)))


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Ctrl-C waits until a move is made and kept: never one without the other."""
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
