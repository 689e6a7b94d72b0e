"""The options of a game: one schema that checks them, makes command-line flags of them, and later forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from camarilla.engine.errors import BadOption, list_faults
from camarilla.engine.words import ENGINE, Message, Words

Value = int | str | bool


@dataclass(frozen=True)
class Option:
    """An option takes one of `values`. Its words are `option.<name>.help`, `.question` and `.<value>` of the game's.

    With `other` it also takes any other number or text, such as the path of a file: `other` gives what is to be
    chosen and recorded in its place, such as what the file says, or raises BadOption. Given that, it gives the same.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    words: Words
    other: Callable[[str], Value] | None = None

    @property
    def help(self) -> Message:
        return self.words(f"option.{self.name}.help")

    @property
    def question(self) -> Message:
        """What a form asks: the game's own question, where it has one."""
        asked = f"option.{self.name}.question"
        return self.words(asked) if asked in self.words.entries else self.help

    def meaning(self, value: Value) -> Message:
        """What the value means, for a form or a help text."""
        return self.words(f"option.{self.name}.{written(value)}")

    def check(self, value: object) -> Value:
        for known in self.values:
            if type(value) is type(known) and value == known:
                return known
        if self.other and isinstance(value, int | str) and not isinstance(value, bool):
            return self.other(str(value))
        raise self.refusal(value)

    def read(self, text: str) -> Value:
        """The value that a person typed."""
        for known in self.values:
            if written(known) == text.strip().lower():
                return known
        return self.check(text)

    def refusal(self, value: object) -> BadOption:
        return BadOption(
            ENGINE("option.value", name=self.name, value=value, known=[written(known) for known in self.values])
        )


def written(value: Value) -> str:
    return str(value).lower()


def checked(game: str, schema: tuple[Option, ...], chosen: Mapping[str, Any]) -> dict[str, Value]:
    """Every option with its value: the chosen one, if it is possible, or the default."""
    known = [option.name for option in schema]
    for name in chosen:
        if name not in known:
            raise BadOption(ENGINE("option.unknown", game=game, name=name, known=known))
    return {option.name: option.check(chosen.get(option.name, option.default)) for option in schema}


def read_all(game: str, schema: tuple[Option, ...], typed: Mapping[str, str]) -> dict[str, Value]:
    """What a person typed for some of them. All that cannot be is told at once, so that nobody mends it bit by bit."""
    known, found, faults = {option.name: option for option in schema}, dict[str, Value](), list[BadOption]()
    for name, text in typed.items():
        try:
            if name not in known:
                raise BadOption(ENGINE("option.unknown", game=game, name=name, known=list(known)))
            found[name] = known[name].read(text)
        except BadOption as fault:
            faults.append(fault)
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise BadOption(ENGINE("option.several", number=len(faults), problems=list_faults(faults)))
    return found
