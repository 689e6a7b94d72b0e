"""A game with its options chosen: what every game has in common, and what each has to say for itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from camarilla.engine import entries, runtime
from camarilla.engine.errors import BadOption, BadPosition, IllegalMove
from camarilla.engine.match import Match
from camarilla.engine.options import Option, Value, checked
from camarilla.engine.record import Records, empty
from camarilla.engine.runtime import RUNTIMES, Function, bind
from camarilla.engine.words import ENGINE, Letters, Saying, Words

SEAT_LETTERS = Letters("ABCDEF")

Entry = tuple[Saying, int]  # of an account: what counts, and its points


class Game(ABC):
    """A game of the house. Games differ in the class attributes, the abstract methods and, above all, in `rules`."""

    id: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    words: ClassVar[Words]
    letters: ClassVar[Letters] = SEAT_LETTERS  # of the seats, in everything written
    settings: ClassVar[tuple[str, ...]] = ()  # of the display: switches of `board`, with words `setting.<name>`

    def __init__(self, /, runtime: str | None = None, **chosen: Any) -> None:
        self.runtime = known_runtime(runtime)
        self.chosen: dict[str, Value] = checked(self.id, self.options, chosen)
        self.players = int(self.chosen["players"])
        self.data: Records = empty(self.rules.Tables)
        self.fill(self.data)
        self.data.setflags(write=False)

    # --- What each game says for itself ---

    @property
    @abstractmethod
    def rules(self) -> ModuleType:
        """The rulebook in code, in the form of `camarilla.engine.form`."""

    @abstractmethod
    def fill(self, data: Records) -> None:
        """Write the options and the game's own data (cards, missions, ...) into the record that the rules read."""

    @abstractmethod
    def write(self, state: Records, mover: int, sight: int) -> str:
        """An action, or what is seen of one, in notation."""

    @abstractmethod
    def read(self, state: Records, mover: int, text: str) -> int:
        """The action that the text means; IllegalMove if it means none."""

    @abstractmethod
    def offer(self, state: Records, mover: int, action: int) -> Saying:
        """An action as a choice offered to the mover."""

    @abstractmethod
    def tell(self, state: Records, mover: int, sight: int) -> Saying:
        """A move, as far as it was seen, as a sentence about the mover."""

    @abstractmethod
    def objection(self, state: Records, seat: int, action: int) -> IllegalMove:
        """Why the seat, whose turn it is, may not do this now, with the clause that says so."""

    @abstractmethod
    def see(self, state: Records, seat: int | None) -> dict[str, Any]:
        """All that the seat, or a spectator, may know, as plain data."""

    @abstractmethod
    def describe(self, state: Records) -> dict[str, Any]:
        """The whole truth as a position."""

    @abstractmethod
    def arrange(self, position: Mapping[str, Any]) -> Records:
        """The state that a position describes; BadPosition if there is none."""

    # --- What each game may say better ---

    @property
    def picture(self) -> ModuleType:
        """How it looks on a page, in the form of `camarilla.engine.picture`."""
        raise NotImplementedError(f"{self.id} has no picture")

    @property
    def recorded(self) -> dict[str, Value]:
        """The options as they are written into a record, which has to re-play anywhere."""
        return dict(self.chosen)

    def account(self, state: Records) -> list[list[Entry]]:
        """How each seat's score at the end comes about, seat by seat: entries that add up to it, or none."""
        return [[] for _ in self.seats]

    def board(self, view: dict[str, Any], language: str, **settings: bool) -> Any:
        """How a view looks in a terminal: something that rich can print, made of nothing but the view."""
        return "\n".join(f"{key}: {value}" for key, value in view.items() if key != "log")

    hourglass: ClassVar[ModuleType | None] = None  # of a game that has one: `may_turn` and `run_out`
    tie_breaks: ClassVar[str] = ""  # the clause that decides among equals

    # --- What all games have in common ---

    @property
    def title(self) -> Saying:
        return self.words("title")

    @property
    def actions(self) -> int:
        """How many actions there are; they are numbered from 0."""
        return int(self.rules.ACTIONS)

    @property
    def seats(self) -> range:
        return range(self.players)

    @property
    def unusual(self) -> list[tuple[Option, Value]]:
        """The options that were not left as usual, but for the number of players."""
        differing = [option for option in self.options if self.chosen[option.name] != option.default]
        return [(option, self.chosen[option.name]) for option in differing if option.name != "players"]

    def letter(self, seat: int) -> str:
        return self.letters[seat]

    def seat(self, seat: object) -> int:
        """The seat, if there is such a seat."""
        if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and int(seat) in self.seats:
            return int(seat)
        raise IllegalMove(ENGINE("seat", seat=seat, last=self.players - 1))

    def seed(self, seed: object) -> int:
        """The seed, if it can be one."""
        if isinstance(seed, int | np.integer) and not isinstance(seed, bool) and 0 <= seed < 2**64:
            return int(seed)
        raise BadOption(ENGINE("option.seed", value=seed))

    def call(self, entry: Function, *arguments: Any) -> Any:
        """Run one of `camarilla.engine.entries` on this game's data."""
        return bind(entry, self.rules, self.runtime)(self.data, *arguments)

    def new(self, seed: int) -> Match:
        """A new match. The seed, the options and the moves give everything else."""
        seed = self.seed(seed)
        state = empty(self.rules.State)
        self.call(entries.deal, state, np.uint64(seed))
        return Match(self, state, {"seed": seed})

    def at(self, position: Mapping[str, Any]) -> Match:
        """A match that starts from a position."""
        if not isinstance(position, Mapping):
            raise BadPosition(ENGINE("position.json", value=position))
        if position.get("game", self.id) != self.id:
            raise BadPosition(ENGINE("position.game", found=position["game"], wanted=self.id))
        if not self.has_options(position.get("options", self.chosen)):
            raise BadPosition(ENGINE("position.options", found=position["options"], wanted=self.chosen))
        state = self.arrange({key: value for key, value in position.items() if key not in ("game", "options")})
        return Match(self, state, {"position": {"game": self.id, "options": self.recorded, **self.describe(state)}})

    def has_options(self, options: object) -> bool:
        """Whether these are the options of this game, however they are written."""
        return isinstance(options, Mapping) and checked(self.id, self.options, options) == self.chosen

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.chosen.items())
        return f"camarilla.game({self.id!r}, {chosen})"


def known_runtime(name: str | None) -> str:
    name = runtime.default() if name is None else name
    if name not in RUNTIMES:
        raise BadOption(ENGINE("option.runtime", name=name, known=list(RUNTIMES)))
    return name
