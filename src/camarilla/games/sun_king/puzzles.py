"""What puzzles of In the Shadow of the Sun King are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from camarilla.engine.record import Records, opened
from camarilla.engine.words import Message
from camarilla.games.sun_king import cards, rules
from camarilla.games.sun_king.cards import WORDS

if TYPE_CHECKING:
    from camarilla.games.sun_king.game import SunKing

PLAYERS = (2, 3)
THEMES = {
    "qualities": "SUN-17",
    "duel": "SUN-18",
    "etiquette": "SUN-20",
    "turning": "SUN-23",
    "taking": "SUN-25",
    "gold": "SUN-26",
    "cardinal": "SUN-27",
    "debts": "SUN-28",
    "bidding": "SUN-31",
    "paying": "SUN-33",
    "end_game": "SUN-30",
}
OF_ACTIONS = {
    **dict.fromkeys(("power", "wealth", "authority", "pension", "overlord", "conspire", "next"), "qualities"),
    "duel": "duel",
    **dict.fromkeys(("etiquette", "pick", "spoil", "with"), "etiquette"),
    **dict.fromkeys(("turn", "turn_one"), "turning"),
    "take": "taking",
    **dict.fromkeys(("strike", "swap", "for", "ruin", "draw", "end"), "gold"),
    **dict.fromkeys(("drop", "bid"), "bidding"),
    **dict.fromkeys(("pay_token", "pay", "pay_card"), "paying"),
}
OF_STEPS = {
    rules.CHOOSE: "cardinal",
    rules.CHOOSE_TOKEN: "cardinal",
    rules.DEBT: "debts",
    rules.DEBT_TOKEN: "debts",
    rules.MEDAL_TURN: "turning",
    rules.SECOND: "taking",
}  # where an action may mean several things
NEXT = 3  # cards of the deck that are looked ahead


def theme(game: SunKing, state: Records, seat: int, action: int) -> str:
    """The end game once the King has come; or what is decided."""
    s = opened(state)[0]
    if s.louis:
        return "end_game"
    name, _ = rules.ACTION_SPACE.decode(action)
    return OF_STEPS.get(s.step) or OF_ACTIONS.get(name, "qualities")


def hidden(game: SunKing, state: Records, seat: int) -> list[tuple[Message, list[Message]]]:
    """Nobody holds anything: what is hidden is the order of the deck."""
    s = opened(state)[0]
    coming = [cards.name(s.deck[i] - 1) for i in range(max(0, s.left - NEXT), s.left)]
    return [(WORDS("hidden.deck"), coming)]
