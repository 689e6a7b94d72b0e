"""Pocket Court as a game of the house."""

from __future__ import annotations

from camarilla.engine.game import Game
from camarilla.engine.options import Option
from camarilla.engine.record import Records
from tests.toy.cards import COPIES, WORDS


class PocketCourt(Game):
    id = "pocket"
    words = WORDS
    options = (Option("players", (2,), 2, words), Option("free_lots", (False, True), False, words))

    def fill(self, data: Records) -> None:
        data[0]["players"] = self.players
        data[0]["total"] = COPIES
        data[0]["price"] = not self.chosen["free_lots"]
