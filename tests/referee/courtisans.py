"""A plain second implementation of Courtisans, to check the engine against. It reads like the clauses it cites.

Slow on purpose: the cards on the table are one list of small objects, and every question is answered by going through
that list. Cards, moves and positions are written as in the game's notation.md.
"""

import copy
import re
from dataclasses import dataclass
from itertools import combinations
from typing import Any

# CTS-1, CTS-2: six families, and how many cards of each role a family has. The order is that of written positions.
FAMILIES = ["butterfly", "toad", "nightingale", "hare", "stag", "carp"]
COPIES = {"none": 4, "noble": 4, "assassin": 2, "guard": 3, "spy": 2}
ROLES = list(COPIES)
FAMILY_LETTERS = {family: family[0].upper() for family in FAMILIES}
ROLE_LETTERS = {"none": "", "noble": "n", "assassin": "a", "guard": "g", "spy": "s"}

SEAT_LETTERS = "ABCDE"
PLACES = ["+", "-", "@A", "@B", "@C", "@D", "@E"]
ZONES = ["queen", "own", "other"]

# CTS-3, CTS-4: the missions of each edition by name, and what one is worth.
RULEBOOK_MISSIONS = [f"disgrace-{one}-{two}" for one, two in combinations(FAMILIES, 2)]
RULEBOOK_MISSIONS += ["three-in-light", "three-in-disgrace", "one-neutral"]
WHITE_MISSIONS = [f"fewer-{family}" for family in FAMILIES]
WHITE_MISSIONS += ["three-nobles", "two-assassins", "four-guards", "three-spies"]
BLUE_MISSIONS = [f"disgrace-{family}" for family in FAMILIES]
BLUE_MISSIONS += ["every-family-below", "five-below", "at-most-three-in-light", "two-in-disgrace"]
MISSION_POINTS = {"rulebook": 2, "published": 3}


@dataclass(frozen=True)
class Card:
    family: str
    role: str

    @property
    def name(self) -> str:
        return FAMILY_LETTERS[self.family] + ROLE_LETTERS[self.role]

    @property
    def value(self) -> int:
        """CTS-14: a noble counts as two cards in the final count."""
        return 2 if self.role == "noble" else 1


@dataclass(frozen=True)
class Laid:
    """A card on the table, or removed from it. Two face-up ones that are equal are interchangeable (CTS-28).

    `place` is written as in a move: "+", "-" or "@B"; "" for a face-up card that was removed.
    `turn` is the turn on which a spy was laid, by which it is named (CTS-27); 0 for a face-up card.
    """

    card: Card
    place: str
    turn: int

    @property
    def zone(self) -> str:
        """CTS-16: the zone of an assassin is the whole Queen's table, or one domain."""
        return "table" if self.place in ("+", "-") else self.place


DECK = [Card(family, role) for role in ROLES for family in FAMILIES for _ in range(COPIES[role])]
BY_NAME = {card.name: card for card in DECK}


def canonical_card(card: Card) -> tuple[int, int]:
    return ROLES.index(card.role), FAMILIES.index(card.family)


def canonical_laid(laid: Laid) -> tuple[int, int, int, int]:
    place = PLACES.index(laid.place) if laid.place else 0
    return *canonical_card(laid.card), laid.turn, place


def read_cards(text: str) -> list[Card]:
    """Cards of a hand, the pile or those put away: nothing but names."""
    for name in text.split():
        require(name in BY_NAME, f"no such card: {name}")
    return [BY_NAME[name] for name in text.split()]


def read_laid(text: str, place: str) -> list[Laid]:
    """Cards lying at `place`; only spies carry a turn."""
    laid = []
    for word in text.split():
        name, _, turn = word.partition("/")
        require(name in BY_NAME, f"no such card: {word}")
        card = BY_NAME[name]
        require(turn.isdecimal() if card.role == "spy" else turn == "", f"spies, and only spies, carry a turn: {word}")
        laid.append(Laid(card, place, int(turn or 0)))
    return laid


def read_removed(text: str) -> list[Laid]:
    """Removed cards; a spy carries its turn and its place."""
    removed = []
    for word in text.split():
        match = re.fullmatch(r"(.s/\d+)(\+|-|@[A-E])", word)
        removed += read_laid(match[1], match[2]) if match else read_laid(word, "")
    require(all(gone.place for gone in removed if gone.card.role == "spy"), f"a removed spy without a place: {text}")
    return removed


def write_cards(cards: list[Card]) -> str:
    return " ".join(card.name for card in cards)


