"""What puzzles of Cour are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from camarilla.engine.record import Records, opened
from camarilla.engine.words import Message
from camarilla.games.cour import rules
from camarilla.games.cour.notation import name_of, sort_of
from camarilla.games.cour.position import group
from camarilla.games.cour.powers import WORDS

if TYPE_CHECKING:
    from camarilla.games.cour.game import Cour

PLAYERS = (2, 3)
THEMES = {
    "draft": "COR-6",
    "income": "COR-10",
    "enrolling": "COR-13",
    "placing": "COR-28",
    "dismissing": "COR-16",
    "activating": "COR-21",
    "powers": "COR-22",
    "end_of_turn": "COR-11",
    "end_game": "COR-32",
}
OF_ACTIONS = {
    "end": "end_of_turn",
    "at": "placing",
    "dismiss": "dismissing",
    "activate": "activating",
    "pick": "draft",
    "enrol": "enrolling",
}


def theme(game: Cour, state: Records, seat: int, action: int) -> str:
    """The end game once a pyramid is complete; the phase before the turns; or what is done."""
    s = opened(state)[0]
    if s.completed:
        return "end_game"
    if s.phase == rules.INCOME:
        return "income"
    return OF_ACTIONS.get(sort_of(action)[0], "powers")


def hidden(game: Cour, state: Records, seat: int) -> list[tuple[Message, list[Message]]]:
    """The hands of the others."""
    s = opened(state)[0]
    found = []
    for other in game.seats:
        if other != seat:
            held = [name_of(game.characters[rules.character(code)]) for code in group(s, other, rules.HAND)]
            found.append((WORDS("hidden.hand", seat=game.letter(other)), held))
    return found
