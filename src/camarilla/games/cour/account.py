"""How a score comes about (COR-33), and what decides among equals (COR-34)."""

from __future__ import annotations

from typing import Any

from camarilla.engine.game import Entry
from camarilla.engine.record import Records, opened
from camarilla.games.cour import powers, pyramid, rules
from camarilla.games.cour.characters import Character
from camarilla.games.cour.notation import name_of
from camarilla.games.cour.powers import WORDS


def of(state: Records, data: Records, characters: tuple[Character, ...]) -> list[list[Entry]]:
    """The entries of each seat; their points add up to its score."""
    s, t = opened(state)[0], opened(data)[0]
    points = [rules.prestige_of(t, s, seat) for seat in range(t.players)]
    return [
        entries(t, s, seat, characters) + (tie(s, seat) if points.count(points[seat]) > 1 else [])
        for seat in range(t.players)
    ]


def entries(t: Any, s: Any, seat: int, characters: tuple[Character, ...]) -> list[Entry]:
    """Each card's printed prestige, and then each bonus."""
    found, bonuses = [], []
    for place in range(rules.PLACES):
        if (kind := s.pyramid[seat, place]) >= 0:
            parts = {"card": name_of(characters[kind]), "place": pyramid.NAMES[place]}
            found.append((WORDS("account.card", **parts), t.prestige[kind]))
            bonuses += bonuses_of(t, s, seat, place, characters[kind])
    return found + bonuses


def bonuses_of(t: Any, s: Any, seat: int, place: int, character: Character) -> list[Entry]:
    """Each bonus of a card, rounded down, with what it counts."""
    found = []
    if character.power.green:
        for number, part in enumerate(character.power.parts):
            counted = rules.measure(t, s, seat, place, number)
            parts = {"card": name_of(character), "place": pyramid.NAMES[place], "counted": counted}
            said = WORDS("account.bonus", **parts, bonus=powers.say_bonus(part))
            found.append((said, counted // part.of * part.amount))
    return found


def tie(s: Any, seat: int) -> list[Entry]:
    return [(WORDS("account.tie", resources=rules.riches(s, seat)), 0)]
