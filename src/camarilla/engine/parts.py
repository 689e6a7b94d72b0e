"""The parts of a game: modules of its folder, each of the form given here.

Every function takes the game first and then the state, or the view, that it is about. A part is imported when it is
first needed, and refused by name if it lacks something: a stranger's game learns at once what it has forgotten.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from camarilla.engine.errors import BadGame, IllegalMove
from camarilla.engine.places import Place
from camarilla.engine.record import Records
from camarilla.engine.words import ENGINE, Message

if TYPE_CHECKING:
    from markupsafe import Markup

    from camarilla.engine.game import Game
    from camarilla.engine.match import Match
    from camarilla.engine.picture import Context, Picture

View = dict[str, Any]  # all that a seat, or a spectator, may know, as plain data
Progress = Callable[[int, int], object]  # is told how many matches are done, of how many


@dataclass(frozen=True)
class Line:
    """A line of an account: what counts, its points, and the cards that it counts, as the game writes them."""

    what: Message
    points: int
    cards: tuple[str, ...] = ()
    detail: Message | int | None = None  # what else there is to say: how many were counted, which mission it was

    @property
    def message(self) -> Message:
        detail = " ".join(self.cards) if self.cards else self.detail
        return self.what if detail is None else ENGINE("account.line", what=self.what, detail=detail)


class Notation(Protocol):
    """Moves in writing and in words."""

    def write(self, game: Any, state: Records, mover: int, sight: int) -> str:
        """An action, or what is seen of one, in notation."""

    def read(self, game: Any, state: Records, mover: int, text: str) -> int:
        """The action that the text means; IllegalMove if it means none."""

    def offer(self, game: Any, state: Records, mover: int, action: int) -> Message:
        """An action as a choice offered to the mover."""

    def tell(self, game: Any, state: Records, mover: int, sight: int) -> Message:
        """A move, as far as it was seen, as a sentence about the mover."""


class Objections(Protocol):
    """Why moves are refused."""

    def objection(self, game: Any, state: Records, seat: int, action: int) -> IllegalMove:
        """Why the seat, whose turn it is, may not do this now, with the clause that says so."""


class ViewPart(Protocol):
    """What is known."""

    def view(self, game: Any, state: Records, seat: int | None) -> View:
        """All that the seat, or a spectator, may know."""


class Position(Protocol):
    """The whole truth as plain data that a person can edit."""

    def write(self, game: Any, state: Records) -> dict[str, Any]:
        """The state as a position."""

    def read(self, game: Any, position: Mapping[str, Any]) -> Records:
        """The state that a position describes; BadPosition if there is none."""


class Account(Protocol):
    """How scores come about."""

    def account(self, game: Any, state: Records) -> list[list[Line]]:
        """Of each seat the lines whose points add up to its score at the end."""


class Board(Protocol):
    """How it looks in a terminal."""

    def board(self, game: Any, view: View, language: str, **settings: bool) -> Any:
        """Something that rich can print, made of nothing but the view."""


class PicturePart(Protocol):
    """How it looks on a page; `camarilla.engine.picture` has what it is made of."""

    def picture(self, game: Any, view: View, context: Context) -> Picture:
        """The view as a page shows it."""

    def path(self, game: Any, view: View, move: str) -> tuple[str, ...]:
        """The things to click for a choice, in their order: ("hand-Ca", "above"); () for a button."""

    def attempt(self, game: Any, view: View, things: Sequence[str]) -> str | None:
        """The reverse: the move that somebody means who clicks these things, possible or not, or None."""

    def closeup(self, game: Any, card: str, context: Context) -> Markup:
        """A card enlarged, with all that there is to read about it; KeyError if there is none of that name."""

    def little(self, game: Any, card: str, context: Context) -> Markup:
        """A card in a line of an account."""


class Greedy(Protocol):
    """The quick player: a rule `choose` of the form beside the rules, and its styles by name."""

    STYLES: Sequence[str]
    GUIDANCE: int  # sixteenths of the decisions in a search's playouts that are left to it

    def choose(self, t: Any, s: Any, seat: int, style: int, out: Any) -> int:
        """What the player does in the seat."""


@dataclass(frozen=True)
class Chooser:
    """Who plays in every seat of a report: a module with a rule `choose` of the form, to be bound beside the rules, and
    the style in which it is asked. Each thread has one of its own: it may be something to scribble on."""

    name: str
    book: Any
    style: Callable[[], Any]


class Report(Protocol):
    """What matches between players of one kind show of things that only this game has, for `camarilla simulate
    --report`.

    The words `report.help` say what it is about.
    """

    ERROR: float  # the standard error of a figure that is good enough

    def make(
        self, game: Any, seed: int, games: int, player: Chooser, threads: int, error: float, progress: Progress
    ) -> Any:
        """Play so many matches, and as many more as the error needs; the report is for the functions below only."""

    def table(self, game: Any, report: Any, language: str, width: int) -> Any:
        """Something that rich can print in so many columns."""

    def notes(self, game: Any, report: Any) -> list[Message]:
        """What there is to say below the table."""

    def columns(self, game: Any, report: Any) -> dict[str, Any]:
        """The figures for a file, column by column."""

    def about(self, game: Any, report: Any) -> dict[str, Any]:
        """What a reader has to know besides game, options and seed to get the same figures."""

    def picture(self, game: Any, report: Any) -> str:
        """The figures as SVG."""


class Balance(Protocol):
    """What `camarilla balance` is told about the game: names, and rules that are compiled beside those of the game
    (`camarilla.engine.form` says what each is for). Things are what can be held and used: cards, missions.

    The words `thing.<kind>` name the kinds of things, in the plural.
    """

    def things(self, game: Any) -> list[tuple[str, Message]]:
        """The kind of each thing, and its name; the rules know it by its number in the list."""

    def phases(self, game: Any) -> list[Message]:
        """The kinds of decisions by name, likewise."""

    def count_held(self, t: Any, s: Any, seat: int, out: Any) -> None: ...
    def thing_used(self, t: Any, s: Any, seat: int, action: int) -> int: ...
    def count_earned(self, t: Any, s: Any, seat: int, out: Any) -> None: ...
    def phase_of(self, t: Any, s: Any, seat: int) -> int: ...
    def points_now(self, t: Any, s: Any, points: Any) -> None: ...
    def came_to_nothing(self, t: Any, s: Any) -> bool: ...


class Puzzles(Protocol):
    """What puzzles are about. The words `theme.<name>` name its themes."""

    PLAYERS: Sequence[int]  # the tables at which puzzles are looked for
    THEMES: Mapping[str, str]  # each with the clause that says most about it

    def theme(self, game: Any, state: Records, seat: int, action: int) -> str:
        """What the seat's choice is about."""

    def hidden(self, game: Any, state: Records, seat: int) -> list[tuple[Message, list[Message]]]:
        """What the seat cannot see: where, and which cards lie there."""


