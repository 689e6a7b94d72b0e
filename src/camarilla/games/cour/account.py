"""How a score comes about (COR-33), and what decides among equals (COR-34)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.parts import Line
from camarilla.engine.record import Records, opened
from camarilla.games.cour import powers, pyramid, rules
from camarilla.games.cour.characters import Character
from camarilla.games.cour.notation import name_of
from camarilla.games.cour.powers import WORDS

if TYPE_CHECKING:
    from camarilla.games.cour.game import Cour


def account(game: Cour, state: Records) -> list[list[Line]]:
    s, t = opened(state)[0], opened(game.data)[0]
    points = [rules.prestige_of(t, s, seat) for seat in game.seats]
    return [
        lines_of(t, s, seat, game.characters) + (tie(s, seat) if points.count(points[seat]) > 1 else [])
        for seat in game.seats
    ]


def lines_of(t: Any, s: Any, seat: int, characters: tuple[Character, ...]) -> list[Line]:
    """Each card's printed prestige, and then each bonus."""
    lines, bonuses = [], []
    for place in range(rules.PLACES):
        if (kind := s.pyramid[seat, place]) >= 0:
            what = WORDS("account.card", card=name_of(characters[kind]), place=pyramid.NAMES[place])
            lines.append(Line(what, t.prestige[kind]))
            bonuses += bonuses_of(t, s, seat, place, characters[kind])
    return lines + bonuses


def bonuses_of(t: Any, s: Any, seat: int, place: int, character: Character) -> list[Line]:
    """Each bonus of a card, rounded down, with what it counts."""
    lines = []
    if character.power.green:
        for number, part in enumerate(character.power.parts):
            counted = rules.measure(t, s, seat, place, number)
            parts = {"card": name_of(character), "place": pyramid.NAMES[place], "bonus": powers.say_bonus(part)}
            lines.append(Line(WORDS("account.bonus", **parts), counted // part.of * part.amount, detail=counted))
    return lines


def tie(s: Any, seat: int) -> list[Line]:
    return [Line(WORDS("account.tie"), 0, detail=rules.riches(s, seat))]
