"""A game with its options chosen: what every game has in common, and what each has to say for itself."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from camarilla.engine import at_once, calls, form, parts, runtime
from camarilla.engine.errors import BadOption, BadPosition, IllegalMove
from camarilla.engine.match import Match
from camarilla.engine.options import Option, Value, checked
from camarilla.engine.parts import Part
from camarilla.engine.record import Records, empty, is_whole
from camarilla.engine.rule import is_call
from camarilla.engine.runtime import AT_ONCE, RUNTIMES, Function, bind, make_book
from camarilla.engine.words import ENGINE, Letters, Message, Words

SEAT_LETTERS = Letters("ABCDEF")
HEADER = ("game", "options")  # of a position: what is the same in every game


class Game(ABC):
    """A game with its options chosen.

    Games differ in the class attributes, in `fill`, and in their parts: modules of the folder that the class lies in,
    each of a form that `camarilla.engine.parts` gives. The rulebook, whose form is `camarilla.engine.form`, is checked
    as soon as the class is made, the others when they are first needed.
    """

    id: ClassVar[str]
    rank: ClassVar[int] = 100  # games are listed by this, then by their ids
    options: ClassVar[tuple[Option, ...]]
    words: ClassVar[Words]
    letters: ClassVar[Letters] = SEAT_LETTERS  # of the seats, in everything written
    settings: ClassVar[tuple[str, ...]] = ()  # of the display: switches of `board`, with words `setting.<name>`
    tie_breaks: ClassVar[str] = ""  # the clause that decides among equals
    iterations: ClassVar[tuple[int, int, int]] = (100, 1_000, 10_000)  # of the three levels of bots that search
    lookahead: ClassVar[tuple[int, int]] = (200, 2_000)  # iterations of the two strongest where they have learned
    playouts: ClassVar[float] = 0.0  # the weight of one there, beside what the net holds a position to be worth
    by_sights: ClassVar[bool] = True  # whether another's decision is the same there whatever they may hold
    at_table: ClassVar[Mapping[str, Value]] = {}  # options with which people sit down at a table of the site, if others
    daily: ClassVar[Mapping[str, Value]] = {}  # options of the deal of the day that are not the usual ones
    strengths: ClassVar[tuple[float, ...]] = (-28.0, 0.0, 3.0, 6.0, 12.0)  # of all levels, beside the second

    rules: ClassVar[ModuleType]
    notation = Part[parts.Notation](parts.Notation)
    objections = Part[parts.Objections](parts.Objections)
    view = Part[parts.ViewPart](parts.ViewPart)
    position = Part[parts.Position](parts.Position)
    account = Part[parts.Account](parts.Account)
    board = Part[parts.Board](parts.Board)
    picture = Part[parts.PicturePart](parts.PicturePart)
    greedy = Part[parts.Greedy | None](parts.Greedy, needed=False)
    report = Part[parts.Report | None](parts.Report, needed=False)
    balance = Part[parts.Balance | None](parts.Balance, needed=False)
    hourglass = Part[parts.Hourglass | None](parts.Hourglass, needed=False)
    puzzles = Part[parts.Puzzles | None](parts.Puzzles, needed=False)
    reduced = Part[parts.Reduced | None](parts.Reduced, needed=False)
    pasts = Part[parts.PastsPart | None](parts.PastsPart, needed=False)
    testing = Part[parts.Testing](parts.Testing)
    history = Part[parts.History](parts.History)

    def __init_subclass__(cls) -> None:
        if "rules" not in vars(cls):
            cls.rules = parts.load(f"{cls.package()}.rules")
        form.check(cls.rules)

    def __init__(self, /, runtime: str | None = None, **chosen: Any) -> None:
        self.runtime = known_runtime(runtime)
        self.chosen: dict[str, Value] = checked(self.id, self.options, chosen)
        self.players = int(self.chosen["players"])
        self._ready: dict[tuple[Function, Any], Function] = {}  # the algorithms that were run before
        self.data: Records = empty(self.rules.Data)
        self.fill(self.data)
        self.data.setflags(write=False)

    @classmethod
    def package(cls) -> str:
        """The folder of the game, as Python imports it."""
        return cls.__module__.rpartition(".")[0]

    @classmethod
    def folder(cls) -> Path:
        """The folder of the game on disk, with its words, its lesson, its rulebooks and its art."""
        return Path(str(sys.modules[cls.__module__].__file__)).parent

    @classmethod
    def table_options(cls) -> tuple[Option, ...]:
        """The options with what is usual at a table of the site."""
        return tuple(replace(option, default=cls.at_table.get(option.name, option.default)) for option in cls.options)

    # --- What each game says for itself ---

    @abstractmethod
    def fill(self, data: Records) -> None:
        """Write the options and the game's own data (cards, missions, ...) into the record that the rules read."""

    @property
    def recorded(self) -> dict[str, Value]:
        """The options as they are kept with a match, which has to re-play anywhere: with the whole data behind them."""
        return dict(self.chosen)

    @property
    def rollouts(self) -> tuple[int, int, int] | None:
        """Playouts by the quick player for the three levels of bots that think, where these do better than a search."""
        return None

    @property
    def digest(self) -> str:
        """Of the data behind the options (a set of characters, say): what was found out with them, such as the solution
        of a puzzle or what a net has learned, need not hold with others."""
        data = {name: value for name, value in self.recorded.items() if value != self.chosen[name]}
        return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]

    # --- What all games have in common ---

    @property
    def title(self) -> Message:
        """What it is called, in every language."""
        return self.words("title")

    @property
    def version(self) -> int:
        """Of the rules."""
        return int(self.rules.VERSION)

    @classmethod
    def replays(cls, version: int) -> bool:
        """Whether matches that were begun by rules of that version are replayed, and played on, by these."""
        return version == cls.rules.VERSION or version in getattr(cls.rules, "REPLAYS", ())

    @property
    def styles(self) -> tuple[str, ...]:
        """How its quick player can play; () if it has none."""
        return tuple(self.greedy.STYLES) if self.greedy else ()

    @property
    def actions(self) -> int:
        """How many actions there are; they are numbered from 0."""
        return int(self.rules.ACTIONS)

    @property
    def seats(self) -> range:
        """Numbered from 0."""
        return range(self.players)

    @property
    def unusual(self) -> list[tuple[Option, Value]]:
        """The options that were not left as is usual at a table, but for the number of players."""
        differing = [option for option in self.table_options() if self.chosen[option.name] != option.default]
        return [(option, self.chosen[option.name]) for option in differing if option.name != "players"]

    def letter(self, seat: int) -> str:
        """By which records and notation name a seat."""
        return self.letters[seat]

    def seat(self, seat: object) -> int:
        """The seat, if there is such a seat."""
        if is_whole(seat) and 0 <= seat < self.players:
            return int(seat)
        raise IllegalMove(ENGINE("seat", seat=seat, last=self.players - 1))

    def seed(self, seed: object) -> int:
        """The seed, if it can be one."""
        if is_whole(seed) and 0 <= seed < 2**64:
            return int(seed)
        raise BadOption(ENGINE("option.seed", value=seed))

    def call(self, algorithm: Function, *arguments: Any, player: Any = None) -> Any:
        """Run one of `camarilla.engine.calls`, or another algorithm, on this game's data."""
        ready = self._ready.get((algorithm, player)) or self.make_ready(algorithm, player)
        return ready(self.data, *arguments)

    def make_ready(self, algorithm: Function, player: Any) -> Function:
        """The algorithm on this game's runtime. It is kept, unless a faster one will be there soon."""
        waits = self.runtime != AT_ONCE or not is_call(algorithm)
        final = waits or at_once.is_ready(type(self), make_book(self.rules, player))
        ready = bind(algorithm, self, player)
        if final:
            self._ready[algorithm, player] = ready
        return ready

    def legal(self, state: Records, seat: int) -> list[int]:
        """The actions among which the seat may choose."""
        out = np.empty(self.rules.CHOICES, np.int64)
        actions: list[int] = out[: self.call(calls.legal, state, seat, out)].tolist()
        return actions

    def choose(self, state: Records, seat: int, style: int) -> int:
        """What its quick player does in the seat, in the style of that number."""
        scratch = np.zeros(self.rules.CHOICES, np.int64)
        return int(self.call(calls.choose, state, seat, style, scratch, player=self.greedy))

    def score(self, state: Records) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The points and the places, by seat."""
        points, places = np.zeros((2, self.players), np.int64)
        self.call(calls.score, state, points, places)
        return tuple(points.tolist()), tuple(places.tolist())

    def new(self, seed: int) -> Match:
        """A new match. The seed, the options and the moves give everything else."""
        seed = self.seed(seed)
        state = empty(self.rules.State)
        self.call(calls.setup, state, np.uint64(seed))
        return Match(self, state, {"seed": seed})

    def at(self, position: Mapping[str, Any]) -> Match:
        """A match that starts from a position."""
        if not isinstance(position, Mapping):
            raise BadPosition(ENGINE("position.json", value=position))
        if position.get("game", self.id) != self.id:
            raise BadPosition(ENGINE("position.game", found=position["game"], wanted=self.id))
        if not self.has_options(position.get("options", self.chosen)):
            raise BadPosition(ENGINE("position.options", found=position["options"], wanted=self.chosen))
        state = self.position.read(self, {key: value for key, value in position.items() if key not in HEADER})
        written = self.position.write(self, state)
        return Match(self, state, {"position": {"game": self.id, "options": self.recorded, **written}})

    def has_options(self, options: object) -> bool:
        """Whether these are the options of this game, however they are written."""
        return isinstance(options, Mapping) and checked(self.id, self.options, options) == self.chosen

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.chosen.items())
        return f"camarilla.game({self.id!r}, {chosen})"


def known_runtime(name: str | None) -> str:
    name = runtime.default() if name is None else name
    known = (AT_ONCE, *RUNTIMES)
    if name not in known:
        raise BadOption(ENGINE("option.runtime", name=name, known=list(known)))
    return name
