"""The hourglass (COR-9): whoever has finished may turn it, and the others have until it has run out."""

from __future__ import annotations

from camarilla.engine.errors import IllegalMove
from camarilla.engine.match import Match
from camarilla.games.cour import rules
from camarilla.games.cour.powers import WORDS

CLAUSE = "COR-9"


def may_turn(match: Match, seat: int) -> bool:
    """Whether the seat has finished its turn, and others have not."""
    state, together = match.state[0], match.game.chosen["turns"] == "simultaneous"
    return bool(together and state["phase"] == rules.TURNS and state["done"] >> seat & 1)


def run_out(match: Match, seat: int) -> None:
    """The sand that the seat turned has run out: open choices get the first legal answer, and all turns end.

    The lowest of a seat's choices is the first legal answer; between two actions it is to end the turn.
    """
    if not may_turn(match, match.game.seat(seat)):
        raise IllegalMove(WORDS("hourglass.not_finished", seat=match.game.letter(seat)), CLAUSE)
    this_round = int(match.state["round"][0])
    while match.state["phase"][0] == rules.TURNS and match.state["round"][0] == this_round:
        late = match.waiting[0]
        match.play(match.choices(late)[0], late)
