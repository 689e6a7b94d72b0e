"""How a world may have come about: others drew their cards in the order in which they played them. What they planned
with, and what they hold, is as it is in that world (MED-37)."""

from __future__ import annotations

from typing import Any

from camarilla.engine.match import Match
from camarilla.engine.past import last_chance
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import LETTERS
from camarilla.games.medici.position import STEPS

Position = dict[str, Any]


def retrace(match: Match, world: Match, seat: int | None) -> tuple[Position, list[int]]:
    """From the beginning, or in a start without pairs from where cards put aside were last shuffled back (MED-7)."""
    first = last_chance(match)
    start, now = match.after(first).position(), world.position()
    past = [(step.seat, step.action) for step in match.steps[first:]]
    for owner, letter in enumerate(LETTERS):
        house = House(start, now, letter)
        cards = house.as_drawn() if owner == seat else house.in_order_of_use(past, owner)
        start["hands"][letter] = " ".join(cards[: len(house.hand)])
        start["decks"][letter] = " ".join(cards[len(house.hand) :][: len(house.deck)])
    return start, [action for _, action in past]


class House:
    """Its cards as one row: the hand at first, the deck at first from its top, then what was planned with (MED-16).
    Whatever has come to the hand came from there in this order, and what is left is the deck as it is now."""

    def __init__(self, start: Position, now: Position, letter: str) -> None:
        self.hand, self.deck = start["hands"][letter].split(), start["decks"][letter].split()
        self.held, self.left = now["hands"][letter].split(), now["decks"][letter].split()
        self.planned, self.shown = now["plans"][letter], now["shown"][letter]

    def as_drawn(self) -> list[str]:
        """The row of the seat that looks back."""
        drawn = len(self.deck) + self.planned - len(self.left)
        return [*self.hand, *self.deck[:drawn], *self.left]

    def in_order_of_use(self, past: list[tuple[int, int]], owner: int) -> list[str]:
        """The row of somebody else; in the past it writes what that one took to plan with."""
        mine = [(i, action) for i, (seat, action) in enumerate(past) if seat == owner]
        taken = [i for i, action in mine if action < rules.SEND]
        swaps = sum(rules.SWAP <= action < rules.STOP for _, action in mine)
        if taken and taken[-1] == len(past) - 1:
            past[taken.pop()] = owner, min(map(rank, self.held), key=rules.worth)  # it is still to be seen
        row = [*self.deck[:swaps], *(name(owner, past[i][1]) for i in taken), *self.held, *self.left]
        if self.shown:  # all of the last hand could be played in any order, but this card came last (MED-18)
            row[-rules.HAND :] = sorted(row[-rules.HAND :], key=lambda card: card == self.shown)
        plans = [i - 1 for i, action in mine if action == rules.PLAN]
        for number, i in reversed([*enumerate(plans, len(self.hand) + len(self.deck))]):
            row[swaps + taken.index(i)], past[i] = row[number], (owner, rank(row[number]))
        return row


def name(owner: int, rank: int) -> str:
    return cards.letters(cards.number(owner, rank))


def rank(card: str) -> int:
    return cards.RANKS.index(card[1:])


def truth(position: Position) -> Position:
    """A card that was taken and not yet played is still in the hand, where a redeal puts it."""
    hands = {letter: hand.split() for letter, hand in position["hands"].items()}
    plain = {key: value for key, value in position.items() if key != "stream"}
    if position["step"] == STEPS[rules.PLACE]:
        hands[position["mover"]].append(position["card"])
        plain |= {"card": None, "step": STEPS[rules.TAKE]}
    return plain | {"hands": {letter: sorted(hand) for letter, hand in hands.items()}}
