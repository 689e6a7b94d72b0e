"""A plain second implementation of Cour, to check the engine against.

It reads like the clauses it cites, and is slow on purpose: cards are their names, a pyramid is a dictionary from places
to names, and every question is answered by counting. A power being carried out goes on part after part until somebody
has to decide. Cards, powers, moves, steps and positions are written as in the game's notation.md.
"""

import copy
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

# COR-1, COR-2
TYPES = ["merchant", "artisan", "warrior", "noble", "cleric", "scholar", "rogue"]
ROGUE, NEUTRAL = "rogue", "neutral"
BASES = [*TYPES[:6], NEUTRAL]
RESOURCES = ["gold", "steel", "ruby"]
ANY = "any"
PAID_IN = dict(zip(TYPES, ["gold", "steel", "steel", "gold", "ruby", "ruby", ANY], strict=True))

OURS = Path(__file__).parents[2] / "src" / "camarilla" / "games" / "cour" / "characters.toml"
SEAT_LETTERS = "ABCDEF"
ROWS = "abcde"
# COR-36
LAST_ROUND = 40
# COR-6
PICK_ROUNDS = 4
PHASES = ["draft", "income", "turns", "between", "over"]
# COR-35: a card in hand is known to all, to the right-hand neighbour, or to its owner alone; the best known first.
MARKS = ["!", "<", ""]
# What can take effect between two turns.
LATER_WORDS = ["gain", "steal", "levy", "purge", "remove"]

DEFAULTS = {
    "base": 5,
    "rogues": True,
    "inverted": False,
    "surcharge": 1,
    "turns": "simultaneous",
    "hand_limit": 0,
    "characters": "ours",
}


class Chance(ValueError):
    """Chance orders these cards for a new deck, or draws one of these seats to decide (COR-12, COR-26)."""

    def __init__(self, cards: list[str], seats: list[str]) -> None:
        what = "the order of the new deck" if cards else "who decides the order of the effects"
        super().__init__(f"chance decides {what}: the position after the move is needed")
        self.cards = cards
        self.seats = seats


def require(condition: bool, complaint: str) -> None:
    if not condition:
        raise ValueError(complaint)


# Characters and their powers


@dataclass(frozen=True)
class Part:
    """One part of a power: "look 3 take 1", "cheaper 2 for artisan or warrior", "gain 1 any"."""

    word: str
    number: int = 1
    resource: str = ""
    take: int = 1
    types: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bonus:
    """`points` for every `every` of what is measured, among certain types or bases."""

    points: int
    every: int
    measure: str
    among: tuple[str, ...] = ()


@dataclass(frozen=True)
class Power:
    """Parts are numbered through: first those carried out at once, then those between turns."""

    once: bool = False
    now: tuple[Part, ...] = ()
    later: tuple[Part, ...] = ()
    bonuses: tuple[Bonus, ...] = ()

    @property
    def green(self) -> bool:
        """COR-24."""
        return not self.now and not self.later

    @property
    def copies(self) -> bool:
        return any(part.word == "copy" for part in self.now)


@dataclass(frozen=True)
class Character:
    name: str
    type: str
    base: str
    cost: int
    prestige: int
    power: Power
    copies: int

    @property
    def rogue(self) -> bool:
        return self.type == ROGUE

    @property
    def resource(self) -> str:
        """COR-2; COR-15: "any" for a Rogue, who is paid in any one."""
        return PAID_IN[self.type]

    @property
    def refund(self) -> int:
        """COR-17."""
        return self.cost - (1 if self.prestige == 0 else 0)


