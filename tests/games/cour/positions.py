"""Short ways to set up courts for a test. All is interpreted, so that the mutation tool may change the rules."""

from __future__ import annotations

import functools
import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import camarilla
from camarilla import Game, IllegalMove, Match

SEATS = "ABCDEF"
RESOURCES = ("gold", "steel", "ruby")
TURNS = ("simultaneous", "in_order")
OURS = "ours"
OPTIONS = ("base", "rogues", "inverted", "surcharge", "turns", "hand_limit", "characters", "copies")

# Name, type, base, cost, prestige; powers are given where they are needed. Six copies each.
COURT = """
    Trader merchant neutral  2 1
    Smith  artisan  neutral  3 1
    Guard  warrior  neutral  4 3
    Lord   noble    neutral  5 5
    Priest cleric   neutral  3 0
    Sage   scholar  neutral  4 2
    Thief  rogue    neutral  3 1
    Jester rogue    neutral  2 0
    Baron  noble    artisan  3 2
    Monk   cleric   scholar  2 1
    Miner  artisan  warrior  2 1
    Crook  rogue    warrior  4 2
"""
CARDS = [line.split()[0] for line in COURT.strip().splitlines()]
COPIES = 6


@functools.cache
def game(
    players: int = 2,
    powers: tuple[tuple[str, str], ...] = (),
    characters: str = "",
    copies: int = COPIES,
    **chosen: Any,
) -> Game:
    """The game with the court above, some of it with powers; or with other characters."""
    options = {"players": players, "turns": "in_order", "runtime": "interpreted", **chosen}
    if characters:
        return camarilla.game("cour", characters=characters, **options)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "court.toml"
        path.write_text(set_file(COURT, dict(powers), copies), encoding="utf-8")
        return camarilla.game("cour", characters=str(path), **options)


