"""Moves as people write them (notation.md), as choices and in the log."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records, opened
from camarilla.engine.words import ENGINE, Message
from camarilla.games.cour import powers, pyramid, rules
from camarilla.games.cour.characters import Character
from camarilla.games.cour.powers import RESOURCES, WORDS

if TYPE_CHECKING:
    from camarilla.games.cour.game import Cour

Set = tuple[Character, ...]

EXAMPLES = "enrol {card}, at b2, gold, activate a1, dismiss c1, discard {card}, keep {card}, take {card}, from B, end"
ALONE = ("end", "enough")
OF_SEATS = ("first", "from")  # whose effect comes next; from whom to take
OF_PLACES = ("at", "dismiss", "activate", "copy", "move", "remove")
OF_CARDS = ("pick", "enrol", "discard", "keep", "take", "effect")
UNSEEN = ("pick", "keep", "take")  # in the order of what is seen of them
SPELLINGS = {"enroll": "enrol"}
MOST_NAMED = 6  # cards that an ambiguous beginning could mean


def sort_of(action: int) -> tuple[str, int]:
    """What sort of action, or of sight, it is, and its number among those."""
    return rules.SIGHT_SPACE.locate(action)


def name_of(character: Character) -> Message:
    return Message({"en": character.en, "fr": character.fr})


# --- Writing ---


def write(game: Cour, state: Records, mover: int, sight: int) -> str:
    name, which = sort_of(sight)
    if name in ALONE:
        return name
    if name == "resource":
        return RESOURCES[which]
    if name == "seat":
        return f"{seat_word(state)} {SEAT_LETTERS[which]}"
    if name == "unseen":
        return f"{UNSEEN[which]} ?"
    return f"{name} {pyramid.NAMES[which] if name in OF_PLACES else game.characters[which].en}"


def seat_word(state: Records) -> str:
    return OF_SEATS[int(state["step"][0] != rules.TO_ORDER)]


# --- Reading ---


def read(game: Cour, state: Records, mover: int, text: str) -> int:
    """The action that the text means. Capitals, spaces and accents do not matter; of a name, in either language, the
    beginning will do if no other begins so; where a place is asked for, the place alone will do."""
    typed, characters = bare(text), game.characters
    if typed in ALONE:
        return rules.ACTION_SPACE.base(typed)
    if typed in RESOURCES:
        return rules.RESOURCE_A + RESOURCES.index(typed)
    if typed in pyramid.NAMES and state["step"][0] in (rules.TO_PLACE, rules.TO_GO):
        return rules.PLACE_A + pyramid.NAMES.index(typed)
    for word, rest in readings(text):
        if word in OF_PLACES and rest:
            return rules.ACTION_SPACE.base(word) + read_place(rest, text, characters)
        if word in OF_CARDS and rest:
            return rules.ACTION_SPACE.base(word) + read_card(rest, characters)
        if word in OF_SEATS and rest:
            return rules.SEAT_A + read_seat(word, rest, state, game.players)
    raise unreadable(text, characters)


def readings(text: str) -> Iterator[tuple[str, str]]:
    """The word that a move begins with, and what comes after it: as words, or without spaces."""
    first, rest = [*text.split(maxsplit=1), "", ""][:2]
    yield SPELLINGS.get(bare(first), bare(first)), bare(rest)
    typed = bare(text)
    for word in (*OF_PLACES, *OF_CARDS, *OF_SEATS):
        if typed.startswith(word):
            yield word, typed.removeprefix(word)


def bare(text: str) -> str:
    """Without capitals, spaces and signs."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFC", text).casefold()))


