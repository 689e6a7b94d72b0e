"""In the Shadow of the Sun King as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import Entry, Game
from camarilla.engine.options import Option
from camarilla.engine.record import Records
from camarilla.engine.words import Saying
from camarilla.games.sun_king import account, cards, notation, objections, position, rules, seals, view

DEALT = {2: (2, 3), 3: (2, 3, 3), 4: (2, 2, 3, 3), 5: (2, 2, 3, 3, 4), 6: (2, 2, 3, 3, 4, 4)}  # by players (SUN-6)


class SunKing(Game):
    id = "sun_king"
    words = cards.WORDS
    tie_breaks = "SUN-42"
    options = (
        Option("players", (2, 3, 4, 5, 6), 4, words),
        Option("auction_cards_in_majorities", (True, False), True, words),
        Option("bank", ("limited", "unlimited"), "limited", words),
        Option("seals", (seals.OURS,), seals.OURS, words, other=seals.of_file),
    )

    @property
    def rules(self) -> ModuleType:
        return rules

    def fill(self, data: Records) -> None:
        record = data[0]
        record["players"] = self.players
        record["limited"] = self.chosen["bank"] == "limited"
        record["majorities"] = self.chosen["auction_cards_in_majorities"]
        record["total"] = cards.deck(seals.sealed(str(self.chosen["seals"])))
        record["dealt"][: self.players] = DEALT[self.players]

    def write(self, state: Records, mover: int, sight: int) -> str:
        return notation.write(sight)

    def read(self, state: Records, mover: int, text: str) -> int:
        return notation.read(text, state, self.players)

    def offer(self, state: Records, mover: int, action: int) -> Saying:
        return notation.offer(action, state, mover)

    def tell(self, state: Records, mover: int, sight: int) -> Saying:
        return notation.tell(sight, state, mover)

    def objection(self, state: Records, seat: int, action: int) -> IllegalMove:
        return objections.to(action, state, self.data, seat)

    def see(self, state: Records, seat: int | None) -> dict[str, Any]:
        return view.see(state, self.data)

    def describe(self, state: Records) -> dict[str, Any]:
        return position.describe(state, self.data)

    def arrange(self, position_: Mapping[str, Any]) -> Records:
        return position.arrange(position_, self.data)

    def account(self, state: Records) -> list[list[Entry]]:
        return account.of(state, self.data)

    def board(self, view: dict[str, Any], language: str, **settings: bool) -> Any:
        from camarilla.games.sun_king.board import Board

        return Board(view, language)

    @property
    def picture(self) -> ModuleType:
        from camarilla.games.sun_king import picture

        return picture
