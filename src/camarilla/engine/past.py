"""The past of a match, and cards for another: what a game's module `history` makes its worlds' pasts of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from camarilla.engine.match import Match
from camarilla.engine.record import Records


def states(match: Match) -> list[Records]:
    """Before each move, and now."""
    return [*(step.before for step in match.steps), match.state]


def last_chance(match: Match) -> int:
    """The number of moves since which chance has not come in."""
    streams = [int(state["random"][0]) for state in states(match)]
    return streams.index(streams[-1])


def in_order_of_use(
    hands: Sequence[Sequence[str]], drawn: Sequence[tuple[int, str]], used: Mapping[int, Sequence[str]]
) -> tuple[list[list[str]], list[str]]:
    """Hands at first and cards drawn since, with which the cards of each seat in `used` come in the order given there:
    whatever is needed first comes first, so it is there in time. To other seats they come as they did.

    `drawn` has the seat and the card of each draw.
    """
    coming = {seat: iter(cards) for seat, cards in used.items()}
    first = [[next(coming[seat]) for _ in hand] if seat in used else [*hand] for seat, hand in enumerate(hands)]
    return first, [next(coming[seat]) if seat in used else card for seat, card in drawn]
