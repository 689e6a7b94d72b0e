"""How a draft may have gone that led to a world: who picked what of the packs that the observer had, and all the rest.

Of a pack that the observer passed on it knows what was taken as soon as it comes round, and a world says who holds the
rest. Two cards each went to the seats that had the pack. Of packs that the observer has not had yet, or before it had
them, anything may have been picked.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator

from camarilla.engine.match import Match
from camarilla.engine.past import states
from camarilla.engine.record import Records
from camarilla.games.cour import rules
from camarilla.games.cour.past_hands import Cards, held
from camarilla.games.cour.rules import HAND, KEPT

DEALT = 8
AFTER = 5  # the last pick is the fourth
Pick = tuple[int, int]  # a seat, and the number of its pick
Picks = dict[Pick, Cards]


def picked_by(seat: int, picks: Picks) -> tuple[int, ...]:
    """All that a seat has picked."""
    return tuple(sorted(card for (other, _), cards in picks.items() if other == seat for card in cards.elements()))


class Draft:
    """What a seat saw of it. Of one that the match began in the middle of, nothing can be told."""

    def __init__(self, match: Match, observer: int) -> None:
        self.players, self.observer = match.game.players, observer
        drafting = [state for state in states(match) if state["phase"][0] == rules.DRAFT]
        self.is_over = len(drafting) <= len(match.steps)
        dealt = [held(drafting[0], seat, HAND).total() for seat in match.game.seats] if drafting else []
        self.is_whole = {*dealt} == {DEALT}
        self.begins = 0 if self.is_whole else min(len(drafting), len(match.steps))
        self.now = AFTER if self.is_over else int(match.state["pick"][0])
        self.moves: list[Pick] = []  # who made each of them, and in which pick
        self.packs: dict[int, Cards] = {}  # the observer's, in each pick so far
        self.own: defaultdict[int, Cards] = defaultdict(Counter)  # what it picked
        if self.is_whole:
            self.look_back(match, drafting)

    def look_back(self, match: Match, drafting: list[Records]) -> None:
        for state in drafting:
            if self.observer >= 0:
                self.packs.setdefault(int(state["pick"][0]), held(state, self.observer, HAND, KEPT))
        for step, state in zip(match.steps, drafting, strict=False):
            pick = int(state["pick"][0])
            self.moves.append((step.seat, pick))
            if step.seat == self.observer:
                self.own[pick][step.action - rules.PICK_A] += 1

    # --- Packs that the observer passed on ---

    def known_picks(self, world: Records) -> list[Picks]:
        """All that others may have picked of them."""
        shares = [self.shares(world, pick) for pick in self.packs if pick < self.now]
        return [dict(itertools.chain(*some)) for some in itertools.product(*shares)]

    def shares(self, world: Records, pick: int) -> list[list[tuple[Pick, Cards]]]:
        """All that others may have picked of the pack that the observer passed on in this pick."""
        back = min(pick + self.players, self.now)  # then it comes round, or that is where it is in the world
        there, passed = self.pack_then(world, pick, back), self.packs[pick] - self.own[pick]
        if there - passed:
            return []
        takers = [((self.observer + later - pick) % self.players, later) for later in range(pick + 1, back)]
        return [[*zip(takers, some, strict=True)] for some in shared(passed - there, len(takers))]

    def pack_then(self, world: Records, pick: int, later: int) -> Cards:
        """What is left of the pack in a later pick."""
        if later == AFTER:
            return Counter()
        holder = (self.observer + later - pick) % self.players
        return self.packs[later] if holder == self.observer else held(world, holder, HAND, KEPT)

    # --- The whole draft ---

    def picks_of(self, seat: int, known: Picks, cards: Cards) -> Picks:
        """A seat's picks, but for the current one, if these are the cards that it picked; what it did not take of the
        observer's packs it may have picked at any time."""
        mine = {pick: some for (other, pick), some in known.items() if other == seat}
        rest = (cards - sum(mine.values(), Counter[int]())).elements()
        return {(seat, pick): mine.get(pick) or Counter([next(rest), next(rest)]) for pick in range(1, self.now)}

    def cards_picked(self, picks: Picks, world: Records) -> dict[int, int]:
        """The card of each move that another made."""
        coming = {pick: cards.elements() for pick, cards in picks.items()}
        coming |= {(seat, self.now): held(world, seat, KEPT).elements() for seat in range(self.players)}
        return {move: next(coming[pick]) for move, pick in enumerate(self.moves) if pick[0] != self.observer}

    def dealt(self, picks: Picks, world: Records) -> dict[int, Cards]:
        """The packs that others were dealt: what was picked of them, and what is left in the world."""
        return {seat: self.pack_of(seat, picks, world) for seat in range(self.players) if seat != self.observer}

    def pack_of(self, seat: int, picks: Picks, world: Records) -> Cards:
        pack = Cards()
        for pick in range(1, self.now):
            holder = (seat + pick - 1) % self.players
            pack += self.own[pick] if holder == self.observer else picks[holder, pick]
        return pack if self.is_over else pack + held(world, (seat + self.now - 1) % self.players, HAND, KEPT)


def shared(cards: Cards, takers: int) -> Iterator[list[Cards]]:
    """All ways to give two of the cards to each taker."""
    if takers == 0:
        if not cards:
            yield []
        return
    for two in sorted({tuple(sorted(pair)) for pair in itertools.combinations(cards.elements(), 2)}):
        for others in shared(cards - Counter(two), takers - 1):
            yield [Counter(two), *others]
