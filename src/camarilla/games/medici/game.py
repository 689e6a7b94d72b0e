"""Court of the Medici as a game of the house."""

from __future__ import annotations

from camarilla.engine.game import Game
from camarilla.engine.options import Option
from camarilla.engine.record import Records
from camarilla.games.medici import cards, rules

EDITIONS = {"english": rules.ENGLISH, "french": rules.FRENCH}


class Medici(Game):
    id = "medici"
    rank = 1
    words = cards.WORDS
    letters = cards.LETTERS
    tie_breaks = "MED-35"
    iterations = (1_000, 4_000, 40_000)
    lookahead = (500, 7_000)
    playouts = 0.5
    strengths = (-27.1, 0.0, 18.6, 25.4, 34.0)
    options = (
        Option("players", (2,), 2, words),
        Option("edition", tuple(EDITIONS), "english", words),
        Option("dukes", (False, True), False, words),
        Option("distinct_start", (False, True), False, words),
        Option("stuck", ("mover", "either"), "mover", words),
        Option("jesters", ("bound", "free"), "bound", words),
    )

    def fill(self, data: Records) -> None:
        record, english = data[0], self.chosen["edition"] == "english"
        record["edition"] = EDITIONS[str(self.chosen["edition"])]
        record["either"] = english and self.chosen["stuck"] == "either"
        record["free"] = english and self.chosen["jesters"] == "free"
        record["distinct_start"] = self.chosen["distinct_start"]
        record["total"] = (*cards.COPIES, int(self.chosen["dukes"]))
