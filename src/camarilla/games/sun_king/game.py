"""In the Shadow of the Sun King as a game of the house."""

from __future__ import annotations

from camarilla.engine.data_file import OURS
from camarilla.engine.game import Game
from camarilla.engine.options import Option, Value
from camarilla.engine.record import Records
from camarilla.games.sun_king import cards, seals

DEALT = {2: (2, 3), 3: (2, 3, 3), 4: (2, 2, 3, 3), 5: (2, 2, 3, 3, 4), 6: (2, 2, 3, 3, 4, 4)}  # by players (SUN-6)


class SunKing(Game):
    id = "sun_king"
    rank = 4
    words = cards.WORDS
    tie_breaks = "SUN-42"
    iterations = (100, 1_000, 10_000)
    lookahead = (1_000, 20_000)
    strengths = (-28.4, 0.0, 10.4, 17.0, 23.8)
    options = (
        Option("players", (2, 3, 4, 5, 6), 4, words),
        Option("auction_cards_in_majorities", (True, False), True, words),
        Option("bank", ("limited", "unlimited"), "limited", words),
        Option("seals", (OURS,), OURS, words, other=seals.of_file),
    )

    @property
    def recorded(self) -> dict[str, Value]:
        """With the numbers of seals, so that a match re-plays when ours have changed."""
        return {**self.chosen, "seals": seals.recorded(str(self.chosen["seals"]))}

    def fill(self, data: Records) -> None:
        record = data[0]
        record["players"] = self.players
        record["limited"] = self.chosen["bank"] == "limited"
        record["majorities"] = self.chosen["auction_cards_in_majorities"]
        record["total"] = cards.deck(seals.sealed(str(self.chosen["seals"])))
        record["dealt"][: self.players] = DEALT[self.players]
