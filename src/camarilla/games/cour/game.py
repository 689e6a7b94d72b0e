"""Cour as a game of the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from camarilla.engine.data_file import OURS
from camarilla.engine.game import Game
from camarilla.engine.options import Option, Value
from camarilla.engine.record import Records
from camarilla.games.cour import characters, limit, pyramid, rules
from camarilla.games.cour.powers import WORDS


class Cour(Game):
    id = "cour"
    rank = 3
    words = WORDS
    settings = ("courts",)
    tie_breaks = "COR-34"
    iterations = (50, 150, 1_500)
    lookahead = (100, 1_100)
    playouts = 0.5
    by_sights = False  # what others can do at all depends on the characters in their hands
    at_table: ClassVar[Mapping[str, Value]] = {"turns": "simultaneous"}  # COR-9: people have an hourglass there
    daily: ClassVar[Mapping[str, Value]] = {"players": 3, "turns": "in_order"}  # who was quicker must not matter
    strengths = (-32.0, 0.0, 10.7, 12.9, 16.5)
    options = (
        Option("players", (2, 3, 4, 5, 6), 4, words),
        Option("base", (5, 4), 5, words),
        Option("rogues", (True, False), True, words),
        Option("inverted", (False, True), False, words),
        Option("surcharge", (1, 0), 1, words),
        Option("turns", ("simultaneous", "in_order"), "in_order", words),
        Option("hand_limit", (0, 6), 0, words, other=limit.checked),
        Option("characters", tuple(characters.SETS), OURS, words, other=characters.of_file),
    )

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
