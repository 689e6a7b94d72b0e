"""What happened to the cards of each seat, and how those of another may have come to be what they are in a world.

A hand is told backwards. Of what the observer did not see any card may have been drawn, but for those that must have
been in the hand already: picked in the draft of a pack that the observer knew, or taken from the discard pile. What was
set aside from a hand comes back to it before the next round, so that choices matter only until then: there all that
might make a difference are tried.
"""

from __future__ import annotations

import enum
import itertools
import operator
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from camarilla.engine import calls
from camarilla.engine.match import Match, Step
from camarilla.engine.past import states
from camarilla.engine.record import Records
from camarilla.games.cour import rules
from camarilla.games.cour.rules import HAND, KEPT, RESERVED

LOOKED, PILE = 3, 4  # after the three groups of a seat: what it is looking at, and the draw pile
Cards = Counter[int]
Groups = tuple[Cards, Cards, Cards, Cards]


class What(enum.Enum):
    DRAWN = enum.auto()  # into one of the groups
    GONE = enum.auto()  # enrolled or discarded
    RECOVERED = enum.auto()  # from the discard pile
    SET_ASIDE = enum.auto()  # from the hand
    TAKEN = enum.auto()  # of those looked at
    KEPT_CAME_BACK = enum.auto()
    RESERVED_CAME_BACK = enum.auto()


@dataclass(frozen=True)
class Event:
    """Something that happened to a card of a seat, as all could see it."""

    what: What
    move: int
    card: int = rules.NONE  # if all saw it
    group: int = HAND  # that it was drawn into
    nth: int = 0  # of the cards drawn in the match
    left: tuple[int, ...] | None = None  # the cards looked at that were then discarded


# --- Reading states ---


