"""How a score comes about (MED-34, MED-30): nobles area by area, then the jesters; and what decides a tie (MED-35)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from camarilla.engine.parts import Line
from camarilla.engine.record import Records, opened
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import HOUSES, WORDS
from camarilla.games.medici.court import Noble, Stack, stacks

if TYPE_CHECKING:
    from camarilla.games.medici.game import Medici


def account(game: Medici, state: Records) -> list[list[Line]]:
    s, court = opened(state)[0], stacks(state)
    return [[*by_area(court, seat), *jesters(court, seat), *ending(s, seat)] for seat in game.seats]


def of_house(court: Sequence[Stack], seat: int) -> list[Noble]:
    return [noble for stack in court for noble in stack.nobles if cards.house(noble.card) == seat]


def by_area(court: Sequence[Stack], seat: int) -> list[Line]:
    """A line for each area in which the house has nobles other than jesters."""
    lines = []
    for area in range(rules.AREAS):
        here = of_house([stack for stack in court if stack.area == area], seat)
        counted = sorted(noble.card for noble in here if not noble.is_jester)
        if counted:
            key, house = ("outer", HOUSES[area - rules.OUTER]) if area else ("inner", "")
            points = sum(rules.worth(cards.rank(card)) for card in counted)
            lines.append(Line(WORDS(f"account.{key}", house=house), points, tuple(map(cards.letters, counted))))
    return lines


def jesters(court: Sequence[Stack], seat: int) -> list[Line]:
    fools = tuple(cards.letters(noble.card) for noble in of_house(court, seat) if noble.is_jester)
    return [Line(WORDS("account.jesters"), len(fools) * rules.worth(rules.JESTER), fools)] if fools else []


def ending(s: Any, seat: int) -> list[Line]:
    """What counts beside the points, if anything does."""
    if s.drawn:
        return [Line(WORDS("account.drawn"), 0)]
    if rules.house_points(s, 0) == rules.house_points(s, 1):
        return [Line(WORDS("account.tie"), 0, detail=WORDS("account.nobles", nobles=rules.house_nobles(s, seat)))]
    return []