class Testing(Protocol):
    """What `camarilla.testing` has to be told about the game; it is said anew there, not asked of the rules.

    `states` are many set-ups, or many redeals of the state.
    """

    LONGEST: int  # no match has more moves than this
    SHORT: Mapping[str, Any]  # options of a short match
    EXAMPLES: Mapping[str, Mapping[str, Any]]  # positions to start from, by name, with the options they need
    SHARED: Sequence[str]  # fields of the state that seats share who act at the same time

    def cards(self, game: Any, position: dict[str, Any]) -> Counter[str]:
        """The cards of a position."""

    def dealt(self, game: Any, states: Records) -> list[Place]:
        """A place for each card after set-up."""

    def unseen(self, game: Any, state: Records, seat: int, states: Records) -> list[Place]:
        """A place for each card that the seat (-1: a spectator) cannot see in the state."""


class History(Protocol):
    """How a world that was dealt anew for a seat may have come about: a law of `camarilla.testing` plays it."""

    def retrace(self, match: Match, world: Match, seat: int | None) -> tuple[dict[str, Any], list[int]]:
        """A position, and actions that lead from it to the world as the match's last moves led to the match, while the
        seat (None: a spectator) sees just what it saw. They go back to the beginning, or to where the game lets a seat
        forget what was before: say so with the clause."""

    def truth(self, position: dict[str, Any]) -> dict[str, Any]:
        """The position without what seats remember, which differs between worlds, and without what is to come."""


