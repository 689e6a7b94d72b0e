"""Short ways to set the court for a test. All is interpreted, so that the mutation tool may change the rules."""

from __future__ import annotations

import functools
import random
from collections import Counter
from typing import Any

import pytest

import camarilla
from camarilla import Game, IllegalMove, Match

COLOURS = "bgpry"
SEATS = "ABCDEF"
DEALT = {2: [2, 3], 3: [2, 3, 3], 4: [2, 2, 3, 3], 5: [2, 2, 3, 3, 4], 6: [2, 2, 3, 3, 4, 4]}
SEALED = {"b": 5, "g": 5, "p": 4, "r": 4, "y": 4}
COPIES = {"b": 14, "g": 14, "p": 13, "r": 13, "y": 13}
OTHERS = {"In": 1, "Me": 1, "Au": 1, "Ov": 1, "Pe": 2, "Co": 1, "Di": 1, "De": 4, "Ca": 4, "Lo": 1}


@functools.cache
def game(players: int = 3, bank: str = "limited", auction_cards_in_majorities: bool = True) -> Game:
    chosen = {"bank": bank, "auction_cards_in_majorities": auction_cards_in_majorities}
    return camarilla.game("sun_king", players=players, runtime="interpreted", **chosen)


def table(
    *spheres: str,
    gold: str = "",
    power: str = "",
    top: str = "",
    bank: str = "limited",
    counted: bool = True,
    **given: Any,
) -> Match:
    """A position: a sphere a seat ("b b* Co"), gold and power by seat ("1 0 3"; unless told, 1 and 9 each).

    The cards of `top` are the next of the deck; the others that are named nowhere follow, Louis at the bottom.
    """
    letters = SEATS[: len(spheres)]
    gone = "".join(given.get("out", []))
    here = game(len(spheres), bank, counted)
    position: dict[str, Any] = {
        "rows": {letter: rows(sphere) for letter, sphere in zip(letters, spheres, strict=True)},
        "cards": {letter: auction_cards(sphere) for letter, sphere in zip(letters, spheres, strict=True)},
        "gold": purses(letters, gold, 1, gone),
        "power": purses(letters, power, 9, gone),
        **given,
    }
    if top:
        rest = Counter(here.at(position).position()["deck"].split()) - Counter(top.split())
        position["deck"] = " ".join([top, *rest.elements()])
    return here.at(position)


def rows(sphere: str) -> dict[str, str]:
    cards = sphere.split()
    found = {colour: " ".join(card for card in cards if card[0] == colour) for colour in COLOURS}
    return {colour: row for colour, row in found.items() if row}


def auction_cards(sphere: str) -> str:
    return " ".join(card for card in sphere.split() if card[0].isupper())


def purses(letters: str, amounts: str, usual: int, gone: str) -> dict[str, int]:
    if amounts:
        return dict(zip(letters, map(int, amounts.split()), strict=True))
    return {letter: 0 if letter in gone else usual for letter in letters}


def moves(match: Match) -> list[str]:
    return [choice.move for choice in match.choices()]


def played(match: Match, *steps: str) -> Match:
    for step in steps:
        match.play(step)
    return match


def refusal(match: Match, move: str | int) -> str | None:
    """The clause that forbids the move, which must leave the match as it was."""
    before, log = match.state.tobytes(), match.log()
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    assert (match.state.tobytes(), match.log()) == (before, log)
    return refused.value.clause


def at(match: Match, key: str) -> Any:
    return match.position()[key]


def asked(match: Match) -> str:
    """Who has to decide what, and in which phase: "A1 main"."""
    position = match.position()
    return f"{position['mover']}{position['phase']} {position['step']}"


def gold(match: Match) -> list[int]:
    return list(at(match, "gold").values())


def power(match: Match) -> list[int]:
    return list(at(match, "power").values())


def bank(match: Match) -> tuple[int | None, int | None]:
    return at(match, "bank")["gold"], at(match, "bank")["power"]


def sphere(match: Match, seat: str) -> str:
    """A sphere as `table` takes it."""
    position = match.position()
    return " ".join(filter(None, [*position["rows"][seat].values(), position["cards"][seat]]))


def cards_anywhere(match: Match) -> Counter[str]:
    position = match.position()
    lists = [position[key] for key in ("open", "waiting", "deck", "discard")]
    lists += [frame.get("card", "") for frame in position["frames"]]
    lists += [sphere(match, seat) for seat in position["rows"]]
    return Counter(" ".join(lists).split())


def at_random(match: Match, seed: int, steps: int = 99999) -> Match:
    """Some random moves, or all until the end."""
    chance = random.Random(seed)
    while steps and not match.over:
        match.play(chance.choice(match.choices()))
        steps -= 1
    return match
