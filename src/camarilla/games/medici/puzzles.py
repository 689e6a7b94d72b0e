"""What puzzles of Court of the Medici are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from camarilla.engine.record import Records, opened
from camarilla.engine.words import Message
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import HOUSES, WORDS
from camarilla.games.medici.position import filled

if TYPE_CHECKING:
    from camarilla.games.medici.game import Medici

PLAYERS = (2,)
THEMES = {
    "card": "MED-8",
    "send": "MED-9",
    "ally": "MED-10",
    "conspire": "MED-11",
    "plan": "MED-16",
    "minister": "MED-23",
    "lady": "MED-25",
    "jester": "MED-27",
    "end_game": "MED-31",
}
ROLES = {rules.MINISTER: "minister", rules.LADY: "lady", rules.JESTER: "jester"}
OF_ACTIONS = {
    "take": "card",
    "swap": "card",
    "stop": "card",
    "eliminate": "conspire",
    **dict.fromkeys(("name", "done", "limit"), "jester"),
}


def theme(game: Medici, state: Records, seat: int, action: int) -> str:
    """The end game once a deck has run out; a special noble; or what is done."""
    s = opened(state)[0]
    name, indices = rules.ACTION_SPACE.decode(action)
    if not all(s.left[house] for house in range(rules.HOUSES)):
        return "end_game"
    played = indices[0] if name == "take" else rules.rank(s.card - 1)
    if name in ("take", "ally") and played in ROLES:
        return ROLES[played]
    return OF_ACTIONS.get(name, name)


def hidden(game: Medici, state: Records, seat: int) -> list[tuple[Message, list[Message]]]:
    """The hand of the other house."""
    other = 1 - seat
    held = [cards.name(card) for card in sorted(filled(opened(state)[0].hand[other]))]
    return [(WORDS("hidden.hand", house=HOUSES[other]), held)]
