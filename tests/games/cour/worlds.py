"""All worlds that fit what a seat has seen, found by simulating every one of them in plain Python.

Nothing here asks the rules. Cards alike are counted together: a hand, a pack or the draw pile is a tuple with a number
a character, and a world is as likely as there are ways to deal the single cards so. A is the seat that looks on.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Cards = tuple[int, ...]
PICKED, HELD = range(2)  # what another seat has picked so far, and its pack; after the draft its hand is in HELD
World = tuple[tuple[Cards, Cards], ...]  # of each seat but A
Worlds = dict[World, int]


@dataclass(frozen=True)
class Seen:
    """What A saw of a draft: its pack in each pick, and what it took; of the last pick maybe nothing yet."""

    packs: list[Cards]
    picks: list[Cards]


def added(one: Cards, other: Cards) -> Cards:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def without(one: Cards, other: Cards) -> Cards:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def some_of(cards: Cards, n: int) -> Iterator[tuple[Cards, int]]:
    """All that n of the cards may be, and in how many ways."""
    for chosen in itertools.product(*(range(min(number, n) + 1) for number in cards)):
        if sum(chosen) == n:
            yield chosen, math.prod(map(math.comb, cards, chosen))


def dealt(deck: Cards, sizes: Sequence[int]) -> Iterator[tuple[list[Cards], int]]:
    """All that packs of these sizes may be."""
    if not sizes:
        yield [], 1
        return
    for pack, ways in some_of(deck, sizes[0]):
        for packs, more in dealt(without(deck, pack), sizes[1:]):
            yield [pack, *packs], ways * more


def drafted(deck: Cards, players: int, seen: Seen) -> Worlds:
    """The worlds that A may be in: after the last pick that it made, if all others have made theirs, too."""
    none = (0,) * len(deck)
    worlds: Worlds = {}
    for packs, ways in dealt(without(deck, seen.packs[0]), [8] * (players - 1)):
        worlds[tuple((none, pack) for pack in packs)] = ways
    for number, pick in enumerate(seen.picks):
        worlds = passed(worlds, without(seen.packs[number], pick), [*seen.packs[number + 1 :], none][0])
    return worlds


def passed(worlds: Worlds, from_a: Cards, to_a: Cards) -> Worlds:
    """Everybody has picked two cards and handed on the others; A knows which it got."""
    after: Worlds = defaultdict(int)
    for world, ways in worlds.items():
        for picks in itertools.product(*(list(some_of(held, 2)) for _, held in world)):
            rest = [without(held, pick) for (_, held), (pick, _) in zip(world, picks, strict=True)]
            if rest[-1] == to_a:
                packs = [from_a, *rest[:-1]]
                taken = [added(picked, pick) for (picked, _), (pick, _) in zip(world, picks, strict=True)]
                after[tuple(zip(taken, packs, strict=True))] += ways * math.prod(more for _, more in picks)
    return after


def counted(names: Sequence[str], order: Sequence[str]) -> Cards:
    found = Counter(name.rstrip("!<") for name in names)
    return tuple(found[name] for name in order)


# --- After the draft ---


def in_hand(worlds: Worlds) -> Worlds:
    """The draft is over: what was picked is the hand."""
    none = (0,) * len(next(iter(worlds))[0][PICKED])
    return {tuple((none, picked) for picked, _ in world): ways for world, ways in worlds.items()}


def pile(world: World, hidden: Cards) -> Cards:
    """The draw pile: of the cards that A does not see those that nobody holds."""
    for _, held in world:
        hidden = without(hidden, held)
    return hidden


def drawn(worlds: Worlds, hidden: Cards, seat: int) -> Worlds:
    """Another has drawn a card that A does not see."""
    after: Worlds = defaultdict(int)
    for world, ways in worlds.items():
        for card, number in enumerate(pile(world, hidden)):
            if number:
                after[changed(world, seat, card, 1)] += ways * number
    return after


def shown(worlds: Worlds, hidden: Cards, cards: Cards) -> Worlds:
    """Cards of the draw pile have come to light that were hidden."""
    weights = {world: math.prod(map(math.comb, pile(world, hidden), cards)) for world in worlds}
    return {world: ways * weights[world] for world, ways in worlds.items() if weights[world]}


def gone(worlds: Worlds, seat: int, card: int) -> Worlds:
    """Another has let a card go for all to see. In which worlds that may be is certain; how likely they are is not."""
    after: Worlds = defaultdict(int)
    for world, ways in worlds.items():
        if world[seat - 1][HELD][card]:
            after[changed(world, seat, card, -1)] += ways
    return after


def changed(world: World, seat: int, card: int, by: int) -> World:
    picked, held = world[seat - 1]
    one = tuple(number + by * (i == card) for i, number in enumerate(held))
    return (*world[: seat - 1], (picked, one), *world[seat:])


# --- After the draft: how likely a world is ---


@dataclass
class Event:
    """Another has let a card go, or has drawn one; or A (seat 0) has drawn one."""

    seat: int
    card: int | None = None
    gone: bool = False


def followed(worlds: Worlds, hidden: Cards, events: list[Event]) -> Worlds:
    """The worlds in which all of this may have happened, and that alone: not how likely they are."""
    for event in events:
        if event.gone:
            worlds = gone(worlds, event.seat, event.card)
        elif event.seat:
            worlds = drawn(worlds, hidden, event.seat)
        else:
            worlds = shown(worlds, hidden, single(hidden, event.card))
        hidden = without(hidden, single(hidden, event.card))
    return worlds


def single(like: Cards, card: int | None) -> Cards:
    return tuple(int(i == card) for i in range(len(like)))


def takings(players: int, seen: Seen) -> Iterator[tuple[list[Cards], int]]:
    """All that the others may have taken of the packs that A passed on, seat by seat, and in how many ways."""
    none = (0,) * len(seen.packs[0])
    shares: Worlds = {(none,) * (players - 1): 1}
    for number in range(3):
        missing = without(seen.packs[number], seen.picks[number])
        if number + players < 4:  # the pack has come round
            missing = without(missing, seen.packs[number + players])
        takers, after = min(players - 1, 3 - number), defaultdict(int)
        for (share, ways), (parts, more) in itertools.product(shares.items(), list(dealt(missing, [2] * takers))):
            parts += [none] * (players - 1 - takers)
            after[tuple(map(added, share, parts))] += ways * more
        shares = after
    yield from ((list(share), ways) for share, ways in shares.items())


def likely(players: int, seen: Seen, hidden: Cards, events: list[Event]) -> Worlds:
    """A world says who took each card that A passed on, and where each hidden card lies: all are as likely."""
    worlds: Worlds = defaultdict(int)
    for taken, ways in takings(players, seen):
        for hands, more in played(list(taken), [8 - sum(share) for share in taken], hidden, events):
            worlds[tuple(((0,) * len(hidden), hand) for hand in hands)] += ways * more
    return worlds


def played(
    taken: list[Cards], others: list[int], hidden: Cards, events: list[Event]
) -> Iterator[tuple[list[Cards], int]]:
    """The hands after all this, if the seats had these cards of A's packs and so many others. What goes was A's, if it
    may have been: of cards alike in one hand nobody can tell which it was."""
    for event in events:
        card, seat = single(hidden, event.card), event.seat - 1
        if event.gone and taken[seat][event.card]:
            taken[seat] = without(taken[seat], card)
        elif event.seat:
            others[seat] += -1 if event.gone else 1
        hidden = without(hidden, card)
        rest = functools.reduce(without, taken, hidden)
        if min(others) < 0 or min(rest) < 0:
            return
    for hands, ways in dealt(rest, others):
        yield list(map(added, taken, hands)), ways
