"""What a seat, or a spectator, may know (BST-18), as plain data.

| key | what it is |
|---|---|
| `first` | the seat that began |
| `mover` | the seat to act; None when the game is over |
| `round`, `rounds` | the number of the round, and of how many |
| `night` | whether it has fallen |
| `favours` | by chamber, what its favour is worth |
| `out` | the favours that are out of the game |
| `visits` | every visit by its turn: a dict each, below |
| `influence` | by chamber, then by seat, what its announced visitors count; at the end, what all do |
| `received` | by chamber, at the end, the seat that receives its favour, or -1; {} before |
| `hand` | the seat's own cards; [] for spectators |
| `hands` | by seat, how many cards it holds |
| `pile` | how many cards are in the draw pile |
| `aside` | how many are laid aside |

Of each visit

| key | what it is |
|---|---|
| `turn` | on which it was sent, from 1 |
| `seat` | that sent it |
| `chamber`, `stairs` | to whom it went, and by which stairs |
| `card` | the visitor, if the seat knows it; else `?` |
| `met` | whether, as the end has shown, it met another visitor |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from backstairs import rules
from backstairs.cards import LETTERS, UNKNOWN
from backstairs.notation import stairs_name
from backstairs.position import held
from camarilla.engine.record import Records, opened

if TYPE_CHECKING:
    from backstairs.game import Backstairs


def view(game: Backstairs, state: Records, seat: int | None) -> dict[str, Any]:
    s, t = opened(state)[0], opened(game.data)[0]
    over = s.mover < 0
    return {
        "first": s.first,
        "mover": None if over else s.mover,
        "round": min(s.visits // game.players + 1, t.turns),
        "rounds": t.turns,
        "night": not over and bool(rules.night(t, s)),
        "favours": dict(zip(LETTERS, s.favour, strict=False)),
        "out": list(s.favour)[rules.CHAMBERS :],
        "visits": [visit(game, state, -1 if seat is None else seat, i) for i in range(s.visits)],
        "influence": {letter: influence(game, state, chamber) for chamber, letter in enumerate(LETTERS)},
        "received": {letter: rules.winner(t, s, chamber) for chamber, letter in enumerate(LETTERS)} if over else {},
        "hand": [] if seat is None else held(state, seat),
        "hands": [rules.cards_in_hand(s, owner) for owner in game.seats],
        "pile": rules.left(t, s),
        "aside": rules.aside(t),
    }


def visit(game: Backstairs, state: Records, observer: int, i: int) -> dict[str, Any]:
    """A visit by what names it, its turn, with the visitor as far as the observer knows it."""
    s, t = opened(state)[0], opened(game.data)[0]
    return {
        "turn": i + 1,
        "seat": rules.sender(t, s, i),
        "chamber": LETTERS[s.chamber[i]],
        "stairs": stairs_name(s.stairs[i]),
        "card": str(s.visitor[i]) if rules.knows(t, s, observer, i) else UNKNOWN,
        "met": bool(s.mover < 0 and rules.met(t, s, i)),
    }


def influence(game: Backstairs, state: Records, chamber: int) -> list[int]:
    """Of each seat in a chamber: what its announced visitors count, and at the end what all do (BST-14)."""
    s, t = opened(state)[0], opened(game.data)[0]
    counted = [0] * game.players
    for i in range(s.visits):
        if s.chamber[i] == chamber and (s.mover < 0 or s.stairs[i] == rules.GREAT):
            counted[rules.sender(t, s, i)] += rules.weight(t, s, i)
    return counted
