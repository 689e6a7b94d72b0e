"""A plain second implementation of Court of the Medici, to check the engine against. It reads like its clauses.

Slow on purpose: the court is three lists of stacks, and which values of jesters make totals equal is found by trying
all of them. Cards, moves, steps and positions are written as in the game's notation.md.
"""

import copy
import re
from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import Any

# MED-1: what each house has. The order of the ranks is that of written positions.
RANKS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "X", "D"]
COPIES = dict.fromkeys(RANKS, 2) | {"D": 1}
MINISTER, LADY, JESTER, DUKE = "0", "1", "X", "D"

HOUSES = "RG"
AREAS = "IRG"
STEPS = ["start", "card", "place", "target", "values", "limit"]


@dataclass(frozen=True)
class Card:
    house: int
    rank: str

    @property
    def name(self) -> str:
        return HOUSES[self.house] + self.rank

    @property
    def points(self) -> int:
        """MED-1; MED-30: a jester is worth 1 in the counts."""
        return {JESTER: 1, DUKE: 15}[self.rank] if self.rank in (JESTER, DUKE) else int(self.rank)


@dataclass(frozen=True)
class Noble:
    """A card at court. Its value is that of the card, except for jesters."""

    card: Card
    value: int

    @property
    def name(self) -> str:
        return f"{self.card.name}={self.value}" if self.card.rank == JESTER else self.card.name


# The nobles of a stack, bottom first; one alone is a stack too.
Stack = tuple[Noble, ...]
# Where a stack lies: the area and its index there, from 0.
Spot = tuple[str, int]
# Where a noble lies: the stack and its index there, from 0 at the bottom.
Height = tuple[Spot, int]


def canonical_card(card: Card) -> tuple[int, int]:
    return card.house, RANKS.index(card.rank)


def whole_deck(dukes: bool) -> list[Card]:
    """MED-1, MED-2: both houses."""
    ranks = [rank for rank in RANKS if dukes or rank != DUKE]
    return [Card(house, rank) for house in (0, 1) for rank in ranks for _ in range(COPIES[rank])]


BY_NAME = {card.name: card for card in whole_deck(dukes=True)}


def read_cards(text: str) -> list[Card]:
    for name in text.split():
        require(name in BY_NAME, f"no such card: {name}")
    return [BY_NAME[name] for name in text.split()]


def read_stack(text: str) -> Stack:
    nobles = []
    for word in text.split("+"):
        name, equals, value = word.partition("=")
        require(name in BY_NAME, f"no such card: {word}")
        card = BY_NAME[name]
        require(bool(equals) == (card.rank == JESTER), f"jesters, and only jesters, carry a value: {word}")
        require(not equals or value in map(str, range(1, 11)), f"the value of a jester is 1 to 10: {word}")
        nobles.append(Noble(card, int(value) if equals else card.points))
    return tuple(nobles)


def read_spot(text: str | None) -> Spot | None:
    return None if text is None else (text[0], int(text[1:]) - 1)


def write_cards(cards: list[Card]) -> str:
    return " ".join(card.name for card in cards)


def write_sorted(cards: list[Card]) -> str:
    return write_cards(sorted(cards, key=canonical_card))


def write_stack(stack: Stack) -> str:
    return "+".join(noble.name for noble in stack)


def write_spot(spot: Spot) -> str:
    area, index = spot
    return f"{area}{index + 1}"


def by_letter(things: list[Any]) -> dict[str, Any]:
    return dict(zip(HOUSES, things, strict=True))


def require(condition: bool, complaint: str) -> None:
    if not condition:
        raise ValueError(complaint)