def write_laid(cards: list[Laid], with_place: bool = False) -> str:
    words = []
    for laid in sorted(cards, key=canonical_laid):
        spy = f"/{laid.turn}{laid.place if with_place else ''}" if laid.card.role == "spy" else ""
        words.append(laid.card.name + spy)
    return " ".join(words)


def require(condition: bool, complaint: str) -> None:
    if not condition:
        raise ValueError(complaint)


DEFAULTS = {"edition": "rulebook", "nobles_count_double_in_missions": True}


class Referee:
    """A game of Courtisans, from a position on."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.options: dict[str, Any] = DEFAULTS | position["options"]
        self.players: int = self.options["players"]
        self.edition: str = self.options["edition"]
        self.nobles_double: bool = self.options["nobles_count_double_in_missions"]
        self.letters = SEAT_LETTERS[: self.players]
        mover = position["mover"]
        self.mover: int | None = None if mover is None else self.letters.index(mover)
        self.turn: int = position.get("turn", 1)
        self.first: str = position.get("first", self._who_began())
        self.stream: str = position.get("stream", "0" * 16)
        self.missions = self._read_missions(position.get("missions"))
        self._read_table(position)
        zones = position.get("zones", "" if mover is None else "queen own other").split()
        self.zones = [zone for zone in ZONES if zone in zones]
        hands = position.get("hands", {})
        self.hands = [read_cards(hands.get(letter, "")) for letter in self.letters]
        self.pile = read_cards(position.get("pile", ""))
        away = position.get("away")
        self.away = self._rest_of_the_deck() if away is None else read_cards(away)
        self._check()

    # Reading and writing positions

    def _who_began(self) -> str:
        """CTS-9: counted back from the mover; A if there is none."""
        return "A" if self.mover is None else self.letters[(self.mover - self.turn + 1) % self.players]

    def _read_missions(self, missions: dict[str, list[str]] | None) -> list[list[str]]:
        """Two missions a seat (CTS-3), or one white and one blue (CTS-4); if left out, in the data file's order."""
        if missions is not None:
            return [list(missions[letter]) for letter in self.letters]
        if self.edition == "rulebook":
            return [RULEBOOK_MISSIONS[2 * seat : 2 * seat + 2] for seat in range(self.players)]
        return [[WHITE_MISSIONS[seat], BLUE_MISSIONS[seat]] for seat in range(self.players)]

    def _read_table(self, position: dict[str, Any]) -> None:
        self.table = read_laid(position.get("above", ""), "+") + read_laid(position.get("below", ""), "-")
        domains = position.get("domains", {})
        for letter in self.letters:
            self.table += read_laid(domains.get(letter, ""), f"@{letter}")
        self.removed = read_removed(position.get("removed", ""))
        # CTS-30: the assassin that is deciding; it lies on the table already.
        self.assassin: Laid | None = None
        if position.get("assassin"):
            name, place = re.fullmatch(r"(.a)(.+)", position["assassin"]).groups()  # type: ignore[union-attr]
            self.assassin = Laid(BY_NAME[name], place, 0)

    def _named_cards(self) -> list[Card]:
        cards = [laid.card for laid in self.table + self.removed]
        for hand in self.hands:
            cards += hand
        return cards + self.pile

    def _rest_of_the_deck(self) -> list[Card]:
        rest = list(DECK)
        for card in self._named_cards():
            require(card in rest, f"more of {card.name} than the deck has")
            rest.remove(card)
        return rest

    def _check(self) -> None:
        """The position is one that a game could go on from (the game's notation.md)."""
        cards = self._named_cards() + self.away
        require(sorted(cards, key=canonical_card) == DECK, "the cards are not those of the deck")
        require(len(self.pile) % 3 == 0, "the pile is not a multiple of three")
        spies = [(laid.zone, laid.turn) for laid in self.table + self.removed if laid.card.role == "spy"]
        require(len(spies) == len(set(spies)), "two spies were laid in one zone on one turn")
        require(all(1 <= turn <= self.turn for _, turn in spies), "a spy was laid after the current turn")
        self._check_missions()
        if self.mover is None:
            require(not any(self.hands) and not self.pile, "the game is over but there are cards to play")
            require(not self.zones and not self.assassin, "the game is over but there is something to decide")
            return
        require(len(self.hands[self.mover]) == len(self.zones), "the mover has not as many cards as zones")
        require(bool(self.zones) or self.assassin is not None, "the mover has nothing to do")
        sizes = [len(self.hands[seat % self.players]) for seat in range(self.mover + 1, self.mover + self.players)]
        require(set(sizes) <= {0, 3} and sizes == sorted(sizes, reverse=True), "hands are not full, then empty")
        require(0 not in sizes or not self.pile, "a hand is empty though the pile is not")
        if self.assassin is not None:
            require(self.assassin in self.table, "the assassin that decides is not on the table")
            require(self._kind_of_zone(self.assassin.place) not in self.zones, "its zone has still to be played to")
            require(self._victims() != [], "the assassin that decides has nobody to remove")

    def _check_missions(self) -> None:
        dealt = [mission for pair in self.missions for mission in pair]
        require(len(dealt) == len(set(dealt)) == 2 * self.players, "not two different missions for each seat")
        if self.edition == "rulebook":
            require(set(dealt) <= set(RULEBOOK_MISSIONS), "a mission that this edition has not")
        else:
            for pair in self.missions:
                require(len(set(pair) & set(WHITE_MISSIONS)) == 1, "not one white mission")
                require(len(set(pair) & set(BLUE_MISSIONS)) == 1, "not one blue mission")

    def position(self) -> dict[str, Any]:
        """The complete position, with the cards of each list in the canonical order."""
        return {
            "game": "courtisans",
            "options": dict(self.options),
            "turn": self.turn,
            "mover": None if self.mover is None else self.letters[self.mover],
            "first": self.first,
            "zones": " ".join(self.zones),
            "assassin": None if self.assassin is None else self.assassin.card.name + self.assassin.place,
            "above": write_laid(self._lying_at("+")),
            "below": write_laid(self._lying_at("-")),
            "domains": {letter: write_laid(self._lying_at(f"@{letter}")) for letter in self.letters},
            "hands": {
                letter: write_cards(sorted(self.hands[seat], key=canonical_card))
                for seat, letter in enumerate(self.letters)
            },
            "missions": {letter: list(self.missions[seat]) for seat, letter in enumerate(self.letters)},
            "removed": write_laid(self.removed, with_place=True),
            "pile": write_cards(self.pile),
            "away": write_cards(self.away),
            "stream": self.stream,
        }

    def copy(self) -> "Referee":
        """A game to try moves on. Cards never change, so copies of the lists are enough."""
        twin = copy.copy(self)
        twin.zones = list(self.zones)
        twin.table = list(self.table)
        twin.removed = list(self.removed)
        twin.hands = [list(hand) for hand in self.hands]
        twin.pile = list(self.pile)
        return twin

    # Looking at the table

    def _lying_at(self, place: str) -> list[Laid]:
        return [laid for laid in self.table if laid.place == place]

    def _kind_of_zone(self, place: str) -> str:
        """CTS-10: the Queen's table, the mover's own domain, or the domain of an opponent."""
        if place in ("+", "-"):
            return "queen"
        return "own" if self.letters.index(place[1]) == self.mover else "other"

    # Moves

    @property
    def over(self) -> bool:
        return self.mover is None

    @property
    def waiting(self) -> tuple[int, ...]:
        return () if self.mover is None else (self.mover,)

    def choices(self, seat: int | None = None) -> set[str]:
        """Every move of the mover, in canonical notation; another seat has none."""
        if self.mover is None or seat not in (None, self.mover):
            return set()
        if self.assassin is not None:
            # CTS-16: to remove somebody is optional.
            return {"spare"} | {self._removal(victim) for victim in self._victims()}
        return {card.name + place for card in self.hands[self.mover] for place in self._open_places()}

    def _open_places(self) -> list[str]:
        """CTS-10, CTS-11: where the mover may play a card now, one card to each zone."""
        places = ["+", "-"] + [f"@{letter}" for letter in self.letters]
        return [place for place in places if self._kind_of_zone(place) in self.zones]

    def _victims(self) -> list[Laid]:
        """CTS-16 to CTS-18: the other cards in the zone of the assassin that decides, less the guards."""
        assert self.assassin is not None
        others = [laid for laid in self.table if laid.zone == self.assassin.zone]
        others.remove(self.assassin)  # takes out one card: a twin beside it stays
        return [laid for laid in others if laid.card.role != "guard"]

    def _removal(self, victim: Laid) -> str:
        """CTS-27: a spy is named by its turn. CTS-28: the same words for interchangeable cards, hence one choice."""
        if victim.card.role == "spy":
            return f"xs{victim.turn}"
        return "x" + victim.card.name + (victim.place if victim.zone == "table" else "")

    def play(self, move: str, after: dict[str, Any] | None = None, seat: int | None = None) -> None:
        require(move in self.choices(seat), f"not a legal move: {move}")
        if self.assassin is not None:
            self._decide(move)
        else:
            self._lay(move)
        if self.assassin is None and not self.zones:
            self._end_turn()

    def _lay(self, move: str) -> None:
        """CTS-10, CTS-13: one card from the hand to a zone."""
        assert self.mover is not None
        name, place = re.fullmatch(r"(..?)([+-]|@.)", move).groups()  # type: ignore[union-attr]
        card = BY_NAME[name]
        self.hands[self.mover].remove(card)
        self.zones.remove(self._kind_of_zone(place))
        laid = Laid(card, place, self.turn if card.role == "spy" else 0)
        self.table.append(laid)
        if card.role == "assassin":
            self.assassin = laid
            if not self._victims():
                # CTS-29: with nothing but guards beside it the assassin is not asked.
                self.assassin = None

    def _decide(self, move: str) -> None:
        """CTS-16: the assassin removes one card or spares all, at once."""
        if move != "spare":
            victim = next(victim for victim in self._victims() if self._removal(victim) == move)
            self.table.remove(victim)
            # CTS-17: a removed spy stays face down, and is known by its turn and place.
            self.removed.append(victim if victim.card.role == "spy" else Laid(victim.card, "", 0))
        self.assassin = None

    def _end_turn(self) -> None:
        """CTS-12: draw three, if there are any. CTS-19: the end. CTS-9: else the next player clockwise."""
        assert self.mover is not None
        self.hands[self.mover] = self.pile[:3]
        self.pile = self.pile[3:]
        if not self.pile and not any(self.hands):
            self.mover = None
            return
        self.mover = (self.mover + 1) % self.players
        self.turn += 1
        self.zones = list(ZONES)

    # The end of the game. CTS-20: spies are revealed, so from here on all cards are just cards.

    def statuses(self) -> dict[str, int]:
        """CTS-21: for each family 1 in the light, -1 in disgrace, 0 neutral, by counted values."""
        balance = dict.fromkeys(FAMILIES, 0)
        for laid in self.table:
            if laid.place == "+":
                balance[laid.card.family] += laid.card.value
            if laid.place == "-":
                balance[laid.card.family] -= laid.card.value
        return {family: (value > 0) - (value < 0) for family, value in balance.items()}

    def scores(self) -> list[int]:
        """CTS-22, CTS-23: domains and missions."""
        require(self.over, "the game is not over")
        statuses = self.statuses()
        scores = []
        for seat, letter in enumerate(self.letters):
            domain = sum(statuses[laid.card.family] * laid.card.value for laid in self._lying_at(f"@{letter}"))
            fulfilled = [mission for mission in self.missions[seat] if self._fulfilled(mission, seat, statuses)]
            scores.append(domain + MISSION_POINTS[self.edition] * len(fulfilled))
        return scores

    def places(self) -> list[int]:
        """CTS-24: equal totals share a place, the next one is skipped."""
        scores = self.scores()
        return [1 + sum(other > score for other in scores) for score in scores]

    def _fulfilled(self, mission: str, seat: int, statuses: dict[str, int]) -> bool:
        """CTS-3, CTS-4: whether `seat` has fulfilled `mission`. A neutral family is in neither state (CTS-5)."""
        first, *families = mission.split("-")
        if first == "disgrace":
            return any(statuses[family] == -1 for family in families)
        if first == "fewer":
            # CTS-5: the left neighbour is the next player clockwise; as many is not fewer.
            own, left = f"@{self.letters[seat]}", f"@{self.letters[(seat + 1) % self.players]}"
            return self._count_family(families[0], own) < self._count_family(families[0], left)
        states = list(statuses.values())
        answers = {
            "three-in-light": states.count(1) >= 3,
            "three-in-disgrace": states.count(-1) >= 3,
            "one-neutral": states.count(0) >= 1,
            "at-most-three-in-light": states.count(1) <= 3,
            "two-in-disgrace": states.count(-1) >= 2,
            "three-nobles": self._count_role("noble", seat) >= 3,
            "two-assassins": self._count_role("assassin", seat) >= 2,
            "four-guards": self._count_role("guard", seat) >= 4,
            "three-spies": self._count_role("spy", seat) >= 3,
            "every-family-below": all(self._count_family(family, "-") >= 1 for family in FAMILIES),
            "five-below": any(self._count_family(family, "-") >= 5 for family in FAMILIES),
        }
        return answers[mission]

    def _count_family(self, family: str, place: str) -> int:
        """CTS-5: where a mission counts cards of a family a noble counts 2, by the option."""
        cards = [laid.card for laid in self._lying_at(place) if laid.card.family == family]
        return sum(card.value if self.nobles_double else 1 for card in cards)

    def _count_role(self, role: str, seat: int) -> int:
        """CTS-5: a mission that counts a role counts each card once."""
        return sum(laid.card.role == role for laid in self._lying_at(f"@{self.letters[seat]}"))
