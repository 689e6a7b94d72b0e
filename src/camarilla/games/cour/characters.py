"""The set of characters: ours (`characters.toml`, COR-3), one that was ours, or a file of the same form that somebody
names (COR-5).

A set that is ours no longer lies in `earlier/` as it is recorded, under the first digits of its hash: what was played
with it is named so in records.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from camarilla.engine.data_file import OURS, SEALED, DataFile, sealed, shown, source_of
from camarilla.engine.errors import BadOption
from camarilla.engine.words import Message
from camarilla.games.cour import powers, rules
from camarilla.games.cour.powers import BASES, TYPES, UNITS, WORDS, Power

FILE = Path(__file__).with_name("characters.toml")
EARLIER = ("9aa673f1",)  # the latest first
SETS = {OURS: FILE} | {name: FILE.parent / "earlier" / f"{name}.toml" for name in EARLIER}
DATA = DataFile("characters", "COR-5", tuple(SETS))
HASH = re.compile(rf"(?:{SEALED})?([0-9a-f]{{8,64}})")
MOST_CHARACTERS, MOST_CARDS = 128, 250
CARDS_A_PLAYER = 10
LONGEST_NAME = 24

FIELDS = ("en", "fr", "type", "base", "cost", "prestige", "power", "copies")
NEEDED = ("en", "type", "base", "cost", "prestige")
LIMITS = {"cost": (2, 5), "prestige": (0, 5), "copies": (1, 20)}
RESOURCE_OF = (0, 1, 1, 0, 2, 2, 3)  # by type: of gold, steel, ruby, any (COR-2)
ROGUE = TYPES.index("rogue")
NUMBERS = {word: rules.PAY + i for i, word in enumerate(powers.FORMS)}
NUMBERS |= {word: rules.OF_CARDS + i for i, word in enumerate(powers.BONUSES)}


@dataclass(frozen=True)
class Character:
    en: str
    fr: str
    type: int
    base: int
    cost: int
    prestige: int
    power: Power
    copies: int = 2

    def name(self, language: str) -> str:
        return self.fr if language == "fr" else self.en


@lru_cache(maxsize=16)
def chosen(value: str) -> tuple[Character, ...]:
    """The characters of the option's value: a set that we know by name, or a recorded one."""
    return read_set(str(SETS.get(value, value)))


def of_file(text: str) -> str:
    """The set of the file of that path in the form in which it is recorded, or its name if we know it; so it is with a
    recorded set, and with one of ours that is called by its hash."""
    if name := called_by_hash(text):
        return name
    characters = read_set(text)
    return next((name for name in SETS if chosen(name) == characters), sealed(write_set(characters)))


def called_by_hash(text: str) -> str | None:
    """The name of the set whose hash begins like this, if we know it."""
    match = HASH.fullmatch(text.strip().lower())
    return match and next((name for name in SETS if recorded(name).startswith(SEALED + match[1])), None)


def recorded(value: str) -> str:
    """The whole set as it is recorded, also if we know it by name."""
    return sealed(write_set(chosen(value)))


def write_set(characters: Sequence[Character]) -> str:
    return "\n".join(map(written, characters))


def written(character: Character) -> str:
    """One table of a set file."""
    lines = [
        "[[character]]",
        f'en = "{character.en}"',
        f'fr = "{character.fr}"',
        f'type = "{TYPES[character.type]}"',
        f'base = "{BASES[character.base]}"',
        f"cost = {character.cost}",
        f"prestige = {character.prestige}",
        f'power = "{powers.write(character.power)}"',
        f"copies = {character.copies}",
    ]
    left_out = ('power = ""', "copies = 2")
    return "".join(f"{line}\n" for line in lines if line not in left_out)


def unit(character: Character) -> str:
    """The resource in which a card is paid, or "any"."""
    return UNITS[RESOURCE_OF[character.type]]


def cost(character: Character) -> Message:
    """ "3 gold"."""
    if character.type == ROGUE:
        return WORDS("characters.cost.rogue", n=character.cost)
    return WORDS(
        "characters.cost.plain", n=character.cost, resource=powers.name_resource(unit(character), character.cost)
    )


def refusal(key: str, clause: str = "COR-5", **parts: Any) -> BadOption:
    return BadOption(WORDS(f"characters.{key}", **parts), clause)


# --- The file ---


