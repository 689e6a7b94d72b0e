"""What everybody may know (SUN-43), as plain data: all but the order of the deck."""

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
