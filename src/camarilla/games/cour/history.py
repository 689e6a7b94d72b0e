"""How a world that was dealt anew for a seat may have come about: a law plays it, and the seat must see what it saw.

The history is told backwards, from the world to the last time that chance came in: the deal, or the last shuffle of the
discard pile (COR-35 goes into nothing before that). Cards that the seat saw go where they came from. Of the others any
may have been drawn that was not in the hand for certain: passed on in the draft, or taken from the discard pile. What a
hand holds when the draft ends was picked there.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from camarilla.engine.match import Match
from camarilla.engine.record import Records, opened
from camarilla.games.cour import rules
from camarilla.games.cour.position import MARKS

HAND, KEPT, RESERVED, LOOKED = range(4)
Cards = Counter[int]
Pick = tuple[int, int]  # a seat, and the number of its pick
Group = tuple[Cards, list[Pick]]  # cards of a pack, of which each of these picks took two


class Impossible(Exception):
    """The world cannot have come about in this way."""


def retrace(game: Any, match: Match, world: Match, seat: int | None) -> tuple[dict[str, Any], list[int]] | None:
    """COR-35 does not go into when, within a turn, a card was set aside from a hand."""
    observer, first = -1 if seat is None else seat, last_shuffle(match)
    others = [other for other in game.seats if other != observer]
    if world.state["phase"][0] != rules.DRAFT and any(held(world.state, other, KEPT) for other in others):
        return None
    for picks in known_picks(match, world, observer) if first == 0 and observer >= 0 else [{}]:
        try:
            return Backwards(match, world, observer, first, picks).tell()
        except Impossible:
            continue
    raise AssertionError(f"for {seat}, this world cannot have come about: {world.position()}")


def truth(position: dict[str, Any]) -> dict[str, Any]:
    """The position without what others know, and without the future."""
    plain = {key: value for key, value in position.items() if key not in ("stream", "passed", "fewest")}
    for key in ("hands", "kept", "reserved"):
        plain[key] = {letter: sorted(bare(name) for name in names) for letter, names in position[key].items()}
    return plain


def bare(name: str) -> str:
    return name.rstrip("".join(MARKS))


# --- Reading states ---


def codes(state: Records, seat: int, which: int) -> list[int]:
    first = state["first"][0]
    return [int(code) for code in state["cards"][0, first[seat * 3 + which] : first[seat * 3 + which + 1]]]


def held(state: Records, seat: int, *groups: int) -> Cards:
    return Counter(code // 4 for which in groups for code in codes(state, seat, which))


def looked_at(state: Records) -> Cards:
    return Counter(int(kind) for kind in state["looked"][0] if kind >= 0)


def state_at(match: Match, number: int) -> Records:
    """After so many moves."""
    state = match.steps[number].before if number < len(match.steps) else match.state
    assert state is not None
    return state


def last_shuffle(match: Match) -> int:
    """The number of moves since which no discard pile was shuffled: else it never gets smaller but by taking a card."""
    for number in range(len(match.steps), 0, -1):
        before, after = state_at(match, number - 1), state_at(match, number)
        if thrown(after) < thrown(before) - (before["step"][0] == rules.TO_RECOVER):
            return number
    return 0


def thrown(state: Records) -> int:
    return int(state["discards"][0]) + int(state["leaving"][0].sum())


def places_of_cards_drawn(match: Match, number: int) -> list[Pick]:
    """The seats that the cards drawn in a move went to, and the groups, in the order drawn: found by making the move
    with cards that do not exist on top of the draw pile."""
    step, state = match.steps[number], state_at(match, number).copy()
    s, t = opened(state)[0], opened(match.game.data)[0]
    n = s.left - int(state_at(match, number + 1)["left"][0])
    if n == 0:
        return []
    tags = [rules.CHARACTERS - 1 - i for i in range(n)]
    assert tags[-1] >= t.kinds
    for i, tag in enumerate(tags):
        s.deck[s.left - 1 - i] = tag
    with np.errstate(over="ignore"):
        rules.play(t, s, step.seat, step.action)
    where = {int(kind): (s.user, LOOKED) for kind in looked_at(state)}
    for seat, which in itertools.product(match.game.seats, (HAND, KEPT, RESERVED)):
        where |= dict.fromkeys(held(state, seat, which), (seat, which))
    return [where[tag] for tag in tags]


# --- The draft ---


def known_picks(match: Match, world: Match, seat: int) -> Iterator[dict[Pick, Cards]]:
    """All that others may have picked of packs that the seat had had; nothing if the world contradicts what it saw."""
    groups = list(missing_cards(match, world, seat))
    for shares in itertools.product(*(list(shared(cards, len(takers))) for cards, takers in groups)):
        pairs = [zip(takers, hands, strict=True) for (_, takers), hands in zip(groups, shares, strict=True)]
        yield dict(itertools.chain(*pairs))


def missing_cards(match: Match, world: Match, seat: int) -> Iterator[Group]:
    """Of the packs that the seat had, what is missing when they come round, or where they are in the world."""
    players, now = match.game.players, int(world.state["pick"][0]) or 5
    packs, own = packs_of(match, seat), picks_of(match, seat)
    for pick, pack in packs.items():
        back, passed = min(pick + players, now), pack - own[pick]  # it is seen again, or is somewhere, in that pick
        if back == pick + players and back < 5:
            there = packs[back]
        else:
            there = held(world.state, (seat + back - pick) % players, HAND, KEPT) if back < 5 else Counter()
        takers = [((seat + steps) % players, pick + steps) for steps in range(1, back - pick)]
        if pick < now:
            yield (passed - there if not there - passed else Counter()), takers


def packs_of(match: Match, seat: int) -> dict[int, Cards]:
    """The seat's pack in each pick so far."""
    found: dict[int, Cards] = {}
    for number in range(len(match.steps) + 1):
        state = state_at(match, number)
        if state["phase"][0] != rules.DRAFT:
            break
        found.setdefault(int(state["pick"][0]), held(state, seat, HAND, KEPT))
    return found


