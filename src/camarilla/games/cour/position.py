"""Positions: the whole truth of a match as JSON that a person can read and edit (notation.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from camarilla.engine import arrangement
from camarilla.engine.arrangement import bad, write_stream
from camarilla.engine.errors import BadPosition
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records, opened
from camarilla.engine.words import ENGINE, Message
from camarilla.games.cour import carrying, packs, rules
from camarilla.games.cour.powers import RESOURCES, TYPES, WORDS, members
from camarilla.games.cour.pyramid import NAMES

if TYPE_CHECKING:
    from camarilla.games.cour.game import Cour

PHASES = ("draft", "income", "turns", "between", "over")
STEPS = (
    "",
    "place",
    "pay",
    "refund",
    "gain",
    "cost",
    "discard",
    "sell",
    "keep",
    "look",
    "recover",
    "copy",
    "move",
    "to",
    "limit",
    "order",
    "effect",
    "victim",
    "spoil",
    "remove",
    "purge",
)
MARKS = ("!", "<", "")  # who knows of a card: all, the right-hand neighbour, its owner alone
GROUPS = {"hands": rules.HAND, "kept": rules.KEPT, "reserved": rules.RESERVED}


# --- Describing a state ---


def write(game: Cour, state: Records) -> dict[str, Any]:
    s, t = opened(state)[0], opened(game.data)[0]
    names, letters = [character.en for character in game.characters], SEAT_LETTERS[: t.players]
    seats = [(seat, letter) for seat, letter in enumerate(letters)]
    return {
        "round": s.round,
        "phase": PHASES[s.phase],
        "pick": s.pick,
        "done": seat_letters(s.done),
        "completed": bool(s.completed),
        "mover": letter_of(s.mover),
        "step": STEPS[s.step],
        "chosen": names[s.chosen] if s.chosen >= 0 else None,
        "place": place_name(s.spot),
        "victim": letter_of(s.victim),
        "power": power(s, names),
        "decider": letter_of(s.decider),
        "resources": {letter: purse(s, seat) for seat, letter in seats},
        **{
            key: {letter: [written(names, code) for code in group(s, seat, which)] for seat, letter in seats}
            for key, which in GROUPS.items()
        },
        "passed": {letter: packs.write(s, names, seat, t.players) for seat, letter in seats},
        "fewest": {letter: packs.fewest(s, seat, t.players) for seat, letter in seats},
        "pyramids": {letter: pyramid(s, seat, names) for seat, letter in seats},
        **{
            key: {letter: [NAMES[place] for place in bits(getattr(s, key)[seat])] for seat, letter in seats}
            for key in ("enrolled", "activated", "used")
        },
        "enrolments": {letter: s.enrolments[seat] for seat, letter in seats},
        "discounts": {letter: discounts(s, seat) for seat, letter in seats},
        "anywhere": seat_letters(s.anywhere),
        "pending": {letter: [names[kind] for kind in filled(s.pending[seat])] for seat, letter in seats},
        "looked": [names[kind] for kind in filled(s.looked)],
        "leaving": [names[kind] for kind in heap(s.leaving)],
        "discard": [names[kind] for kind in heap(s.discard)],
        "deck": [names[s.deck[i]] for i in range(s.left - 1, -1, -1)],
        "stream": write_stream(state),
    }


def bits(number: int) -> list[int]:
    """The bits that are set."""
    return [i for i in range(15) if number >> i & 1]


def seat_letters(number: int) -> str:
    return "".join(SEAT_LETTERS[seat] for seat in bits(number))


def letter_of(seat: int) -> str | None:
    return None if seat < 0 else SEAT_LETTERS[seat]


def place_name(place: int) -> str | None:
    return None if place < 0 else NAMES[place]


def purse(s: Any, seat: int) -> dict[str, int]:
    return {name: s.resource[seat, i] for i, name in enumerate(RESOURCES)}


def group(s: Any, seat: int, which: int) -> list[int]:
    """The cards of a group with their marks."""
    here = rules.group(seat, which)
    return [s.cards[i] for i in range(s.first[here], s.first[here + 1])]


def written(names: Sequence[str], code: int) -> str:
    return f"{names[rules.character(code)]}{MARKS[code % 4]}"


def filled(slots: Any) -> list[int]:
    return [slots[i] for i in range(len(slots)) if slots[i] >= 0]


def heap(counts: Any) -> list[int]:
    """The cards of a pile that is kept as a count a character."""
    return [kind for kind in range(rules.CHARACTERS) for _ in range(counts[kind])]


def pyramid(s: Any, seat: int, names: Sequence[str]) -> dict[str, str]:
    return {NAMES[place]: names[kind] for place in range(rules.PLACES) if (kind := s.pyramid[seat, place]) >= 0}


def discounts(s: Any, seat: int) -> list[dict[str, Any]]:
    return [
        {"less": s.discount[seat, i], "for": members(s.discount_for[seat, i], TYPES)} for i in range(s.discounts[seat])
    ]


def power(s: Any, names: Sequence[str]) -> dict[str, Any] | None:
    if s.power < 0:
        return None
    return {"card": names[s.power], "seat": SEAT_LETTERS[s.user], "part": s.part, "left": s.units}


# --- Arranging a state ---

KEYS = [
    "round",
    "phase",
    "pick",
    "done",
    "completed",
    "mover",
    "step",
    "chosen",
    "place",
    "victim",
    "power",
    "decider",
    "resources",
    *GROUPS,
    "passed",
    "fewest",
    "pyramids",
    "enrolled",
    "activated",
    "used",
    "enrolments",
    "discounts",
    "anywhere",
    "pending",
    "looked",
    "leaving",
    "discard",
    "deck",
    "stream",
]
OF_TURN = ("enrolled", "activated", "enrolments", "discounts", "kept", "reserved", "pending")  # by seat, once it began
MOST = 10_000  # of a resource
STEPS_OF = {
    rules.TURNS: STEPS[rules.TO_PLACE : rules.TO_ORDER],
    rules.BETWEEN: ("refund", "gain", *STEPS[rules.TO_ORDER :]),
}
WORDS_OF = {
    rules.TO_GAIN: (rules.GAIN, rules.SELL),
    rules.TO_COST: (rules.PAY,),
    rules.TO_DISCARD: (rules.DISCARD,),
    rules.TO_SELL: (rules.SELL,),
    rules.TO_KEEP: (rules.KEEP,),
    rules.TO_LOOK: (rules.LOOK,),
    rules.TO_RECOVER: (rules.RECOVER,),
    rules.TO_COPY: (rules.COPY,),
    rules.TO_MOVE: (rules.MOVE,),
    rules.TO_GO: (rules.MOVE,),
    rules.TO_VICTIM: (rules.STEAL, rules.REMOVE),
    rules.TO_SPOIL: (rules.STEAL,),
    rules.TO_REMOVE: (rules.REMOVE,),
    rules.TO_PURGE: (rules.PURGE,),
    rules.TO_REFUND: (rules.REMOVE,),
}  # the words of powers that ask for a step
OF_ANY = (rules.GAIN, rules.PAY)  # which ask only if the resource is of choice


def read(game: Cour, position: Mapping[str, Any]) -> Records:
    """The state that a position describes, or BadPosition."""
    return Arrangement(game, position).read()


class Arrangement(arrangement.Arrangement):
    keys = KEYS

    def __init__(self, game: Cour, position: Mapping[str, Any]) -> None:
        super().__init__(game, position)
        self.characters = game.characters
        self.numbers = {character.en: kind for kind, character in enumerate(game.characters)}
        self.places = [NAMES[self.t.place[i]] for i in range(self.t.places)]

    def carry_out(self) -> None:
        rules.clear(self.s)
        self.set_phase()
        self.set_resources()
        self.lay_pyramids()
        self.set_marks()
        self.set_discounts()
        self.set_pending()
        self.deal_groups()
        self.recall_packs()
        self.read_chosen()
        self.share_out()
        self.set_completed()
        self.set_done()
        self.check_turns()
        self.set_mover()
        self.set_power()
        self.set_details()
        self.set_decider()
        self.check_step()

    # --- Reading parts ---

    def kind(self, key: str, name: object) -> int:
        if not isinstance(name, str) or name not in self.numbers:
            raise bad(key, name, WORDS("position.card", example=self.characters[0].en))
        return self.numbers[name]

    def kinds(self, key: str, names: object) -> list[int]:
        if not isinstance(names, list):
            raise bad(key, names, WORDS("position.list"))
        return [self.kind(key, name) for name in names]

    def code(self, key: str, name: object) -> int:
        """A card with its mark."""
        mark = name[-1] if isinstance(name, str) and name[-1:] in ("!", "<") else ""
        bare = name.removesuffix(mark) if isinstance(name, str) else name
        if not isinstance(bare, str) or bare not in self.numbers:
            raise bad(key, name, WORDS("position.marked_card", example=self.characters[0].en))
        return self.numbers[bare] * 4 + MARKS.index(mark)

    def seats(self, key: str) -> list[int]:
        text = self.position.get(key, "")
        if not isinstance(text, str) or text != "".join(letter for letter in self.letters if letter in text):
            raise self.refuse(key, "letters", letters=self.letters)
        return [self.letters.index(letter) for letter in text]

    def seat(self, key: str, letter: object) -> int:
        if not isinstance(letter, str) or letter not in [*self.letters]:
            raise bad(key, letter, WORDS("position.seat", letters=self.letters))
        return self.letters.index(letter)

    @property
    def phase(self) -> str:
        return PHASES[self.s.phase]

    def is_in(self, *phases: int) -> bool:
        return self.s.phase in phases

    # --- The time ---

    def set_phase(self) -> None:
        s, phase = self.s, self.position.get("phase", "turns")
        if not isinstance(phase, str) or phase not in PHASES:
            raise self.refuse("phase", "one_of", known=list(PHASES))
        s.phase = PHASES.index(phase)
        draft = self.is_in(rules.DRAFT)
        s.round = self.number("round", 0 if draft else 1, 0 if draft else 1, 0 if draft else rules.LAST_ROUND)
        s.pick = self.number("pick", int(draft), int(draft), 4 if draft else 0)

    def set_completed(self) -> None:
        s, t = self.s, self.t
        complete = any(rules.is_complete(t, s, seat) for seat in range(self.players))
        if complete and self.is_in(rules.DRAFT, rules.INCOME):
            raise self.refuse("pyramids", "not_complete", phase=self.phase)
        ended = self.is_in(rules.OVER) and s.round < rules.LAST_ROUND
        completed = self.position.get("completed", complete or ended)
        if type(completed) is not bool:
            raise self.refuse("completed", "truth")
        free = self.is_in(rules.BETWEEN, rules.OVER) and not complete  # somebody's may have been removed
        if completed != complete and not free:
            raise self.refuse("completed", "completed", right=str(complete).lower(), phase=self.phase)
        if ended and not completed:
            raise bad("phase", "over", WORDS("position.not_over", last=rules.LAST_ROUND))
        s.completed = completed

    def set_done(self) -> None:
        s = self.s
        done = self.seats("done")
        if self.is_in(rules.BETWEEN, rules.OVER) and done:
            raise self.refuse("done", "done_none", phase=self.phase)
        if self.is_in(rules.DRAFT):
            picked = [seat for seat in range(self.players) if rules.size(s, seat, rules.KEPT) == 2]
            if done != picked and "done" in self.position:
                raise self.refuse("done", "done_draft", letters="".join(self.letters[seat] for seat in picked))
            done = picked
        if len(done) == self.players:
            raise bad("done", self.letters, WORDS("position.all_done"))
        order = [(rules.first_seat(self.t, s) + i) % self.players for i in range(self.players)]
        if not self.t.simultaneous and sorted(order[: len(done)]) != done:
            text = "".join(self.letters[seat] for seat in order)
            raise bad("done", "".join(self.letters[seat] for seat in done), WORDS("position.done_in_order", order=text))
        s.done = sum(1 << seat for seat in done)

    # --- Resources and pyramids ---

    def set_resources(self) -> None:
        for seat, purse in enumerate(self.by_seat("resources", {})):
            if not isinstance(purse, Mapping) or any(name not in RESOURCES for name in purse):
                raise bad("resources", purse, WORDS("position.resources"))
            for i, name in enumerate(RESOURCES):
                amount = purse.get(name, 0)
                if type(amount) is not int or not 0 <= amount <= MOST:
                    raise bad("resources", {name: amount}, ENGINE("position.number", least=0, most=MOST))
                self.s.resource[seat, i] = amount

    def lay_pyramids(self) -> None:
        for seat, cards in enumerate(self.by_seat("pyramids", {})):
            if not isinstance(cards, Mapping) or any(place not in self.places for place in cards):
                wanted = WORDS("position.pyramid", card=self.characters[0].en, places=self.places)
                raise bad("pyramids", {self.letters[seat]: cards}, wanted)
            if cards and self.is_in(rules.DRAFT):
                raise self.refuse("pyramids", "not_now", phase=self.phase)
            for place, name in cards.items():
                self.s.pyramid[seat, NAMES.index(place)] = self.kind("pyramids", name)
            for place in map(NAMES.index, cards):
                self.check_support(seat, place)

    def check_support(self, seat: int, place: int) -> None:
        s, t, here = self.s, self.t, {NAMES[place]: self.characters[self.s.pyramid[seat, place]].en}
        if not rules.is_supported(t, s, seat, place):
            child = t.child[place]
            raise bad("pyramids", here, WORDS("position.children", one=NAMES[child], other=NAMES[child + 1]))
        anywhere = any(part.word == "anywhere" for character in self.characters for part in character.power.parts)
        kind, s.pyramid[seat, place] = s.pyramid[seat, place], rules.NONE
        fits = rules.fits(t, s, seat, kind, place, anywhere)
        s.pyramid[seat, place] = kind
        if not fits:
            raise bad("pyramids", here, WORDS("position.base"))

    def set_marks(self) -> None:
        for key in ("enrolled", "activated", "used"):
            slots = getattr(self.s, key)
            for seat, names in enumerate(self.by_seat(key, [])):
                good = isinstance(names, list) and all(name in self.places for name in names if isinstance(name, str))
                if not good or len({*map(str, names)} & {*self.places}) < len(names):
                    raise bad(key, {self.letters[seat]: names}, WORDS("position.places"))
                if names and key != "used" and not self.is_in(rules.TURNS):
                    raise self.refuse(key, "only_turns")
                for place in map(NAMES.index, names):
                    self.check_mark(key, seat, place)
                    slots[seat] |= 1 << place
        self.set_enrolments()

    def check_mark(self, key: str, seat: int, place: int) -> None:
        s, t, here = self.s, self.t, {self.letters[seat]: [NAMES[place]]}
        kind = s.pyramid[seat, place]
        if kind < 0:
            raise bad(key, here, WORDS("position.empty_place", seat=self.letters[seat]))
        if key == "activated" and t.green[kind]:
            raise bad(key, here, WORDS("position.not_green"))
        if key == "activated" and s.enrolled[seat] >> place & 1:
            raise bad(key, here, WORDS("position.not_enrolled"))
        if key == "used" and not (t.once[kind] or t.word[kind, 0] == rules.COPY):
            raise bad(key, here, WORDS("position.not_once"))

    def set_enrolments(self) -> None:
        """A card enrolled this turn cannot leave the pyramid before the turns have ended."""
        for seat, number in enumerate(self.by_seat("enrolments", None)):
            enrolled = len(bits(self.s.enrolled[seat]))
            if number is not None and (type(number) is not int or number != enrolled):
                raise bad("enrolments", {self.letters[seat]: number}, WORDS("position.enrolments", number=enrolled))
            self.s.enrolments[seat] = enrolled

    # --- Discounts and effects ---

    def set_discounts(self) -> None:
        s = self.s
        for seat, some in enumerate(self.by_seat("discounts", [])):
            wanted = WORDS("position.discount", most=rules.PLACES)
            if not isinstance(some, list) or len(some) > len(s.discount[seat]):
                raise bad("discounts", {self.letters[seat]: some}, wanted)
            for i, one in enumerate(some):
                good = isinstance(one, Mapping) and set(one) <= {"less", "for"} and type(one.get("less")) is int
                types = one.get("for", list(TYPES)) if good else []
                known = [name for name in TYPES if isinstance(types, list) and name in types]
                if not good or not 1 <= one["less"] <= 9 or not known or types != known:
                    raise bad("discounts", one, wanted)
                s.discount[seat, i] = one["less"]
                s.discount_for[seat, i] = sum(1 << TYPES.index(name) for name in known)
            s.discounts[seat] = len(some)
        s.anywhere = sum(1 << seat for seat in self.seats("anywhere"))
        for key, found in (("discounts", any(s.discounts[i] for i in range(self.players))), ("anywhere", s.anywhere)):
            if found and not self.is_in(rules.TURNS):
                raise self.refuse(key, "only_turns")

    def set_pending(self) -> None:
        s, t = self.s, self.t
        for seat, names in enumerate(self.by_seat("pending", [])):
            kinds = self.kinds("pending", names)
            if len(kinds) > rules.PLACES or not all(t.later_parts[kind] for kind in kinds):
                raise bad("pending", {self.letters[seat]: names}, WORDS("position.effect", most=rules.PLACES))
            if kinds and not self.is_in(rules.TURNS, rules.BETWEEN):
                raise self.refuse("pending", "not_now", phase=self.phase)
            for kind in kinds:
                rules.add_pending(s, seat, kind)

    # --- Where the cards are ---

    def deal_groups(self) -> None:
        for key, which in GROUPS.items():
            for seat, names in enumerate(self.by_seat(key, [])):
                if not isinstance(names, list):
                    raise bad(key, {self.letters[seat]: names}, WORDS("position.list"))
                if len(names) > rules.CARDS:
                    ((kind, number),) = Counter(self.code(key, name) // 4 for name in names).most_common(1)
                    raise self.miscount("too_many", kind, number)
                for name in names:
                    self.deal(key, seat, which, name)
        if self.is_in(rules.DRAFT):
            self.check_packs()

    def deal(self, key: str, seat: int, which: int, name: object) -> None:
        code = self.code(key, name)
        if which != rules.HAND and self.is_in(rules.INCOME):
            raise self.refuse(key, "not_now", phase=self.phase)
        if self.is_in(rules.DRAFT) and code % 4 == rules.KNOWN_TO_ALL:
            raise bad(key, name, WORDS("position.mark", why=WORDS("position.mark_draft")))
        if which == rules.RESERVED and not self.is_in(rules.DRAFT) and code % 4 != rules.KNOWN_TO_OWNER:
            raise bad(key, name, WORDS("position.mark", why=WORDS("position.mark_reserved")))
        if self.s.first[rules.GROUPS] == rules.CARDS:
            raise self.miscount("too_many", self.code(key, name) // 4, rules.CARDS + 1)
        rules.insert(self.s, seat, which, code)

    def check_packs(self) -> None:
        """COR-6."""
        s = self.s
        before = 2 * (s.pick - 1)
        for seat, letter in enumerate(self.letters):
            hand, kept, reserved = (rules.size(s, seat, which) for which in GROUPS.values())
            if hand + kept != 8 - before or kept > 2:
                parts = {"number": 8 - before, "pick": s.pick}
                raise bad("hands", {letter: f"{hand} + {kept}"}, WORDS("position.pack", **parts))
            if reserved != before:
                raise bad("reserved", {letter: reserved}, WORDS("position.picked", number=before, pick=s.pick))

    def recall_packs(self) -> None:
        passed, fewest = self.by_seat("passed", [[], []]), self.by_seat("fewest", {})
        for seat, letter in enumerate(self.letters):
            try:
                packs.read(self.s, self.numbers, seat, self.players, passed[seat], fewest[seat])
            except ValueError:
                wanted = WORDS("position.passed", letters=packs.takers(seat, self.players))
                raise bad("passed", {letter: passed[seat]}, wanted) from None

    def read_chosen(self) -> None:
        name = self.position.get("chosen")
        self.s.chosen = rules.NONE if name is None else self.kind("chosen", name)
        for i, kind in enumerate(sorted(self.kinds("looked", self.position.get("looked", [])))[: rules.LOOKED]):
            self.s.looked[i] = kind

    def share_out(self) -> None:
        """Every card is somewhere, and only there."""
        s = self.s
        named = self.named_cards()
        lists = {key: self.kinds(key, self.position.get(key, [])) for key in ("leaving", "discard", "deck")}
        if lists["leaving"] and not self.is_in(rules.TURNS):
            raise self.refuse("leaving", "only_turns")
        if lists["discard"] and self.is_in(rules.DRAFT):
            raise self.refuse("discard", "not_now", phase=self.phase)
        copies = [self.t.copies[kind] for kind in range(self.t.kinds)]
        rest = self.rest_of([*named, *lists["leaving"], *lists["discard"], *lists["deck"]], copies)
        if "deck" not in self.position:
            lists["deck"], rest = rest, []
        elif "discard" not in self.position and not self.is_in(rules.DRAFT):
            lists["discard"], rest = rest, []
        if rest:
            raise self.miscount("too_few", rest[0], copies[rest[0]] - rest.count(rest[0]))
        for kind in lists["leaving"]:
            s.leaving[kind] += 1
        for kind in lists["discard"]:
            s.discard[kind] += 1
        for i, kind in enumerate(reversed(lists["deck"])):
            s.deck[i] = kind
        s.left, s.discards = len(lists["deck"]), len(lists["discard"])

    def named_cards(self) -> list[int]:
        """All but those of the piles."""
        s = self.s
        named = [rules.character(s.cards[i]) for i in range(s.first[rules.GROUPS])]
        named += [kind for seat in range(self.players) for kind in filled(s.pyramid[seat])] + filled(s.looked)
        return named + [s.chosen] * (s.chosen >= 0 and self.position.get("step") in ("place", "pay"))

    def miscount(self, fault: str, kind: int, found: int) -> BadPosition:
        parts = {"found": found, "card": self.characters[kind].en, "total": self.t.copies[kind]}
        return BadPosition(WORDS(f"position.{fault}", **parts), "COR-1")

    # --- Turns ---

    def check_turns(self) -> None:
        """Who has not begun the turn has done nothing; who has ended it keeps to the hand limit."""
        s, t = self.s, self.t
        for seat, letter in enumerate(self.letters):
            ended = (self.is_in(rules.TURNS) and s.done >> seat & 1) or self.is_in(rules.BETWEEN, rules.OVER)
            if ended and 0 < t.hand_limit < rules.size(s, seat, rules.HAND):
                found = {letter: rules.size(s, seat, rules.HAND)}
                raise bad("hands", found, WORDS("position.over_limit", limit=t.hand_limit, seat=letter))
            waits = self.is_in(rules.TURNS) and not (s.done | rules.waiting(t, s)) >> seat & 1
            for key in (*OF_TURN, "anywhere") if waits else ():
                given = self.position.get(key, {})
                begun = given.get(letter) if isinstance(given, Mapping) else letter in given
                if begun:
                    raise bad(key, {letter: begun}, WORDS("position.not_yet", seat=letter))

    # --- What is asked ---

    def set_mover(self) -> None:
        s, mover, step = self.s, self.position.get("mover"), self.position.get("step", "")
        if not self.is_in(*STEPS_OF):
            if mover is not None:
                raise self.refuse("mover", "mover_null", phase=self.phase)
        elif mover is not None or self.is_in(rules.BETWEEN):
            seat, known = self.seat("mover", mover), STEPS_OF[s.phase]
            if not isinstance(step, str) or step not in known:
                raise self.refuse("step", "step", phase=self.phase, steps=list(known))
            if s.done >> seat & 1:
                raise self.refuse("mover", "mover_done")
            if not rules.waiting(self.t, s) >> seat & 1 and self.is_in(rules.TURNS):
                (wanted,) = bits(rules.waiting(self.t, s))
                raise self.refuse("mover", "mover", letter=self.letters[wanted])
            s.mover, s.step = seat, STEPS.index(step)
        if s.mover < 0 and step != "":
            raise self.refuse("step", "no_step")

    def set_power(self) -> None:
        s, power = self.s, self.position.get("power")
        wanted = s.step in WORDS_OF and not (s.step == rules.TO_REFUND and self.is_in(rules.TURNS))
        if not wanted and power is not None:
            raise self.refuse("power", "null")
        if not wanted:
            return
        if not isinstance(power, Mapping) or "card" not in power or set(power) - {"card", "seat", "part", "left"}:
            example = {"card": self.characters[0].en, "seat": self.letters[0], "part": 0, "left": 1}
            raise self.refuse("power", "power", example=json.dumps(example))
        s.power = self.kind("power", power["card"])
        s.user = self.seat("power", power.get("seat", self.letters[s.mover]))
        self.set_part(power)
        self.check_user()
        if self.is_in(rules.TURNS):
            self.check_activated()

    def set_part(self, power: Mapping[str, Any]) -> None:
        s = self.s
        parts = [part for part in range(self.t.parts[s.power]) if self.asks(part)]
        part, left = power.get("part", parts[0] if parts else 0), power.get("left", 1)
        if type(part) is not int or part not in parts:
            raise self.refuse("power", "part", step=STEPS[s.step])
        s.part = part
        most = self.most_left()
        if type(left) is not int or not 1 <= left <= most:
            raise self.refuse("power", "left", least=1, most=most)
        s.units = left

    def asks(self, part: int) -> bool:
        """Whether the part of the power asks for the step."""
        s, t = self.s, self.t
        word = t.word[s.power, part]
        if word not in WORDS_OF[s.step] or bool(t.later[s.power, part]) != self.is_in(rules.BETWEEN):
            return False
        return word not in OF_ANY or bool(t.of[s.power, part] == rules.ANY)

    def most_left(self) -> int:
        s, t = self.s, self.t
        word, amount = t.word[s.power, s.part], t.amount[s.power, s.part]
        if word == rules.LOOK:
            return int(t.of[s.power, s.part])
        if word == rules.PURGE:
            return int(self.players - 1)
        single = word in (rules.COPY, rules.MOVE, rules.REMOVE) or s.step == rules.TO_SELL
        return 1 if single else int(amount)

    def check_user(self) -> None:
        """Powers ask their users, but for a purge and a refund."""
        s = self.s
        if s.step == rules.TO_REFUND:
            if s.mover == s.user:
                raise self.refuse("mover", "other_seat", letter=self.letters[s.user])
            return
        asked = (s.user + self.players - s.units) % self.players if s.step == rules.TO_PURGE else s.user
        if s.mover != asked:
            raise self.refuse("mover", "mover", letter=self.letters[asked])

    def check_activated(self) -> None:
        """The power is that of a card activated this turn, or copied by one; what it does between turns is pending."""
        s, t = self.s, self.t
        activated = [s.pyramid[s.user, place] for place in bits(s.activated[s.user])]
        if s.power not in activated and not any(t.word[kind, 0] == rules.COPY for kind in activated):
            raise self.refuse("power", "not_activated", seat=self.letters[s.user])
        if t.later_parts[s.power] and s.power not in filled(s.pending[s.user]):
            parts = {"card": self.characters[s.power].en, "seat": self.letters[s.user]}
            raise self.refuse("pending", "pending_power", **parts)

    # --- What has been chosen ---

    def set_details(self) -> None:
        s = self.s
        self.check_chosen()
        self.check_looked()
        place, victim = self.position.get("place"), self.position.get("victim")
        if s.step in (rules.TO_PAY, rules.TO_GO, rules.TO_COPY):
            if not isinstance(place, str) or place not in self.places:
                raise self.refuse("place", "one_of", known=self.places)
            s.spot = NAMES.index(place)
        elif place is not None:
            raise self.refuse("place", "null")
        if s.step in (rules.TO_SPOIL, rules.TO_REMOVE, rules.TO_EFFECT):
            s.victim = self.seat("victim", victim)
            if s.victim == s.user and s.step != rules.TO_EFFECT:
                raise self.refuse("victim", "other_seat", letter=self.letters[s.user])
        elif victim is not None:
            raise self.refuse("victim", "null")

    def check_chosen(self) -> None:
        s = self.s
        if s.step not in (rules.TO_PLACE, rules.TO_PAY, rules.TO_REFUND):
            if s.chosen >= 0:
                raise self.refuse("chosen", "null")
            return
        if s.chosen < 0:
            raise self.refuse("chosen", "card", example=self.characters[0].en)
        if s.step != rules.TO_PLACE and self.t.resource[s.chosen] != rules.ANY:
            raise self.refuse("chosen", "chosen_rogue")
        pile = "leaving" if self.is_in(rules.TURNS) else "discard"
        if s.step == rules.TO_REFUND and not getattr(s, pile)[s.chosen]:
            raise self.refuse("chosen", "chosen_gone", pile=pile)

    def check_looked(self) -> None:
        s, given = self.s, self.position.get("looked", [])
        taken = self.t.of[s.power, s.part] - s.units if s.step == rules.TO_LOOK else 0
        number = self.t.amount[s.power, s.part] - taken if s.step == rules.TO_LOOK else 0
        if len(given) != number:
            raise self.refuse("looked", "looked", number=number)

    def set_decider(self) -> None:
        """COR-26: found at the start of the pause, if two or more different effects were pending then."""
        s = self.s
        asked = s.step in (rules.TO_ORDER, rules.TO_EFFECT)
        letter = self.position.get("decider", self.letters[s.mover] if asked else None)
        if not self.is_in(rules.BETWEEN):
            if letter is not None:
                raise self.refuse("decider", "not_now", phase=self.phase)
            return
        effects = {(seat, kind) for seat in range(self.players) for kind in filled(s.pending[seat])}
        effects |= {(s.user, s.power)} if s.power >= 0 else set()
        if letter is None and len(effects) > 1:
            raise bad("decider", letter, WORDS("position.decider", letters=self.letters))
        s.decider = rules.NONE if letter is None else self.seat("decider", letter)
        if asked and s.decider != s.mover:
            raise bad("decider", letter, WORDS("position.mover", letter=self.letters[s.mover]))

    def check_step(self) -> None:
        """What is asked can be asked: there is something to answer, and the power comes to its end."""
        s, t = self.s, self.t
        if s.mover < 0:
            return
        checks: dict[int, Callable[[], Any]] = {
            rules.TO_PLACE: lambda: rules.can_pay(t, s, s.mover, s.chosen),
            rules.TO_PAY: lambda: rules.fits(t, s, s.mover, s.chosen, s.spot, rules.may_go_anywhere(s, s.mover)),
            rules.TO_KEEP: lambda: rules.size(s, s.mover, rules.HAND),
            rules.TO_GO: lambda: rules.can_move(t, s, s.mover, s.spot),
            rules.TO_COPY: lambda: s.pyramid[s.mover, s.spot] == s.power and s.activated[s.mover] >> s.spot & 1,
            rules.TO_LIMIT: lambda: 0 < t.hand_limit < rules.size(s, s.mover, rules.HAND),
            rules.TO_ORDER: lambda: rules.owner_of_effects(t, s) < 0,
            rules.TO_EFFECT: lambda: rules.effects_of(s, s.victim) > 1,
            rules.TO_PURGE: lambda: rules.size(s, s.mover, rules.HAND) >= t.amount[s.power, s.part],
        }
        check = checks.get(s.step)
        if (check and not check()) or not self.answers():
            raise self.refuse("step", "impossible")
        if s.power >= 0 and self.is_in(rules.TURNS) and (lack := self.lack()):
            raise self.refuse("power", "unfinished", lack=lack)

    def answers(self) -> int:
        if self.s.step == rules.TO_COPY and self.t.child[self.s.spot] < 0:
            return 0
        return int(rules.legal(self.t, self.s, self.s.mover, [0] * rules.CHOICES))

    def lack(self) -> Message | None:
        """What is missing for the rest of the power."""
        s, t = self.s, self.t
        there = carrying.means(s, s.user)
        if s.step == rules.TO_COST:
            later = [part for part in range(s.part + 1, t.parts[s.power]) if t.word[s.power, part] == rules.PAY]
            cost = s.units + sum(t.amount[s.power, part] for part in later)
            if rules.riches(s, s.user) < cost:
                return WORDS("lack.resources", n=cost, have=rules.riches(s, s.user))
        elif s.step in (rules.TO_DISCARD, rules.TO_SELL):
            if there.hand < s.units:
                return WORDS("lack.hand", n=s.units, have=there.hand)
            there.hand -= s.units
        elif s.step == rules.TO_LOOK:
            there.hand += s.units
        elif s.step == rules.TO_RECOVER:
            if there.discards < s.units:
                return WORDS("lack.discard", n=s.units, have=there.discards)
            there.discards, there.hand = there.discards - s.units, there.hand + s.units
        return carrying.of_cards(t, s, s.user, s.power, s.part + 1, there)
