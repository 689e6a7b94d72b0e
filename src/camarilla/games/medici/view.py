"""What a seat, or a spectator, may know (MED-37), as plain data.

Cards and stacks are written as in moves (notation.md); seats are numbered.

| key | what it is |
|---|---|
| `mover` | the seat to act; None when the game is over |
| `step` | what it has to decide: "card", "place", "target", "values", "limit" or "start"; "" when the game is over |
| `card` | the card taken, as far as the seat has seen it; or None |
| `onto` | the stack on which the card just played lies, such as `I3`; or None |
| `target` | the stack to be eliminated by a conspiracy; or None |
| `named` | the numbers of the jesters that have been given a value in this turn |
| `inner` | the stacks of the Inner Circle: a dict each, below |
| `outer` | by seat, the stacks of its part of the Outer Court |
| `points` | by house, what its nobles at court are worth now |
| `nobles` | by house, how many it has at court |
| `hand` | the seat's own cards; [] for spectators |
| `hands` | by seat, how many cards it holds, with one that it has taken and not yet played |
| `decks` | by seat, how many cards are in its deck |
| `planned` | what the seat itself has put under its deck, the next to come first; [] for spectators |
| `under` | by seat, how many cards it has put under its deck |
| `discards` | by house, its discarded cards |
| `aside` | by house, the cards set aside at a distinct start and not yet shuffled back |
| `limits` | by seat, its limit; or None |
| `shown` | by seat, the last card of its deck, which was drawn and shown; or None |
| `plans` | by seat, the plans it has made in the game |
| `run` | how many plans in unbroken succession up to now |
| `passed` | by seat, whether it can play no more (MED-32) |
| `drawn` | whether the plans have made the game a draw |

Of each stack

| key | what it is |
|---|---|
| `label` | its name: `I3` |
| `nobles` | its cards, bottom first, a jester with its value: `RX=4` |
| `total` | what they are worth together |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.record import Records, opened
from camarilla.games.medici import cards, rules
from camarilla.games.medici.court import Stack, stacks
from camarilla.games.medici.position import STEPS, counted, deck_cards, filled, named, passed

if TYPE_CHECKING:
    from camarilla.games.medici.game import Medici


def view(game: Medici, state: Records, seat: int | None) -> dict[str, Any]:
    s, court = opened(state)[0], stacks(state)
    over = s.mover < 0
    taken = s.step == rules.PLACE and not over  # a card, but not yet played: it still counts as in the hand
    veiled = taken and seat != s.mover  # nobody else has seen that
    houses = range(rules.HOUSES)
    return {
        "mover": None if over else s.mover,
        "step": "" if over else STEPS[rules.TAKE if veiled else s.step],
        "card": cards.letters(s.card - 1) if s.card and not veiled else None,
        "onto": court[s.onto].label if s.onto >= 0 else None,
        "target": court[s.target].label if s.target >= 0 else None,
        "named": named(s),
        "inner": [shown(stack) for stack in court if stack.area == rules.CIRCLE],
        "outer": [[shown(stack) for stack in court if stack.area == rules.OUTER + owner] for owner in houses],
        "points": [rules.house_points(s, owner) for owner in houses],
        "nobles": [rules.house_nobles(s, owner) for owner in houses],
        "hand": [] if seat is None else [cards.letters(card) for card in sorted(filled(s.hand[seat]))],
        "hands": [rules.hand_size(s, owner) + (taken and owner == s.mover) for owner in houses],
        "decks": [s.left[owner] for owner in houses],
        "planned": [] if seat is None else planned(s, seat),
        "under": [s.known[owner] for owner in houses],
        "discards": [[cards.letters(card) for card in counted(s.discard, owner)] for owner in houses],
        "aside": [[cards.letters(card) for card in counted(s.aside, owner)] for owner in houses],
        "limits": [None if s.limit[owner] < 0 else s.limit[owner] for owner in houses],
        "shown": [cards.letters(s.shown[owner] - 1) if s.shown[owner] else None for owner in houses],
        "plans": [s.plans[owner] for owner in houses],
        "run": s.run,
        "passed": [passed(opened(game.data)[0], s, owner) for owner in houses],
        "drawn": bool(s.drawn),
    }


def planned(s: Any, seat: int) -> list[str]:
    """What the seat itself has put under its deck, the next to come first."""
    return [cards.letters(card) for card in deck_cards(s, seat)[s.left[seat] - s.known[seat] :]]


def shown(stack: Stack) -> dict[str, Any]:
    return {"label": stack.label, "nobles": [str(noble) for noble in stack.nobles], "total": stack.total}
