"""How a score comes about (SUN-41), and what decides among equals (SUN-42)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.parts import Line
from camarilla.engine.record import Records, opened
from camarilla.games.sun_king import rules
from camarilla.games.sun_king.cards import WORDS

if TYPE_CHECKING:
    from camarilla.games.sun_king.game import SunKing


def account(game: SunKing, state: Records) -> list[list[Line]]:
    s, t = opened(state)[0], opened(game.data)[0]
    return [[Line(WORDS("account.out"), 0)] if s.out[seat] else lines_of(t, s, seat) for seat in game.seats]


def lines_of(t: Any, s: Any, seat: int) -> list[Line]:
    gold, power, blue = s.gold[seat], s.power[seat], s.row[seat, rules.BLUE]
    lines = [
        Line(WORDS("account.gold"), gold, detail=gold),
        Line(WORDS("account.power"), power, detail=power),
        Line(WORDS("account.blue"), rules.BLUE_POINTS * blue, detail=blue),
    ]
    if s.auction[seat, rules.INFLUENCE]:
        lines.append(Line(WORDS("account.influence"), rules.BLUE_POINTS))
    points = [rules.final_points(s, other) for other in range(t.players) if other != seat and not s.out[other]]
    if rules.final_points(s, seat) in points:
        purple = s.row[seat, rules.PURPLE] + s.auction[seat, rules.MEDAL]
        lines.append(Line(WORDS("account.tie"), 0, detail=purple))
    return lines