def read_set(text: str) -> tuple[Character, ...]:
    tree = DATA.read(text)
    for key in tree:
        if key != "character":
            raise refusal("top", source=source_of(text), found=shown(key))
    tables = tree.get("character", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise refusal("tables", source=source_of(text))
    if not tables:
        raise refusal("none", source=source_of(text))
    if len(tables) > MOST_CHARACTERS:
        raise refusal("many", number=len(tables), most=MOST_CHARACTERS)
    characters = read_all(tables)
    check_names(characters)
    cards = sum(character.copies for character in characters)
    if cards > MOST_CARDS:
        raise refusal("cards", number=cards, most=MOST_CARDS)
    return characters


def read_all(tables: Sequence[dict[str, Any]]) -> tuple[Character, ...]:
    found, faults = [], []
    for number, table in enumerate(tables, 1):
        fields, wrong = read_fields(table)
        faults += [on_card(called(number, table), fault) for fault in wrong]
        if not wrong:
            found.append(Character(**fields))
    if faults:
        raise DATA.refuse(faults)
    return tuple(found)


def check_names(characters: Sequence[Character]) -> None:
    """No name, in either language, is that of another character as well."""
    owner: dict[str, int] = {}
    faults = []
    for number, character in enumerate(characters, 1):
        for name, field in {character.fr: "fr", character.en: "en"}.items():
            other = owner.setdefault("".join(filter(str.isalnum, name.casefold())), number)
            if other != number:
                faults.append(on_card(character.en, Fault(field, "twice", value=shown(name), other=other)))
    if faults:
        raise DATA.refuse(faults)


def check_players(characters: Sequence[Character], players: int, rogues: bool) -> None:
    number = sum(character.copies for character in characters if rogues or character.type != ROGUE)
    if number < CARDS_A_PLAYER * players:
        key = "few" if rogues else "few_without_rogues"
        raise refusal(key, players=players, needed=CARDS_A_PLAYER * players, number=number)


# --- A character of the file ---


class Fault(Exception):
    """What is wrong with a field."""

    def __init__(self, field: str, problem: str | Message, clause: str = "COR-5", **parts: Any) -> None:
        self.field, self.clause = field, clause
        self.message = WORDS(f"characters.bad.{problem}", **parts) if isinstance(problem, str) else problem


def on_card(card: str | Message, fault: Fault) -> BadOption:
    return refusal("card", fault.clause, card=card, field=fault.field, problem=fault.message)


def read_fields(table: dict[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """What the fields say, and all that is wrong with them."""
    faults = [Fault(shown(field), "field", known=list(FIELDS)) for field in table if field not in FIELDS]
    faults += [Fault(field, "missing") for field in NEEDED if field not in table]
    found: dict[str, Any] = {}
    for field in FIELDS:
        if field in table:
            try:
                found[field] = READERS[field](field, of_kind(field, table[field]))
            except Fault as fault:
                faults.append(fault)
    return {"fr": found.get("en"), "power": Power(), **found}, faults


def called(number: int, table: dict[str, Any]) -> str | Message:
    """The name of the character if it has a good one, or its number."""
    try:
        return name_of("en", of_kind("en", table.get("en")))
    except Fault:
        return WORDS("characters.number", number=number)


def of_kind(field: str, value: Any) -> Any:
    if field in LIMITS and type(value) is not int:
        raise Fault(field, "whole", value=shown(value))
    if field not in LIMITS and type(value) is not str:
        raise Fault(field, "string", value=shown(value))
    return value


def name_of(field: str, value: str) -> str:
    name = unicodedata.normalize("NFC", value)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Fault(field, "length", value=shown(value), length=len(name), most=LONGEST_NAME)
    good = all(sign.isalpha() or sign.isdecimal() or sign in " -'’" for sign in name)
    if not good or not name[0].isalnum() or not name[-1].isalnum() or "  " in name:
        raise Fault(field, "signs", value=shown(value))
    return name


def one_of(field: str, value: str, known: tuple[str, ...]) -> int:
    if value not in known:
        raise Fault(field, "known", "COR-1", value=shown(value), known=list(known))
    return known.index(value)


def type_of(field: str, value: str) -> int:
    return one_of(field, value, TYPES)


def base_of(field: str, value: str) -> int:
    if value == "rogue":
        raise Fault(field, "rogue", "COR-1", value=shown(value), known=list(BASES))
    return one_of(field, value, BASES)


def within(field: str, value: int) -> int:
    least, most = LIMITS[field]
    if not least <= value <= most:
        raise Fault(
            field, "range", "COR-5" if field == "copies" else "COR-1", value=shown(value), least=least, most=most
        )
    return value


def power_of(field: str, text: str) -> Power:
    try:
        return powers.read(text)
    except powers.BadPower as problem:
        raise Fault(field, problem.message) from None


READERS: dict[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(("en", "fr"), name_of),
    "type": type_of,
    "base": base_of,
    "power": power_of,
    **dict.fromkeys(LIMITS, within),
}


# --- For the rules ---


def encode(characters: Sequence[Character], record: Any) -> None:
    """Write the characters into the record of tables that the rules read."""
    record["kinds"] = len(characters)
    for index, character in enumerate(characters):
        power = character.power
        record["type"][index] = character.type
        record["base"][index] = character.base
        record["resource"][index] = RESOURCE_OF[character.type]
        record["cost"][index] = character.cost
        record["prestige"][index] = character.prestige
        record["copies"][index] = character.copies
        record["once"][index] = power.once
        record["green"][index] = power.green
        record["parts"][index] = len(power.parts)
        record["later_parts"][index] = sum(part.later for part in power.parts)
        for place, part in enumerate(power.parts):
            record["word"][index, place] = NUMBERS[part.word]
            record["amount"][index, place] = part.amount
            record["of"][index, place] = part.of
            record["mask"][index, place] = part.mask
            record["later"][index, place] = part.later
