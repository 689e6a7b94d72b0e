"""Positions: the whole truth of a match as JSON that a person can read and edit (notation.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from camarilla.engine import arrangement
from camarilla.engine.arrangement import bad, write_stream
from camarilla.engine.errors import BadPosition
from camarilla.engine.record import Records, opened
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import LETTERS, RANKS, WORDS
from camarilla.games.medici.court import Noble, Stack, stacks

if TYPE_CHECKING:
    from camarilla.games.medici.game import Medici

STEPS = ("card", "place", "target", "values", "limit", "start")
KEYS = [
    "mover",
    "step",
    "card",
    "onto",
    "target",
    "named",
    "inner",
    "outer",
    "hands",
    "decks",
    "known",
    "discards",
    "aside",
    "limits",
    "plans",
    "run",
    "shown",
    "passed",
    "winner",
    "stream",
]
DRAW = "draw"
NOBLE = re.compile(rf"([{LETTERS}](?:{'|'.join(RANKS)}))(?:=(10|[1-9]))?")
SEATS = range(rules.HOUSES)
DEALT = rules.HOUSES * rules.INNER  # nobles at court before anybody has played


# --- Describing a state ---


def write(game: Medici, state: Records) -> dict[str, Any]:
    s, t, court = opened(state)[0], opened(game.data)[0], stacks(state)
    over = s.mover < 0
    return {
        "mover": None if over else LETTERS[s.mover],
        "step": "" if over else STEPS[s.step],
        "card": letters_or_none(s.card),
        "onto": court[s.onto].label if s.onto >= 0 else None,
        "target": court[s.target].label if s.target >= 0 else None,
        "named": named(s),
        "inner": [str(stack) for stack in court if stack.area == rules.CIRCLE],
        "outer": by_letter([str(stack) for stack in court if stack.area == rules.OUTER + seat] for seat in SEATS),
        "hands": by_letter(listed(sorted(filled(s.hand[seat]))) for seat in SEATS),
        "decks": by_letter(listed(deck_cards(s, seat)) for seat in SEATS),
        "known": by_letter(s.known[seat] for seat in SEATS),
        "discards": by_letter(listed(counted(s.discard, seat)) for seat in SEATS),
        "aside": by_letter(listed(counted(s.aside, seat)) for seat in SEATS),
        "limits": by_letter(None if s.limit[seat] < 0 else s.limit[seat] for seat in SEATS),
        "plans": by_letter(s.plans[seat] for seat in SEATS),
        "run": s.run,
        "shown": by_letter(letters_or_none(s.shown[seat]) for seat in SEATS),
        "passed": by_letter(passed(t, s, seat) for seat in SEATS),
        "winner": DRAW if s.drawn else None,
        "stream": write_stream(state),
    }


def by_letter(parts: Iterable[Any]) -> dict[str, Any]:
    return dict(zip(LETTERS, parts, strict=True))


def filled(slots: Any) -> list[int]:
    return [slots[i] - 1 for i in range(len(slots)) if slots[i]]


def counted(piles: Any, seat: int) -> list[int]:
    """The cards of a pile that is kept as numbers of each rank."""
    return [cards.number(seat, rank) for rank in range(rules.RANKS) for _ in range(piles[seat, rank])]


def deck_cards(s: Any, seat: int) -> list[int]:
    """A deck, the next card first."""
    return [s.deck[seat, i] - 1 for i in range(s.left[seat] - 1, -1, -1)]


def listed(some: list[int]) -> str:
    return " ".join(map(cards.letters, some))


def letters_or_none(slot: int) -> str | None:
    return cards.letters(slot - 1) if slot else None


def named(s: Any) -> list[int]:
    return [number + 1 for number in range(rules.JESTERS) if s.named >> number & 1]


def passed(t: Any, s: Any, seat: int) -> bool:
    """Whether the seat, not acting now, can play no more and so passes for good (MED-32)."""
    return bool(t.edition == rules.FRENCH and s.mover != seat and s.step != rules.START and not rules.can_play(s, seat))


# --- Arranging a state ---


def read(game: Medici, position: Mapping[str, Any]) -> Records:
    """The state that a position describes, or BadPosition."""
    return Arrangement(game, position).read()


class Arrangement(arrangement.Arrangement):
    keys = KEYS

    def __init__(self, game: Medici, position: Mapping[str, Any]) -> None:
        super().__init__(game, position)
        self.french = self.t.edition == rules.FRENCH
        self.total = [self.t.total[rank] for rank in range(rules.RANKS)]
        self.court: list[list[list[Noble]]] = []  # the stacks of each area

    def carry_out(self) -> None:
        rules.clear(self.s)
        self.set_mover()
        self.read_court()
        self.read_card()
        self.share_out()
        self.set_plans()
        self.set_limits()
        self.set_step()
        self.check_course()
        self.check_passed()

    # --- Reading parts ---

    def numbers(self, key: str, most: list[int], wanted: str) -> list[int]:
        """A whole number a seat, 0 if it is left out."""
        found = self.by_seat(key, 0)
        for seat in SEATS:
            if type(found[seat]) is not int or not 0 <= found[seat] <= most[seat]:
                raise bad(key, {LETTERS[seat]: found[seat]}, WORDS(f"position.{wanted}", most=most[seat]))
        return found

    def piles(self, key: str) -> list[list[int] | None]:
        """The cards of each house in a place; None if they are left out."""
        return [None if part is ... else self.pile(key, part, seat) for seat, part in enumerate(self.by_seat(key, ...))]

    def pile(self, key: str, text: object, seat: int) -> list[int]:
        found = [cards.read(word) for word in text.split()] if isinstance(text, str) else [None]
        known = [card for card in found if card is not None and cards.house(card) == seat]
        if len(known) < len(found):
            raise bad(key, text, WORDS("position.cards", example=f"{LETTERS[seat]}0 {LETTERS[seat]}7 {LETTERS[seat]}X"))
        return known

    # --- Whose turn it is ---

    @property
    def over(self) -> bool:
        return bool(self.s.mover < 0)

    def set_mover(self) -> None:
        mover = self.position.get("mover", LETTERS[0])
        if mover is not None and mover not in [*LETTERS]:
            raise self.refuse("mover", "mover")
        self.s.mover = rules.NOBODY if mover is None else LETTERS.index(mover)
        step = self.position.get("step", "" if self.over else STEPS[rules.TAKE])
        if step not in ([""] if self.over else STEPS) or not isinstance(step, str):
            raise self.refuse("step", "step_over" if self.over else "step", steps=list(STEPS))
        self.s.step = rules.TAKE if self.over else STEPS.index(step)

    def is_step(self, *steps: int) -> bool:
        return not self.over and self.s.step in steps

    # --- Where the cards are ---

    def read_court(self) -> None:
        outer = self.by_seat("outer", [])
        for key, part in zip(("inner", "outer", "outer"), (self.position.get("inner", []), *outer), strict=True):
            if not isinstance(part, list):
                raise bad(key, part, WORDS("position.stacks"))
            self.court.append([self.read_stack(key, text) for text in part])

    def read_stack(self, key: str, text: object) -> list[Noble]:
        """A stack, bottom first."""
        words = text.split("+") if isinstance(text, str) else []
        found = [NOBLE.fullmatch(word.strip()) for word in words]
        nobles = [noble for match in found if match and (noble := self.noble(match[1], match[2]))]
        if not words or len(nobles) < len(words):
            raise bad(key, text, WORDS("position.stack"))
        return nobles

    def noble(self, letters: str, value: str | None) -> Noble | None:
        """Jesters, and only they, carry a value."""
        card = cards.read(letters)
        assert card is not None
        if (cards.rank(card) == rules.JESTER) != (value is not None):
            return None
        return Noble(card, int(value) if value else rules.worth(cards.rank(card)))

    def read_card(self) -> None:
        """The card taken: in the step place it is nowhere else, later it lies at court."""
        text = self.position.get("card")
        wanted = self.is_step(rules.PLACE, rules.TARGET, rules.VALUES)
        card = cards.read(text) if isinstance(text, str) else None
        if wanted != (text is not None) or (wanted and (card is None or cards.house(card) != self.s.mover)):
            raise self.refuse("card", "card" if wanted else "no_card", letter=LETTERS[self.s.mover])
        if card is not None:
            self.s.card = card + 1

    def share_out(self) -> None:
        """Every card of either house is somewhere, and only there (MED-1, MED-2)."""
        hands, decks, discards, aside = (self.piles(key) for key in ("hands", "decks", "discards", "aside"))
        for seat in SEATS:
            at_court = [noble.card for area in self.court for stack in area for noble in stack]
            taken = [self.s.card - 1] if self.is_step(rules.PLACE) else []
            lists = [hands[seat], decks[seat], discards[seat], aside[seat], at_court, taken]
            house = [card for some in lists for card in some or () if cards.house(card) == seat]
            rest = self.rest_of(house, self.totals_of(seat))
            if decks[seat] is None:
                decks[seat] = rest
            elif discards[seat] is None:
                discards[seat] = rest
            elif rest:
                raise self.miscount("too_few", rest[0], self.total[cards.rank(rest[0])] - rest.count(rest[0]))
            self.fill_hand(seat, hands[seat] or [])
            self.fill_piles(seat, decks[seat] or [], discards[seat] or [], aside[seat] or [])
        self.lay_court()

    def totals_of(self, seat: int) -> list[int]:
        """How many there are of each card, of those of the house."""
        return [
            self.total[cards.rank(card)] * (cards.house(card) == seat) for card in range(rules.HOUSES * rules.RANKS)
        ]

    def miscount(self, fault: str, kind: int, found: int) -> BadPosition:
        total = self.total[cards.rank(kind)]
        return BadPosition(WORDS(f"position.{fault}", found=found, card=cards.letters(kind), total=total), "MED-1")

    def fill_hand(self, seat: int, hand: list[int]) -> None:
        drawn = not self.is_step(rules.PLACE, rules.TARGET, rules.VALUES) or seat != self.s.mover
        most = 0 if self.is_step(rules.START) else rules.HAND if drawn else rules.HAND - 1
        if len(hand) > most:
            raise bad("hands", {LETTERS[seat]: listed(hand)}, WORDS("position.hand", most=most))
        for i, card in enumerate(sorted(hand, reverse=True)):
            self.s.hand[seat, i] = card + 1

    def fill_piles(self, seat: int, deck: list[int], discards: list[int], aside: list[int]) -> None:
        self.s.left[seat] = len(deck)
        for i, card in enumerate(reversed(deck)):
            self.s.deck[seat, i] = card + 1
        if aside and not (self.is_step(rules.START) and self.s.mover == seat):
            raise bad("aside", {LETTERS[seat]: listed(aside)}, WORDS("position.aside"))
        for pile, some in ((self.s.discard, discards), (self.s.aside, aside)):
            for card in some:
                pile[seat, cards.rank(card)] += 1

    def lay_court(self) -> None:
        index = place = 0
        for area, row in enumerate(self.court):
            for stack in row:
                rules.open_stack(self.s, index, area)
                for noble in stack:
                    rules.put_on(self.s, index, noble.card)
                    self.s.value[place] = noble.value
                    place += 1
                index += 1

    # --- Plans and limits ---

    def set_plans(self) -> None:
        """Nobody plans more than three times between two other plays, or in the French game at all (MED-17)."""
        s = self.s
        run = self.read_run()
        most = [rules.MOST_PLANS if self.french else self.most_plans(seat, run) for seat in SEATS]
        plans = self.numbers("plans", most, "plans")
        known = self.numbers("known", [min(plans[seat], s.left[seat]) for seat in SEATS], "known")
        for seat in SEATS:
            s.plans[seat], s.known[seat] = plans[seat], known[seat]
        self.check_run(run, plans)
        s.run = run
        s.drawn = min(plans) >= rules.MOST_PLANS if self.french else run >= rules.LONGEST_RUN
        if s.drawn and not self.over:
            raise self.refuse("plans" if self.french else "run", "drawn")
        if self.position.get("winner", DRAW if s.drawn else None) != (DRAW if s.drawn else None):
            raise self.refuse("winner", "winner")

    def most_plans(self, seat: int, run: int) -> int:
        """Before a play of one's own two plans of a run can be one's own, before one of the other's three."""
        own, other = self.brought(seat), self.brought(1 - seat)
        return min(rules.MOST_SEEN, 2 * own + 3 * other + self.planned(seat, run))

    def brought(self, seat: int) -> int:
        """The cards of a house that have come to court, as far as one can still see."""
        at_court = sum(cards.house(noble.card) == seat for area in self.court for stack in area for noble in stack)
        return at_court + sum(int(self.s.discard[seat, rank]) for rank in range(rules.RANKS))

    def planned(self, seat: int, run: int) -> int:
        """How many plans of a run are the seat's, at most: whoever is to move has not made the last."""
        return run // 2 if seat == self.s.mover else (run + 1) // 2

    def read_run(self) -> int:
        run = self.position.get("run", 0)
        most = rules.LONGEST_RUN if self.over or self.is_step(rules.TAKE, rules.PLACE) else 0
        if type(run) is not int or not 0 <= run <= most:
            raise self.refuse("run", "run", most=most)
        return run

    def check_run(self, run: int, plans: list[int]) -> None:
        """Both plan in turn, unless somebody passes, which only the French game knows."""
        last = SEATS if self.over else [1 - self.s.mover]  # who may have made the last one
        in_turn = max(min(2 * plans[seat], 2 * plans[1 - seat] + 1) for seat in last)
        most = sum(plans) if self.french else in_turn
        if run > most:
            raise self.refuse("run", "run", most=most)

    def set_limits(self) -> None:
        """Whoever has drawn the last card of the deck has shown it, and has a limit (MED-18, MED-20)."""
        limits, shown = self.by_seat("limits", None), self.by_seat("shown", None)
        for seat in SEATS:
            if self.s.left[seat]:
                for key, value in (("limits", limits[seat]), ("shown", shown[seat])):
                    if value is not None:
                        raise bad(key, {LETTERS[seat]: value}, WORDS("position.deck_left"))
            elif self.is_step(rules.LIMIT) and self.s.mover == seat:
                jester = cards.number(seat, rules.JESTER)
                for key, value in (("limits", limits[seat]), ("shown", shown[seat])):
                    if value not in (None, cards.letters(jester) if key == "shown" else None):
                        raise bad(key, {LETTERS[seat]: value}, WORDS("position.limit_to_name"))
                self.s.shown[seat] = jester + 1
            else:
                self.set_limit(seat, limits[seat], shown[seat])

    def set_limit(self, seat: int, limit: object, shown: object) -> None:
        """Of the limit and the card shown one may be left out, unless it is a jester that was shown."""
        if shown is None:
            ranks = [rank for rank in range(rules.RANKS) if rank != rules.JESTER and rules.worth(rank) == limit]
            if type(limit) is not int or not ranks:
                raise bad("limits", {LETTERS[seat]: limit}, WORDS("position.limit"))
            shown = cards.letters(cards.number(seat, ranks[0]))
        card = self.read_shown(seat, shown)
        jester = cards.rank(card) == rules.JESTER
        possible = [*range(1, rules.HIGHEST + 1)] if jester else [rules.worth(cards.rank(card))]
        limit = possible[0] if limit is None and not jester else limit
        if type(limit) is not int or limit not in possible:
            wanted = WORDS("position.limit_shown", card=cards.letters(card), possible=possible)
            raise bad("limits", {LETTERS[seat]: limit}, wanted)
        self.s.limit[seat], self.s.shown[seat] = limit, card + 1

    def read_shown(self, seat: int, text: object) -> int:
        card = cards.read(text) if isinstance(text, str) else None
        if card is None or cards.house(card) != seat or not self.total[cards.rank(card)]:
            raise bad("shown", {LETTERS[seat]: text}, WORDS("position.shown"))
        return card

    # --- In the middle of a turn ---

    def set_step(self) -> None:
        court = stacks(self.state)
        laid = self.is_step(rules.TARGET, rules.VALUES)
        self.s.onto = self.read_label("onto", court, laid, laid)
        self.s.target = self.read_label("target", court, self.is_step(rules.VALUES), False)
        self.set_named(court)
        if laid:
            self.check_laid(court[self.s.onto])
        if self.s.target >= 0:
            self.check_conspiracy(court[self.s.onto], court[self.s.target])
        if self.is_step(rules.TARGET) and not rules.targets(self.t, self.s, [0] * rules.CHOICES):
            raise self.refuse("step", "target_step")
        if self.is_step(rules.VALUES) and rules.jester(self.s, 0) < 0:
            raise self.refuse("step", "no_jester")
        if self.is_step(rules.LIMIT) and (self.s.left[self.s.mover] or not self.holds(rules.JESTER)):
            raise self.refuse("step", "limit_step")
        if self.is_step(rules.START):
            self.check_start()

    def holds(self, rank: int) -> bool:
        return cards.number(self.s.mover, rank) in filled(self.s.hand[self.s.mover])

    def read_label(self, key: str, court: Sequence[Stack], possible: bool, needed: bool) -> int:
        """The place in the row of the stack with the label given."""
        text = self.position.get(key)
        labels = [stack.label for stack in court]
        if text is None and not needed:
            return -1
        if not possible or text not in labels:
            raise self.refuse(key, key if possible else f"no_{key}")
        return labels.index(text)

    def set_named(self, court: Sequence[Stack]) -> None:
        numbers = self.position.get("named", [])
        count = sum(noble.is_jester for stack in court for noble in stack.nobles)
        known = range(1, count + 1) if self.is_step(rules.VALUES) else ()
        if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
            raise self.refuse("named", "named", count=len(known))
        if len(set(numbers)) < len(numbers) or not set(numbers) <= set(known):
            raise self.refuse("named", "named", count=len(known))
        self.s.named = sum(1 << number - 1 for number in numbers)

    def check_laid(self, onto: Stack) -> None:
        """The card just played is on top, and lies as one does that was so played (MED-9 to MED-11, MED-23, MED-25)."""
        s, alone = self.s, len(onto.nobles) == 1
        conspiracy = self.is_step(rules.TARGET) or self.position.get("target") is not None
        rank = cards.rank(s.card - 1)
        sent = alone and onto.area == rules.OUTER + s.mover and onto.number == s.stacks[onto.area]
        powerful = rank == rules.LADY or (rank == rules.MINISTER and len(onto.nobles) != 2)  # of one who allies
        possible = not alone if conspiracy else sent or alone == powerful
        if onto.top.card != s.card - 1 or not possible:
            raise self.refuse("onto", "onto")
        if onto.top.is_jester and onto.top.value > rules.card_high(self.t, s, s.mover):
            raise BadPosition(WORDS("position.jester", label=onto.label, limit=s.limit[s.mover]), "MED-21")

    def check_conspiracy(self, onto: Stack, target: Stack) -> None:
        if target == onto or target.total != onto.total:
            raise self.refuse("target", "target")

    def check_start(self) -> None:
        """Before the hands are drawn, everybody in the Inner Circle stands alone, and the mover has a pair (MED-7)."""
        s, (inner, *outer) = self.s, self.court
        houses = [cards.house(noble.card) for stack in inner for noble in stack]
        dealt = len(inner) == DEALT and houses == [0] * rules.INNER + [1] * rules.INNER
        used = any(s.discard[seat, rank] for seat in SEATS for rank in range(rules.RANKS)) or any(outer)
        if not self.t.distinct_start or not dealt or used or not rules.any_pair(s, s.mover):
            raise self.refuse("step", "start")
        if any(s.plans[seat] for seat in SEATS) or any(noble.value != 1 for noble in self.jesters()):
            raise self.refuse("step", "start")

    def jesters(self) -> list[Noble]:
        return [noble for area in self.court for stack in area for noble in stack if noble.is_jester]

    # --- The course of the game ---

    def check_course(self) -> None:
        """The game is over exactly when it should be (MED-17, MED-31, MED-32)."""
        s, t = self.s, self.t
        lost = bool(rules.circle_is_lost(t, s))
        able = [bool(rules.can_play(s, seat)) for seat in SEATS]
        if self.over:
            if not (s.drawn or lost or not (any(able) if self.french else all(able))):
                raise self.refuse("mover", "not_over")
            return
        cleared = self.is_step(rules.VALUES) and cards.rank(s.card - 1) == rules.MINISTER  # by the card just played
        if lost and not cleared:
            raise self.refuse("inner", "inner")
        if self.is_step(rules.TAKE) and not able[s.mover]:
            raise self.refuse("mover", "cannot_play")
        if t.either and not self.is_step(rules.START) and not able[1 - s.mover]:
            raise self.refuse("mover", "stuck")
        if s.card and not rules.playable(s, s.mover, s.card - 1):
            raise self.refuse("card", "above_limit", limit=s.limit[s.mover])

    def check_passed(self) -> None:
        """It follows from the rest; false may also mean that the turn in which somebody passes has not come yet."""
        found = self.by_seat("passed", False)
        for seat in SEATS:
            if type(found[seat]) is not bool or found[seat] > passed(self.t, self.s, seat):
                raise bad("passed", {LETTERS[seat]: found[seat]}, WORDS("position.passed"))
