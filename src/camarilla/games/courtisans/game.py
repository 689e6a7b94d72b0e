"""Courtisans as a game of the house."""

from __future__ import annotations

from camarilla.engine.data_file import OURS
from camarilla.engine.game import Game
from camarilla.engine.options import Option, Value
from camarilla.engine.record import Records
from camarilla.games.courtisans import cards, missions
from camarilla.games.courtisans.missions import Mission

PUT_AWAY = {2: 30, 3: 18, 4: 6, 5: 0}  # cards by number of players (CTS-6)
FEW, MANY = (1_000, 3_000, 9_000), (500, 1_500, 4_500)  # playouts of the upper three levels, by how many play


class Courtisans(Game):
    id = "courtisans"
    rank = 2
    words = cards.WORDS
    settings = ("spies",)
    tie_breaks = "CTS-24"
    iterations = (20_000, 60_000, 200_000)
    strengths = (-27.7, 0.0, 2.1, 3.8, 3.9)
    options = (
        Option("players", (2, 3, 4, 5), 3, words),
        Option("edition", ("rulebook", "published"), "rulebook", words),
        Option("nobles_count_double_in_missions", (True, False), True, words),
        Option("missions", (OURS,), OURS, words, other=missions.of_file),
    )

    @property
    def edition(self) -> tuple[str, str]:
        """Which it is, and whose missions it has."""
        return str(self.chosen["edition"]), str(self.chosen["missions"])

    @property
    def missions(self) -> tuple[Mission, ...]:
        """The missions that may be dealt, by number."""
        return missions.of_edition(*self.edition)

    @property
    def rollouts(self) -> tuple[int, int, int]:
        """Fewer where many play: there a playout takes longer."""
        return FEW if self.players <= 3 else MANY

    @property
    def recorded(self) -> dict[str, Value]:
        """Without our own missions, which change only with the version of the rules."""
        return {name: value for name, value in self.chosen.items() if (name, value) != ("missions", OURS)}

    def fill(self, data: Records) -> None:
        edition, whose = self.edition
        missions.check_players(self.missions, edition, self.players)
        record = data[0]
        record["players"] = self.players
        record["total"] = cards.DECK
        record["away"] = PUT_AWAY[self.players]
        record["double"] = self.chosen["nobles_count_double_in_missions"]
        missions.fill(data, edition, self.missions, missions.points(edition, whose))
