"""Cour as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, ClassVar

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import Entry, Game
from camarilla.engine.options import Option, Value
from camarilla.engine.record import Records
from camarilla.engine.words import Saying
from camarilla.games.cour import (
    account,
    characters,
    hourglass,
    limit,
    notation,
    objections,
    position,
    pyramid,
    rules,
    view,
)
from camarilla.games.cour.powers import WORDS


class Cour(Game):
    id = "cour"
    words = WORDS
    settings = ("courts",)
    hourglass: ClassVar[ModuleType | None] = hourglass
    tie_breaks = "COR-34"
    options = (
        Option("players", (2, 3, 4, 5, 6), 4, words),
        Option("base", (5, 4), 5, words),
        Option("rogues", (True, False), True, words),
        Option("inverted", (False, True), False, words),
        Option("surcharge", (1, 0), 1, words),
        Option("turns", ("simultaneous", "in_order"), "simultaneous", words),
        Option("hand_limit", (0, 6), 0, words, other=limit.checked),
        Option("characters", (characters.OURS,), characters.OURS, words, other=characters.of_file),
    )

    @property
    def rules(self) -> ModuleType:
        return rules

    @property
    def characters(self) -> tuple[characters.Character, ...]:
        """The set that is played with."""
        return characters.chosen(str(self.chosen["characters"]))

    @property
    def recorded(self) -> dict[str, Value]:
        """With the whole set, so that a record re-plays when ours has changed."""
        return {**self.chosen, "characters": characters.recorded(str(self.chosen["characters"]))}

    def fill(self, data: Records) -> None:
        characters.check_players(self.characters, self.players, bool(self.chosen["rogues"]))
        record = data[0]
        characters.encode(self.characters, record)
        pyramid.fill(data, int(self.chosen["base"]))
        for name in ("players", "inverted", "surcharge", "hand_limit"):
            record[name] = self.chosen[name]
        record["simultaneous"] = self.chosen["turns"] == "simultaneous"
        if not self.chosen["rogues"]:  # COR-8
            record["copies"][record["type"] == rules.ROGUE] = 0
        for kind in range(len(self.characters)):
            record["goes_by"][kind], record["bears"][kind] = pyramid.labels(record, kind)

    def write(self, state: Records, mover: int, sight: int) -> str:
        return notation.write(sight, state, self.characters)

    def read(self, state: Records, mover: int, text: str) -> int:
        return notation.read(text, state, self.characters, self.players)

    def offer(self, state: Records, mover: int, action: int) -> Saying:
        return notation.offer(action, state, self.data, self.characters, mover)

    def tell(self, state: Records, mover: int, sight: int) -> Saying:
        return notation.tell(sight, state, self.data, self.characters, mover)

    def objection(self, state: Records, seat: int, action: int) -> IllegalMove:
        return objections.to(action, state, self.data, self.characters, seat)

    def see(self, state: Records, seat: int | None) -> dict[str, Any]:
        return view.see(state, self.data, self.characters, seat)

    def describe(self, state: Records) -> dict[str, Any]:
        return position.describe(state, self.data, self.characters)

    def arrange(self, position_: Mapping[str, Any]) -> Records:
        return position.arrange(position_, self.data, self.characters)

    def account(self, state: Records) -> list[list[Entry]]:
        return account.of(state, self.data, self.characters)

    def board(self, view: dict[str, Any], language: str, **settings: bool) -> Any:
        from camarilla.games.cour.board import Board

        return Board(view, language, **settings)

    @property
    def picture(self) -> ModuleType:
        from camarilla.games.cour import picture

        return picture
