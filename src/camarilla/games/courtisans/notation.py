"""Moves as people write them (docs/notation.md), and what is wrong with those that are not possible."""

from __future__ import annotations

import re

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records
from camarilla.engine.words import ENGINE, Saying
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.cards import WORDS

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


def write(sight: int, mover: int, players: int) -> str:
    if sight >= rules.ACTIONS:
        return cards.HIDDEN_SPY + place_mark(spot_of(sight - rules.ACTIONS, mover, players))
    if sight < rules.SPARE:
        kind, place = divmod(sight, rules.PLACES)
        return cards.letters(kind) + place_mark(spot_of(place, mover, players))
    if sight == rules.SPARE:
        return "spare"
    if sight >= rules.KILL_SPY:
        return f"xs{sight - rules.KILL_SPY + 1}"
    kind, where = divmod(sight - rules.KILL, 3)
    return f"x{cards.letters(kind)}{(*SIDES, '')[where]}"


# --- Reading ---


def read(text: str, state: Records, mover: int, players: int) -> int:
    """The action that the text means. Capitals and spaces do not matter."""
    typed = re.sub(r"\s", "", text).lower()
    if typed == "spare":
        return rules.SPARE
    if match := LAY.fullmatch(typed):
        kind = cards.kind(match[1].upper(), match[2])
        return kind * rules.PLACES + read_place(match[3].upper(), mover, players)
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
    return rules.KILL_SPY + turn - 1


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
        return rules.KILL + kind * 3 + sides[0]
    return rules.KILL + kind * 3 + (SIDES.index(side) if side else rules.DOMAIN)


def require_assassin(state: Records) -> None:
    if not state["assassin"][0]:
        raise IllegalMove(WORDS("why.no_assassin"), "CTS-16")


# --- Sentences ---


def spot_name(spot: int) -> Saying:
    if spot < rules.DOMAIN:
        return WORDS(("place.above", "place.below")[spot])
    return WORDS("place.domain", seat=SEAT_LETTERS[spot - rules.DOMAIN])


def offer(action: int, mover: int, players: int) -> Saying:
    """The action as a choice."""
    if action < rules.SPARE:
        kind, place = divmod(action, rules.PLACES)
        where = WORDS("place.yours") if place == rules.DOMAIN else spot_name(spot_of(place, mover, players))
        return WORDS("offer.lay", card=cards.name(kind), place=where)
    if action == rules.SPARE:
        return WORDS("offer.spare")
    if action >= rules.KILL_SPY:
        return WORDS("offer.kill_spy", turn=action - rules.KILL_SPY + 1)
    kind, side = divmod(action - rules.KILL, 3)
    return WORDS("offer.kill", card=cards.name(kind), place=victim_place(side))


def tell(sight: int, mover: int, players: int) -> Saying:
    """The move as a sentence in the log."""
    who = SEAT_LETTERS[mover]
    if sight >= rules.ACTIONS or sight < rules.SPARE:
        kind, place = divmod(sight, rules.PLACES) if sight < rules.SPARE else (None, sight - rules.ACTIONS)
        where = WORDS("place.own") if place == rules.DOMAIN else spot_name(spot_of(place, mover, players))
        if kind is None:
            return WORDS("told.lay_spy", seat=who, place=where)
        return WORDS("told.lay", seat=who, card=cards.name(kind), place=where)
    if sight == rules.SPARE:
        return WORDS("told.spare", seat=who)
    if sight >= rules.KILL_SPY:
        return WORDS("told.kill_spy", seat=who, turn=sight - rules.KILL_SPY + 1)
    kind, side = divmod(sight - rules.KILL, 3)
    return WORDS("told.kill", seat=who, card=cards.name(kind), place=victim_place(side))


def victim_place(side: int) -> Saying:
    return WORDS(("place.above", "place.below", "place.there")[side])


# --- Why not ---


def objection(action: int, state: Records, mover: int, players: int) -> IllegalMove:
    """Why the mover may not do this now."""
    if action < rules.SPARE:
        return objection_to_laying(*divmod(action, rules.PLACES), state, mover, players)
    return objection_to_killing(action, state)


def objection_to_laying(kind: int, place: int, state: Records, mover: int, players: int) -> IllegalMove:
    if state["assassin"][0]:
        return IllegalMove(WORDS("why.deciding"), "CTS-16")
    if place - rules.DOMAIN >= players:
        return IllegalMove(WORDS("why.no_domain", seat=SEAT_LETTERS[place - rules.DOMAIN]), "CTS-10")
    if kind + 1 not in state["hand"][0, mover]:
        return IllegalMove(WORDS("why.not_held", card=cards.name(kind), seat=SEAT_LETTERS[mover]), "CTS-10")
    zone = "queen" if place < rules.DOMAIN else "own" if place == rules.DOMAIN else "other"
    return IllegalMove(WORDS("why.zone_used", place=WORDS(f"why.zone.{zone}")), "CTS-10")


def objection_to_killing(action: int, state: Records) -> IllegalMove:
    if not state["assassin"][0]:
        return IllegalMove(WORDS("why.no_assassin"), "CTS-16")
    if action >= rules.KILL_SPY:
        return IllegalMove(WORDS("why.no_spy", turn=action - rules.KILL_SPY + 1), "CTS-27")
    spot = int(state["spot"][0])
    kind, where = divmod(action - rules.KILL, 3)
    if kind + 1 == state["assassin"][0] and where == min(spot, rules.DOMAIN):
        return IllegalMove(WORDS("why.itself"), "CTS-18")
    return IllegalMove(WORDS("why.not_there", place=spot_name(spot)), "CTS-16")
