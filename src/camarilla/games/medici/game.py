"""Court of the Medici as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import Entry, Game
from camarilla.engine.options import Option
from camarilla.engine.record import Records
from camarilla.engine.words import Saying
from camarilla.games.medici import account, cards, notation, position, rules, view

EDITIONS = {"english": rules.ENGLISH, "french": rules.FRENCH}


class Medici(Game):
    id = "medici"
    words = cards.WORDS
    letters = cards.LETTERS
    tie_breaks = "MED-35"
    options = (
        Option("players", (2,), 2, words),
        Option("edition", tuple(EDITIONS), "english", words),
        Option("dukes", (False, True), False, words),
        Option("distinct_start", (False, True), False, words),
    )

    @property
    def rules(self) -> ModuleType:
        return rules

    def fill(self, data: Records) -> None:
        record = data[0]
        record["edition"] = EDITIONS[str(self.chosen["edition"])]
        record["distinct_start"] = self.chosen["distinct_start"]
        record["total"] = (*cards.COPIES, int(self.chosen["dukes"]))

    def write(self, state: Records, mover: int, sight: int) -> str:
        return notation.write(sight, state, mover)

    def read(self, state: Records, mover: int, text: str) -> int:
        return notation.read(text, state, mover)

    def offer(self, state: Records, mover: int, action: int) -> Saying:
        return notation.offer(action, state, mover)

    def tell(self, state: Records, mover: int, sight: int) -> Saying:
        return notation.tell(sight, state, mover)

    def objection(self, state: Records, seat: int, action: int) -> IllegalMove:
        return notation.objection(action, state, seat, french=self.chosen["edition"] == "french")

    def see(self, state: Records, seat: int | None) -> dict[str, Any]:
        return view.see(state, self.data, seat)

    def describe(self, state: Records) -> dict[str, Any]:
        return position.describe(state, self.data)

    def arrange(self, position_: Mapping[str, Any]) -> Records:
        return position.arrange(position_, self.data)

    def account(self, state: Records) -> list[list[Entry]]:
        return account.of(state)

    def board(self, view: dict[str, Any], language: str, **settings: bool) -> Any:
        from camarilla.games.medici.board import Board

        return Board(view, language)

    @property
    def picture(self) -> ModuleType:
        from camarilla.games.medici import picture

        return picture
