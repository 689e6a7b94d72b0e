"""What seats remember of the packs that they passed on in the draft (COR-35), as a position says it (notation.md).

A card is written with the takers that have let such a card go since: `Miner: B C2!`. The number says how few cards in
that hand the seat had by then known nothing of, if there had ever been fewer than four; `!` that one has left for sure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from camarilla.engine.game import SEAT_LETTERS
from camarilla.games.cour import rules

PACKS = (range(rules.FIRST_PACK), range(rules.FIRST_PACK, rules.PASSED))
ENTRY = re.compile(r"([^:]+?)(?:: ?((?:[A-F][0-3]? ?)*)(!?))?")


def takers(seat: int, players: int) -> str:
    """The letters of the seats that took of what the seat passed on, the next one first."""
    return "".join(SEAT_LETTERS[(seat + 1 + taker) % players] for taker in range(min(rules.TAKERS, players - 1)))


# --- Writing ---


def write(s: Any, names: list[str], seat: int, players: int) -> list[list[str]]:
    """The two packs."""
    return [[entry(s, names, seat, i, players) for i in pack if s.passed[seat, i] >= 0] for pack in PACKS]


def entry(s: Any, names: list[str], seat: int, i: int, players: int) -> str:
    gone = [
        f"{letter}{level(s, seat, n, i)}" for n, letter in enumerate(takers(seat, players)) if has_gone(s, seat, n, i)
    ]
    sure = "!" if s.sure[seat] >> i & 1 else ""
    return f"{names[s.passed[seat, i]]}: {' '.join(gone)}{sure}" if gone or sure else names[s.passed[seat, i]]


def has_gone(s: Any, seat: int, taker: int, i: int) -> bool:
    return bool(s.gone[seat, taker, rules.NOW] >> i & 1)


def level(s: Any, seat: int, taker: int, i: int) -> str:
    """The fewest cards that the seat had known nothing of when the card went; "" if they never were few."""
    later = [few for few in range(rules.FEW) if s.gone[seat, taker, few] >= 0 and not s.gone[seat, taker, few] >> i & 1]
    return str(later[0]) if later else ""


def fewest(s: Any, seat: int, players: int) -> dict[str, int]:
    """By taker, the fewest cards that the seat has known nothing of in its hand, where they were few."""
    found = {
        letter: [few for few in range(rules.FEW) if s.gone[seat, taker, few] >= 0]
        for taker, letter in enumerate(takers(seat, players))
    }
    return {letter: times[0] for letter, times in found.items() if times}


# --- Reading: each raises ValueError if it is not written so ---


def read(s: Any, numbers: Mapping[str, int], seat: int, players: int, packs: Any, fewest: Any) -> None:
    letters = takers(seat, players)
    check(s, players, packs)
    times = read_fewest(fewest, letters)
    for taker, letter in enumerate(letters):
        for few in range(times.get(letter, rules.FEW), rules.FEW + 1):
            s.gone[seat, taker, few] = 0
    for places, pack in zip(PACKS, packs, strict=True):
        entries = sorted((parsed(numbers, text) for text in pack), key=lambda entry: entry[0])
        for i, (kind, gone, sure) in zip(places, entries, strict=False):
            s.passed[seat, i] = kind
            s.sure[seat] |= sure << i
            for letter, before in gone.items():
                read_departure(s, seat, letters.index(letter), i, before)


def check(s: Any, players: int, packs: Any) -> None:
    """The size of the packs, as they were passed on, or, with three players, were found when the first came round."""
    first = {1: 0, 2: 6, 3: 6}.get(s.pick, 4 if players == 3 else 6) * (players > 2)
    second = 4 * (players > 2 and s.pick not in (1, 2))
    if not isinstance(packs, list) or not all(isinstance(pack, list) for pack in packs):
        raise ValueError
    if [len(pack) for pack in packs] not in ([0, 0], [first, 0], [0, second], [first, second]):
        raise ValueError


def read_fewest(fewest: Any, letters: str) -> dict[str, int]:
    if not isinstance(fewest, Mapping) or any(
        letter not in [*letters] or type(few) is not int or not 0 <= few < rules.FEW for letter, few in fewest.items()
    ):
        raise ValueError
    return dict(fewest)


def parsed(numbers: Mapping[str, int], text: object) -> tuple[int, dict[str, int], bool]:
    """The card, by taker when one has gone, and whether it is sure that it has."""
    found = ENTRY.fullmatch(text) if isinstance(text, str) else None
    if not found or found[1] not in numbers:
        raise ValueError
    words = (found[2] or "").split()
    return numbers[found[1]], {word[0]: int(word[1:] or rules.FEW) for word in words}, bool(found[3])


def read_departure(s: Any, seat: int, taker: int, i: int, before: int) -> None:
    """`before` is the level at which the card went: it had gone whenever there were fewer later."""
    of_first = s.passed[seat, i] in [s.passed[seat, j] for j in range(rules.FIRST_PACK)]
    if s.pick or (taker == 2 and not of_first):  # the third taker took of the first pack alone
        raise ValueError
    for few in (*range(min(before, rules.FEW)), rules.NOW):
        if s.gone[seat, taker, few] >= 0:
            s.gone[seat, taker, few] |= 1 << i