class Drawing(Protocol):
    """Pasts of a match for worlds that a seat may take for true, each drawn by chance."""

    def draw(self, world: Records, seed: int) -> tuple[Records, list[int]]:
        """As of `History.retrace`, but with a state instead of a position, and any past of the world that the seat
        cannot rule out is as likely as another."""


class PastsPart(Protocol):
    """For bots that ask which world others' moves suggest; where there is none they go by the part `history`."""

    def recall(self, match: Match, seat: int | None) -> Drawing:
        """Those of a match, for a seat (None: a spectator)."""


class Reduced(Protocol):
    """Smaller games by the same rules, with so little in them that exact methods can go through all of it."""

    GAMES: Mapping[str, type[Game]]  # by name; whatever chance there is lies in the deal

    def deals(self, game: Any) -> list[tuple[dict[str, Any], float]]:
        """Every position that one of them may begin from, and how likely it is. A `redeal` goes by the same chances."""

    def widest(self, game: Any) -> int:
        """The largest possible difference of two scores at its end."""


class Hourglass(Protocol):
    """A timer of the game's own, which a seat that has finished may start for the others."""

    CLAUSE: str  # of the rulebook that grants it

    def may_turn(self, match: Match, seat: int) -> bool:
        """Whether the seat may turn it now."""

    def run_out(self, match: Match, seat: int) -> None:
        """What becomes of the others when the sand that the seat turned has run out."""


P = TypeVar("P")


class Part(Generic[P]):
    """A module of the game's folder, by the name under which the game has it."""

    def __init__(self, form: type, *, needed: bool = True) -> None:
        self.form, self.needed = form, needed
        self.found: dict[type[Game], P] = {}  # by the game whose part it is: parts are asked for all the time

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, game: Game | None, kind: type[Game]) -> P:
        if kind not in self.found:
            self.found[kind] = cast(P, import_part(f"{kind.package()}.{self.name}", self.form, self.needed))
        return self.found[kind]


@functools.cache
def import_part(name: str, form: type, needed: bool) -> ModuleType | None:
    """The module, if it is of the form; None if there is none and a game may do without."""
    if not needed and importlib.util.find_spec(name) is None:
        return None
    module = load(name)
    check(module, form)
    return module


def load(name: str) -> ModuleType:
    """A module that every game has."""
    if importlib.util.find_spec(name) is None:
        raise BadGame(f"the game has no module {name}")
    return importlib.import_module(name)


def check(module: ModuleType, form: type) -> None:
    """Refuse a module that lacks something of the form, or takes other arguments, with everything that is wrong."""
    faults = [fault for name in members(form) if (fault := fault_in(module, form, name))]
    if faults:
        raise BadGame(f"{module.__name__} is not of the form {form.__name__}: {'; '.join(faults)}")


def members(form: type) -> list[str]:
    declared = [*inspect.get_annotations(form), *vars(form)]
    return [name for name in declared if not name.startswith("_")]


def fault_in(module: ModuleType, form: type, name: str) -> str:
    """What is wrong with one name of the form; "" if nothing."""
    if not hasattr(module, name):
        return f"it lacks {name}"
    wanted = getattr(form, name, None)
    if not inspect.isfunction(wanted):
        return ""
    arguments, found = parameters(wanted)[1:], parameters(getattr(module, name))
    return "" if found == arguments else f"{name} takes ({', '.join(found)}) instead of ({', '.join(arguments)})"


def parameters(function: Any) -> list[str]:
    return [str(one).partition(":")[0] for one in inspect.signature(function).parameters.values()]
