"""A match: one state, the moves that led to it, and what each seat may do and know."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from camarilla.engine import calls
from camarilla.engine.errors import CannotUndo, IllegalMove
from camarilla.engine.parts import Line
from camarilla.engine.record import Records, copy_records, is_whole
from camarilla.engine.shown import MatchRecord, SeatView, Shown
from camarilla.engine.words import ENGINE, Message

if TYPE_CHECKING:
    from camarilla.engine.game import Game

FORMAT = 2  # of records; those of format 1 knew no version of the rules


@dataclass(frozen=True, eq=False)
class Choice:
    """Something a seat may do now."""

    id: int
    seat: int
    move: str
    message: Message

    def text(self, language: str = "en") -> str:
        return self.message.text(language)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Choice):
            return NotImplemented
        return (self.id, self.seat, self.move, self.message) == (other.id, other.seat, other.move, other.message)

    def __hash__(self) -> int:
        return hash((self.id, self.seat))

    def __str__(self) -> str:
        return self.move


class Offer(Choice):
    """A choice that a match offers. Its notation and its words are made when somebody asks: a learner never does."""

    _game: Game
    _state: Records

    def __init__(self, game: Game, state: Records, seat: int, action: int) -> None:
        self.__dict__ |= {"id": action, "seat": seat, "_state": state, "_game": game}

    @cached_property
    def move(self) -> str:
        return self._game.notation.write(self._game, self._state, self.seat, self.id)

    @cached_property
    def message(self) -> Message:
        return self._game.notation.offer(self._game, self._state, self.seat, self.id)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: a choice may travel to another process, without the state it was made in."""
        return Choice, (self.id, self.seat, self.move, self.message)


@dataclass(frozen=True)
class Hint:
    """A choice, the share of the victory to be expected of it, and how often the search looked at it."""

    choice: Choice
    win_share: float
    visits: int

    @property
    def message(self) -> Message:
        return ENGINE("hint", choice=self.choice.message, share=round(100 * self.win_share))

    def text(self, language: str = "en") -> str:
        return self.message.text(language)


class Adviser(Protocol):
    """Whoever gives hints; unless told, it decides itself how many iterations to think."""

    def __call__(self, match: Match, seat: int | None, iterations: int | None, seed: int) -> list[Hint]: ...


@dataclass(frozen=True)
class Sight:
    """A move as somebody saw it."""

    seat: int
    move: str
    message: Message

    def text(self, language: str, names: tuple[str, ...] = ()) -> str:
        """What happened, put into words once: a log is shown again with every move."""
        said: dict[Any, str] = self.__dict__.setdefault("_said", {})
        text = said.get((language, names))
        if text is None:
            text = said[language, names] = self.message.text(language, names)
        return text


@dataclass(frozen=True)
class Memory:
    """A move before a match was dealt anew, and what the spectator (first) and each seat saw of it, if anything."""

    seat: int
    sights: tuple[Sight | None, ...]

    @cached_property
    def memories(self) -> tuple[Memory | None, ...]:
        return remember(self)


class Step:
    """A move of this match, and the state before it, from which all that is told about it comes when somebody asks."""

    def __init__(self, game: Game, before: Records, seat: int, action: int) -> None:
        self.game, self.before, self.seat, self.action = game, before, seat, action

    @cached_property
    def move(self) -> str:
        return self.game.notation.write(self.game, self.before, self.seat, self.action)

    @cached_property
    def sights(self) -> tuple[Sight | None, ...]:
        """What the spectator (first) and each seat saw of it, if anything."""
        out = np.zeros(1 + self.game.players, np.int64)
        self.game.call(calls.seen, self.before, self.seat, self.action, out)
        numbers = out.tolist()
        told = {number: self._sight(number) for number in set(numbers)}
        return tuple(told[number] for number in numbers)

    @cached_property
    def memories(self) -> tuple[Memory | None, ...]:
        return remember(self)

    def _sight(self, number: int) -> Sight | None:
        if number < 0:
            return None
        game, notation = self.game, self.game.notation
        move = notation.write(game, self.before, self.seat, number)
        return Sight(self.seat, move, notation.tell(game, self.before, self.seat, number))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Step):
            return NotImplemented
        mine = (self.seat, self.action, self.move, self.sights)
        return mine == (other.seat, other.action, other.move, other.sights)

    def __hash__(self) -> int:
        return hash((self.seat, self.action))

    def __repr__(self) -> str:
        return f"Step(seat={self.seat}, action={self.action}, move={self.move!r})"


