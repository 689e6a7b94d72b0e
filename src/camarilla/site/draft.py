"""A new table as somebody drafts it on a form: what can be chosen, what was, and what is wrong with that.

All choices come from the game's own schema. A draft changes nothing; `order` is what the desk is then asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

from camarilla.bots.ladder import LEVELS, title
from camarilla.engine.errors import CamarillaError
from camarilla.engine.options import Option, written
from camarilla.engine.words import Message
from camarilla.games import kind
from camarilla.site import WORDS, desk, people
from camarilla.site.clocks import CLOCKS, CORRESPONDENCE
from camarilla.site.desk import Wish
from camarilla.site.models import Person, Table
from camarilla.site.refusals import Refusal

SANDS, USUAL_SAND = (0, 30, 60, 90), 60  # seconds of the hourglass
OPTION = "option-"  # before the name of a game's option, in the form
LONGEST = 40  # characters of a wrong answer that are said back


@dataclass(frozen=True)
class NewTable:
    """A table that can be made."""

    name: str
    options: dict[str, Any]
    wishes: list[Wish]
    listed: bool
    chat: bool
    clock: int
    sand: int

    def lay(self, host: Person, game: str) -> Table:
        how: dict[str, Any] = {"listed": self.listed, "chat": self.chat, "clock": self.clock, "sand": self.sand}
        return desk.new_table(host, game, self.options, self.wishes, **how)


@dataclass
class Draft:
    game: str
    given: Mapping[str, str]
    name: str  # of who drafts, unless the form says another
    problems: dict[str, Message] = field(default_factory=dict)  # by field
    clocks: ClassVar[Sequence[int]] = CLOCKS
    usual_clock: ClassVar[int] = 0

    def value(self, name: str, usual: object) -> str:
        return self.given.get(name, str(usual))

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """What is refused in here is a problem of this field."""
        try:
            yield
        except CamarillaError as problem:
            self.problems.setdefault(name, problem.message)

    # --- What was chosen ---

    def order(self) -> NewTable | None:
        """The table that is wished for; None if something is wrong, and `problems` says what."""
        name = ""
        with self.at("name"):
            name = people.check_name(self.value("name", self.name))
        options = self.options()
        wishes = self.wishes(int(options.get("players", players(self.game).default)), name)
        order = NewTable(
            name,
            options,
            wishes,
            self.one_of("listed", ("no", "yes"), "no") == "yes",
            self.one_of("chat", ("no", "yes"), "yes") == "yes",
            **self.chosen_times(),
        )
        return None if self.problems else order

    def chosen_times(self) -> dict[str, int]:
        """For a decision, and of the hourglass where there is one; by correspondence nobody is hurried by it."""
        clock = int(self.one_of("clock", self.clocks, self.usual_clock))
        sand = self.one_of("sand", SANDS, USUAL_SAND) if self.has_glass and clock < CORRESPONDENCE else 0
        return {"clock": clock, "sand": int(sand)}

    def options(self) -> dict[str, Any]:
        chosen = {}
        for name, text in self.given.items():
            if name.startswith(OPTION):
                option = name.removeprefix(OPTION)[:LONGEST]
                with self.at(name):
                    chosen[option] = desk.read_options(self.game, {option: text[:LONGEST]})[option]
        return chosen

    def one_of(self, name: str, values: Sequence[object], usual: object) -> Any:
        text = self.value(name, usual)
        for value in values:
            if str(value) == text:
                return value
        self.problems[name] = WORDS("refusal.choice", value=text[:LONGEST])
        return usual

    def wishes(self, number: int, name: str) -> list[Wish]:
        wished = [self.wish(seat) for seat in range(number)]
        self.check_me([seat for seat, wish in enumerate(wished) if wish.kind == "me"])
        taken = {name}
        for seat, wish in enumerate(wished):
            if wish.kind == "friend" and wish.name in taken:
                self.problems.setdefault(f"name-{seat}", WORDS("refusal.same_name", name=wish.name))
            taken |= {wish.name} - {""}
        return wished

    def wish(self, seat: int) -> Wish:
        wanted = self.value(f"seat-{seat}", usual_seat(seat))
        if wanted in LEVELS:
            return Wish("bot", level=wanted)
        if wanted == "friend":
            with self.at(f"name-{seat}"):
                return Wish("friend", people.check_name(self.value(f"name-{seat}", "")))
        elif wanted not in ("me", "open"):
            self.problems[f"seat-{seat}"] = WORDS("refusal.seat_kind", value=wanted[:LONGEST])
            return Wish()
        return Wish(wanted)

    def check_me(self, seats: list[int]) -> None:
        """Who opens a table sits at it, once."""
        if not seats:
            self.problems.setdefault("seat-0", Refusal("me_missing").message)
        for seat in seats[1:]:
            self.problems[f"seat-{seat}"] = Refusal("me_once").message

    # --- What can be chosen ---

    @property
    def questions(self) -> list[dict[str, Any]]:
        """The game's options, as far as there is a choice; the number of players is asked for elsewhere."""
        schema = kind(self.game).table_options()
        return [self.question(option) for option in schema if len(option.values) > 1 and option.name != "players"]

    @property
    def players(self) -> dict[str, Any]:
        return self.question(players(self.game))

    def question(self, option: Option) -> dict[str, Any]:
        name = OPTION + option.name
        return {
            "name": name,
            "asked": option.question,
            "choices": [(written(value), meaning(option, value), value == option.default) for value in option.values],
            "chosen": self.value(name, written(option.default)),
            "problem": self.problems.get(name),
        }

    @property
    def seats(self) -> list[dict[str, Any]]:
        """As many as can ever play."""
        most = int(max(players(self.game).values))
        return [
            {
                "number": seat,
                "shown": seat + 1,
                "chosen": self.value(f"seat-{seat}", usual_seat(seat)),
                "name": self.value(f"name-{seat}", ""),
                "problem": self.problems.get(f"seat-{seat}"),
                "name_problem": self.problems.get(f"name-{seat}"),
            }
            for seat in range(most)
        ]

    @property
    def has_glass(self) -> bool:
        return kind(self.game).hourglass is not None

    @property
    def times(self) -> list[dict[str, Any]]:
        """The clock, and the hourglass where there is one."""
        glass = kind(self.game).hourglass
        asked = [("clock", self.clocks, self.usual_clock), *([("sand", SANDS, USUAL_SAND)] if glass else [])]
        return [
            {
                "name": name,
                "asked": WORDS(f"lobby.table.{name}"),
                "help": WORDS(f"lobby.table.{name}_help", clause=glass.CLAUSE if glass else ""),
                "choices": [(str(value), WORDS(f"lobby.{name}.{value}")) for value in values],
                "chosen": self.value(name, usual),
                "problem": self.problems.get(name),
            }
            for name, values, usual in asked
        ]


def players(game: str) -> Option:
    return next(option for option in kind(game).options if option.name == "players")


def usual_seat(seat: int) -> str:
    return "open" if seat else "me"


def meaning(option: Option, value: Any) -> Message | str:
    """What a value means; a number needs no words."""
    known = f"option.{option.name}.{written(value)}" in option.words.entries
    return option.meaning(value) if known else written(value)


def levels() -> list[tuple[str, Message, Message]]:
    """The bots to choose from: name, title, and how they play."""
    return [(level, title(level), WORDS(f"lobby.level.{level}")) for level in LEVELS]
