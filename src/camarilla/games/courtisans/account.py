"""How a score comes about (CTS-22, CTS-23): the domain family by family, then the missions."""

from __future__ import annotations

from typing import Any

from camarilla.engine.game import Entry
from camarilla.engine.record import Records, opened
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.cards import WORDS
from camarilla.games.courtisans.missions import Mission

FATES = {1: "light", 0: "neutral", -1: "disgrace"}


def of(state: Records, data: Records, missions: tuple[Mission, ...]) -> list[list[Entry]]:
    """The entries of each seat; their points add up to its score."""
    s, t = opened(state)[0], opened(data)[0]
    return [[*domain(s, seat), *fulfilled(t, s, seat, missions)] for seat in range(t.players)]


def domain(s: Any, seat: int) -> list[Entry]:
    """An entry for each family that has cards in the domain."""
    spot, entries = rules.DOMAIN + seat, []
    for kin, family in enumerate(cards.FAMILIES):
        if rules.cards_of(s, spot, kin):
            fate = rules.standing(s, kin)
            the = WORDS(f"family.{family}.the")
            said = WORDS(f"account.{FATES[fate]}", family=the, cards=" ".join(family_cards(s, spot, kin)))
            entries.append((said, fate * rules.weight(s, spot, kin)))
    return entries


def family_cards(s: Any, spot: int, kin: int) -> list[str]:
    kinds = range(kin, rules.KINDS, rules.FAMILIES)
    return [cards.letters(kind) for kind in kinds for _ in range(s.laid[spot, kind])]


def fulfilled(t: Any, s: Any, seat: int, missions: tuple[Mission, ...]) -> list[Entry]:
    """An entry for each mission, fulfilled or missed."""
    entries = []
    for number in (s.mission[seat, i] - 1 for i in range(2)):
        done = rules.fulfilled(t, s, seat, number)
        said = WORDS("account.fulfilled" if done else "account.missed", mission=missions[number].saying)
        entries.append((said, t.points if done else 0))
    return entries
