"""What a seat, or a spectator, may know (CTS-26), as plain data.

Cards are written as in moves (notation.md), `?s` for a spy of unknown family; seats are numbered.

| key | what it is |
|---|---|
| `turn` | the number of the current turn, or of the last one when the game is over |
| `first` | the seat that had turn 1 |
| `mover` | the seat whose turn it is; None when the game is over |
| `zones` | where the mover has still to play this turn, of "queen", "own" and "other" |
| `assassin` | the assassin that is deciding, with its place as in a move: `Ca-`, `Ta@B`; or None |
| `above`, `below` | the face-up cards at the Queen's table on either side, without spies |
| `domains` | by seat, the face-up cards of its domain, without spies |
| `spies` | every spy that was laid, by turn: a dict each, below |
| `standing` | by family ("butterfly", "toad", "nightingale", "hare", "stag", "carp"), below |
| `removed` | the cards that assassins have removed, without spies |
| `hand` | the seat's own cards; [] for spectators |
| `hands` | by seat, how many cards it holds |
| `pile` | how many cards are in the draw pile |
| `away` | how many were put away at set-up |
| `missions` | by seat, its two missions by name if they are one's own or the game is over; else None |

The standing of a family says by how much it is in the light or, below zero, in disgrace, as far as cards are open.

Of each spy

| key | what it is |
|---|---|
| `turn` | on which it was laid |
| `place` | where, as in a move: `+`, `-` or `@B` |
| `by` | the seat that laid it |
| `removed` | whether an assassin has removed it |
| `card` | what it is, if the seat knows it; else `?s` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.record import Records, opened
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.notation import place_mark
from camarilla.games.courtisans.position import ZONES, filled

if TYPE_CHECKING:
    from camarilla.games.courtisans.game import Courtisans


def view(game: Courtisans, state: Records, seat: int | None) -> dict[str, Any]:
    s, players, missions = state[0], game.players, game.missions
    observer = -1 if seat is None else seat
    over = bool(s["mover"] < 0)
    return {
        "turn": int(s["turn"]),
        "first": int(s["first"]),
        "mover": None if over else int(s["mover"]),
        "zones": [name for name, zone in ZONES.items() if s["zones"] & zone],
        "assassin": cards.letters(s["assassin"] - 1) + place_mark(s["spot"]) if s["assassin"] else None,
        "above": face_up(s, rules.ABOVE),
        "below": face_up(s, rules.BELOW),
        "domains": [face_up(s, rules.DOMAIN + seat) for seat in range(players)],
        "spies": [spy(state, game.data, observer, i) for i in range(s["spies"])],
        "standing": standing(state),
        "removed": [cards.letters(kind) for kind in range(rules.GUARDS) for _ in range(s["removed"][kind])],
        "hand": [] if seat is None else [cards.letters(kind) for kind in sorted(filled(s["hand"][seat]))],
        "hands": [int(size) for size in (s["hand"][:players] > 0).sum(axis=1)],
        "pile": int(s["left"]),
        "away": int(s["away"]),
        "missions": [
            [missions[number - 1].name for number in s["mission"][owner]] if over or owner == seat else None
            for owner in range(players)
        ],
    }


def face_up(s: Any, spot: int) -> list[str]:
    """Face-up cards that are no spies: those are listed by themselves, also once revealed."""
    return [cards.letters(kind) for kind in range(rules.SPIES) for _ in range(s["laid"][spot, kind])]


def spy(state: Records, data: Records, observer: int, i: int) -> dict[str, Any]:
    """A spy by what names it: where and when it was laid, and by whom (CTS-27)."""
    s, t = opened(state)[0], opened(data)[0]
    known = rules.knows_spy(t, s, observer, i)
    return {
        "turn": s.spy_turn[i],
        "place": place_mark(s.spy_spot[i]),
        "by": rules.layer(t, s, s.spy_turn[i]),
        "removed": bool(s.spy_gone[i]),
        "card": cards.letters(s.spy[i] - 1) if known else cards.HIDDEN_SPY,
    }


def standing(state: Records) -> dict[str, int]:
    """By how much each family is in the light (or, below zero, in disgrace), as far as cards are open."""
    s = opened(state)[0]
    weights = ((rules.weight(s, rules.ABOVE, kin), rules.weight(s, rules.BELOW, kin)) for kin in range(rules.FAMILIES))
    return {family: above - below for family, (above, below) in zip(cards.FAMILIES, weights, strict=True)}