def picks_of(match: Match, seat: int) -> defaultdict[int, Cards]:
    """What the seat picked each time."""
    found: defaultdict[int, Cards] = defaultdict(Counter)
    for step in match.steps:
        if step.seat == seat and rules.PICK_A <= step.action < rules.ENROL_A and step.before is not None:
            found[int(step.before["pick"][0])][step.action - rules.PICK_A] += 1
    return found


def shared(cards: Cards, takers: int) -> Iterator[tuple[Cards, ...]]:
    """All ways to give two of the cards to each taker."""
    if takers == 0:
        if not cards:
            yield ()
        return
    for two in sorted({tuple(sorted(pair)) for pair in itertools.combinations(cards.elements(), 2)}):
        for others in shared(cards - Counter(two), takers - 1):
            yield Counter(two), *others


# --- Backwards ---


class Backwards:
    """A world on its way back to the beginning, if the picks of the draft that the observer knows of were these."""

    def __init__(self, match: Match, world: Match, observer: int, first: int, picks: dict[Pick, Cards]) -> None:
        self.match, self.observer, self.first, self.picks = match, observer, first, picks
        self.others = [seat for seat in match.game.seats if seat != observer]
        self.cards = {(seat, which): held(world.state, seat, which) for seat in self.others for which in range(3)}
        looks = world.state["user"][0] in self.others
        self.cards |= {(seat, LOOKED): looked_at(world.state) if looks else Counter() for seat in self.others}
        self.deck = [int(kind) for kind in world.state["deck"][0, : world.state["left"][0]]]
        self.moves: list[int] = []
        self.certain = [self.certain_at_first(), *self.certain_later()]

    def tell(self) -> tuple[dict[str, Any], list[int]]:
        for number in range(len(self.match.steps) - 1, self.first - 1, -1):
            if state_at(self.match, number)["phase"][0] == rules.DRAFT:
                self.take_back_draft(number + 1)
                break
            self.take_back(number)
        else:
            if state_at(self.match, self.first)["phase"][0] == rules.DRAFT:
                self.take_back_draft(self.first)
        return self.start(), self.moves[::-1]

    # --- Cards that are certain to be in a hand ---

    def certain_at_first(self) -> dict[int, Cards]:
        state = state_at(self.match, self.first)
        certain: dict[int, Cards] = {}
        for seat in self.others:
            known = [code for which in (HAND, KEPT) for code in codes(state, seat, which) if self.knows(seat, code)]
            certain[seat] = Counter(code // 4 for code in known)
        for (seat, _), cards in self.picks.items():
            certain[seat] = certain[seat] + cards
        return certain

    def certain_later(self) -> Iterator[dict[int, Cards]]:
        """After each move."""
        certain = self.certain_at_first()
        for number in range(self.first, len(self.match.steps)):
            step, state = self.match.steps[number], state_at(self.match, number)
            if step.seat != self.observer and (card := gone(step.action)) is not None:
                certain[step.seat] = certain[step.seat] - Counter([card])
            elif step.seat != self.observer and state["step"][0] == rules.TO_RECOVER:
                certain[step.seat] = certain[step.seat] + Counter([step.action - rules.TAKE_A])
            yield dict(certain)

    def knows(self, owner: int, code: int) -> bool:
        """Whether the observer knows of this card of another."""
        next_seat = self.observer >= 0 and (self.observer + 1) % self.match.game.players == owner
        return code % 4 == rules.KNOWN_TO_ALL or (code % 4 == rules.KNOWN_TO_RIGHT and next_seat)

    # --- A move ---

    def take_back(self, number: int) -> None:
        before, after = state_at(self.match, number), state_at(self.match, number + 1)
        self.put_back(number)
        if after["round"][0] > before["round"][0]:
            self.set_aside(number)
        step = self.match.steps[number]
        if step.seat == self.observer:
            self.moves.append(step.action)
        else:
            self.moves.append(self.take_back_action(number))

    def put_back(self, number: int) -> None:
        """Cards that were drawn, the last one first."""
        before = state_at(self.match, number)
        for i, (seat, which) in reversed([*enumerate(places_of_cards_drawn(self.match, number))]):
            if seat == self.observer:
                self.deck.append(int(before["deck"][0, before["left"][0] - 1 - i]))
            elif which == HAND:
                self.deck.append(self.take_free(seat, number))
            else:
                self.deck.append(self.take_any(seat, which))

    def set_aside(self, number: int) -> None:
        """At the income, cards that were set aside came back; those kept are chosen first from what is certain."""
        state = state_at(self.match, number)
        for seat in self.others:
            for _ in range(len(codes(state, seat, RESERVED))):
                self.cards[seat, RESERVED][self.take_free(seat, number)] += 1
            for _ in range(len(codes(state, seat, KEPT))):
                hand, certain = self.cards[seat, HAND], self.certain[0][seat]
                card = max((card for card in hand if hand[card]), key=lambda card: (certain[card] > 0, card))
                self.move_card(seat, HAND, KEPT, card)

    def take_back_action(self, number: int) -> int:
        """What another did."""
        step, state = self.match.steps[number], state_at(self.match, number)
        seat, action = step.seat, step.action
        if (card := gone(action)) is not None:
            self.cards[seat, HAND][card] += 1
        elif rules.KEEP_A <= action < rules.TAKE_A:
            card = self.take_any(seat, KEPT)
            self.cards[seat, HAND][card] += 1
            return rules.KEEP_A + card
        elif rules.TAKE_A <= action < rules.EFFECT_A and state["step"][0] == rules.TO_LOOK:
            left = looked_at(state) - Counter([action - rules.TAKE_A])
            if not looked_at(state_at(self.match, number + 1)):
                self.cards[seat, LOOKED] = left  # all saw them being discarded
            card = self.take_free(seat, number)
            self.cards[seat, LOOKED][card] += 1
            return rules.TAKE_A + card
        elif rules.TAKE_A <= action < rules.EFFECT_A:
            self.take(seat, HAND, action - rules.TAKE_A)
        return action

    def take(self, seat: int, which: int, card: int) -> int:
        if not self.cards[seat, which][card]:
            raise Impossible
        self.cards[seat, which][card] -= 1
        return card

    def take_any(self, seat: int, which: int) -> int:
        return self.take(seat, which, min(self.cards[seat, which].elements(), default=rules.NONE))

    def take_free(self, seat: int, number: int) -> int:
        """A card that need not have been in the hand before this move."""
        certain = self.certain[number + 1 - self.first][seat]
        for card in sorted(self.cards[seat, HAND].elements()):
            if self.cards[seat, HAND][card] + self.cards[seat, KEPT][card] > certain[card]:
                return self.take(seat, HAND, card)
        raise Impossible

    def move_card(self, seat: int, source: int, target: int, card: int) -> None:
        self.cards[seat, target][self.take(seat, source, card)] += 1

    # --- The draft ---

    def take_back_draft(self, moves: int) -> None:
        """To the deal: what nothing is known of was picked at any time."""
        if state_at(self.match, moves)["phase"][0] != rules.DRAFT:
            self.put_back(moves - 1)
            for seat in self.others:
                self.cards[seat, RESERVED], self.cards[seat, HAND] = self.cards[seat, HAND], Counter()
        now = int(state_at(self.match, moves)["pick"][0]) or 5
        picks = {
            (seat, pick): list(self.picked(seat, pick).elements()) for pick in range(1, now) for seat in self.others
        }
        packs = self.packs(picks, now)
        for seat in self.others:
            picks[seat, now] = list(self.cards[seat, KEPT].elements())
            self.cards[seat, HAND], self.cards[seat, KEPT] = packs[seat], Counter()
        for number in range(moves - 1, -1, -1):
            step, pick = self.match.steps[number], int(state_at(self.match, number)["pick"][0])
            known = step.seat == self.observer
            self.moves.append(step.action if known else rules.PICK_A + picks[step.seat, pick].pop())

    def picked(self, seat: int, pick: int) -> Cards:
        """Two cards of those picked."""
        found = self.picks.get((seat, pick))
        if found is None:
            known = sum((cards for (other, _), cards in self.picks.items() if other == seat), Counter[int]())
            free = self.cards[seat, RESERVED] - known
            found = Counter(sorted(free.elements())[:2])
        else:
            del self.picks[seat, pick]
        if found.total() != 2 or found - self.cards[seat, RESERVED]:
            raise Impossible
        self.cards[seat, RESERVED] = self.cards[seat, RESERVED] - found
        return found

    def packs(self, picks: dict[Pick, list[int]], now: int) -> dict[int, Cards]:
        """As they were dealt: what was picked of them, and what is left."""
        players, own = self.match.game.players, picks_of(self.match, self.observer)
        packs: dict[int, Cards] = {}
        for seat in self.others:
            packs[seat] = Counter()
            for pick in range(1, now):
                taker = (seat + pick - 1) % players
                packs[seat] += own[pick] if taker == self.observer else Counter(picks[taker, pick])
            if now < 5:
                packs[seat] += self.left_of_pack((seat + now - 1) % players)
        return packs

    def left_of_pack(self, holder: int) -> Cards:
        if holder == self.observer:
            return packs_of(self.match, holder)[int(self.match.state["pick"][0])]
        return self.cards[holder, HAND] + self.cards[holder, KEPT]

    # --- Where it begins ---

    def start(self) -> dict[str, Any]:
        """The true position of that time, with this world's cards where the observer does not know them."""
        begin = self.match.after(self.first)
        position, names = begin.position(), [character.en for character in begin.game.characters]
        letters = [begin.game.letter(seat) for seat in begin.game.seats]
        for seat in self.others:
            known = [
                code for which in (HAND, KEPT) for code in codes(begin.state, seat, which) if self.knows(seat, code)
            ]
            for key, which in (("hands", HAND), ("kept", KEPT), ("reserved", RESERVED)):
                marked, rest = [], self.cards[seat, which].copy()
                for code in [code for code in known if which != RESERVED and rest[code // 4]]:
                    known.remove(code)
                    rest[code // 4] -= 1
                    marked.append(names[code // 4] + MARKS[code % 4])
                position[key][letters[seat]] = marked + [names[card] for card in rest.elements()]
            for key in ("passed", "fewest"):
                del position[key][letters[seat]]
        if begin.state["user"][0] in self.others:
            position["looked"] = [names[card] for card in self.cards[int(begin.state["user"][0]), LOOKED].elements()]
        position["deck"] = [names[card] for card in reversed(self.deck)]
        return position


def gone(action: int) -> int | None:
    """The card that an action takes out of a hand for all to see."""
    if rules.ENROL_A <= action < rules.KEEP_A:
        return (action - rules.ENROL_A) % rules.CHARACTERS
    return None