def held(state: Records, seat: int, *groups: int) -> Cards:
    """The characters in some groups of a seat."""
    return Counter(code // 4 for which in groups for code in codes(state, seat, which))


def codes(state: Records, seat: int, which: int) -> list[int]:
    """The cards of a group with their marks."""
    begin, end = state["first"][0, rules.group(seat, which) :][:2].tolist()
    found: list[int] = state["cards"][0, begin:end].tolist()
    return found


def looked_at(state: Records) -> Cards:
    return Counter(kind for kind in state["looked"][0].tolist() if kind >= 0)


def groups_of(state: Records, seat: int) -> Groups:
    looked = looked_at(state) if state["user"][0] == seat else Counter[int]()
    return held(state, seat, HAND), held(state, seat, KEPT), held(state, seat, RESERVED), looked


# --- What happened ---


@dataclass(frozen=True)
class Past:
    """Of each seat what happened to its cards since the draft; and the number of moves since which no discard pile was
    shuffled."""

    events: list[list[Event]]
    shuffled: int

    def drawn_before(self, moves: int) -> int:
        """How many cards had been drawn when so many moves had been made."""
        later = [e.nth for events in self.events for e in events if e.what == What.DRAWN and e.move >= moves]
        return min(later, default=0)


def past_of(match: Match) -> Past:
    events: list[list[Event]] = [[] for _ in match.game.seats]
    shuffled = nth = 0
    for move, (before, after) in enumerate(pairwise(states(match))):
        step, drafting = match.steps[move], before["phase"][0] == rules.DRAFT
        if not drafting:
            events[step.seat] += action_events(before, move, step.action)
        if before["round"][0] < after["round"][0] and not drafting:
            for seat in match.game.seats:
                events[seat] += [Event(What.RESERVED_CAME_BACK, move)] * len(codes(before, seat, RESERVED))
                events[seat] += [Event(What.KEPT_CAME_BACK, move)] * len(codes(before, seat, KEPT))
        if any(before[key][0] != after[key][0] for key in ("left", "discards", "round")):
            places, from_discards = places_drawn_to(match, step, before, after)
            shuffled = move + 1 if from_discards else shuffled
            for seat, group in places:
                events[seat].append(Event(What.DRAWN, move, group=group, nth=nth))
                nth += 1
    return Past(events, shuffled)


def action_events(before: Records, move: int, action: int) -> Iterator[Event]:
    """What the mover's action does to a card of its own."""
    if rules.ENROL_A <= action < rules.KEEP_A:
        yield Event(What.GONE, move, (action - rules.ENROL_A) % rules.CHARACTERS)
    elif rules.KEEP_A <= action < rules.TAKE_A:
        yield Event(What.SET_ASIDE, move)
    elif rules.TAKE_A <= action < rules.EFFECT_A and before["step"][0] == rules.TO_RECOVER:
        yield Event(What.RECOVERED, move, action - rules.TAKE_A)
    elif rules.TAKE_A <= action < rules.EFFECT_A:
        left = looked_at(before) - Counter([action - rules.TAKE_A])
        yield Event(What.TAKEN, move, left=tuple(left.elements()) if before["units"][0] == 1 else None)


def places_drawn_to(match: Match, step: Step, before: Records, after: Records) -> tuple[list[tuple[int, int]], int]:
    """The seats and groups that the cards drawn in a move went to, in their order, and how many cards came from the
    discard pile: found by making the move with a draw pile of cards that can be told apart, and all others alike."""
    state, alike = before.copy(), max(0, step.action - rules.PICK_A) % rules.CHARACTERS
    tags = [kind for kind in range(rules.CHARACTERS) if kind != alike]
    state["cards"][0, : state["first"][0, rules.GROUPS]] = alike * 4
    state["looked"][0][state["looked"][0] >= 0] = alike
    state["deck"][0, : len(tags)], state["left"][0] = tags[::-1], len(tags)
    match.game.call(calls.play, state, step.seat, step.action)
    from_discards = int(state["discards"][0]) - int(after["discards"][0])
    drawn = int(before["left"][0]) + from_discards - int(after["left"][0])
    where = {kind: (int(state["user"][0]), LOOKED) for kind in looked_at(state)}
    for seat, which in itertools.product(match.game.seats, (HAND, KEPT, RESERVED)):
        where |= dict.fromkeys(held(state, seat, which), (seat, which))
    return [where[tag] for tag in tags[:drawn]], from_discards


# --- Backwards ---


@dataclass(frozen=True)
class Told:
    """The cards of a seat at some time, and those of all events since."""

    groups: Groups
    cards: list[tuple[Event, int]]


class Hand:
    """The cards of another seat in a world, and all that happened to them."""

    def __init__(self, groups: Groups, events: list[Event], at_first: Cards) -> None:
        """`at_first`: the cards that the observer knew when the match began."""
        self.groups, self.events, self.at_first = groups, events, at_first
        self.gone = Counter(event.card for event in events if event.what == What.GONE)
        aside = (int(e.what == What.SET_ASIDE) - int(e.what == What.KEPT_CAME_BACK) for e in reversed(events))
        self.kept = [*accumulate(aside, operator.sub, initial=groups[KEPT].total())][::-1]

    def certain(self, picked: Cards) -> list[Cards]:
        """What must have been in the hand, or set aside from it, before all events and after each."""
        found = [self.at_first + picked]
        for event in self.events:
            one = Counter([event.card])
            gone, recovered = event.what == What.GONE, event.what == What.RECOVERED
            found.append(found[-1] - one if gone else found[-1] + one if recovered else found[-1])
        return found

    def may_have_picked(self, picked: Cards) -> bool:
        """Whether what has not gone of that is there, and always enough besides for all that was drawn later. It does
        not matter here what was set aside from the hand."""
        cards = self.groups[HAND] + self.groups[KEPT]
        if any(cards[card] < n - self.gone[card] for card, n in picked.items()):
            return False  # most are found out so, which is quick
        certain = self.certain(picked)
        if certain[-1] - cards:
            return False
        free = cards.total() - certain[-1].total()
        for event, before, after in zip(self.events[::-1], certain[-2::-1], certain[:0:-1], strict=True):
            free += after.total() - before.total() - must_be_free(event)
            free += (event.what == What.GONE) - (event.what == What.RECOVERED)
            if free < 0:
                return False
        return True

    def moves_with_cards_aside(self) -> list[int]:
        """The moves since some of the cards now set aside from the hand were in it."""
        begin = next((i for i in range(len(self.events), -1, -1) if self.kept[i] == 0), 0)
        return [event.move for event in self.events[begin:]]

    def tell(self, picked: Cards, moves: int) -> Told | None:
        """Back to when so many moves had been made; None if it is impossible. While nothing is set aside from the hand
        it makes no difference which of the possible cards is chosen."""
        certain, groups, cards = self.certain(picked), self.groups, list[int]()
        first = bisect_left(self.events, moves, key=lambda event: event.move)
        end = len(self.events)
        while end > first:
            begin = next((i for i in range(end - 1, first, -1) if self.kept[i] == 0), first)
            found = Search(self.events[begin:end], certain[begin : end + 1]).back(end - begin, groups)
            if found is None:
                return None
            groups, end = found[0], begin
            cards = found[1] + cards
        return Told(groups, [*zip(self.events[first:], cards, strict=True)])


class Search:
    """For the cards of a few events."""

    def __init__(self, events: list[Event], certain: list[Cards]) -> None:
        self.events, self.certain, self.failed = events, certain, set[Any]()
        self.special = frozenset[int]().union(*certain)  # any two others are as good as each other

    def back(self, end: int, groups: Groups) -> tuple[Groups, list[int]] | None:
        """The cards before the first so many events, and those of the events; None if there are none."""
        if end == 0:
            return groups, []
        here = (end, *(groups[which][card] for which in (HAND, KEPT) for card in self.special))
        if here in self.failed:
            return None
        for card in self.choices(end, groups):
            found = self.back(end - 1, undone(self.events[end - 1], card, groups))
            if found is not None:
                return found[0], [*found[1], card]
        self.failed.add(here)
        return None

    def choices(self, end: int, groups: Groups) -> list[int]:
        """The cards that an event may have been about, those first that have not been in the hand for long, or last if
        it was put among those set aside."""
        event, certain = self.events[end - 1], self.certain[end]
        if event.what == What.GONE:
            return [event.card]
        cards = groups[source_and_target(event)[0]]
        if event.what == What.RECOVERED:
            return [event.card] if cards[event.card] else []
        found = sorted(cards.keys(), key=lambda card: (self.certain[0][card], card))
        if must_be_free(event):
            found = [card for card in found if groups[HAND][card] + groups[KEPT][card] > certain[card]]
        plain = [card for card in found if card not in self.special]
        found = [card for card in found if card in self.special or card == plain[0]]
        return found[::-1] if event.what == What.KEPT_CAME_BACK else found


def source_and_target(event: Event) -> tuple[int, int]:
    """Where a card goes from and to when an event is undone."""
    return {
        What.DRAWN: (event.group, PILE),
        What.GONE: (PILE, HAND),
        What.RECOVERED: (HAND, PILE),
        What.SET_ASIDE: (KEPT, HAND),
        What.TAKEN: (HAND, LOOKED),
        What.KEPT_CAME_BACK: (HAND, KEPT),
        What.RESERVED_CAME_BACK: (HAND, RESERVED),
    }[event.what]


def must_be_free(event: Event) -> bool:
    """Whether the card came from the draw pile."""
    drawn = event.what == What.DRAWN and event.group == HAND
    return drawn or event.what in (What.TAKEN, What.RESERVED_CAME_BACK)


def undone(event: Event, card: int, groups: Groups) -> Groups:
    """The groups before an event that was about this card."""
    source, target = source_and_target(event)
    hand, kept, reserved, looked = (
        cards - Counter([card]) if which == source else cards + Counter([card]) if which == target else cards
        for which, cards in enumerate(groups)
    )
    return hand, kept, reserved, looked + Counter(event.left or ())