class Referee:
    """A game of Court of the Medici, from a position on."""

    players = 2
    letters = HOUSES

    def __init__(self, position: dict[str, Any]) -> None:
        options = position["options"]
        self.edition: str = options.get("edition", "english")
        self.dukes: bool = options.get("dukes", False)
        self.distinct_start: bool = options.get("distinct_start", False)
        self.stuck: str = options.get("stuck", "mover")
        self.jesters: str = options.get("jesters", "bound")
        mover = position["mover"]
        self.mover: int | None = None if mover is None else HOUSES.index(mover)
        self.step: str = position.get("step", "" if mover is None else "card")
        self.card: Card | None = BY_NAME[position["card"]] if position.get("card") else None
        self.onto: Spot | None = read_spot(position.get("onto"))
        self.target: Spot | None = read_spot(position.get("target"))
        self.named: list[int] = list(position.get("named", []))
        outer = position.get("outer", {})
        self.court: dict[str, list[Stack]] = {"I": [read_stack(stack) for stack in position.get("inner", [])]}
        for letter in HOUSES:
            self.court[letter] = [read_stack(stack) for stack in outer.get(letter, [])]
        self.hands = self._read_piles(position, "hands")
        self.decks = self._read_piles(position, "decks")
        self.aside = self._read_piles(position, "aside")
        # Cards that are named nowhere are discarded, if the position does not say what is.
        self.discards = self._read_piles(position, "discards") if "discards" in position else self._rest_of_the_deck()
        self.known: list[int] = self._read_letters(position, "known", 0)
        self.limits: list[int | None] = self._read_letters(position, "limits", None)
        self.plans: list[int] = self._read_letters(position, "plans", 0)
        self.run: int = position.get("run", 0)
        shown = self._read_letters(position, "shown", None)
        self.shown: list[Card | None] = [None if name is None else BY_NAME[name] for name in shown]
        self.passed: list[bool] = self._read_letters(position, "passed", False)
        self.winner: str | None = position.get("winner")
        self.stream: str = position.get("stream", "0" * 16)
        self._check()

    # Reading and writing positions

    def _read_letters(self, position: dict[str, Any], key: str, default: Any) -> list[Any]:
        return [position.get(key, {}).get(letter, default) for letter in HOUSES]

    def _read_piles(self, position: dict[str, Any], key: str) -> list[list[Card]]:
        return [read_cards(text) for text in self._read_letters(position, key, "")]

    def _named_cards(self) -> list[Card]:
        cards = [noble.card for noble in self._nobles()]
        for pile in self.hands + self.decks + self.aside:
            cards += pile
        # In the step "place" the card taken is neither in the hand nor at court.
        return [*cards, self.card] if self.step == "place" and self.card is not None else cards

    def _rest_of_the_deck(self) -> list[list[Card]]:
        rest = list((Counter(whole_deck(self.dukes)) - Counter(self._named_cards())).elements())
        return [[card for card in rest if card.house == seat] for seat in (0, 1)]

    @property
    def fresh(self) -> Height | None:
        """Where the jester lies that is being played, if it is one and lies at court already: on top of its stack."""
        if self.onto is None or self.card is None or self.card.rank != JESTER:
            return None
        return self.onto, len(self._at(self.onto)) - 1

    def _check(self) -> None:
        """The position is one that a game could go on from (the game's notation.md)."""
        cards = self._named_cards() + self.discards[0] + self.discards[1]
        deck = whole_deck(self.dukes)
        require(sorted(cards, key=canonical_card) == deck, "the cards are not those of the deck")
        for piles in (self.hands, self.decks, self.aside, self.discards):
            for seat in (0, 1):
                require(all(card.house == seat for card in piles[seat]), "a card of the other house")
        for seat in (0, 1):
            require(0 <= self.known[seat] <= len(self.decks[seat]), "more cards known than the deck has")
        if self.mover is None:
            require(self.step == "", "the game is over but there is something to decide")
            return
        require(self.step in STEPS, f"no such step: {self.step}")
        require((self.card is not None) == (self.step in ("place", "target", "values")), "a card taken, or none")
        require(self.card is None or self.card.house == self.mover, "a card taken of the other house")
        require((self.onto is not None) == (self.step in ("target", "values")), "the card lies somewhere, or nowhere")
        require(self.onto is None or self._at(self.onto)[-1].card == self.card, "the card lies elsewhere")
        require(self.target is None or self.step == "values", "a target of no conspiracy")
        require(self.named == [] or self.step == "values", "jesters named out of turn")
        if self.step == "start":
            require(self.distinct_start and self._pairs() != [], "there is no pair to replace")
        elif self.step == "limit":
            last = self.shown[self.mover]
            require(last is not None and last.rank == JESTER, "the last card is not a jester")
        elif self.step in ("card", "place"):
            require(not self._inner_circle_is_lost(), "the Inner Circle is lost")
            require(self.step == "place" or self._can_play(self.mover), "the mover cannot play")
        if self._asks_both() and self.step != "start":
            require(self._can_play(1 - self.mover), "the other player cannot play")

    def position(self) -> dict[str, Any]:
        """The complete position."""
        return {
            "game": "medici",
            "options": {
                "players": self.players,
                "edition": self.edition,
                "dukes": self.dukes,
                "distinct_start": self.distinct_start,
                "stuck": self.stuck,
                "jesters": self.jesters,
            },
            "mover": None if self.mover is None else HOUSES[self.mover],
            "step": self.step,
            "card": None if self.card is None else self.card.name,
            "onto": None if self.onto is None else write_spot(self.onto),
            "target": None if self.target is None else write_spot(self.target),
            "named": list(self.named),
            "inner": [write_stack(stack) for stack in self.court["I"]],
            "outer": {letter: [write_stack(stack) for stack in self.court[letter]] for letter in HOUSES},
            "hands": by_letter([write_sorted(hand) for hand in self.hands]),
            "decks": by_letter([write_cards(deck) for deck in self.decks]),
            "known": by_letter(self.known),
            "discards": by_letter([write_sorted(pile) for pile in self.discards]),
            "aside": by_letter([write_sorted(pile) for pile in self.aside]),
            "limits": by_letter(self.limits),
            "plans": by_letter(self.plans),
            "run": self.run,
            "shown": by_letter([None if card is None else card.name for card in self.shown]),
            "passed": by_letter([self._plays_no_more(seat) for seat in (0, 1)]),
            "winner": self.winner,
            "stream": self.stream,
        }

    def copy(self) -> "Referee":
        """A game to try moves on. Cards and stacks never change, so copies of the lists are enough."""
        twin = copy.copy(self)
        twin.named = list(self.named)
        twin.court = {area: list(stacks) for area, stacks in self.court.items()}
        twin.hands = [list(hand) for hand in self.hands]
        twin.decks = [list(deck) for deck in self.decks]
        twin.aside = [list(pile) for pile in self.aside]
        twin.discards = [list(pile) for pile in self.discards]
        twin.known = list(self.known)
        twin.limits = list(self.limits)
        twin.plans = list(self.plans)
        twin.shown = list(self.shown)
        twin.passed = list(self.passed)
        return twin

    # Looking at the court

    def _spots(self) -> list[Spot]:
        return [(area, index) for area in AREAS for index in range(len(self.court[area]))]

    def _at(self, spot: Spot) -> Stack:
        area, index = spot
        return self.court[area][index]

    def _put(self, spot: Spot, stack: Stack) -> None:
        area, index = spot
        self.court[area][index] = stack

    def _nobles(self) -> list[Noble]:
        return [noble for spot in self._spots() for noble in self._at(spot)]

    def _jesters(self) -> list[Height]:
        """The jesters at court in the order of their numbers: area by area, stack by stack, bottom first."""
        return [
            (spot, height)
            for spot in self._spots()
            for height, noble in enumerate(self._at(spot))
            if noble.card.rank == JESTER
        ]

    def _set_value(self, jester: Height, value: int) -> None:
        spot, height = jester
        stack = self._at(spot)
        self._put(spot, (*stack[:height], Noble(stack[height].card, value), *stack[height + 1 :]))

    # What a player may play

    def _within_limit(self, card: Card, seat: int) -> bool:
        """MED-18. MED-21: a jester may be 1, so all it needs is a limit that is not 0."""
        limit = self.limits[seat]
        return limit is None or card.points <= limit

    def _can_play(self, seat: int) -> bool:
        """MED-22: any card within the limit can be sent. MED-33: an empty hand cannot play. MED-32: a pass is final."""
        return not self.passed[seat] and any(self._within_limit(card, seat) for card in self.hands[seat])

    def _asks_both(self) -> bool:
        """MED-32, by the other reading of the English rulebook: either player who cannot play ends the game."""
        return self.edition == "english" and self.stuck == "either"

    def _plays_no_more(self, seat: int) -> bool:
        """MED-32, as positions tell it: in the French edition, of somebody who is not the mover."""
        waits = self.edition == "french" and self.step != "start" and seat != self.mover
        return waits and not self._can_play(seat)

    def _may_plan(self, seat: int) -> bool:
        """MED-19; MED-17: at most three times in the French edition."""
        return self.decks[seat] != [] and (self.edition == "english" or self.plans[seat] < 3)

    def _highest_jester(self) -> int:
        """MED-21: the most that a jester may be which is played now, by either reading of the English rulebook."""
        assert self.mover is not None
        if self.edition == "english" and self.jesters == "free":
            return 10
        limit = self.limits[self.mover]
        return 10 if limit is None else min(10, limit)

    # Totals of stacks, for all values that their jesters can take

    def _totals(self, stack: Stack, with_card_played: bool = False) -> set[int]:
        """Every total that the stack can have. MED-21: if its top is the card being played, a limit binds it."""
        ways = [range(1, 11) if noble.card.rank == JESTER else [noble.value] for noble in stack]
        if with_card_played and stack[-1].card.rank == JESTER:
            ways[-1] = range(1, self._highest_jester() + 1)
        return {sum(values) for values in product(*ways)}

    def _targets(self, onto: Spot, conspiracy: Stack) -> list[Spot]:
        """MED-11, MED-13, MED-14, MED-28: the other stacks that the conspiracy can equal, for some values."""
        totals = self._totals(conspiracy, with_card_played=True)
        return [spot for spot in self._spots() if spot != onto and totals & self._totals(self._at(spot))]

    def _involved(self) -> list[Height]:
        """The nobles of the conspiracy from the bottom up, then those of the target."""
        if self.onto is None or self.target is None:
            return []
        return [(spot, height) for spot in (self.onto, self.target) for height in range(len(self._at(spot)))]

    def _open_values(self, place: Height) -> list[int]:
        """The values that a noble could have at the end of the step, seen alone."""
        spot, height = place
        noble = self._at(spot)[height]
        if noble.card.rank != JESTER or self._jesters().index(place) + 1 in self.named:
            return [noble.value]
        return list(range(1, (self._highest_jester() if place == self.fresh else 10) + 1))

    def _balanced(self) -> list[tuple[int, ...]]:
        """Every way to value the nobles involved, in their order, that makes the totals of the conspiracy equal."""
        assert self.onto is not None
        size = len(self._at(self.onto))
        ways = product(*[self._open_values(place) for place in self._involved()])
        return [values for values in ways if sum(values[:size]) == sum(values[size:])]

    def _settle_values(self) -> None:
        """MED-28: the fewest jesters changed, then the smallest values. To value the one just played is no change."""
        involved = self._involved()
        before = [self._at(spot)[height].value for spot, height in involved]

        def cost(values: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
            changes = [
                place
                for place, old, new in zip(involved, before, values, strict=True)
                if old != new and place != self.fresh
            ]
            return len(changes), values

        settled = min(self._balanced(), key=cost)
        for place, value in zip(involved, settled, strict=True):
            self._set_value(place, value)

    # Moves

    @property
    def over(self) -> bool:
        return self.mover is None

    @property
    def waiting(self) -> tuple[int, ...]:
        return () if self.mover is None else (self.mover,)

    def choices(self, seat: int | None = None) -> set[str]:
        """Every move of the mover in this step, in canonical notation; another seat has none."""
        if self.mover is None or seat not in (None, self.mover):
            return set()
        if self.step == "start":
            return {"stop"} | {f"swap {rank}" for rank in self._pairs()}
        if self.step == "card":
            return {card.rank for card in self.hands[self.mover] if self._within_limit(card, self.mover)}
        if self.step == "place":
            return self._place_choices()
        if self.step == "target":
            assert self.onto is not None
            return {"x" + write_spot(spot) for spot in self._targets(self.onto, self._at(self.onto))}
        if self.step == "values":
            return self._value_choices()
        # MED-20
        return {f"limit {value}" for value in range(1, 11)}

    def _place_choices(self) -> set[str]:
        assert self.mover is not None and self.card is not None
        # MED-9, MED-16
        choices = {"send", "plan"} if self._may_plan(self.mover) else {"send"}
        for onto in self._spots():
            # MED-10: any stack. MED-11: a conspiracy must have something to eliminate.
            choices.add(write_spot(onto))
            if self._targets(onto, (*self._at(onto), Noble(self.card, self.card.points))):
                choices.add(write_spot(onto) + "!")
        return choices

    def _value_choices(self) -> set[str]:
        """MED-28: each jester once; one in the conspiracy or the target only so that the totals can still be equal."""
        choices = {"done"}
        involved = self._involved()
        balanced = self._balanced() if involved else []
        for number, place in enumerate(self._jesters(), 1):
            if number in self.named:
                continue
            values = self._open_values(place)
            if place in involved:
                values = [way[involved.index(place)] for way in balanced]
            spot, height = place
            choices |= {f"X{number}={value}" for value in values if value != self._at(spot)[height].value}
        return choices

    def play(self, move: str, after: dict[str, Any] | None = None, seat: int | None = None) -> None:
        """Make a move. `after` is the position that the engine has then, asked only for what chance decides."""
        require(move in self.choices(seat), f"not a legal move: {move}")
        assert self.mover is not None
        if after is not None:
            self.stream = after.get("stream", self.stream)
        if self.step == "start":
            self._start(move, after)
        elif self.step == "card":
            self.card = Card(self.mover, move)
            self.hands[self.mover].remove(self.card)
            self.step = "place"
        elif self.step == "place":
            self._place(move)
        elif self.step == "target":
            self.target = read_spot(move[1:])
            if self._jesters():
                self._settle_values()
            self._ask_values()
        elif self.step == "values":
            self._value(move)
        else:
            # MED-20
            self.limits[self.mover] = int(move.removeprefix("limit "))
            self._next_turn()

    # Before the first turn (MED-5 to MED-7)

    def _pairs(self) -> list[str]:
        """MED-7: the ranks that the mover's own Inner Circle cards contain twice."""
        ranks = [stack[0].card.rank for stack in self.court["I"] if stack[0].card.house == self.mover]
        return [rank for rank in RANKS if ranks.count(rank) == 2]

    def _start(self, move: str, after: dict[str, Any] | None) -> None:
        """MED-7: one replacement, of the later card of the pair, or no more."""
        assert self.mover is not None
        if move != "stop":
            card = Card(self.mover, move.removeprefix("swap "))
            index = max(index for index, stack in enumerate(self.court["I"]) if stack[0].card == card)
            self.aside[self.mover].append(card)
            new = self.decks[self.mover].pop(0)
            self.court["I"][index] = (Noble(new, new.points),)
            if self._pairs():
                return
        self._shuffle_back(after)
        if self.mover == 0:
            self.mover = 1
            if self._pairs():
                return
        self._begin(after)

    def _shuffle_back(self, after: dict[str, Any] | None) -> None:
        """MED-7: chance orders the deck; a hand that was drawn since was its top."""
        assert self.mover is not None
        if not self.aside[self.mover]:
            return
        require(after is not None, "chance decides the order of the deck: the position after the move is needed")
        assert after is not None
        letter = HOUSES[self.mover]
        shuffled = read_cards(after["hands"][letter]) + read_cards(after["decks"][letter])
        back = self.decks[self.mover] + self.aside[self.mover]
        require(Counter(shuffled) == Counter(back), "the deck does not have the right cards after the shuffle")
        self.decks[self.mover] = shuffled
        self.aside[self.mover] = []

    def _begin(self, after: dict[str, Any] | None) -> None:
        """MED-5: hands of five. MED-6: the house with the higher total begins, chance decides a tie."""
        for seat in (0, 1):
            self.hands[seat] = self.decks[seat][:5]
            self.decks[seat] = self.decks[seat][5:]
        totals = [sum(stack[0].card.points for stack in self.court["I"] if stack[0].card.house == s) for s in (0, 1)]
        if totals[0] == totals[1]:
            require(after is not None, "chance decides who begins: the position after the move is needed")
            assert after is not None
            self.mover = HOUSES.index(after["mover"])
        else:
            self.mover = totals.index(max(totals))
        self.step = "card"

    # A turn (MED-8 to MED-16, MED-23 to MED-28)

    def _place(self, move: str) -> None:
        """MED-8: one of the four ways to play a card."""
        assert self.mover is not None and self.card is not None
        if move == "plan":
            self._plan()
            return
        # MED-17: any other play breaks the run.
        self.run = 0
        # MED-27: a jester is 1 until its player says otherwise.
        noble = Noble(self.card, self.card.points)
        if move == "send":
            # MED-9
            own = HOUSES[self.mover]
            self.court[own].append((noble,))
            self.onto = (own, len(self.court[own]) - 1)
            self._ask_values()
            return
        spot = read_spot(move.removesuffix("!"))
        assert spot is not None
        joined = self._at(spot)
        self._put(spot, (*joined, noble))
        self.onto = spot
        if move.endswith("!"):
            # MED-11
            self.step = "target"
            return
        self._use_power(spot, joined, noble)
        self._ask_values()

    def _use_power(self, spot: Spot, joined: Stack, noble: Noble) -> None:
        """What a card does that allies. MED-24, MED-26: one that conspires does nothing."""
        area, index = spot
        if noble.card.rank == MINISTER and len(joined) >= 2:
            # MED-23: the others are discarded, the minister stands in their place.
            self._discard(joined)
            self._put(spot, (noble,))
        if noble.card.rank == LADY:
            # MED-25: all stand alone, from the bottom to the top, she last.
            self.court[area][index : index + 1] = [(one,) for one in (*joined, noble)]
            self.onto = (area, index + len(joined))

    def _discard(self, stack: Stack) -> None:
        """MED-11, MED-23: every card to its own house's pile."""
        for noble in stack:
            self.discards[noble.card.house].append(noble.card)

    def _ask_values(self) -> None:
        """MED-28: whenever a noble came to court and there is any jester."""
        if self._jesters():
            self.step = "values"
        else:
            self._end_of_play()

    def _value(self, move: str) -> None:
        if move == "done":
            self._end_of_play()
            return
        number, value = re.fullmatch(r"X(\d+)=(\d+)", move).groups()  # type: ignore[union-attr]
        jester = self._jesters()[int(number) - 1]
        self._set_value(jester, int(value))
        self.named = sorted([*self.named, int(number)])
        if jester in self._involved():
            self._settle_values()

    def _plan(self) -> None:
        """MED-16: to the bottom of the own deck, and its owner knows it (MED-37)."""
        assert self.mover is not None and self.card is not None
        self.decks[self.mover].append(self.card)
        self.known[self.mover] += 1
        self.plans[self.mover] += 1
        self.run += 1
        self._end_of_play()

    def _end_of_play(self) -> None:
        """MED-11: the target goes. MED-36: the ends that come before drawing. MED-8: else a card is drawn."""
        if self.target is not None:
            area, index = self.target
            self._discard(self.court[area].pop(index))
        self.card = self.onto = self.target = None
        self.named = []
        if self._drawn_by_plans():
            self.winner = "draw"
            self._end()
        elif self._inner_circle_is_lost():
            self._end()
        else:
            self._draw()

    def _draw(self) -> None:
        """MED-8, MED-18 to MED-20."""
        assert self.mover is not None
        deck = self.decks[self.mover]
        if deck:
            card = deck.pop(0)
            self.hands[self.mover].append(card)
            # The known cards are at the bottom: the one drawn was among them only if the deck is now too short.
            self.known[self.mover] = min(self.known[self.mover], len(deck))
            if not deck:
                self.shown[self.mover] = card
                if card.rank == JESTER:
                    self.step = "limit"
                    return
                self.limits[self.mover] = card.points
        self._next_turn()

    def _next_turn(self) -> None:
        """MED-32: English, a player who cannot play ends the game; French, he passes, and two of them end it."""
        assert self.mover is not None
        self.step = "card"
        self.mover = 1 - self.mover
        if self._can_play(self.mover):
            if self._asks_both() and not self._can_play(1 - self.mover):
                self._end()
            return
        if self.edition == "english":
            self._end()
            return
        self.passed[self.mover] = True
        self.mover = 1 - self.mover
        if not self._can_play(self.mover):
            self.passed[self.mover] = True
            self._end()

    # The end of the game

    def _drawn_by_plans(self) -> bool:
        """MED-17. Turns alternate in the English edition, so that six plans in a row are three of each player."""
        return self.run >= 6 if self.edition == "english" else min(self.plans) >= 3

    def _inner_circle_is_lost(self) -> bool:
        """MED-31."""
        houses = {noble.card.house for stack in self.court["I"] for noble in stack}
        return houses != {0, 1} if self.edition == "english" else houses == set()

    def _end(self) -> None:
        self.mover = None
        self.step = ""

    def scores(self) -> list[int]:
        """MED-34: the nobles of each house at court, wherever and whoever played them. MED-30: jesters 1."""
        require(self.over, "the game is not over")
        return [sum(noble.card.points for noble in self._nobles() if noble.card.house == seat) for seat in (0, 1)]

    def places(self) -> list[int]:
        """MED-17, MED-35: a draw by plans, whatever the points; else more points, then more nobles."""
        nobles = [sum(noble.card.house == seat for noble in self._nobles()) for seat in (0, 1)]
        counts = list(zip(self.scores(), nobles, strict=True))
        if self.winner == "draw" or counts[0] == counts[1]:
            return [1, 1]
        return [1, 2] if counts[0] > counts[1] else [2, 1]
