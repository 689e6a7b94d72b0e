"""How a score comes about (MED-34, MED-30): nobles area by area, then the jesters; and what decides a tie (MED-35)."""

from __future__ import annotations

from typing import Any

from camarilla.engine.game import Entry
from camarilla.engine.record import Records, opened
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import HOUSES, WORDS
from camarilla.games.medici.court import Noble, Stack, stacks


def of(state: Records) -> list[list[Entry]]:
    """The entries of each seat; their points add up to its score."""
    s, court = opened(state)[0], stacks(state)
    return [[*by_area(court, seat), *jesters(court, seat), *ending(s, seat)] for seat in range(rules.HOUSES)]


def of_house(court: list[Stack], seat: int) -> list[Noble]:
    return [noble for stack in court for noble in stack.nobles if cards.house(noble.card) == seat]


def by_area(court: list[Stack], seat: int) -> list[Entry]:
    """An entry for each area in which the house has nobles other than jesters."""
    entries = []
    for area in range(rules.AREAS):
        here = of_house([stack for stack in court if stack.area == area], seat)
        counted = sorted(noble.card for noble in here if not noble.is_jester)
        if counted:
            key, house = ("outer", HOUSES[area - rules.OUTER]) if area else ("inner", "")
            said = WORDS(f"account.{key}", house=house, cards=" ".join(map(cards.letters, counted)))
            entries.append((said, sum(rules.worth(cards.rank(card)) for card in counted)))
    return entries


def jesters(court: list[Stack], seat: int) -> list[Entry]:
    fools = [cards.letters(noble.card) for noble in of_house(court, seat) if noble.is_jester]
    return [(WORDS("account.jesters", cards=" ".join(fools)), len(fools))] if fools else []


def ending(s: Any, seat: int) -> list[Entry]:
    """What counts beside the points, if anything does."""
    if s.drawn:
        return [(WORDS("account.drawn"), 0)]
    if rules.house_points(s, 0) == rules.house_points(s, 1):
        return [(WORDS("account.tie", nobles=rules.house_nobles(s, seat)), 0)]
    return []
