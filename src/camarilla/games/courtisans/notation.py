"""Moves as people write them (notation.md), and what is wrong with those that are not possible."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records
from camarilla.engine.words import ENGINE, Message
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.cards import WORDS

if TYPE_CHECKING:
    from camarilla.games.courtisans.game import Courtisans

SIDES = "+-"
EXAMPLES = "Tg+, Ns@B, xHn-, xs7, spare"
LAY = re.compile(r"([btnhsc])([nags]?)([+-]|@[a-f]?)")
KILL = re.compile(r"x([btnhsc])([nags]?)([+-]?)")
KILL_SPY = re.compile(r"xs(\d{1,3})")


# --- Writing ---


def place_mark(spot: int) -> str:
    return SIDES[spot] if spot < rules.DOMAIN else f"@{SEAT_LETTERS[spot - rules.DOMAIN]}"


def spot_of(place: int, mover: int, players: int) -> int:
    """The spot that a place is for this mover."""
    return place if place < rules.DOMAIN else rules.DOMAIN + (mover + place - rules.DOMAIN) % players


def write(game: Courtisans, state: Records, mover: int, sight: int) -> str:
    name, indices = rules.SIGHT_SPACE.decode(sight)
    if name == "spare":
        return "spare"
    if name == "kill_spy":
        return f"xs{indices[0] + 1}"
    if name == "kill":
        kind, where = indices
        return f"x{cards.letters(kind)}{(*SIDES, '')[where]}"
    card = cards.HIDDEN_SPY if name == "lay_spy" else cards.letters(indices[0])
    return card + place_mark(spot_of(indices[-1], mover, game.players))


# --- Reading ---


def read(game: Courtisans, state: Records, mover: int, text: str) -> int:
    """The action that the text means. Capitals and spaces do not matter."""
    typed = re.sub(r"\s", "", text).lower()
    if typed == "spare":
        return rules.SPARE
    if match := LAY.fullmatch(typed):
        kind = cards.kind(match[1].upper(), match[2])
        return rules.ACTION_SPACE.encode("lay", kind, read_place(match[3].upper(), mover, game.players))
    if match := KILL_SPY.fullmatch(typed):
        return read_spy(int(match[1]), state)
    if match := KILL.fullmatch(typed):
        return read_victim(cards.kind(match[1].upper(), match[2]), match[3], state)
    raise IllegalMove(ENGINE("move.unreadable", text=text, examples=EXAMPLES))


def read_place(mark: str, mover: int, players: int) -> int:
    if mark in SIDES:
        return SIDES.index(mark)
    seat = SEAT_LETTERS.index(mark[1]) if len(mark) > 1 else mover
    if seat >= players:
        raise IllegalMove(WORDS("why.no_domain", seat=mark[1]), "CTS-10")
    return rules.DOMAIN + (seat - mover) % players


def read_spy(turn: int, state: Records) -> int:
    require_assassin(state)
    if not 1 <= turn <= rules.TURNS:
        raise IllegalMove(WORDS("why.no_spy", turn=turn), "CTS-27")
    return rules.ACTION_SPACE.encode("kill_spy", turn - 1)


def read_victim(kind: int, side: str, state: Records) -> int:
    require_assassin(state)
    if kind >= rules.SPIES:
        raise IllegalMove(WORDS("why.spy_by_turn"), "CTS-27")
    if kind >= rules.GUARDS:
        raise IllegalMove(WORDS("why.guard"), "CTS-18")
    at_queen = state["spot"][0] < rules.DOMAIN
    if side and not at_queen:
        raise IllegalMove(WORDS("why.not_there", place=spot_name(int(state["spot"][0]))), "CTS-16")
    if at_queen and not side:
        sides = [where for where in (rules.ABOVE, rules.BELOW) if state["laid"][0, where, kind]]
        if len(sides) != 1:
            raise IllegalMove(WORDS("why.which_side"), "CTS-16")
        return rules.ACTION_SPACE.encode("kill", kind, sides[0])
    return rules.ACTION_SPACE.encode("kill", kind, SIDES.index(side) if side else rules.DOMAIN)


def require_assassin(state: Records) -> None:
    if not state["assassin"][0]:
        raise IllegalMove(WORDS("why.no_assassin"), "CTS-16")


# --- Sentences ---


def spot_name(spot: int) -> Message:
    if spot < rules.DOMAIN:
        return WORDS(("place.above", "place.below")[spot])
    return WORDS("place.domain", seat=SEAT_LETTERS[spot - rules.DOMAIN])


def offer(game: Courtisans, state: Records, mover: int, action: int) -> Message:
    """The action as a choice."""
    name, indices = rules.ACTION_SPACE.decode(action)
    if name == "spare":
        return WORDS("offer.spare")
    if name == "kill_spy":
        return WORDS("offer.kill_spy", turn=indices[0] + 1)
    kind, place = indices
    if name == "kill":
        return WORDS("offer.kill", card=cards.name(kind), place=victim_place(place))
    where = WORDS("place.yours") if place == rules.DOMAIN else spot_name(spot_of(place, mover, game.players))
    return WORDS("offer.lay", card=cards.name(kind), place=where)


def tell(game: Courtisans, state: Records, mover: int, sight: int) -> Message:
    """The move as a sentence in the log."""
    name, indices = rules.SIGHT_SPACE.decode(sight)
    parts: dict[str, Any] = {"seat": SEAT_LETTERS[mover]}
    if name in ("lay", "kill"):
        parts["card"] = cards.name(indices[0])
    if name == "kill":
        parts["place"] = victim_place(indices[1])
    elif name == "kill_spy":
        parts["turn"] = indices[0] + 1
    elif name in ("lay", "lay_spy"):
        own = indices[-1] == rules.DOMAIN
        parts["place"] = WORDS("place.own") if own else spot_name(spot_of(indices[-1], mover, game.players))
    return WORDS(f"told.{name}", **parts)


def victim_place(side: int) -> Message:
    return WORDS(("place.above", "place.below", "place.there")[side])
