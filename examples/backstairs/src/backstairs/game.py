"""Backstairs as a game of the house."""

from __future__ import annotations

from backstairs import cards
from camarilla.engine.game import Game
from camarilla.engine.options import Option
from camarilla.engine.record import Records


class Backstairs(Game):
    id = "backstairs"
    words = cards.WORDS
    tie_breaks = "BST-17"
    iterations = (100, 1_000, 10_000)
    options = (Option("players", (2, 3, 4), 3, words), Option("meetings", (True, False), True, words))

    def fill(self, data: Records) -> None:
        record = data[0]
        record["players"] = self.players
        record["turns"] = cards.TURNS[self.players]
        record["copies"] = cards.COPIES
        record["honour"] = cards.HONOUR
        record["discretion"] = cards.DISCRETION
        record["meetings"] = self.chosen["meetings"]
        record["favour"] = cards.FAVOURS
