"""The set of characters: ours (`characters.toml`, COR-3), or a file of the same form that somebody names (COR-5)."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from hashlib import sha256
from pathlib import Path
from typing import Any

from camarilla.engine.errors import BadOption
from camarilla.engine.words import Message
from camarilla.games.cour import powers, rules
from camarilla.games.cour.powers import BASES, TYPES, UNITS, WORDS, Power, shown

OURS = "ours"
FILE = Path(__file__).with_name("characters.toml")
SEAL = re.compile(r"sha256:([0-9a-f]{64})\n(.*)", re.DOTALL)
LARGEST = 1_000_000  # bytes
MOST_CHARACTERS, MOST_CARDS = 128, 250
MOST_FAULTS = 20  # that are told at once
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
    """The characters of the option's value: ours, or a recorded set."""
    if value == OURS:
        return parsed(FILE.read_text(encoding="utf-8"), OURS)
    return parsed(unsealed(value), WORDS("characters.recorded"))


def of_file(text: str) -> str:
    """The set of the file of that path in the form in which it is recorded, or "ours"; a recorded set stays so."""
    characters = chosen(text) if text.startswith("sha256:") else parsed(content(text), shown(text))
    return OURS if characters == chosen(OURS) else sealed(characters)


def recorded(value: str) -> str:
    """The whole set as it is recorded, also if it is ours."""
    return sealed(chosen(value))


def sealed(characters: Sequence[Character]) -> str:
    text = "\n".join(map(written, characters))
    return f"sha256:{sha256(text.encode()).hexdigest()}\n{text}"


def unsealed(text: str) -> str:
    match = SEAL.fullmatch(text)
    if not match or sha256(match[2].encode(errors="replace")).hexdigest() != match[1]:
        raise refusal("hash")
    return match[2]


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


def content(name: str) -> str:
    source, path = shown(name), Path(name)
    try:
        path = path.expanduser()
        size = path.stat().st_size if path.is_file() else None
    except (OSError, RuntimeError, ValueError):  # no path can be so, or there is no such home folder
        size = None
    if size is None:
        raise refusal("missing", source=source, known=OURS)
    if size > LARGEST:
        raise refusal("large", source=source, most=LARGEST)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError:
        raise refusal("unreadable", source=source) from None
    except UnicodeDecodeError:
        raise refusal("text", source=source) from None
    if not text.strip():
        raise refusal("empty", source=source)
    return text


def parsed(text: str, source: str | Message) -> tuple[Character, ...]:
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise not_toml(source, text, str(problem)) from None
    except (ValueError, RecursionError):
        raise refusal("odd", source=source) from None
    for key in tree:
        if key != "character":
            raise refusal("top", source=source, found=shown(key))
    tables = tree.get("character", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise refusal("tables", source=source)
    if not tables:
        raise refusal("none", source=source)
    if len(tables) > MOST_CHARACTERS:
        raise refusal("many", number=len(tables), most=MOST_CHARACTERS)
    characters = read_all(tables)
    check_names(characters)
    cards = sum(character.copies for character in characters)
    if cards > MOST_CARDS:
        raise refusal("cards", number=cards, most=MOST_CARDS)
    return characters


def read_all(tables: Sequence[dict[str, Any]]) -> tuple[Character, ...]:
    """All characters; what is wrong with several of them is told at once, so that nobody mends a file line by line."""
    found, faults = [], []
    for number, table in enumerate(tables, 1):
        try:
            found.append(character(number, table))
        except BadOption as problem:
            faults.append(problem)
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise BadOption(list_faults(faults))
    return tuple(found)


def list_faults(faults: Sequence[BadOption]) -> Message:
    """A line each, as many as fit on a screen."""
    lines = [WORDS("characters.cited", problem=fault.message, clause=fault.clause) for fault in faults[:MOST_FAULTS]]
    told = reduce(lambda one, other: WORDS("characters.lines", one=one, other=other), lines)
    return WORDS("characters.several", number=len(faults), problems=told)


def not_toml(source: str | Message, text: str, problem: str) -> BadOption:
    said, _, place = problem.rpartition(" (at ")
    line = re.match(r"line (\d+)", place)
    return refusal("toml", source=source, line=line[1] if line else len(text.rstrip().splitlines()), problem=said)


def check_names(characters: Sequence[Character]) -> None:
    """No name, in either language, is that of another character as well."""
    owner: dict[str, int] = {}
    for number, character in enumerate(characters, 1):
        for field, name in (("en", character.en), ("fr", character.fr)):
            other = owner.setdefault("".join(filter(str.isalnum, name.casefold())), number)
            if other != number:
                raise on_card(character.en, Fault(field, "twice", value=shown(name), other=other))


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


def character(number: int, table: dict[str, Any]) -> Character:
    try:
        check_fields(table)
        en = name_of("en", table["en"])
        return Character(
            en=en,
            fr=name_of("fr", table.get("fr", en)),
            type=one_of("type", table["type"], TYPES),
            base=base_of(table["base"]),
            cost=within("cost", table["cost"]),
            prestige=within("prestige", table["prestige"]),
            power=power_of(table.get("power", "")),
            copies=within("copies", table.get("copies", 2)),
        )
    except Fault as fault:
        raise on_card(called(number, table), fault) from None


def called(number: int, table: dict[str, Any]) -> str | Message:
    """The name of the character if it has a good one, or its number."""
    try:
        return name_of("en", of_kind("en", table.get("en")))
    except Fault:
        return WORDS("characters.number", number=number)


def check_fields(table: dict[str, Any]) -> None:
    for field in table:
        if field not in FIELDS:
            raise Fault(shown(field), "field", known=list(FIELDS))
    for field in NEEDED:
        if field not in table:
            raise Fault(field, "missing")
    for field, value in table.items():
        of_kind(field, value)


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


def base_of(value: str) -> int:
    if value == "rogue":
        raise Fault("base", "rogue", "COR-1", value=shown(value), known=list(BASES))
    return one_of("base", value, BASES)


def within(field: str, value: int) -> int:
    least, most = LIMITS[field]
    if not least <= value <= most:
        raise Fault(
            field, "range", "COR-5" if field == "copies" else "COR-1", value=shown(value), least=least, most=most
        )
    return value


def power_of(text: str) -> Power:
    try:
        return powers.read(text)
    except powers.BadPower as problem:
        raise Fault("power", problem.message) from None


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
