"""How a score comes about (CTS-22, CTS-23): the domain family by family, then the missions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.parts import Line
from camarilla.engine.record import Records, opened
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.cards import WORDS
from camarilla.games.courtisans.missions import Mission

if TYPE_CHECKING:
    from camarilla.games.courtisans.game import Courtisans


def account(game: Courtisans, state: Records) -> list[list[Line]]:
    s, t = opened(state)[0], opened(game.data)[0]
    return [[*domain(s, seat), *fulfilled(t, s, seat, game.missions)] for seat in game.seats]


def domain(s: Any, seat: int) -> list[Line]:
    """A line for each family that has cards in the domain."""
    spot, lines = rules.DOMAIN + seat, []
    for kin, family in enumerate(cards.FAMILIES):
        if rules.cards_of(s, spot, kin):
            fate = rules.standing(s, kin)
            what = WORDS(f"account.{cards.FATES[fate]}", family=WORDS(f"family.{family}.the"))
            lines.append(Line(what, fate * rules.weight(s, spot, kin), tuple(family_cards(s, spot, kin))))
    return lines


def family_cards(s: Any, spot: int, kin: int) -> list[str]:
    kinds = range(kin, rules.KINDS, rules.FAMILIES)
    return [cards.letters(kind) for kind in kinds for _ in range(s.laid[spot, kind])]


def fulfilled(t: Any, s: Any, seat: int, missions: tuple[Mission, ...]) -> list[Line]:
    """A line for each mission, fulfilled or missed."""
    lines = []
    for number in (s.mission[seat, i] - 1 for i in range(2)):
        done = rules.fulfilled(t, s, seat, number)
        what = WORDS("account.fulfilled" if done else "account.missed")
        lines.append(Line(what, t.points if done else 0, detail=missions[number].message))
    return lines
