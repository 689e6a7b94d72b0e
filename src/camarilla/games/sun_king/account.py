"""How a score comes about (SUN-41), and what decides among equals (SUN-42)."""

from __future__ import annotations

from typing import Any

from camarilla.engine.game import Entry
from camarilla.engine.record import Records, opened
from camarilla.games.sun_king import rules
from camarilla.games.sun_king.cards import WORDS


def of(state: Records, data: Records) -> list[list[Entry]]:
    """The entries of each seat; their points add up to its score."""
    s, t = opened(state)[0], opened(data)[0]
    return [[(WORDS("account.out"), 0)] if s.out[seat] else entries(t, s, seat) for seat in range(t.players)]


def entries(t: Any, s: Any, seat: int) -> list[Entry]:
    blue, influence = s.row[seat, rules.BLUE], s.auction[seat, rules.INFLUENCE]
    found = [
        (WORDS("account.gold", gold=s.gold[seat]), s.gold[seat]),
        (WORDS("account.power", power=s.power[seat]), s.power[seat]),
        (WORDS("account.blue", cards=blue), 2 * blue),
    ]
    if influence:
        found.append((WORDS("account.influence"), 2))
    points = [rules.final_points(s, other) for other in range(t.players) if other != seat and not s.out[other]]
    if rules.final_points(s, seat) in points:
        purple = s.row[seat, rules.PURPLE] + s.auction[seat, rules.MEDAL]
        found.append((WORDS("account.tie", cards=purple), 0))
    return found