def remember(event: Step | Memory) -> tuple[Memory | None, ...]:
    """What a match remembers of a move that was dealt anew for the spectator (first), or for each seat: it as the
    observer saw it, and as a spectator did for everybody else; nothing, if neither saw anything."""
    public = event.sights[0]
    kept = [
        [sight if seat == observer else public for seat, sight in enumerate(event.sights)]
        for observer in range(len(event.sights))
    ]
    return tuple(Memory(event.seat, tuple(sights)) if any(sights) else None for sights in kept)


class Match(Shown):
    """Made by `game.new`, `game.at` and `camarilla.load`."""

    adviser: ClassVar[Adviser]  # the package `camarilla` appoints the bots, which the engine does not know

    def __init__(self, game: Game, state: Records, origin: dict[str, Any], past: tuple[Memory, ...] = ()) -> None:
        self.game = game
        self.state = copy_records(state)
        self.steps: list[Step] = []
        self._origin, self._start, self._past = origin, copy_records(state), past

    @property
    def seed(self) -> int | None:
        """What it was dealt from; None if it began from a position."""
        return self._origin.get("seed")

    # --- What may be done ---

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now; () when the match is over."""
        return seats_in(int(self.game.call(calls.waiting, self.state)))

    def acting(self, seat: object = None) -> int:
        """The seat, if it may act now. Without a seat: the one that is waiting, if only one is."""
        waiting = self.waiting
        if not waiting:
            raise IllegalMove(ENGINE("move.over"))
        known = waiting[0] if seat is None else self.game.seat(seat)
        if known in waiting and (len(waiting) == 1 or seat is not None):
            return known
        letters = [self.game.letter(one) for one in waiting]
        if seat is None:
            raise IllegalMove(ENGINE("move.several", seats=letters))
        raise IllegalMove(ENGINE("move.not_waiting", seat=self.game.letter(known), seats=letters))

    def legal(self, seat: int | None = None) -> list[int]:
        """The numbers of the actions among which the seat may choose now, ascending.

        Without a seat: the one that is waiting, if only one is.
        """
        return self.game.legal(self.state, self.acting() if seat is None else self.game.seat(seat))

    def mask(self, seat: int | None = None) -> npt.NDArray[np.bool_]:
        """The same for learners: of every action of the game, whether the seat may choose it now."""
        out = np.zeros(self.game.actions, np.bool_)
        out[self.legal(seat)] = True
        return out

    def choices(self, seat: int | None = None) -> list[Choice]:
        """What the seat may do now. Without a seat: the one that is waiting, if only one is."""
        seat = self.acting() if seat is None else self.game.seat(seat)
        now = copy_records(self.state)  # the match goes on, and they may be put into words later
        return [Offer(self.game, now, seat, action) for action in self.game.legal(now, seat)]

    def indifferent(self, seat: int) -> Choice | None:
        """A choice that loses nothing, where what the seat has to decide cannot matter: bots are spared it."""
        action = self.game.call(calls.indifferent, self.state, self.game.seat(seat))
        return None if action < 0 else self._choice(seat, int(action))

    def hint(self, seat: int | None = None, iterations: int | None = None, seed: int = 0) -> list[Hint]:
        """What the seat could do now, the best first, with the share of the victory to be expected of each."""
        return self.adviser(self, seat, iterations, seed)

    def play(self, choice: Choice | int | str, seat: int | None = None) -> None:
        """Make a move. An illegal one raises IllegalMove, which says why, and changes nothing."""
        if seat is None and isinstance(choice, Choice):
            seat = choice.seat
        seat = self.acting(seat)
        self._step(seat, self._action(choice, seat))

    def step(self, action: int, seat: int | None = None) -> None:
        """Make the move of that number, as `play` does. Not a word is made of it before somebody asks."""
        self._step(self.acting(seat), self._number(action))

    def forced(self, seat: int) -> Choice | None:
        """The seat's only choice, if all can tell that it has no other: nobody need ask for it."""
        out = np.zeros(self.game.rules.CHOICES, np.int64)
        action = self.game.call(calls.forced, self.state, self.game.seat(seat), out)
        return None if action < 0 else self._choice(seat, int(action))

    def undo(self, seat: int | None = None) -> None:
        """Take back the seat's last step, if it brought nothing hidden to light and nothing since depends on it."""
        seat = self._last_mover() if seat is None else self.game.seat(seat)
        number = next((number for number in reversed(range(len(self.steps))) if self.steps[number].seat == seat), None)
        if number is None:
            raise CannotUndo(ENGINE("undo.nothing", seat=self.game.letter(seat)))
        taken, later = self.steps[number], self.steps[number + 1 :]
        if self.game.call(calls.reveals, taken.before, later[0].before if later else self.state):
            raise CannotUndo(ENGINE("undo.revealed", move=taken.move))
        shorter = self.after(number)
        try:
            for step in later:
                shorter._step(shorter.acting(step.seat), step.action)
        except IllegalMove:
            raise CannotUndo(ENGINE("undo.followed", move=taken.move)) from None
        self.state, self.steps = shorter.state, shorter.steps

    # --- The end ---

    @property
    def over(self) -> bool:
        """Whether nobody may act any more."""
        return not self.waiting

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Each seat's points; None before the end."""
        return self.game.score(self.state)[0] if self.over else None

    @property
    def places(self) -> tuple[int, ...] | None:
        """Each seat's place, 1 for the winners; None before the end."""
        return self.game.score(self.state)[1] if self.over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, several if they share the victory; () before the end."""
        return tuple(seat for seat, place in enumerate(self.places or ()) if place == 1)

    def account(self) -> list[list[Line]]:
        """How each seat's score comes about, line by line, in a match that is over."""
        return self.game.account.account(self.game, self.state)

    # --- What is known ---

    def log(self, seat: int | None = None) -> list[Sight]:
        """Every move so far as the seat, or a spectator, saw it."""
        observer = 0 if seat is None else 1 + self.game.seat(seat)
        return [sight for event in self._events if (sight := event.sights[observer])]

    def chronicle(self, seat: int | None = None) -> list[Sight]:
        """The log without half moves: what nobody but the seat has seen, and what a later move tells once more."""
        observer = 0 if seat is None else 1 + self.game.seat(seat)
        seen = (event for event in self._events if event.sights[0])
        return [sight for event in seen if (sight := event.sights[observer])]

    def view(self, seat: int | None = None) -> SeatView:
        """All that the seat, or a spectator, may know, as plain data, and nothing more."""
        known = {
            "game": self.game.id,
            "options": dict(self.game.chosen),
            "seat": None if seat is None else self.game.seat(seat),
            "waiting": list(self.waiting),
            **self.game.view.view(self.game, self.state, seat),
            "log": [{"seat": sight.seat, "move": sight.move} for sight in self.log(seat)],
            "scores": list(self.scores or ()),
            "places": list(self.places or ()),
        }
        return SeatView(known)

    def observe(self, seat: int) -> npt.NDArray[np.int8]:
        """What the seat knows as a vector; its meaning is in the table at the top of the game's rules."""
        out = np.zeros(self.game.rules.OBSERVATION, np.int8)
        self.game.call(calls.observe, self.state, self.game.seat(seat), out)
        return out

    def redeal(self, seat: int | None, seed: int) -> Match:
        """A new match in which all that the seat cannot know is dealt anew; its past is what the seat saw of it."""
        observer = -1 if seat is None else self.game.seat(seat)
        state = copy_records(self.state)
        self.game.call(calls.redeal, state, observer, np.uint64(self.game.seed(seed)))
        past = tuple(memory for event in self._events if (memory := event.memories[1 + observer]))
        return Match(self.game, state, {"position": None}, past)

    # --- Records and positions ---

    def position(self) -> dict[str, Any]:
        """The whole truth as plain data that a person can read and edit."""
        return {
            "game": self.game.id,
            "options": dict(self.game.chosen),
            **self.game.position.write(self.game, self.state),
        }

    def record(self) -> MatchRecord:
        """The match as plain data, which `camarilla.load` re-plays to the same bytes."""
        origin = self._origin
        if origin.get("position", ()) is None:
            origin = {"position": {**Match(self.game, self._start, {}).position(), "options": self.game.recorded}}
        kept = {
            "camarilla": FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "options": self.game.recorded,
            **origin,
            "moves": [f"{self.game.letter(step.seat)} {step.move}" for step in self.steps],
            "end": self.fingerprint,
        }
        return MatchRecord(kept)

    @property
    def fingerprint(self) -> str:
        """Sixteen digits that tell this position from any other, however it is laid out in memory."""
        written = json.dumps(self.game.position.write(self.game, self.state), sort_keys=True)
        return hashlib.sha256(written.encode()).hexdigest()[:16]

    def copy(self) -> Match:
        """A match of its own that stands as this one does."""
        twin = Match.__new__(Match)
        twin.__dict__ |= self.__dict__ | {"state": copy_records(self.state), "steps": list(self.steps)}
        return twin

    def after(self, moves: int) -> Match:
        """The match as it was when so many moves had been made."""
        earlier = self.copy()
        if moves < len(self.steps):
            earlier.state, earlier.steps = copy_records(self.steps[moves].before), self.steps[:moves]
        return earlier

    def __eq__(self, other: object) -> bool:
        """Whether it is the same game with the same options, begun alike, with the same moves, and stands alike."""
        if not isinstance(other, Match) or self.state.tobytes() != other.state.tobytes():
            return False
        return self is other or self._all() == other._all()

    def __hash__(self) -> int:
        """By how it began, which no move changes."""
        return hash((self.game.id, self._start.tobytes()))

    def __repr__(self) -> str:
        waiting = ", ".join(self.game.letter(seat) for seat in self.waiting)
        return f"<{self.game.id}, {len(self.steps)} moves, {'over' if self.over else 'waiting for ' + waiting}>"

    # --- Inside ---

    def _all(self) -> tuple[object, ...]:
        """All that tells it from others, and can be compared."""
        return self.game.id, self.game.recorded, self._origin, self._past, self.steps

    @property
    def _events(self) -> list[Step | Memory]:
        return [*self._past, *self.steps]

    def _action(self, choice: object, seat: int) -> int:
        """The number of an action given in any of the three ways."""
        if isinstance(choice, str):
            return self.game.notation.read(self.game, self.state, seat, choice)
        return self._number(choice.id if isinstance(choice, Choice) else choice)

    def _number(self, action: object) -> int:
        if not is_whole(action):
            raise IllegalMove(ENGINE("move.kind", value=action))
        if not 0 <= action < self.game.actions:
            raise IllegalMove(ENGINE("move.number", action=action, last=self.game.actions - 1))
        return int(action)

    def _choice(self, seat: int, action: int) -> Choice:
        return Offer(self.game, copy_records(self.state), seat, action)

    def _step(self, seat: int, action: int) -> None:
        if action not in self.game.legal(self.state, seat):
            raise self.game.objections.objection(self.game, self.state, seat, action)
        step = Step(self.game, copy_records(self.state), seat, action)
        self.game.call(calls.play, self.state, seat, action)
        self.steps.append(step)

    def _last_mover(self) -> int:
        return self.steps[-1].seat if self.steps else self.game.seats[0]


@cache
def seats_in(bits: int) -> tuple[int, ...]:
    """The seats that are given as bits."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
