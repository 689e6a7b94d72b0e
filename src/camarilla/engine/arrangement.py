"""Reading a position into a state: what is the same in every game."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from camarilla.engine.errors import BadPosition
from camarilla.engine.record import Records, empty, opened
from camarilla.engine.words import ENGINE, Message

if TYPE_CHECKING:
    from camarilla.engine.game import Game

STREAM = "stream"  # the key of the random stream, as hexadecimal digits


def bad(key: str, value: object, wanted: Message) -> BadPosition:
    return BadPosition(ENGINE("position.value", key=key, value=value, wanted=wanted))


def write_stream(state: Records) -> str:
    return f"{int(state['random'][0]):016x}"


class Arrangement(ABC):
    """A state in the making: `position` is read part by part into `s`. A game says how, and which keys there are."""

    keys: ClassVar[Sequence[str]]

    def __init__(self, game: Game, position: Mapping[str, Any]) -> None:
        self.position, self.words, self.players = position, game.words, game.players
        self.letters = game.letters[: game.players]
        self.state = empty(game.rules.State)
        self.s, self.t = opened(self.state)[0], opened(game.data)[0]

    def read(self) -> Records:
        """The state, or BadPosition."""
        for key in self.position:
            if key not in self.keys:
                raise BadPosition(ENGINE("position.unknown", key=key, known=list(self.keys)))
        self.carry_out()
        self.set_stream()
        return self.state

    @abstractmethod
    def carry_out(self) -> None:
        """Read every part of the position but the stream."""

    def refuse(self, key: str, wanted: str, **parts: Any) -> BadPosition:
        """A part that is not possible; the game's words say what would be."""
        return bad(key, self.position.get(key), self.words(f"position.{wanted}", **parts))

    def by_seat(self, key: str, missing: Any) -> list[Any]:
        """The parts of an object with a part a seat."""
        parts = self.position.get(key, {})
        if not isinstance(parts, Mapping) or any(letter not in [*self.letters] for letter in parts):
            raise bad(key, parts, ENGINE("position.seats", letters=self.letters))
        return [parts.get(letter, missing) for letter in self.letters]

    def number(self, key: str, missing: int, least: int, most: int) -> int:
        value = self.position.get(key, missing)
        if type(value) is not int or not least <= value <= most:
            raise bad(key, value, ENGINE("position.number", least=least, most=most))
        return value

    def rest_of(self, named: Sequence[int], total: Sequence[int]) -> list[int]:
        """The cards of each kind that are not among those named. It is refused if there are more than there can be."""
        found, rest = Counter(named), []
        for kind, copies in enumerate(total):
            if found[kind] > copies:
                raise self.miscount("too_many", kind, found[kind])
            rest += [kind] * (copies - found[kind])
        return rest

    @abstractmethod
    def miscount(self, fault: str, kind: int, found: int) -> BadPosition:
        """There are too many or too few cards of a kind."""

    def set_stream(self) -> None:
        text = self.position.get(STREAM, "0" * 16)
        if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{16}", text):
            raise bad(STREAM, text, ENGINE("position.stream"))
        self.state["random"] = int(text, 16)
