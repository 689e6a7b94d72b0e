"""How a score comes about: the favours (BST-14), then discretion (BST-15) and precedence (BST-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from backstairs import cards, rules
from backstairs.cards import STAIRS, WORDS
from camarilla.engine.parts import Line
from camarilla.engine.record import Records, opened

if TYPE_CHECKING:
    from backstairs.game import Backstairs


def account(game: Backstairs, state: Records) -> list[list[Line]]:
    s, t = opened(state)[0], opened(game.data)[0]
    return [[*favours(t, s, seat), discretion(t, s, seat), precedence(t, s, seat)] for seat in game.seats]


def favours(t: Any, s: Any, seat: int) -> list[Line]:
    """A line for each chamber in which the seat has influence."""
    lines = []
    for chamber, name in enumerate(cards.CHAMBERS):
        counted = [i for i in visits(t, s, seat) if s.chamber[i] == chamber and rules.weight(t, s, i)]
        if counted:
            won = rules.winner(t, s, chamber) == seat
            what = WORDS("account.won" if won else "account.lost", chamber=WORDS(f"chamber.{name}.name"))
            lines.append(Line(what, s.favour[chamber] if won else 0, written(s, counted)))
    return lines


def discretion(t: Any, s: Any, seat: int) -> Line:
    unseen = [i for i in visits(t, s, seat) if s.stairs[i] == rules.BACK and not rules.met(t, s, i)]
    return Line(WORDS("account.discretion"), t.discretion * len(unseen), written(s, unseen))


def precedence(t: Any, s: Any, seat: int) -> Line:
    return Line(WORDS("account.precedence"), rules.precedence(t, s, seat))


def visits(t: Any, s: Any, seat: int) -> list[int]:
    return [i for i in range(s.visits) if rules.sender(t, s, i) == seat]


def written(s: Any, found: list[int]) -> tuple[str, ...]:
    return tuple(f"{s.visitor[i]}{STAIRS[s.stairs[i]]}" for i in found)
