"""What is wrong with moves that are not possible, each with the clause that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.cards import WORDS
from camarilla.games.courtisans.notation import spot_name

if TYPE_CHECKING:
    from camarilla.games.courtisans.game import Courtisans


def objection(game: Courtisans, state: Records, seat: int, action: int) -> IllegalMove:
    """Why the seat may not do this now."""
    name, indices = rules.ACTION_SPACE.decode(action)
    if name == "lay":
        return objection_to_laying(indices[0], indices[1], state, seat, game.players)
    return objection_to_killing(name, indices, state)


def objection_to_laying(kind: int, place: int, state: Records, mover: int, players: int) -> IllegalMove:
    if state["assassin"][0]:
        return IllegalMove(WORDS("why.deciding"), "CTS-16")
    if place - rules.DOMAIN >= players:
        return IllegalMove(WORDS("why.no_domain", seat=SEAT_LETTERS[place - rules.DOMAIN]), "CTS-10")
    if kind + 1 not in state["hand"][0, mover]:
        return IllegalMove(WORDS("why.not_held", card=cards.name(kind), seat=SEAT_LETTERS[mover]), "CTS-10")
    zone = "queen" if place < rules.DOMAIN else "own" if place == rules.DOMAIN else "other"
    return IllegalMove(WORDS("why.zone_used", place=WORDS(f"why.zone.{zone}")), "CTS-10")


def objection_to_killing(name: str, indices: tuple[int, ...], state: Records) -> IllegalMove:
    if not state["assassin"][0]:
        return IllegalMove(WORDS("why.no_assassin"), "CTS-16")
    if name == "kill_spy":
        return IllegalMove(WORDS("why.no_spy", turn=indices[0] + 1), "CTS-27")
    spot = int(state["spot"][0])
    kind, where = indices
    if kind + 1 == state["assassin"][0] and where == min(spot, rules.DOMAIN):
        return IllegalMove(WORDS("why.itself"), "CTS-18")
    return IllegalMove(WORDS("why.not_there", place=spot_name(spot)), "CTS-16")
