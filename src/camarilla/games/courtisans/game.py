"""Courtisans as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import Entry, Game
from camarilla.engine.options import Option
from camarilla.engine.record import Records
from camarilla.engine.words import Saying
from camarilla.games.courtisans import account, cards, missions, notation, position, rules, view
from camarilla.games.courtisans.missions import Mission

PUT_AWAY = {2: 30, 3: 18, 4: 6, 5: 0}  # cards by number of players (CTS-6)


class Courtisans(Game):
    id = "courtisans"
    words = cards.WORDS
    settings = ("spies",)
    tie_breaks = "CTS-24"
    options = (
        Option("players", (2, 3, 4, 5), 3, words),
        Option("edition", ("rulebook", "published"), "rulebook", words),
        Option("nobles_count_double_in_missions", (True, False), True, words),
    )

    @property
    def rules(self) -> ModuleType:
        return rules

    @property
    def missions(self) -> tuple[Mission, ...]:
        """The missions that may be dealt, by number."""
        return missions.of_edition(str(self.chosen["edition"]))

    def fill(self, data: Records) -> None:
        record = data[0]
        record["players"] = self.players
        record["total"] = cards.DECK
        record["away"] = PUT_AWAY[self.players]
        record["double"] = self.chosen["nobles_count_double_in_missions"]
        missions.fill(data, str(self.chosen["edition"]))

    def write(self, state: Records, mover: int, sight: int) -> str:
        return notation.write(sight, mover, self.players)

    def read(self, state: Records, mover: int, text: str) -> int:
        return notation.read(text, state, mover, self.players)

    def offer(self, state: Records, mover: int, action: int) -> Saying:
        return notation.offer(action, mover, self.players)

    def tell(self, state: Records, mover: int, sight: int) -> Saying:
        return notation.tell(sight, mover, self.players)

    def objection(self, state: Records, seat: int, action: int) -> IllegalMove:
        return notation.objection(action, state, seat, self.players)

    def see(self, state: Records, seat: int | None) -> dict[str, Any]:
        return view.see(state, self.data, seat, self.missions)

    def describe(self, state: Records) -> dict[str, Any]:
        return position.describe(state, self.players, self.missions)

    def arrange(self, position_: Mapping[str, Any]) -> Records:
        return position.arrange(position_, self.data, self.missions, str(self.chosen["edition"]))

    def account(self, state: Records) -> list[list[Entry]]:
        return account.of(state, self.data, self.missions)

    def board(self, view: dict[str, Any], language: str, **settings: bool) -> Any:
        from camarilla.games.courtisans.board import Board

        return Board(view, language, **settings)

    @property
    def picture(self) -> ModuleType:
        from camarilla.games.courtisans import picture

        return picture