def plain(text: str) -> str:
    """Without accents too."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", bare(text))))


def unreadable(text: str, characters: Set) -> IllegalMove:
    return IllegalMove(ENGINE("move.unreadable", text=text, examples=EXAMPLES.format(card=characters[0].en)))


def read_place(typed: str, text: str, characters: Set) -> int:
    if typed in pyramid.NAMES:
        return pyramid.NAMES.index(typed)
    if len(typed) == 2 and typed[0].isalpha() and typed[1].isdecimal():
        raise IllegalMove(WORDS("why.no_place", place=typed), "COR-27")
    raise unreadable(text, characters)


def read_seat(word: str, typed: str, state: Records, players: int) -> int:
    asked = state["step"][0] in (rules.TO_ORDER, rules.TO_VICTIM)
    if asked and word != seat_word(state):
        raise IllegalMove(WORDS(f"why.say_{seat_word(state)}"), "COR-26")
    letters = SEAT_LETTERS[:players]
    if len(typed) != 1 or typed.upper() not in letters:
        raise IllegalMove(WORDS("why.no_seat", seat=typed.upper(), last=letters[-1]))
    return letters.index(typed.upper())


@functools.lru_cache(maxsize=1024)
def find_kinds(typed: str, names: tuple[tuple[str, str], ...]) -> list[int]:
    """The characters that may be meant, by what they are called in both languages."""
    return (
        [kind for kind, both in enumerate(names) if typed in map(bare, both)]
        or [kind for kind, both in enumerate(names) if plain(typed) in map(plain, both)]
        or [kind for kind, both in enumerate(names) if any(plain(name).startswith(plain(typed)) for name in both)]
    )


def read_card(typed: str, characters: Set) -> int:
    """The character of that name; or of the only one that begins so."""
    found = find_kinds(typed, tuple((character.en, character.fr) for character in characters))
    if len(found) == 1:
        return found[0]
    if not found:
        example = name_of(characters[0])
        raise IllegalMove(WORDS("why.no_character", name=typed[:40], example=example), "COR-3")
    named: list[Message | str] = [name_of(characters[kind]) for kind in found[:MOST_NAMED]]
    named += ["..."] * (len(found) > MOST_NAMED)
    raise IllegalMove(WORDS("why.which_character", name=typed, known=named), "COR-3")


# --- Sentences ---


def offer(game: Cour, state: Records, mover: int, action: int) -> Message:
    """The action as a choice."""
    key, parts = Sentence(action, state, game.data, game.characters, mover).found()
    return WORDS(f"offer.{key}", **parts)


def tell(game: Cour, state: Records, mover: int, sight: int) -> Message:
    """The move as a sentence in the log."""
    key, parts = Sentence(sight, state, game.data, game.characters, mover).found()
    return WORDS(f"told.{key}", mover=SEAT_LETTERS[mover], **parts)


def amount(n: int, resource: int) -> Message:
    """ "3 gold"."""
    return WORDS("characters.cost.plain", n=n, resource=powers.name_resource(powers.UNITS[resource], n))


class Sentence:
    """Which sentence says an action, and with which parts."""

    def __init__(self, action: int, state: Records, data: Records, characters: Set, mover: int) -> None:
        self.name, self.which = sort_of(action)
        self.s, self.t, self.characters, self.mover = opened(state)[0], opened(data)[0], characters, mover

    def found(self) -> tuple[str, dict[str, Any]]:
        if self.name in ALONE:
            return self.name, {}
        if self.name == "unseen":
            return f"{UNSEEN[self.which]}_unseen", {}
        if self.name == "resource":
            return self.of_resource()
        if self.name == "seat":
            return self.of_seat()
        return self.of_place() if self.name in OF_PLACES else self.of_card()

    def card(self, kind: int) -> Message:
        return name_of(self.characters[kind])

    def power(self, kind: int) -> Message:
        return powers.say(self.characters[kind].power)

    def of_resource(self) -> tuple[str, dict[str, Any]]:
        s, t = self.s, self.t
        if s.step == rules.TO_PAY:
            n = rules.price(t, s, self.mover, s.chosen)
            return "pay", {"cost": amount(n, self.which), "card": self.card(s.chosen)}
        if s.step == rules.TO_REFUND:
            return "refund", {"cost": amount(rules.refund_of(t, s.chosen), self.which), "card": self.card(s.chosen)}
        if s.step == rules.TO_SPOIL:
            return "spoil", {"cost": amount(1, self.which), "seat": SEAT_LETTERS[s.victim]}
        key = {rules.TO_GAIN: "gain", rules.TO_COST: "cost"}.get(s.step, "income")
        return key, {"cost": amount(1, self.which)}

    def of_seat(self) -> tuple[str, dict[str, Any]]:
        s, seat = self.s, SEAT_LETTERS[self.which]
        if s.step != rules.TO_ORDER:
            stolen = self.t.word[s.power, s.part] == rules.STEAL
            return ("from" if stolen else "from_remove"), {"seat": seat}
        if rules.effects_of(s, self.which) > 1:
            return "first", {"seat": seat}
        return "first_effect", {"seat": seat, "card": self.card(s.pending[self.which, 0])}

    def of_place(self) -> tuple[str, dict[str, Any]]:
        s, place = self.s, pyramid.NAMES[self.which]
        if self.name == "at":
            return self.of_target(place)
        kind = s.pyramid[s.victim if self.name == "remove" else self.mover, self.which]
        parts = {"card": self.card(kind), "place": place}
        if self.name in ("activate", "copy"):
            return self.name, {**parts, "power": self.power(kind)}
        if self.name == "dismiss":
            return "dismiss", {**parts, "cost": self.cost(kind, rules.refund_of(self.t, kind))}
        return self.name, {**parts, "seat": SEAT_LETTERS[s.victim]} if self.name == "remove" else parts

    def of_target(self, place: str) -> tuple[str, dict[str, Any]]:
        s = self.s
        if s.step == rules.TO_GO:
            return "to", {"card": self.card(s.pyramid[self.mover, s.spot]), "place": place}
        return "at", {"card": self.card(s.chosen), "place": place}

    def of_card(self) -> tuple[str, dict[str, Any]]:
        s, kind = self.s, self.which
        parts: dict[str, Any] = {"card": self.card(kind)}
        if self.name == "enrol":
            return "enrol", {**parts, "cost": self.cost(kind, rules.price(self.t, s, self.mover, kind))}
        if self.name == "discard" and s.step == rules.TO_SELL:
            return "sell", {**parts, "cost": amount(self.t.amount[s.power, s.part], self.t.resource[kind])}
        if self.name == "take":
            return ("take" if s.step == rules.TO_LOOK else "recover"), parts
        if self.name == "effect":
            return "effect", {**parts, "seat": SEAT_LETTERS[s.victim], "power": self.power(kind)}
        return self.name, parts

    def cost(self, kind: int, n: int) -> Message:
        """So much of the card's resource."""
        if self.t.resource[kind] == rules.ANY:
            return WORDS("characters.cost.rogue", n=n)
        return amount(n, self.t.resource[kind])
