"""What puzzles of Courtisans are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from camarilla.engine.record import Records
from camarilla.engine.words import Message
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.cards import WORDS
from camarilla.games.courtisans.position import filled

if TYPE_CHECKING:
    from camarilla.games.courtisans.game import Courtisans

PLAYERS = (2, 3, 4)
THEMES = {
    "queen": "CTS-11",
    "domain": "CTS-22",
    "rival": "CTS-10",
    "noble": "CTS-14",
    "spy": "CTS-15",
    "assassin": "CTS-16",
    "guard": "CTS-18",
    "end_game": "CTS-19",
}
ROLES = {rules.NOBLE: "noble", rules.ASSASSIN: "assassin", rules.GUARD: "guard", rules.SPY: "spy"}
PLACES = {rules.ABOVE: "queen", rules.BELOW: "queen", rules.DOMAIN: "domain"}


def theme(game: Courtisans, state: Records, seat: int, action: int) -> str:
    """The end game in the last round; the role of the card; or where a plain card goes."""
    if state["left"][0] == 0:
        return "end_game"
    name, indices = rules.ACTION_SPACE.decode(action)
    if name != "lay":
        return "assassin"
    kind, place = indices
    return ROLES.get(kind // rules.FAMILIES) or PLACES.get(place, "rival")


def hidden(game: Courtisans, state: Records, seat: int) -> list[tuple[Message, list[Message]]]:
    """The hands of the others."""
    hands = state["hand"][0]
    return [
        (WORDS("hidden.hand", seat=game.letter(other)), [cards.name(kind) for kind in sorted(filled(hands[other]))])
        for other in game.seats
        if other != seat
    ]
