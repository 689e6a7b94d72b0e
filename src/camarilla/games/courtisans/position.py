"""Positions: the whole truth of a match as JSON that a person can read and edit (notation.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from camarilla.engine import arrangement
from camarilla.engine.arrangement import bad, write_stream
from camarilla.engine.errors import BadPosition
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records, opened
from camarilla.engine.words import Message
from camarilla.games.courtisans import cards, rules
from camarilla.games.courtisans.cards import WORDS
from camarilla.games.courtisans.missions import STACKS
from camarilla.games.courtisans.notation import place_mark

if TYPE_CHECKING:
    from camarilla.games.courtisans.game import Courtisans

ZONES = {"queen": rules.QUEEN, "own": rules.OWN, "other": rules.OTHER}
KEYS = [
    "turn",
    "mover",
    "first",
    "zones",
    "assassin",
    "above",
    "below",
    "domains",
    "hands",
    "missions",
    "removed",
    "pile",
    "away",
    "stream",
]
SPY = re.compile(r"([BTNHSC])s/(\d{1,3})")
REMOVED_SPY = re.compile(r"([BTNHSC])s/(\d{1,3})([+-]|@[A-E])")


# --- Describing a state ---


def write(game: Courtisans, state: Records) -> dict[str, Any]:
    s, letters, missions = state[0], SEAT_LETTERS[: game.players], game.missions
    pile = s["pile"][s["away"] : s["away"] + s["left"]][::-1]
    return {
        "turn": int(s["turn"]),
        "mover": None if s["mover"] < 0 else SEAT_LETTERS[s["mover"]],
        "first": SEAT_LETTERS[s["first"]],
        "zones": " ".join(name for name, zone in ZONES.items() if s["zones"] & zone),
        "assassin": cards.letters(s["assassin"] - 1) + place_mark(s["spot"]) if s["assassin"] else None,
        "above": lying(s, rules.ABOVE),
        "below": lying(s, rules.BELOW),
        "domains": {letter: lying(s, rules.DOMAIN + seat) for seat, letter in enumerate(letters)},
        "hands": {letter: listed(sorted(filled(s["hand"][seat]))) for seat, letter in enumerate(letters)},
        "missions": {letter: [missions[m - 1].name for m in s["mission"][seat]] for seat, letter in enumerate(letters)},
        "removed": removed(s),
        "pile": listed(filled(pile)),
        "away": listed(filled(s["pile"][: s["away"]])),
        "stream": write_stream(state),
    }


def filled(slots: Any) -> list[int]:
    return [int(slot) - 1 for slot in slots if slot]


def listed(kinds: list[int]) -> str:
    return " ".join(cards.letters(kind) for kind in kinds)


def lying(s: Any, spot: int) -> str:
    """All cards at a spot, spies with their turns."""
    open_cards = [cards.letters(kind) for kind in range(rules.SPIES) for _ in range(s["laid"][spot, kind])]
    spies = sorted((s["spy"][i] - 1, s["spy_turn"][i]) for i in spies_at(s, spot))
    return " ".join([*open_cards, *(f"{cards.letters(kind)}/{turn}" for kind, turn in spies)])


def spies_at(s: Any, spot: int) -> list[int]:
    return [i for i in range(s["spies"]) if s["spy_spot"][i] == spot and not s["spy_gone"][i]]


def removed(s: Any) -> str:
    open_cards = [cards.letters(kind) for kind in range(rules.GUARDS) for _ in range(s["removed"][kind])]
    gone = sorted((s["spy"][i] - 1, s["spy_turn"][i], s["spy_spot"][i]) for i in range(s["spies"]) if s["spy_gone"][i])
    return " ".join([*open_cards, *(f"{cards.letters(kind)}/{turn}{place_mark(spot)}" for kind, turn, spot in gone)])


# --- Arranging a state ---


def read(game: Courtisans, position: Mapping[str, Any]) -> Records:
    """The state that a position describes, or BadPosition."""
    return Arrangement(game, position).read()


class Arrangement(arrangement.Arrangement):
    keys = KEYS

    def __init__(self, game: Courtisans, position: Mapping[str, Any]) -> None:
        super().__init__(game, position)
        self.s, self.data, self.missions = self.state[0], game.data[0], game.missions
        self.edition, self.over = str(game.chosen["edition"]), position.get("mover", "A") is None

    def carry_out(self) -> None:
        self.lay_cards()
        self.fill_hands()
        self.fill_pile()
        self.set_turn()
        self.check_hands()
        self.check_spies()
        self.set_assassin()
        self.deal_missions()

    def words_of(self, key: str, value: object, wanted: str) -> list[str]:
        if not isinstance(value, str):
            raise bad(key, value, WORDS(wanted))
        return value.split()

    def kinds(self, key: str, value: object) -> list[int]:
        found = [cards.read(word) if word else None for word in self.words_of(key, value, "position.card")]
        if None in found:
            raise bad(key, value, WORDS("position.card"))
        return [kind for kind in found if kind is not None]

    # --- On the table ---

    def lay_cards(self) -> None:
        spies: list[tuple[int, int, int, int]] = []
        for spot, key in enumerate(("above", "below")):
            spies += self.lay_at(spot, key, self.position.get(key, ""))
        for seat, part in enumerate(self.by_seat("domains", "")):
            spies += self.lay_at(rules.DOMAIN + seat, "domains", part)
        spies += self.remove(self.position.get("removed", ""))
        if len(spies) > rules.HIDDEN:
            raise self.miscount("too_many", rules.SPIES, len(spies))
        self.s["spies"] = len(spies)
        for i, (turn, spot, kind, gone) in enumerate(sorted(spies)):
            self.s["spy_turn"][i], self.s["spy_spot"][i], self.s["spy"][i], self.s["spy_gone"][i] = (
                turn,
                spot,
                kind + 1,
                gone,
            )
            if self.over and not gone:
                self.s["laid"][spot, kind] += 1

    def lay_at(self, spot: int, key: str, part: object) -> Iterator[tuple[int, int, int, int]]:
        """Lay the face-up cards of a spot, and give its spies."""
        for word in self.words_of(key, part, "position.spy"):
            kind, spy = cards.read(word), SPY.fullmatch(word)
            if spy and int(spy[2]) <= rules.TURNS:
                yield int(spy[2]), spot, cards.kind(spy[1], "s"), 0
            elif kind is not None and kind < rules.SPIES:
                self.s["laid"][spot, kind] += 1
            else:
                raise bad(key, part, WORDS("position.spy"))

    def remove(self, part: object) -> Iterator[tuple[int, int, int, int]]:
        for word in self.words_of("removed", part, "position.removed_spy"):
            kind, spy = cards.read(word), REMOVED_SPY.fullmatch(word)
            if spy and int(spy[2]) <= rules.TURNS:
                spot = [place_mark(spot) for spot in range(rules.SPOTS)].index(spy[3])
                yield int(spy[2]), spot, cards.kind(spy[1], "s"), 1
            elif kind is not None and kind < rules.GUARDS:
                self.s["removed"][kind] += 1
            else:
                raise bad("removed", part, WORDS("position.removed_spy"))

    # --- Hidden cards ---

    def fill_hands(self) -> None:
        for seat, part in enumerate(self.by_seat("hands", "")):
            kinds = self.kinds("hands", part)
            if len(kinds) > rules.HAND:
                raise bad("hands", part, WORDS("position.hand", wanted=rules.HAND))
            for i, kind in enumerate(sorted(kinds, reverse=True)):
                self.s["hand"][seat, i] = kind + 1

    def fill_pile(self) -> None:
        """The pile and the cards put away; together with all others they are the deck (CTS-2)."""
        pile = self.kinds("pile", self.position.get("pile", ""))
        named = np.bincount([*pile, *self.named_kinds()], minlength=rules.KINDS)
        rest = self.data["total"].astype(int) - named
        for kind in np.flatnonzero(rest < 0).tolist():
            raise self.miscount("too_many", kind, int(named[kind]))
        away = [int(kind) for kind in np.repeat(np.arange(rules.KINDS), rest)]
        if "away" in self.position:
            away = self.check_away(self.kinds("away", self.position["away"]), rest, named)
        if len(pile) % rules.HAND:
            raise bad("pile", self.position["pile"], WORDS("position.pile"))
        self.s["away"], self.s["left"] = len(away), len(pile)
        for i, kind in enumerate([*away, *reversed(pile)]):
            self.s["pile"][i] = kind + 1

    def named_kinds(self) -> list[int]:
        """Every card on the table, removed or in a hand."""
        s = self.s
        open_cards = s["laid"][:, : rules.SPIES].sum(axis=0).repeat(1)
        kinds = [kind for kind in range(rules.SPIES) for _ in range(open_cards[kind])]
        kinds += [kind for kind in range(rules.GUARDS) for _ in range(s["removed"][kind])]
        return [*kinds, *filled(s["spy"]), *filled(s["hand"].ravel())]

    def check_away(self, away: list[int], rest: Any, named: Any) -> list[int]:
        given = np.bincount(away, minlength=rules.KINDS)
        for kind in np.flatnonzero(given != rest).tolist():
            fault = "too_many" if given[kind] > rest[kind] else "too_few"
            raise self.miscount(fault, kind, int(named[kind] + given[kind]))
        return away

    def miscount(self, fault: str, kind: int, found: int) -> BadPosition:
        deck = int(self.data["total"][kind])
        return BadPosition(WORDS(f"position.{fault}", found=found, card=cards.letters(kind), deck=deck), "CTS-2")

    # --- Whose turn it is ---

    def set_turn(self) -> None:
        s = self.s
        s["turn"] = self.read_turn()
        s["mover"] = self.read_seat("mover", WORDS("position.mover", letters=self.letters), "A")
        s["zones"] = self.read_zones()
        began = (int(s["mover"]) - int(s["turn"]) + 1) % self.players
        wanted = WORDS("position.first", wanted=self.letters if self.over else self.letters[began])
        s["first"] = self.read_seat("first", wanted, "A" if self.over else self.letters[began])
        if s["first"] < 0 or (not self.over and s["first"] != began):
            raise bad("first", self.position["first"], wanted)

    def read_seat(self, key: str, wanted: Message, default: str) -> int:
        letter = self.position.get(key, default)
        if letter is None:
            return -1
        if not isinstance(letter, str) or len(letter) != 1 or letter not in self.letters:
            raise bad(key, letter, wanted)
        return self.letters.index(letter)

    def read_turn(self) -> int:
        turn = self.position.get("turn", 1)
        to_play = int(self.s["left"]) + int((self.s["hand"] > 0).sum())
        last = rules.TURNS - max(0, -(-to_play // rules.HAND) - 1)
        if type(turn) is not int or not 1 <= turn <= last:
            raise bad("turn", turn, WORDS("position.turn", last=last))
        return turn

    def read_zones(self) -> int:
        names = self.position.get("zones", "" if self.over else " ".join(ZONES))
        words = self.words_of("zones", names, "position.zones")
        if any(word not in ZONES for word in words) or len(set(words)) < len(words):
            raise bad("zones", names, WORDS("position.zones"))
        if (self.over and words) or not (self.over or words or self.position.get("assassin")):
            raise bad("zones", names, WORDS("position.zones"))
        return sum(ZONES[word] for word in words)

    def check_hands(self) -> None:
        """The mover's hand fits the zones left; after it hands are full up to a point, then empty (CTS-12, CTS-19)."""
        sizes = (self.s["hand"] > 0).sum(axis=1)
        if self.over:
            for seat in np.flatnonzero(sizes).tolist():
                raise self.bad_hand(seat, 0)
            if self.s["left"]:
                raise bad("pile", self.position["pile"], WORDS("position.pile"))
            return
        mover, previous = int(self.s["mover"]), rules.HAND
        if sizes[mover] != int(self.s["zones"]).bit_count():
            raise self.bad_hand(mover, int(self.s["zones"]).bit_count())
        for steps in range(1, self.players):
            seat = (mover + steps) % self.players
            if sizes[seat] not in (0, rules.HAND) or sizes[seat] > previous or (self.s["left"] and sizes[seat] == 0):
                raise self.bad_hand(seat, previous)
            previous = int(sizes[seat])

    def bad_hand(self, seat: int, wanted: int) -> BadPosition:
        hand = listed(filled(self.s["hand"][seat]))
        return bad("hands", {self.letters[seat]: hand}, WORDS("position.hand", wanted=wanted))

    def check_spies(self) -> None:
        """One card to each zone a turn (CTS-10): no two spies of one turn in a zone, and none yet in an open one."""
        s, laid = self.s, set()
        for i in range(s["spies"]):
            turn, spot = int(s["spy_turn"][i]), int(s["spy_spot"][i])
            zone = (turn, max(spot, rules.BELOW))
            too_soon = turn > s["turn"] or (turn == s["turn"] and self.still_open(spot))
            if turn < 1 or too_soon or zone in laid or spot - rules.DOMAIN >= self.players:
                raise BadPosition(WORDS("position.spies", turn=turn, last=int(s["turn"])), "CTS-10")
            laid.add(zone)

    def still_open(self, spot: int) -> bool:
        """Whether the mover has still to play to the zone of this spot."""
        place = spot if spot < rules.DOMAIN else rules.DOMAIN + (spot - rules.DOMAIN - self.s["mover"]) % self.players
        return bool(self.s["zones"] & rules.zone(place))

    def set_assassin(self) -> None:
        text = self.position.get("assassin")
        if text is None:
            return
        marks = {place_mark(spot): spot for spot in range(rules.DOMAIN + self.players)}
        kind = cards.read(text[:2]) if isinstance(text, str) else None
        spot = marks.get(text[2:]) if isinstance(text, str) else None
        if self.over or kind is None or spot is None or kind // rules.FAMILIES != rules.ASSASSIN:
            raise bad("assassin", text, WORDS("position.assassin"))
        self.s["assassin"], self.s["spot"] = kind + 1, spot
        if not self.s["laid"][spot, kind] or self.still_open(spot) or not self.any_victim():
            raise bad("assassin", text, WORDS("position.assassin"))

    def any_victim(self) -> bool:
        return bool(rules.any_victim(opened(self.s)))

    # --- The rest ---

    def deal_missions(self) -> None:
        numbers = {mission.name: number for number, mission in enumerate(self.missions)}
        wanted = WORDS("position.mission", names=list(numbers))
        parts = enumerate(self.by_seat("missions", ...))
        given = {seat: part for seat, part in parts if part is not ...} or self.default_missions()
        dealt: list[int] = []
        for seat in range(self.players):
            names = given.get(seat)
            if not isinstance(names, list) or len(names) != 2 or not all(isinstance(name, str) for name in names):
                raise bad("missions", {self.letters[seat]: names}, wanted)
            stacks = tuple(self.missions[numbers[name]].stack for name in names if name in numbers)
            if stacks != STACKS[self.edition]:
                raise bad("missions", {self.letters[seat]: names}, wanted)
            self.s["mission"][seat] = [numbers[name] + 1 for name in names]
            dealt += [numbers[name] for name in names]
        if len(set(dealt)) < len(dealt):
            raise bad("missions", self.position["missions"], wanted)

    def default_missions(self) -> dict[int, list[str]]:
        """Those of the data file in order, seat by seat."""
        left = list(self.missions)
        given: dict[int, list[str]] = {}
        for seat in range(self.players):
            for stack in STACKS[self.edition]:
                mission = next(mission for mission in left if mission.stack == stack)
                left.remove(mission)
                given.setdefault(seat, []).append(mission.name)
        return given
