"""What everybody may know (SUN-43), as plain data: all but the order of the deck.

Cards, colours and steps are written as in positions (notation.md); seats are numbered.

| key | what it is |
|---|---|
| `mover` | the seat that has to decide now; None when the game is over |
| `turn` | the seat whose turn it is |
| `phase` | 1, 2 or 3 |
| `step` | what is asked; "" when the game is over |
| `used` | what the player has used this turn |
| `medal` | whether the cards of phase 2 are turned one at a time, by a Medal |
| `row` | in the steps "for" and "second", the colour of the row that is exchanged, or of the card taken; else None |
| `rows` | by seat, then by colour, the cards of the row from the bottom to the top |
| `cards` | by seat, the auction cards it owns |
| `gold`, `power` | by seat |
| `seals` | by seat, the seals that count: of top cards and auction cards (SUN-12) |
| `majorities` | by seat, the colours in which it has the majority |
| `bank` | {"gold": 14, "power": 33}; None if it is unlimited |
| `out` | by seat, 0 if it is in the game, else when it was eliminated: 1 for who went first |
| `open` | the open quality cards in the order turned |
| `queue` | the special and auction cards turned and waiting, in order |
| `frames` | what is being resolved, the innermost last: a dict each, below |
| `deck` | how many cards are in the deck |
| `bottom` | the cards at the bottom of the deck, which are known from the set-up (SUN-7) |
| `lower` | among how many places from the bottom of the deck Louis can be |
| `discard` | the discard pile, the top card last |
| `louis` | how often Louis has been turned |

Of each frame

| key | what it is |
|---|---|
| `card` | the card being resolved; None in a draw |
| `by` | the seat that turned it, or draws |
| `left` | the seats that it is still about, the one deciding first |
| `bid` | in an auction the highest bid, 0 before any; else None |
| `bidder` | who made it; or None |
| `paid` | what the winner has paid so far, in points |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.record import Records, opened
from camarilla.games.sun_king import cards, rules
from camarilla.games.sun_king.position import SPHERE, STEPS, bottom_cards, filled, owned, row_cards, seats_left, used

if TYPE_CHECKING:
    from camarilla.games.sun_king.game import SunKing


def view(game: SunKing, state: Records, seat: int | None) -> dict[str, Any]:
    s, t = opened(state)[0], opened(game.data)[0]
    over, seats = s.mover < 0, range(t.players)
    return {
        "mover": None if over else s.mover,
        "turn": s.turn,
        "phase": s.phase,
        "step": "" if over else STEPS[s.step],
        "used": used(s),
        "medal": bool(s.medal),
        "row": cards.COLOUR_LETTERS[s.chosen] if s.step in (rules.FOR, rules.SECOND) else None,
        "rows": [{cards.COLOUR_LETTERS[one]: letters(row_cards(s, seat, one)) for one in SPHERE} for seat in seats],
        "cards": [letters(owned(s, seat)) for seat in seats],
        "gold": [s.gold[seat] for seat in seats],
        "power": [s.power[seat] for seat in seats],
        "seals": [rules.visible_seals(s, seat) for seat in seats],
        "majorities": [majorities(t, s, seat) for seat in seats],
        "bank": {"gold": s.bank_gold, "power": s.bank_power} if t.limited else None,
        "out": [s.out[seat] for seat in seats],
        "open": letters(filled(s.open)),
        "queue": letters(filled(s.wait)),
        "frames": [frame(t, s, i) for i in range(s.frames)],
        "deck": s.left,
        "bottom": letters(bottom_cards(s)),
        "lower": s.lower,
        "discard": letters(filled(s.discard)),
        "louis": s.louis,
    }


def letters(kinds: list[int]) -> list[str]:
    return [cards.letters(kind) for kind in kinds]


def majorities(t: Any, s: Any, seat: int) -> str:
    """The colours in which the seat has the majority."""
    if s.out[seat]:
        return ""
    return "".join(cards.COLOUR_LETTERS[one] for one in SPHERE if rules.has_majority(t, s, seat, one))


def frame(t: Any, s: Any, i: int) -> dict[str, Any]:
    """Something that is being resolved: `card` is None in a draw, `bid` None in anything but an auction."""
    auction = s.frame[i] == rules.IN_AUCTION
    return {
        "card": cards.letters(s.frame_card[i] - 1) if s.frame_card[i] else None,
        "by": s.frame_by[i],
        "left": seats_left(t, s, i),
        "bid": s.bid[i] if auction else None,
        "bidder": s.bidder[i] if auction and s.bid[i] else None,
        "paid": s.paid[i],
    }