def set_file(cards: str, powers: dict[str, str], copies: int | None = None) -> str:
    """A set file with one character a line of `cards`."""
    assert {line.split()[0] for line in cards.strip().splitlines()} >= powers.keys()
    tables = []
    for line in cards.strip().splitlines():
        name, kind, base, cost, prestige = line.split()
        fields = {"en": name, "type": kind, "base": base, "cost": int(cost), "prestige": int(prestige)}
        fields |= {"power": powers.get(name, "")} | ({"copies": copies} if copies else {})
        tables.append("[[character]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in fields.items()))
    return "\n".join(tables)


def table(
    *courts: str,
    hands: Iterable[str] = (),
    purses: Iterable[str] = (),
    top: str = "",
    deck: str | None = None,
    **given: Any,
) -> Match:
    """A position in the turns of round 1, unless told otherwise.

    A pyramid a seat, row by row from the base row on ("Smith - Guard / Priest"); hands and purses ("3 0 1") by seat,
    unless told empty and 9 of each. The cards of `top` are the next of the draw pile and those named nowhere follow;
    or those of `deck` are all, and the last seat has the others in hand. Keys with a capital letter are powers of
    cards; options are options; other keys are those of positions.
    """
    powers = tuple((key, given.pop(key)) for key in list(given) if key[0].isupper())
    chosen = {key: given.pop(key) for key in OPTIONS if key in given}
    letters, here = SEATS[: len(courts)], game(len(courts), powers, **chosen)
    position: dict[str, Any] = {
        "round": 1,
        "phase": "turns",
        "resources": {
            letter: dict(zip(RESOURCES, map(int, purse.split()), strict=True))
            for letter, purse in zip(letters, [*purses, *["9 9 9"] * len(courts)], strict=False)
        },
        "hands": by_seat(letters, hands),
        "kept": by_seat(letters, given.pop("kept", ())),
        "reserved": by_seat(letters, given.pop("reserved", ())),
        "pyramids": dict(zip(letters, map(places, courts), strict=True)),
        "deck": named(top if deck is None else deck),
        **{key: named(given.pop(key, "")) for key in ("discard", "leaving", "looked")},
        **given,
    }
    rest = list((all_cards(here) - cards_of(position)).elements())
    if deck is None:
        position["deck"] += rest
    else:
        position["hands"][letters[-1]] += rest
    return here.at(position)


def all_cards(here: Game) -> Counter[str]:
    return Counter({card.en: card.copies for card in here.characters if here.chosen["rogues"] or card.type != 6})


def by_seat(letters: str, lists: Iterable[str]) -> dict[str, list[str]]:
    return dict(zip(letters, map(named, [*lists, *[""] * len(letters)]), strict=False))


def named(text: str) -> list[str]:
    """ "Relic_Seller Miner!" """
    return [card.replace("_", " ") for card in text.split()]


def places(court: str) -> dict[str, str]:
    rows = [row.split() for row in court.split("/")]
    cards = {f"{'abcde'[i]}{j + 1}": card for i, row in enumerate(rows) for j, card in enumerate(row)}
    return {place: card.replace("_", " ") for place, card in cards.items() if card != "-"}


# --- Playing ---


def split(match: Match, step: str) -> tuple[str, int | None]:
    """ "B end" is a move of B; without a letter it is one of the only seat that waits."""
    letter, _, move = step.partition(" ")
    return (move, SEATS.index(letter)) if len(letter) == 1 else (step, None)


def played(match: Match, *steps: str) -> Match:
    for step in steps:
        match.play(*split(match, step))
    return match


def moves(match: Match, seat: str | None = None) -> list[str]:
    return [choice.move for choice in match.choices(None if seat is None else SEATS.index(seat))]


def offered(match: Match, word: str, seat: str | None = None) -> list[str]:
    """What may be done of one sort: "enrol", "at", ..."""
    return [move.removeprefix(f"{word} ") for move in moves(match, seat) if move.split()[0] == word]


def refusal(match: Match, step: str) -> str | None:
    """The clause that forbids the move, which must leave the match as it was."""
    before, log = match.state.tobytes(), match.log()
    with pytest.raises(IllegalMove) as refused:
        played(match, step)
    assert (match.state.tobytes(), match.log()) == (before, log)
    return refused.value.clause


def ended(match: Match) -> Match:
    """All who have not ended their turns end them."""
    while at(match, "phase") == "turns":
        match.play("end", match.waiting[0])
    return match


def at_random(match: Match, seed: int, steps: int = 99999) -> Match:
    """Some random moves, or all until the end."""
    chance = random.Random(seed)
    while steps and not match.over:
        match.play(chance.choice(match.choices(chance.choice(match.waiting))))
        steps -= 1
    return match


# --- Looking ---


def at(match: Match, key: str, seat: str | None = None) -> Any:
    found = match.position()[key]
    return found if seat is None else found[seat]


def waiting(match: Match) -> str:
    return "".join(SEATS[seat] for seat in match.waiting)


def asked(match: Match) -> str:
    """Who has to decide what: "A place"; "" if nobody is in the middle of anything."""
    position = match.position()
    return f"{position['mover']} {position['step']}" if position["mover"] else ""


def moment(match: Match) -> str:
    """ "1 turns"."""
    return f"{at(match, 'round')} {at(match, 'phase')}"


def purse(match: Match, seat: str = "A") -> str:
    """As `table` takes it."""
    return " ".join(str(n) for n in at(match, "resources", seat).values())


def purses(match: Match) -> list[str]:
    return [purse(match, seat) for seat in at(match, "resources")]


def hand(match: Match, seat: str = "A", key: str = "hands") -> str:
    return " ".join(at(match, key, seat))


def court(match: Match, seat: str = "A") -> dict[str, str]:
    found: dict[str, str] = at(match, "pyramids", seat)
    return found


def pile(match: Match, key: str = "discard") -> str:
    return " ".join(at(match, key))


def cards_anywhere(match: Match) -> Counter[str]:
    return cards_of(match.position())


def cards_of(position: dict[str, Any]) -> Counter[str]:
    cards = [card for key in ("looked", "leaving", "discard", "deck") for card in position[key]]
    for key in ("hands", "kept", "reserved"):
        cards += [card.rstrip("!<") for group in position[key].values() for card in group]
    cards += [card for pyramid in position["pyramids"].values() for card in pyramid.values()]
    cards += [position["chosen"]] if position.get("step") in ("place", "pay") else []
    return Counter(cards)