def listed(words: list[str], known: list[str]) -> tuple[str, ...]:
    """ "artisan or warrior", cut at the blanks, in the order of all types or bases."""
    require(words[1::2] == ["or"] * (len(words) // 2), f"not a list: {words}")
    require(all(word in known for word in words[::2]), f"no such types or bases: {words}")
    return tuple(word for word in known if word in words[::2])


def read_part(text: str) -> Part:
    word, *rest = text.split()
    if word in ("anywhere", "move", "copy"):
        require(rest == [], f"not a part of a power: {text}")
        return Part(word)
    number = int(rest[0])
    if word in ("pay", "gain", "levy"):
        (resource,) = rest[1:]
        require(resource in [*RESOURCES, ANY], f"no such resource: {text}")
        return Part(word, number, resource)
    if word == "look" and len(rest) > 1:
        require(rest[1] == "take" and int(rest[2]) <= number, f"not a part of a power: {text}")
        return Part(word, number, take=int(rest[2]))
    if word == "cheaper":
        require(rest[1:2] in ([], ["for"]), f"not a part of a power: {text}")
        return Part(word, number, types=listed(rest[2:], TYPES) if rest[1:] else tuple(TYPES))
    known = ["draw", "look", "discard", "sell", "keep", "reserve", "recover", "steal", "purge", "remove"]
    require(word in known and len(rest) == 1, f"not a part of a power: {text}")
    return Part(word, number)


def read_bonus(text: str) -> Bonus:
    points, per, every, measure, *rest = text.split()
    require(per == "per", f"not a bonus: {text}")
    among: tuple[str, ...] = ()
    if rest:
        require(rest[0] in ("of", "on"), f"not a bonus: {text}")
        among = listed(rest[1:], TYPES if rest[0] == "of" else BASES)
        measure += " " + rest[0]
    return Bonus(int(points), int(every), measure, among)


def read_power(text: str) -> Power:
    if text == "":
        return Power()
    if text.startswith("end: "):
        return Power(bonuses=tuple(read_bonus(bonus) for bonus in text.removeprefix("end: ").split(", ")))
    once = text.startswith("once: ")
    text = text.removeprefix("once: ")
    if text.startswith("between turns: "):
        now, later = "", text.removeprefix("between turns: ")
    else:
        now, _, later = text.partition("; between turns: ")
    power = Power(
        once,
        tuple(read_part(part) for part in now.split(", ") if part),
        tuple(read_part(part) for part in later.split(", ") if part),
    )
    require(all(part.word in LATER_WORDS for part in power.later), f"not between turns: {text}")
    return power


@cache
def read_set(text: str) -> dict[str, Character]:
    """COR-5: the characters by name, in the order of the file. A recorded set begins with a line for its digest."""
    if text.startswith("sha256:"):
        text = text.partition("\n")[2]
    characters = [
        Character(
            entry["en"],
            entry["type"],
            entry["base"],
            entry["cost"],
            entry["prestige"],
            read_power(entry.get("power", "")),
            entry.get("copies", 2),
        )
        for entry in tomllib.loads(text)["character"]
    ]
    require(all(who.type in TYPES and who.base in BASES for who in characters), "no such type or base")
    require(len({who.name for who in characters}) == len(characters), "two characters of one name")
    return {who.name: who for who in characters}


def file_of(name: str) -> Path:
    """COR-3, COR-5: the set of today, or an earlier one by its hash."""
    return OURS if name == "ours" else OURS.with_name("earlier") / f"{name}.toml"


# The pyramid


@cache
def places_of(base: int) -> list[str]:
    """COR-27: from the base row on, each row from the left."""
    return [f"{ROWS[row]}{number}" for row in range(base) for number in range(1, base - row + 1)]


def children_of(place: str) -> list[str]:
    """COR-30: base cards have none."""
    row, number = ROWS.index(place[0]), int(place[1])
    return [f"{ROWS[row - 1]}{number}", f"{ROWS[row - 1]}{number + 1}"] if row else []


@cache
def parents_of(base: int, place: str) -> list[str]:
    """COR-30: two, one at the edge, none of the apex."""
    return [above for above in places_of(base) if place in children_of(above)]


@dataclass(frozen=True)
class Running:
    """A power being carried out: whose it is, the number of the part, and what of the part is still to come."""

    card: str
    seat: int
    part: int
    left: int


@dataclass(frozen=True)
class Discount:
    less: int
    types: tuple[str, ...]


class Referee:
    """A game of Cour, from a position on."""

    LEFT_OUT = ("passed", "fewest")  # what seats remember of the draft: no rule of play asks for it

    def __init__(self, position: dict[str, Any]) -> None:
        self.options: dict[str, Any] = DEFAULTS | position["options"]
        self.players: int = self.options["players"]
        self.base: int = self.options["base"]
        self.inverted: bool = self.options["inverted"]
        self.in_order: bool = self.options["turns"] == "in_order"
        chosen: str = self.options["characters"]
        characters = read_set(chosen if chosen.startswith("sha256:") else file_of(chosen).read_text(encoding="utf-8"))
        # COR-8
        self.set = {name: who for name, who in characters.items() if self.options["rogues"] or not who.rogue}
        self.order = list(self.set)
        self.letters = SEAT_LETTERS[: self.players]
        self.round: int = position.get("round", 1)
        self.phase: str = position.get("phase", "turns")
        self.pick: int = position.get("pick", 0)
        self.done = self._seats(position.get("done", ""))
        self.completed: bool = position.get("completed", False)
        self.mover = self._seat(position.get("mover"))
        self.step: str = position.get("step", "")
        self.chosen: str | None = position.get("chosen")
        self.place: str | None = position.get("place")
        self.victim = self._seat(position.get("victim"))
        self.power = self._read_power(position.get("power"))
        self.decider = self._seat(position.get("decider"))
        given = position.get("resources", {})
        self.resources = [{what: given.get(letter, {}).get(what, 0) for what in RESOURCES} for letter in self.letters]
        self.hands = self._lists(position, "hands")
        self.kept = self._lists(position, "kept")
        self.reserved = self._lists(position, "reserved")
        pyramids = position.get("pyramids", {})
        self.pyramids: list[dict[str, str]] = [dict(pyramids.get(letter, {})) for letter in self.letters]
        self.enrolled = [set(position.get("enrolled", {}).get(letter, [])) for letter in self.letters]
        self.activated = [set(position.get("activated", {}).get(letter, [])) for letter in self.letters]
        self.used = [set(position.get("used", {}).get(letter, [])) for letter in self.letters]
        self.enrolments: list[int] = [position.get("enrolments", {}).get(letter, 0) for letter in self.letters]
        discounts = position.get("discounts", {})
        self.discounts = [
            [Discount(given["less"], tuple(given["for"])) for given in discounts.get(letter, [])]
            for letter in self.letters
        ]
        self.anywhere = self._seats(position.get("anywhere", ""))
        self.pending = self._lists(position, "pending")
        self.looked = self._sorted(position.get("looked", []))
        self.leaving = self._sorted(position.get("leaving", []))
        self.discard = self._sorted(position.get("discard", []))
        self.deck: list[str] = list(position.get("deck", []))
        self.stream: str = position.get("stream", "0" * 16)
        # What chance decides for the move being made: the position after it, and the cards of a new deck that have
        # been drawn by then, of which only that position tells where they went.
        self.fate: dict[str, Any] | None = None
        self.fresh: Counter[str] = Counter()
        self._fill_deck()
        self._check()

    # Reading and writing positions

    def _seat(self, letter: str | None) -> int | None:
        return None if letter is None else self.letters.index(letter)

    def _seats(self, letters: Iterable[str]) -> set[int]:
        return {self.letters.index(letter) for letter in letters}

    def _letter(self, seat: int | None) -> str | None:
        return None if seat is None else self.letters[seat]

    def _written(self, seats: set[int]) -> str:
        return "".join(self.letters[seat] for seat in sorted(seats))

    def _lists(self, position: dict[str, Any], key: str) -> list[list[str]]:
        return [self._sorted(position.get(key, {}).get(letter, [])) for letter in self.letters]

    def _read_power(self, power: dict[str, Any] | None) -> Running | None:
        if power is None:
            return None
        return Running(power["card"], self.letters.index(power["seat"]), power["part"], power["left"])

    def _name(self, card: str) -> str:
        """The name of a card in hand, without its mark."""
        return card if card in self.set else card[:-1]

    def _mark(self, card: str) -> str:
        return card.removeprefix(self._name(card))

    def _sorted(self, cards: Iterable[str]) -> list[str]:
        """In the order of the set; of cards alike the best known first."""
        cards = list(cards)
        for card in cards:
            require(self._name(card) in self.set and self._mark(card) in MARKS, f"no such card: {card}")
        return sorted(cards, key=lambda card: (self.order.index(self._name(card)), MARKS.index(self._mark(card))))

    def _named_cards(self) -> list[str]:
        cards = self.looked + self.leaving + self.discard + self.deck
        if self.step in ("place", "pay") and self.chosen is not None:
            # It has left the hand already.
            cards = [*cards, self.chosen]
        for seat in range(self.players):
            held = self.hands[seat] + self.kept[seat] + self.reserved[seat]
            cards += [*self.pyramids[seat].values(), *map(self._name, held)]
        return cards

    def _fill_deck(self) -> None:
        """The cards named nowhere lie under the deck."""
        whole = Counter({name: who.copies for name, who in self.set.items()})
        named = Counter(self._named_cards())
        require(named <= whole, f"more cards than there are: {named - whole}")
        self.deck += (whole - named).elements()

    def _check(self) -> None:
        """The position is one that a game could go on from."""
        require(2 <= self.players <= 6 and self.base in (4, 5), "no such options")
        require(self.phase in PHASES and 0 <= self.round <= LAST_ROUND, "no such phase or round")
        require((self.phase == "draft") == (self.round == 0) == (1 <= self.pick <= PICK_ROUNDS), "a draft, or none")
        require(all(min(purse.values()) >= 0 for purse in self.resources), "less than no resources")
        for seat, pyramid in enumerate(self.pyramids):
            require(set(pyramid) <= set(places_of(self.base)), f"no such places: {pyramid}")
            self.pyramids[seat] = {place: pyramid[place] for place in places_of(self.base) if place in pyramid}
            for place in pyramid:
                require(all(child in pyramid for child in children_of(place)), f"nothing to stand on: {place}")
            for marks in (self.enrolled[seat], self.activated[seat], self.used[seat]):
                require(marks <= set(pyramid), f"marks without a card: {marks}")
        require((self.mover is None) == (self.step == ""), "a mover without a step, or the other way round")
        require(self.over or all(self.choices(seat) for seat in self.waiting), "nothing to decide")
        require(self.over == (not self.waiting), "nobody to decide")
        require(not self.over or self.mover is None, "the game is over but there is something to decide")

    def position(self) -> dict[str, Any]:
        """The complete position."""
        running = self.power
        return {
            "game": "cour",
            "options": dict(self.options),
            "round": self.round,
            "phase": self.phase,
            "pick": self.pick,
            "done": self._written(self.done),
            "completed": self.completed,
            "mover": self._letter(self.mover),
            "step": self.step,
            "chosen": self.chosen,
            "place": self.place,
            "victim": self._letter(self.victim),
            "power": None
            if running is None
            else {
                "card": running.card,
                "seat": self.letters[running.seat],
                "part": running.part,
                "left": running.left,
            },
            "decider": self._letter(self.decider),
            "resources": self._by_letter([dict(purse) for purse in self.resources]),
            "hands": self._by_letter([list(cards) for cards in self.hands]),
            "kept": self._by_letter([list(cards) for cards in self.kept]),
            "reserved": self._by_letter([list(cards) for cards in self.reserved]),
            "pyramids": self._by_letter(
                [{place: pyramid[place] for place in self._in_order(pyramid)} for pyramid in self.pyramids]
            ),
            "enrolled": self._by_letter([self._in_order(marks) for marks in self.enrolled]),
            "activated": self._by_letter([self._in_order(marks) for marks in self.activated]),
            "used": self._by_letter([self._in_order(marks) for marks in self.used]),
            "enrolments": self._by_letter(self.enrolments),
            "discounts": self._by_letter(
                [[{"less": one.less, "for": list(one.types)} for one in given] for given in self.discounts]
            ),
            "anywhere": self._written(self.anywhere),
            "pending": self._by_letter([list(cards) for cards in self.pending]),
            "looked": list(self.looked),
            "leaving": list(self.leaving),
            "discard": list(self.discard),
            "deck": list(self.deck),
            "stream": self.stream,
        }

    def _by_letter(self, things: list[Any]) -> dict[str, Any]:
        return dict(zip(self.letters, things, strict=True))

    def _in_order(self, places: Iterable[str]) -> list[str]:
        wanted = set(places)
        return [place for place in places_of(self.base) if place in wanted]

    def copy(self) -> "Referee":
        """A game to try moves on."""
        twin = copy.copy(self)
        twin.done, twin.anywhere = set(self.done), set(self.anywhere)
        twin.resources = [dict(purse) for purse in self.resources]
        twin.pyramids = [dict(pyramid) for pyramid in self.pyramids]
        for name in ("hands", "kept", "reserved", "pending", "discounts"):
            setattr(twin, name, [list(things) for things in getattr(self, name)])
        for name in ("enrolled", "activated", "used"):
            setattr(twin, name, [set(marks) for marks in getattr(self, name)])
        for name in ("enrolments", "looked", "leaving", "discard", "deck"):
            setattr(twin, name, list(getattr(self, name)))
        twin.fresh = Counter(self.fresh)
        return twin

    # Seats, hands and piles

    def _around(self, seat: int) -> list[int]:
        """All seats clockwise from this one on."""
        return [(seat + step) % self.players for step in range(self.players)]

    def _others(self, seat: int) -> list[int]:
        return self._around(seat)[1:]

    def _first_seat(self) -> int:
        """COR-9: it moves on by one each round; the draft has none and goes from seat A."""
        return (self.round - 1) % self.players if self.round else 0

    def _names(self, cards: Iterable[str]) -> set[str]:
        return {self._name(card) for card in cards}

    def _alike(self, cards: list[str], name: str) -> list[str]:
        """The cards of this name, the best known first."""
        return [card for card in cards if self._name(card) == name]

    def _receive(self, cards: list[str], card: str) -> None:
        cards.append(card)
        cards[:] = self._sorted(cards)

    def _lay_open(self, seat: int, name: str) -> None:
        """A card leaves the hand in the open (COR-35): what was best known of cards alike is now seen to be gone."""
        card = self._alike(self.hands[seat], name)[0]
        self.hands[seat].remove(card)
        aside = self._alike(self.kept[seat], name)[:1]
        if aside and MARKS.index(self._mark(aside[0])) < MARKS.index(self._mark(card)):
            self.kept[seat].remove(aside[0])
            self._receive(self.kept[seat], card)

    def _throw_away(self, seat: int, name: str) -> None:
        """A card from the hand. COR-18: during the turns it waits for their end."""
        self._lay_open(seat, name)
        self._receive(self.discard if self.phase == "between" else self.leaving, name)

    def _draw(self, into: list[str], seen: list[str]) -> None:
        """COR-12: the next card. `seen` is what the position after the move has in the same place, or nothing."""
        if not self.deck and not self.fresh:
            self._refill()
        if self.fresh:
            arriving = Counter(seen) - Counter(into)
            fitting = [name for name in self.order if self.fresh[name] and arriving[name]]
            require(bool(fitting), "the position after the move does not tell where the new cards went")
            card = fitting[0]
            self.fresh -= Counter([card])
        else:
            card = self.deck.pop(0)
        self._receive(into, card)

    def _refill(self) -> None:
        """COR-12: the discard pile is shuffled; chance decides nothing if its cards are all alike."""
        cards, self.discard = self.discard, []
        if len(set(cards)) == 1:
            self.deck = cards
        elif self.fate is None:
            raise Chance(cards, [])
        elif "reshuffled" in self.fate:
            self.deck = list(self.fate["reshuffled"])
            require(Counter(self.deck) == Counter(cards), "the new deck does not have the right cards")
        else:
            self.deck = list(self.fate["deck"])
            require(Counter(self.deck) <= Counter(cards), "the new deck does not have the right cards")
            self.fresh = Counter(cards) - Counter(self.deck)

    def _draw_to(self, key: str, seat: int) -> None:
        """A card into the hand, or among those set aside from the draw pile."""
        seen = [] if self.fate is None else self.fate.get(key, {}).get(self.letters[seat], [])
        self._draw({"hands": self.hands, "reserved": self.reserved}[key][seat], seen)

    def _cards_left(self) -> int:
        return len(self.deck) + self.fresh.total() + len(self.discard)

    # Pyramids

    def _row_of(self, place: str) -> int:
        return ROWS.index(place[0])

    def _parents(self, seat: int, place: str) -> list[str]:
        """COR-30: those that are there."""
        return [above for above in parents_of(self.base, place) if above in self.pyramids[seat]]

    def _covered(self, seat: int, place: str) -> bool:
        """COR-21: it has all its parents; the apex is never covered."""
        all_parents = parents_of(self.base, place)
        return bool(all_parents) and self._parents(seat, place) == all_parents

    def _fits(self, name: str, below: list[str]) -> bool:
        """COR-28: above two cards. COR-31: under them."""
        who, children = self.set[name], [self.set[card] for card in below]
        if who.base == NEUTRAL:
            return True
        if not self.inverted:
            return who.base in [child.type for child in children]
        labels = [child.type if child.rogue or child.base == NEUTRAL else child.base for child in children]
        return (who.base if who.rogue else who.type) in labels

    def _places_for(self, seat: int, name: str, anywhere: bool) -> list[str]:
        """COR-28: a free base place, or above two cards that it fits."""
        pyramid, found = self.pyramids[seat], []
        for place in places_of(self.base):
            children = children_of(place)
            if place in pyramid or not all(child in pyramid for child in children):
                continue
            if not children or anywhere or self._fits(name, [pyramid[child] for child in children]):
                found.append(place)
        return found

    def _places_to_move(self, seat: int, place: str) -> list[str]:
        """COR-29: where it could be enrolled once taken out, whatever the price."""
        twin = self.copy()
        name = twin.pyramids[seat].pop(place)
        return [other for other in twin._places_for(seat, name, False) if other != place]

    def _movable(self, seat: int) -> list[str]:
        """COR-29: own cards without parents that have somewhere to go."""
        return [
            place
            for place in self._in_order(self.pyramids[seat])
            if not self._parents(seat, place) and self._places_to_move(seat, place)
        ]

    def _take_out(self, seat: int, place: str) -> str:
        """A card leaves the pyramid; COR-25: and so do its marks."""
        for marks in (self.enrolled[seat], self.activated[seat], self.used[seat]):
            marks.discard(place)
        return self.pyramids[seat].pop(place)

    # Prices

    def _fitting_discounts(self, seat: int, name: str) -> list[Discount]:
        return [given for given in self.discounts[seat] if self.set[name].type in given.types]

    def _price(self, seat: int, name: str) -> int:
        """COR-14."""
        less = sum(given.less for given in self._fitting_discounts(seat, name))
        surcharge: int = self.options["surcharge"]
        return max(1, self.set[name].cost + surcharge * self.enrolments[seat] - less)

    def _payments(self, seat: int, name: str) -> list[str]:
        """COR-13, COR-15: the resources of which the player has enough for the whole price."""
        resource, price = self.set[name].resource, self._price(seat, name)
        return [what for what in RESOURCES if resource in (what, ANY) and self.resources[seat][what] >= price]

    def _owned(self, seat: int) -> list[str]:
        return [what for what in RESOURCES if self.resources[seat][what]]

    # Can a power be carried out in full? (COR-22)

    def _possible(self, seat: int, power: Power, place: str) -> bool:
        """Part after part; what takes effect between turns never prevents it. `place` is where its user stands."""
        purse = Counter(self.resources[seat])
        hand, deck, discard = len(self.hands[seat]), len(self.deck), len(self.discard)
        for part in power.now:
            if part.word == "pay" and part.resource == ANY:
                if purse.total() < part.number:
                    return False
                # Which ones are paid is chosen: from here on only their sum is known.
                purse = Counter({ANY: purse.total() - part.number})
            elif part.word == "pay":
                purse[part.resource] -= part.number
                if purse[part.resource] < 0:
                    return False
            elif part.word in ("draw", "look", "reserve"):
                if part.number > deck + discard:
                    return False
                if part.number > deck:
                    deck, discard = deck + discard, 0
                deck -= part.number
                hand += {"draw": part.number, "look": part.take, "reserve": 0}[part.word]
            elif part.word == "recover":
                discard -= part.number
                hand += part.number
                if discard < 0:
                    return False
            elif part.word in ("discard", "sell"):
                hand -= part.number if part.word == "discard" else 1
                if hand < 0:
                    return False
            elif (part.word == "move" and not self._movable(seat)) or (
                part.word == "copy" and not self._copyable(seat, place)
            ):
                return False
        return True

    def _copyable(self, seat: int, place: str) -> list[str]:
        """COR-25: the children whose powers an Actor here can use, as if printed on itself."""
        found = []
        for child in children_of(place):
            power = self.set[self.pyramids[seat][child]].power
            spent = power.once and place in self.used[seat]
            if not power.green and not power.copies and not spent and self._possible(seat, power, place):
                found.append(child)
        return found

    def _may_activate(self, seat: int, place: str) -> bool:
        """COR-21, COR-22, COR-24, COR-25."""
        power = self.set[self.pyramids[seat][place]].power
        if power.green or place in self.enrolled[seat] | self.activated[seat] or self._covered(seat, place):
            return False
        if power.once and place in self.used[seat]:
            return False
        return self._possible(seat, power, place)

    def _may_dismiss(self, seat: int, place: str) -> bool:
        """COR-16, COR-19."""
        return not self._parents(seat, place) and place not in self.enrolled[seat] | self.used[seat]

    # What may be chosen

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def waiting(self) -> tuple[int, ...]:
        """COR-9: whoever is in the middle of something, alone; else all who are not through, or the first of them."""
        if self.over:
            return ()
        if self.mover is not None:
            return (self.mover,)
        open_seats = [seat for seat in self._around(self._first_seat()) if seat not in self.done]
        return tuple(open_seats[:1]) if self.in_order else tuple(sorted(open_seats))

    def choices(self, seat: int) -> set[str]:
        """Every move of the seat in this step, in canonical notation."""
        if seat not in self.waiting:
            return set()
        if self.mover is not None:
            return set(self._answers(seat))
        if self.phase == "draft":
            return {f"pick {name}" for name in self._names(self.hands[seat])}
        if self.phase == "income":
            return set(RESOURCES)
        return set(self._actions(seat))

    def _actions(self, seat: int) -> Iterator[str]:
        """COR-11."""
        yield "end"
        for name in self._names(self.hands[seat]):
            if self._payments(seat, name) and self._places_for(seat, name, seat in self.anywhere):
                yield f"enrol {name}"
        for place in self.pyramids[seat]:
            if self._may_dismiss(seat, place):
                yield f"dismiss {place}"
            if self._may_activate(seat, place):
                yield f"activate {place}"

    def _answers(self, seat: int) -> Iterable[str]:
        """What the mover may answer in the middle of something."""
        step = self.step
        if step == "place":
            assert self.chosen is not None
            return [f"at {place}" for place in self._places_for(seat, self.chosen, seat in self.anywhere)]
        if step == "pay":
            assert self.chosen is not None
            return self._payments(seat, self.chosen)
        if step in ("refund", "gain"):
            return RESOURCES
        if step == "cost":
            return self._owned(seat)
        if step in ("discard", "sell", "limit", "purge"):
            return [f"discard {name}" for name in self._names(self.hands[seat])]
        if step == "keep":
            return ["enough", *(f"keep {name}" for name in self._names(self.hands[seat]))]
        if step == "look":
            return [f"take {name}" for name in self.looked]
        if step == "recover":
            return [f"take {name}" for name in self.discard]
        if step == "move":
            return [f"move {place}" for place in self._movable(seat)]
        if step in ("copy", "to"):
            assert self.place is not None
            if step == "copy":
                return [f"copy {child}" for child in self._copyable(seat, self.place)]
            return [f"at {place}" for place in self._places_to_move(seat, self.place)]
        if step == "order":
            return [f"first {self.letters[owner]}" for owner, effects in enumerate(self.pending) if effects]
        if step == "victim":
            return [f"from {self.letters[other]}" for other in self._victims(seat)]
        require(step in ("effect", "spoil", "remove") and self.victim is not None, f"no such step: {step}")
        assert self.victim is not None
        if step == "effect":
            return [f"effect {name}" for name in self.pending[self.victim]]
        if step == "spoil":
            return self._owned(self.victim)
        return [f"remove {place}" for place in self._removable(self.victim, self._part().number)]

    def _victims(self, seat: int) -> list[int]:
        """COR-26: the others from whom something can be taken."""
        part = self._part()
        if part.word == "steal":
            return [other for other in self._others(seat) if self._owned(other)]
        return [other for other in self._others(seat) if self._removable(other, part.number)]

    def _removable(self, seat: int, most: int) -> list[str]:
        """COR-26: the cards without parents of at most so much prestige; a mark does not protect."""
        pyramid = self.pyramids[seat]
        return [
            place for place in pyramid if not self._parents(seat, place) and self.set[pyramid[place]].prestige <= most
        ]

    # Making a move

    def play(self, move: str, seat: int, after: dict[str, Any] | None = None) -> None:
        """Make a move. `after` is the position that the engine has then, asked only for what chance decides.

        That is the order of a new deck (COR-12), and who decides on a tie (COR-26). Instead of a position, `after` may
        have the keys "reshuffled", the whole new deck with the next card first, or "decider".
        """
        require(move in self.choices(seat), f"not a legal move: {move}")
        twin = self.copy()
        twin.fate = after
        twin._make(move, seat)
        require(not twin.fresh, "the position after the move has too few cards in its deck")
        twin.fate = None
        if after is not None:
            twin.stream = after.get("stream", self.stream)
        vars(self).update(vars(twin))

    def _make(self, move: str, seat: int) -> None:
        word, _, what = move.partition(" ")
        if self.mover is not None:
            self._answer(seat, word, what)
        elif self.phase == "draft":
            self._pick(seat, what)
        elif self.phase == "income":
            # COR-10
            self.resources[seat][move] += 1
            self.done.add(seat)
            if len(self.done) == self.players:
                self.phase, self.done = "turns", set()
        elif word == "enrol":
            self.chosen = what
            self._lay_open(seat, what)
            self._ask(seat, "place")
        elif word == "dismiss":
            # COR-17, COR-18
            name = self._take_out(seat, what)
            self._receive(self.leaving, name)
            self._refund(seat, name)
        elif word == "activate":
            self._activate(seat, what)
        else:
            self._end_turn(seat)

    def _ask(self, seat: int, step: str) -> None:
        self.mover, self.step = seat, step

    def _ask_nobody(self) -> None:
        self.mover, self.step, self.chosen, self.place, self.victim = None, "", None, None, None

    def _answer(self, seat: int, word: str, what: str) -> None:
        step = self.step
        if step == "place":
            self._place(seat, what)
        elif step == "pay":
            self._enrol(seat, word)
        elif step == "limit":
            self._throw_away(seat, what)
            self._end_turn(seat)
        elif step == "order":
            self._effect_of(self.letters.index(what))
        elif step == "effect":
            assert self.victim is not None
            self._begin_effect(self.victim, what)
        elif step == "refund":
            self._receive_refund(seat, word)
        else:
            self._answer_in_power(seat, word, what)

    # The draft

    def _pick(self, seat: int, name: str) -> None:
        """COR-6: a card out of the pack, its mark with it until the packs pass."""
        card = self._alike(self.hands[seat], name)[0]
        self.hands[seat].remove(card)
        self._receive(self.kept[seat], card)
        if len(self.kept[seat]) == 2:
            self.done.add(seat)
        if len(self.done) == self.players:
            self._pass_packs()

    def _pass_packs(self) -> None:
        """COR-6: to the left. COR-35: a pack is known to whoever passed it.

        What was picked is then known to the right-hand neighbour if he had passed just those two cards, or if there are
        two players, and he has seen the pack both before and after.
        """
        known = self.pick == PICK_ROUNDS or (self.players == 2 and self.pick > 1)
        for seat in range(self.players):
            picked = [self._name(card) + ("<" if known else "") for card in self.kept[seat]]
            self.reserved[seat] = self._sorted([*self.reserved[seat], *picked])
            self.kept[seat] = []
        packs = [[self._name(card) + "<" for card in pack] for pack in self.hands]
        self.hands = [packs[seat - 1] for seat in range(self.players)]
        self.done = set()
        if self.pick < PICK_ROUNDS:
            self.pick += 1
        else:
            self._begin_round()

    # A round

    def _begin_round(self) -> None:
        """COR-10: every income, but for the resource of choice."""
        self.round += 1
        self.phase, self.pick, self.done = "income", 0, set()
        for seat in range(self.players):
            self.hands[seat] = self._sorted(self.hands[seat] + self.kept[seat] + self.reserved[seat])
            self.kept[seat], self.reserved[seat] = [], []
        for seat in 2 * self._around(self._first_seat()):
            if self._cards_left():
                self._draw_to("hands", seat)
        for purse in self.resources:
            for what in RESOURCES:
                purse[what] += 1

    def _end_turn(self, seat: int) -> None:
        """COR-9: final. COR-12: with a hand limit, after discarding down to it."""
        limit: int = self.options["hand_limit"]
        if limit and len(self.hands[seat]) > limit:
            self._ask(seat, "limit")
            return
        self._ask_nobody()
        self.done.add(seat)
        if len(self.done) == self.players:
            self._end_turns()

    def _end_turns(self) -> None:
        """COR-18: what was discarded joins the pile, and all that holds for a turn is over."""
        self.discard = self._sorted(self.discard + self.leaving)
        self.leaving = []
        self.phase, self.done, self.anywhere = "between", set(), set()
        for seat in range(self.players):
            self.enrolled[seat], self.activated[seat] = set(), set()
            self.enrolments[seat], self.discounts[seat] = 0, []
        if len(self._different_effects()) > 1:
            self._find_decider()
        self._next_effect()

    # Enrol

    def _place(self, seat: int, place: str) -> None:
        assert self.chosen is not None
        self.place = place
        if self.set[self.chosen].rogue:
            # COR-15
            self._ask(seat, "pay")
        else:
            self._enrol(seat, self.set[self.chosen].resource)

    def _enrol(self, seat: int, resource: str) -> None:
        """COR-13, COR-14: paid and placed."""
        assert self.chosen is not None and self.place is not None
        self.resources[seat][resource] -= self._price(seat, self.chosen)
        fitting = self._fitting_discounts(seat, self.chosen)
        self.discounts[seat] = [given for given in self.discounts[seat] if given not in fitting]
        self.anywhere.discard(seat)
        self.enrolments[seat] += 1
        self.pyramids[seat][self.place] = self.chosen
        self.enrolled[seat].add(self.place)
        if len(self.pyramids[seat]) == len(places_of(self.base)):
            # COR-32
            self.completed = True
        self._ask_nobody()

    # Dismiss

    def _refund(self, seat: int, name: str) -> None:
        """COR-17: at once; for a Rogue the owner chooses the resource."""
        if self.set[name].rogue:
            self.chosen, self.victim = name, None
            self._ask(seat, "refund")
        else:
            self._give_back(seat, name, self.set[name].resource)

    def _receive_refund(self, seat: int, resource: str) -> None:
        assert self.chosen is not None
        self._give_back(seat, self.chosen, resource)

    def _give_back(self, seat: int, name: str, resource: str) -> None:
        self.resources[seat][resource] += self.set[name].refund
        self._ask_nobody()
        if self.power is not None:
            self._part_done()

    # Activate: powers are carried out part after part

    def _activate(self, seat: int, place: str) -> None:
        name = self.pyramids[seat][place]
        self.activated[seat].add(place)
        self._use(seat, place, name)

    def _use(self, seat: int, place: str, name: str) -> None:
        """The card at the place uses the power of the character: its own, or one that an Actor copies (COR-25)."""
        power = self.set[name].power
        if power.once:
            self.used[seat].add(place)
        if power.later:
            # COR-26
            self._receive(self.pending[seat], name)
        self.place = place if power.copies else None
        self._begin_part(name, seat, 0)

    def _parts(self, running: Running) -> tuple[Part, ...]:
        power = self.set[running.card].power
        return power.now + power.later

    def _part(self) -> Part:
        assert self.power is not None
        return self._parts(self.power)[self.power.part]

    def _begin_part(self, card: str, seat: int, number: int) -> None:
        """A part, or the end of the power when there is no more of it in this phase."""
        power = self.set[card].power
        parts = power.now + power.later if self.phase == "between" else power.now
        if number == len(parts):
            self.power = None
            self._ask_nobody()
            if self.phase == "between":
                self._next_effect()
            return
        part = parts[number]
        single = ["sell", "copy", "move", "remove"]
        amount = {"look": part.take, "purge": self.players - 1}.get(part.word, part.number)
        self.power = Running(card, seat, number, 1 if part.word in single else amount)
        self._carry_on()

    def _part_done(self) -> None:
        assert self.power is not None
        self._begin_part(self.power.card, self.power.seat, self.power.part + 1)

    def _one_less(self) -> None:
        """One unit, card or seat of the part is dealt with."""
        assert self.power is not None
        self.power = replace(self.power, left=self.power.left - 1)
        self._carry_on()

    def _carry_on(self) -> None:
        """What the part being carried out does or asks now."""
        assert self.power is not None
        part, seat, left = self._part(), self.power.seat, self.power.left
        self._ask_nobody_but_place()
        if left == 0:
            # Of a look, the cards not taken.
            for name in self.looked:
                self._receive(self.leaving, name)
            self.looked = []
            self._part_done()
        elif not self._asks(part, seat):
            self._part_done()

    def _ask_nobody_but_place(self) -> None:
        """An Actor's place is needed until the child is chosen."""
        place = self.place
        self._ask_nobody()
        self.place = place

    def _asks(self, part: Part, seat: int) -> bool:
        """Carry the part out, or ask for what is needed to; then true."""
        word, number = part.word, part.number
        if word in ("pay", "gain"):
            if part.resource == ANY:
                self._ask(seat, {"pay": "cost", "gain": "gain"}[word])
                return True
            self.resources[seat][part.resource] += number if word == "gain" else -number
        elif word in ("draw", "reserve"):
            for _ in range(number):
                self._draw_to({"draw": "hands", "reserve": "reserved"}[word], seat)
        elif word == "look":
            if not self.looked:
                for _ in range(number):
                    self._draw(self.looked, [] if self.fate is None else self.fate.get("looked", []))
            self._ask(seat, "look")
            return True
        elif word == "cheaper":
            self.discounts[seat].append(Discount(number, part.types))
        elif word == "anywhere":
            self.anywhere.add(seat)
        elif word in ("discard", "sell", "recover", "copy"):
            self._ask(seat, word)
            return True
        elif word == "keep":
            if self.hands[seat]:
                self._ask(seat, "keep")
                return True
        elif word == "move":
            if self._movable(seat):
                self._ask(seat, "move")
                return True
        else:
            return self._acts_on_others(part, seat)
        return False

    def _acts_on_others(self, part: Part, seat: int) -> bool:
        """COR-26: they give what is there; a step without a target is skipped."""
        if part.word in ("steal", "remove"):
            if self._victims(seat):
                self._ask(seat, "victim")
                return True
        elif part.word == "levy":
            for other in self._others(seat):
                given = min(part.number, self.resources[other][part.resource])
                self.resources[other][part.resource] -= given
                self.resources[seat][part.resource] += given
        else:
            # The others clockwise; so many of them are left.
            assert part.word == "purge" and self.power is not None
            other = self._others(seat)[-self.power.left]
            if len(self.hands[other]) >= part.number:
                self._ask(other, "purge")
            else:
                self._one_less()
            return True
        return False

    def _answer_in_power(self, seat: int, word: str, what: str) -> None:
        assert self.power is not None
        step, part = self.step, self._part()
        if step in ("gain", "cost"):
            self.resources[seat][word] += 1 if step == "gain" else -1
            if part.word == "sell" and self.power.left > 1:
                # The next unit for a Rogue sold.
                self.power = replace(self.power, left=self.power.left - 1)
            else:
                self._one_less()
        elif step == "sell":
            self._sell(seat, what, part.number)
        elif step in ("discard", "purge"):
            self._throw_away(seat, what)
            self._one_less()
        elif step == "keep":
            if word == "enough":
                self._part_done()
            else:
                card = self._alike(self.hands[seat], what)[0]
                self.hands[seat].remove(card)
                self._receive(self.kept[seat], card)
                self._one_less()
        elif step == "look":
            self.looked.remove(what)
            self._receive(self.hands[seat], what)
            self._one_less()
        elif step == "recover":
            # COR-35: everybody sees it.
            self.discard.remove(what)
            self._receive(self.hands[seat], what + "!")
            self._one_less()
        elif step == "copy":
            assert self.place is not None
            self._use(seat, self.place, self.pyramids[seat][what])
        elif step == "move":
            self.place = what
            self._ask(seat, "to")
        elif step == "to":
            self._move(seat, what)
        elif step == "victim":
            self.victim = self.letters.index(what)
            self._ask(seat, "spoil" if part.word == "steal" else "remove")
        elif step == "spoil":
            assert self.victim is not None
            self.resources[self.victim][word] -= 1
            self.resources[seat][word] += 1
            self._one_less()
        else:
            # COR-26: at once to the discard pile, and refunded.
            assert step == "remove" and self.victim is not None
            owner = self.victim
            name = self._take_out(owner, what)
            self._receive(self.discard, name)
            self._refund(owner, name)

    def _sell(self, seat: int, name: str, number: int) -> None:
        assert self.power is not None
        self._throw_away(seat, name)
        if self.set[name].rogue:
            self.power = replace(self.power, left=number)
            self._ask(seat, "gain")
        else:
            self.resources[seat][self.set[name].resource] += number
            self._one_less()

    def _move(self, seat: int, place: str) -> None:
        """COR-29: its marks move with it."""
        assert self.place is not None
        all_marks = (self.enrolled[seat], self.activated[seat], self.used[seat])
        had = [self.place in marks for marks in all_marks]
        self.pyramids[seat][place] = self._take_out(seat, self.place)
        for marks, marked in zip(all_marks, had, strict=True):
            if marked:
                marks.add(place)
        self.place = None
        self._one_less()

    # Between turns (COR-26)

    def _different_effects(self) -> list[tuple[int, str]]:
        return [(seat, name) for seat, names in enumerate(self.pending) for name in dict.fromkeys(names)]

    def _find_decider(self) -> None:
        """The most printed prestige; on a tie one drawn at random, for the whole pause."""
        prestige = [sum(self.set[name].prestige for name in pyramid.values()) for pyramid in self.pyramids]
        tied = [letter for letter, sum_ in zip(self.letters, prestige, strict=True) if sum_ == max(prestige)]
        if len(tied) == 1:
            self.decider = self._seat(tied[0])
        elif self.fate is None:
            raise Chance([], tied)
        else:
            require(self.fate.get("decider") in tied, "the decider is not one of those tied")
            self.decider = self._seat(self.fate["decider"])

    def _next_effect(self) -> None:
        """The only one left, or what the decider says; after the last one the round is over."""
        effects = self._different_effects()
        owners = {seat for seat, _ in effects}
        if not effects:
            self._end_round()
        elif len(owners) > 1:
            assert self.decider is not None
            self._ask(self.decider, "order")
        else:
            self._effect_of(owners.pop())

    def _effect_of(self, seat: int) -> None:
        names = list(dict.fromkeys(self.pending[seat]))
        if len(names) == 1:
            self._begin_effect(seat, names[0])
        else:
            assert self.decider is not None
            self.victim = seat
            self._ask(self.decider, "effect")

    def _begin_effect(self, seat: int, name: str) -> None:
        self.pending[seat].remove(name)
        self._ask_nobody()
        self._begin_part(name, seat, len(self.set[name].power.now))

    def _end_round(self) -> None:
        """COR-32, COR-36."""
        self.decider = None
        if self.completed or self.round == LAST_ROUND:
            self.phase = "over"
        else:
            self._begin_round()

    # The end of the game

    def _measured(self, seat: int, place: str, bonus: Bonus) -> int:
        """COR-33: what the bonus of the card at the place is given for."""
        pyramid = self.pyramids[seat]
        cards = [self.set[name] for name in pyramid.values()]
        measure, _, filtered = bonus.measure.partition(" ")
        if measure == "cards":
            if filtered == "on":
                return sum(who.base in bonus.among for who in cards)
            return sum(not filtered or who.type in bonus.among for who in cards)
        if measure in ("parents", "children"):
            near = self._parents(seat, place) if measure == "parents" else children_of(place)
            return sum(not filtered or self.set[pyramid[other]].type in bonus.among for other in near)
        if measure == "types":
            return len({who.type for who in cards})
        if measure == "bases":
            return len({who.base for who in cards})
        if measure == "rows":
            rows = Counter(self._row_of(other) for other in pyramid)
            return sum(rows[row] == self.base - row for row in range(self.base))
        if measure == "height":
            return self._row_of(place)
        if measure == "resources":
            return sum(self.resources[seat].values())
        left: int = self.resources[seat][measure]
        return left

    def _prestige(self, seat: int) -> int:
        """COR-33: each bonus rounded down."""
        prestige = 0
        for place, name in self.pyramids[seat].items():
            prestige += self.set[name].prestige
            for bonus in self.set[name].power.bonuses:
                prestige += self._measured(seat, place, bonus) // bonus.every * bonus.points
        return prestige

    def scores(self) -> list[int]:
        require(self.over, "the game is not over")
        return [self._prestige(seat) for seat in range(self.players)]

    def places(self) -> list[int]:
        """COR-34: prestige, then resources; equal players share a place and the next one is skipped."""
        merits = [(points, sum(self.resources[seat].values())) for seat, points in enumerate(self.scores())]
        return [1 + sum(other > merit for other in merits) for merit in merits]
