"""Short ways to set the court for a test. All is interpreted, so that the mutation tool may change the rules."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest

import camarilla
from camarilla import Game, IllegalMove, Match

HOUSES = "RG"
RANKS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "X", "D"]
EDITIONS = ["english", "french"]
Assignment = dict[tuple[str, int], int]  # of values to jesters, each by its stack and its place in it


@functools.cache
def game(
    edition: str = "english",
    dukes: bool = False,
    distinct_start: bool = False,
    stuck: str = "mover",
    jesters: str = "bound",
) -> Game:
    chosen = {
        "edition": edition, "dukes": dukes, "distinct_start": distinct_start, "stuck": stuck, "jesters": jesters
    }  # fmt: skip
    return camarilla.game("medici", runtime="interpreted", **chosen)


def table(court: str, hand: str = "", other: str | None = None, mover: str = "R", **given: Any) -> Match:
    """A position: the court as "R9 G9|R7+GX=4|G5" (Inner Circle, Outer Court of R, of G) and the mover's hand.

    The other holds a 2 unless told otherwise, so as to be able to play. Decks that are not given are in order of rank.
    """
    rest = HOUSES[HOUSES.index(mover) - 1]
    hands = {mover: hand, rest: f"{rest}2" if other is None else other}
    return arranged(court, mover=mover, hands=hands, **given)


def over(court: str, **given: Any) -> Match:
    """A match that has ended."""
    return arranged(court, mover=None, **given)


def starting(inner: str, mover: str = "R", **given: Any) -> Match:
    """Before hands are drawn, with `distinct_start`."""
    return arranged(f"{inner}||", distinct_start=True, mover=mover, step="start", **given)


def arranged(
    court: str,
    edition: str = "english",
    dukes: bool = False,
    distinct_start: bool = False,
    stuck: str = "mover",
    jesters: str = "bound",
    **given: Any,
) -> Match:
    inner, *outer = (area.split() for area in court.split("|"))
    outers = dict(zip(HOUSES, outer, strict=True))
    return game(edition, dukes, distinct_start, stuck, jesters).at({"inner": inner, "outer": outers, **given})


def court(match: Match) -> str:
    """The court as `table` takes it."""
    position = match.position()
    return "|".join(" ".join(area) for area in (position["inner"], *position["outer"].values()))


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


def hand(match: Match, seat: str) -> str:
    return str(match.position()["hands"][seat])


def discards(match: Match) -> str:
    return " ".join(filter(None, match.position()["discards"].values()))


def cards_anywhere(match: Match) -> Counter[str]:
    position = match.position()
    lists = [*position["inner"], *position["outer"]["R"], *position["outer"]["G"]]
    lists += [part for key in ("hands", "decks", "discards", "aside") for part in position[key].values()]
    found = Counter(word.split("=")[0] for words in lists for word in words.replace("+", " ").split())
    return found + Counter([position["card"]] if position["step"] == "place" else [])


def at_random(match: Match, seed: int, steps: int = 999, without: Iterable[str] = ()) -> Match:
    """Some random moves, or all until the end."""
    chance = random.Random(seed)
    while steps and not match.over:
        match.play(chance.choice([choice for choice in match.choices() if choice.move not in without]))
        steps -= 1
    return match


# --- What a conspiracy may be, by trying all values (MED-11, MED-21, MED-28) ---


def stacks(match: Match) -> dict[str, list[str]]:
    """The nobles of every stack at court, by its label."""
    position = match.position()
    areas = {"I": position["inner"], **position["outer"]}
    return {f"{area}{i}": text.split("+") for area, row in areas.items() for i, text in enumerate(row, 1)}


def value(noble: str) -> int:
    """Of a jester the one that it has."""
    return 15 if noble[1:] == "D" else int(noble.partition("=")[2] or noble[1:])


def highest(match: Match) -> int:
    """What the mover may give a jester from the hand."""
    position = match.position()
    if match.game.chosen["edition"] == "english" and match.game.chosen["jesters"] == "free":
        return 10
    limit = position["limits"][position["mover"]]
    return 10 if limit is None else min(10, limit)


def totals(nobles: list[str], most: int = 10) -> set[int]:
    """What a stack can be worth; a jester on top that has no value yet may have `most`."""
    spans = [
        [value(noble)] if noble[1] != "X" else range(1, 11) if "=" in noble else range(1, most + 1) for noble in nobles
    ]
    return {sum(values) for values in product(*spans)}


def possible_conspiracies(match: Match) -> dict[str, list[str]]:
    """For each stack that the card taken may conspire with, the targets."""
    lying, card, most = stacks(match), match.position()["card"], highest(match)
    worths = {label: totals(nobles) for label, nobles in lying.items()}
    found = {}
    for label, nobles in lying.items():
        ours = totals([*nobles, card], most)
        if targets := [other for other in lying if other != label and worths[other] & ours]:
            found[label] = targets
    return found


def jesters(match: Match) -> list[tuple[str, int]]:
    """Where the jesters at court are, in the order of their numbers."""
    return [(label, i) for label, nobles in stacks(match).items() for i, noble in enumerate(nobles) if noble[1] == "X"]


def fresh(match: Match) -> tuple[str, int] | None:
    """Where the jester just played is."""
    position = match.position()
    onto = position["onto"]
    return (onto, len(stacks(match)[onto]) - 1) if onto and position["card"][1] == "X" else None


def balances(match: Match, target: str, fixed: Assignment) -> Iterator[Assignment]:
    """Every assignment of values to the jesters of the conspiracy and of its target that makes them equal."""
    lying, onto = stacks(match), match.position()["onto"]
    places = [(label, i) for label in (onto, target) for i, noble in enumerate(lying[label]) if noble[1] == "X"]
    sums = [sum(value(noble) for noble in lying[label] if noble[1] != "X") for label in (onto, target)]
    spans = [range(1, (highest(match) if place == fresh(match) else 10) + 1) for place in places]
    spans = [[fixed[place]] if place in fixed else span for place, span in zip(places, spans, strict=True)]
    for values in product(*spans):
        ours = sum(worth for place, worth in zip(places, values, strict=True) if place[0] == onto)
        if sums[0] + ours == sums[1] + sum(values) - ours:
            yield dict(zip(places, values, strict=True))


def values(match: Match) -> Assignment:
    lying = stacks(match)
    return {(label, i): value(lying[label][i]) for label, i in jesters(match)}


def settled(match: Match, target: str, fixed: Assignment) -> Assignment:
    """The values of MED-28: fewest changes, then smallest values, first of the conspiracy, from the bottom up."""
    now, new = values(match), fresh(match)

    def cost(choice: Assignment) -> tuple[int, list[int]]:
        return sum(now[place] != worth for place, worth in choice.items() if place != new), list(choice.values())

    return {**now, **min(balances(match, target, fixed), key=cost), **fixed}
