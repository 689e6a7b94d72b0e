"""How a world may have come about, drawn by chance: every order in which others may have drawn their cards is as likely
as another. A card that they still hold may then have been in their hand all the time, and that they did not play it
tells something; in the one past of `history.py` what they hold was drawn last."""

from __future__ import annotations

import random
from typing import Any

from camarilla.engine.match import Match
from camarilla.engine.past import last_chance, states
from camarilla.engine.record import Records, copy_records
from camarilla.games.medici import rules
from camarilla.games.medici.rules import RANKS


def recall(match: Match, seat: int | None) -> Pasts:
    return Pasts(match, seat)


class Pasts:
    """From the beginning of a match, or from where cards put aside were last shuffled back (MED-7)."""

    def __init__(self, match: Match, seat: int | None) -> None:
        first = last_chance(match)
        line = states(match)[first:]
        self.start, self.actions, self.seat = line[0], [step.action for step in match.steps[first:]], seat
        movers = [step.seat for step in match.steps[first:]]
        self.houses = [House(line, movers, self.actions, owner) for owner in match.game.seats if owner != seat]

    def draw(self, world: Records, seed: int) -> tuple[Records, list[int]]:
        """A state, and the actions that lead from it to the world."""
        start, actions, chance = copy_records(self.start), [*self.actions], random.Random(seed)
        if self.seat is not None:
            planned = count_plans(self.start, world, self.seat)
            there = max(0, int(world["left"][0, self.seat]) - planned)  # of what lies in the deck, not drawn so far
            start["deck"][0, self.seat, :there] = world["deck"][0, self.seat, planned:][:there]
        for house in self.houses:
            house.draw(start, actions, world, chance)
        return start, actions


def count_plans(start: Records, now: Records, owner: int) -> int:
    return int(now["plans"][0, owner] - start["plans"][0, owner])


class House:
    """That of somebody else. Its cards are one row: the hand at first, the deck at first from its top, then what was
    planned with (MED-16). Whatever has come to the hand came from there in this order, and what is left is the deck.

    A card is known by its rank; the one that the first plan was made with, which only a world tells, by -1, that of
    the second by -2, and so on.
    """

    def __init__(self, line: list[Records], movers: list[int], actions: list[int], owner: int) -> None:
        self.start, self.owner, self.actions = line[0], owner, actions
        self.hand, self.deck = hand_size(line[0], owner), int(line[0]["left"][0, owner])
        mine = [i for i, mover in enumerate(movers) if mover == owner]
        self.turned_up = sum(rules.SWAP <= actions[i] < rules.STOP for i in mine)
        self.taken = [i for i in mine if actions[i] < rules.SEND]
        self.is_open = bool(self.taken) and self.taken[-1] == len(actions) - 1  # what was taken is still to be seen
        used = self.taken[: len(self.taken) - self.is_open]
        self.plans = [i for i in used if actions[i + 1] == rules.PLAN]
        cards = [-1 - self.plans.index(i) if i in self.plans else actions[i] for i in used]
        self.drawn_now = self.drawn_by(line[-1])
        self.shown = ranks(line[-1]["shown"][0, owner : owner + 1])[0] + 1 if self.deck else 0  # 0: not the last card
        drawn = [self.drawn_by(line[i]) for i in used]
        late = drawn.index(self.drawn_now) if self.shown and self.drawn_now in drawn else len(used)
        self.early, self.late = [*zip(cards, drawn, strict=True)][:late], cards[late:]

    def drawn_by(self, state: Records) -> int:
        """How many cards of the row had been drawn then."""
        planned = count_plans(self.start, state, self.owner)
        return self.hand + self.deck + planned - int(state["left"][0, self.owner])

    def draw(self, start: Records, actions: list[int], world: Records, chance: random.Random) -> None:
        """Write cards with which it comes to the world into the start, and into the actions what nobody else saw."""
        held = ranks(world["hand"][0, self.owner, : hand_size(world, self.owner)])
        row = self.draw_row(held, chance) + ranks(world["deck"][0, self.owner, : world["left"][0, self.owner]][::-1])
        for number in reversed(range(len(self.plans))):
            row[row.index(-1 - number)] = actions[self.plans[number]] = row[self.hand + self.deck + number]
        if self.is_open:
            actions[self.taken[-1]] = min(held, key=rules.worth)  # it may be played whatever the limit is
        codes = [rank + 1 + self.owner * RANKS for rank in row]
        start["hand"][0, self.owner, : self.hand] = sorted(codes[: self.hand], reverse=True)
        start["deck"][0, self.owner, : self.deck] = codes[self.hand :][: self.deck][::-1]

    def draw_row(self, held: list[int], chance: random.Random) -> list[int]:
        """What has been drawn, in order. Each card that was used came at any time before that; those that were used
        after the last one had come, or are still held, came in any order in which that is the one that was shown."""
        turned_up = ranks(self.start["deck"][0, self.owner, : self.deck][::-1][: self.turned_up])
        row = [*turned_up, *[0] * (self.drawn_now - self.turned_up)]
        free, come = list[int](), self.turned_up
        for card, drawn in self.early:
            free += range(come, drawn)
            come = drawn
            row[take(free, chance)] = card
        free += range(come, self.drawn_now)
        rest = [*self.late, *held]
        if self.shown:
            row[free.pop()] = self.shown - 1
            rest.remove(self.shown - 1)
        for place in free:
            row[place] = take(rest, chance)
        return row


def ranks(codes: Any) -> list[int]:
    return [rules.rank(code - 1) for code in codes.tolist()]


def hand_size(state: Records, owner: int) -> int:
    return int((state["hand"][0, owner] > 0).sum())


def take(some: list[int], chance: random.Random) -> int:
    """Any of them, which is not among them any more."""
    return some.pop(int(chance.random() * len(some)))
