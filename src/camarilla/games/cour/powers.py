"""The powers of the characters (COR-4): how a set file writes them, and how they are said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from camarilla.engine.data_file import shown
from camarilla.engine.errors import CamarillaError
from camarilla.engine.words import Message, of_package

WORDS = of_package(__file__)
TYPES = ("merchant", "artisan", "warrior", "noble", "cleric", "scholar", "rogue")
BASES = (*TYPES[:6], "neutral")
RESOURCES = ("gold", "steel", "ruby")
ANY = "any"
UNITS = (*RESOURCES, ANY)
EVERY_TYPE, EVERY_RESOURCE = 0b1111111, 0b111
ONLY_ONCE = ("cheaper", "move")  # in one power
MOST_PARTS = 6

NOW = {
    "pay": "pay N gold/steel/ruby/any",
    "gain": "gain N gold/steel/ruby/any",
    "draw": "draw N",
    "look": "look N [take M]",
    "discard": "discard N",
    "sell": "sell N",
    "keep": "keep N",
    "reserve": "reserve N",
    "cheaper": "cheaper N [for TYPE [or TYPE ...]]",
    "anywhere": "anywhere",
    "recover": "recover N",
    "move": "move",
    "copy": "copy",
}
LATER = {
    "gain": NOW["gain"],
    "steal": "steal N",
    "levy": "levy N gold/steel/ruby",
    "purge": "purge N",
    "remove": "remove N",
}
FORMS = NOW | LATER
BONUSES = ("cards", "on", "types", "bases", "rows", "height", "parents", "children", "resources")
MEASURES = ("cards", "types", "bases", "rows", "height", "parents", "children", "resources", *RESOURCES)
OF_TYPES = ("cards", "parents", "children")  # these may be counted by type
COUNTED = {word: f"{word} [of TYPE [or TYPE ...]]" for word in OF_TYPES}
COUNTED["cards"] = "cards [of TYPE [or TYPE ...] / on BASE [or BASE ...]]"
ALONE = dict.fromkeys(OF_TYPES, EVERY_TYPE) | {"resources": EVERY_RESOURCE, "gold": 1, "steel": 2, "ruby": 4}  # masks

ONCE, BETWEEN, END = "once:", "between turns:", "end:"


@dataclass(frozen=True)
class Part:
    """One part of a power, or one bonus.

    `of` is the resource (3: any), the cards taken of those looked at, or what a bonus is divided by; `mask` the types,
    bases or resources that count, a bit each; `later` whether it takes effect between turns.
    """

    word: str
    amount: int = 0
    of: int = 0
    mask: int = 0
    later: bool = False


@dataclass(frozen=True)
class Power:
    parts: tuple[Part, ...] = ()
    once: bool = False

    @property
    def green(self) -> bool:
        """Whether it cannot be activated (COR-24): there is nothing to it, or a bonus at the end."""
        return all(part.word in BONUSES for part in self.parts)


class BadPower(CamarillaError):
    """A power that cannot be read."""


def bad(key: str, **parts: Any) -> BadPower:
    return BadPower(WORDS(f"power.bad.{key}", **parts))


# --- Reading ---


def read(text: str) -> Power:
    rest = " ".join(text.lower().split())
    if not rest:
        return Power()
    once = rest.startswith(ONCE)
    rest = rest.removeprefix(ONCE).strip()
    if rest.startswith(END):
        return with_bonuses(rest.removeprefix(END), once)
    now, later = halves(rest)
    check_number([*now, *later])
    parts = [part_of(part, False) for part in now] + [part_of(part, True) for part in later]
    check(parts, once)
    return Power(tuple(parts), once)


def halves(text: str) -> tuple[list[str], list[str]]:
    """The parts that come at once, and those between turns."""
    if END in text:
        raise bad("mixed", power=shown(text))
    *now, last = [half.strip() for half in text.split(";")]
    if not last.startswith(BETWEEN):
        now, last = [*now, last], ""
    later = [last.removeprefix(BETWEEN)] if last else []
    if len(now) > 1 or any(BETWEEN in half for half in now + later):
        raise bad("shape", power=shown(text))
    return [part for half in now for part in listed(half)], [part for half in later for part in listed(half)]


def listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def check_number(parts: list[str]) -> None:
    if len(parts) > MOST_PARTS:
        raise bad("many", number=len(parts), most=MOST_PARTS)
    if "" in parts:
        raise bad("empty")


def part_of(text: str, later: bool) -> Part:
    word = text.split(" ")[0]
    if " per " in text:
        raise bad("mixed", power=shown(text))
    if word not in FORMS:
        raise bad("word", word=shown(word), known=list(FORMS))
    if later and word not in LATER:
        raise bad("not_later", part=shown(text), known=list(LATER))
    if not later and word not in NOW:
        raise bad("only_later", part=shown(text))
    return Part(word, *numbers(text), later)


def numbers(text: str) -> tuple[int, int, int]:
    """The amount, of what, and the mask of a part."""
    match text.split(" "):
        case ["pay" | "gain", n, unit] if unit in UNITS:
            return number(n, text), UNITS.index(unit), 0
        case ["levy", n, unit] if unit in RESOURCES:
            return number(n, text), RESOURCES.index(unit), 0
        case ["draw" | "discard" | "sell" | "keep" | "reserve" | "recover" | "steal" | "purge", n]:
            return number(n, text), 0, 0
        case ["remove", n]:
            return number(n, text, 0, 5), 0, 0
        case ["look", n]:
            return number(n, text), 1, 0
        case ["look", n, "take", m]:
            return number(n, text), number(m, text, 1, number(n, text)), 0
        case ["cheaper", n]:
            return number(n, text), 0, EVERY_TYPE
        case ["cheaper", n, "for", *some] if some:
            return number(n, text), 0, mask(some, TYPES, text)
        case ["anywhere" | "move" | "copy"]:
            return 0, 0, 0
        case [word, *_]:
            raise bad("form", part=shown(text), form=FORMS[word])
    raise AssertionError


def with_bonuses(text: str, once: bool) -> Power:
    if once:
        raise bad("once_end", power=shown(f"{ONCE} {END}{text}"))
    if ";" in text or BETWEEN in text:
        raise bad("mixed", power=shown(f"{END}{text}"))
    parts = listed(text)
    check_number(parts)
    return Power(tuple(bonus(part) for part in parts))


def bonus(text: str) -> Part:
    match text.split(" "):
        case [n, "per", m, word, *rest]:
            amount, of = number(n, text), number(m, text)
        case [word, *_] if word in FORMS:
            raise bad("mixed", power=shown(text))
        case _:
            raise bad("form", part=shown(text), form="N per M MEASURE")
    if word not in MEASURES:
        raise bad("measure", word=shown(word), known=list(MEASURES))
    match word, rest:
        case ("cards", ["on", *some]) if some:
            return Part("on", amount, of, mask(some, BASES, text))
        case (_, ["of", *some]) if some and word in OF_TYPES:
            return Part(word, amount, of, mask(some, TYPES, text))
        case (_, []):
            return Part("resources" if word in RESOURCES else word, amount, of, ALONE.get(word, 0))
    raise bad("form", part=shown(text), form=f"N per M {COUNTED.get(word, word)}")


def number(written: str, text: str, least: int = 1, most: int = 9) -> int:
    if written not in [str(known) for known in range(least, most + 1)]:
        raise bad("number", part=shown(text), value=shown(written), least=least, most=most)
    return int(written)


def mask(some: list[str], known: tuple[str, ...], text: str) -> int:
    """ "noble or cleric", a bit each."""
    bits = 0
    for name in " ".join(some).split(" or "):
        if name not in known:
            raise bad("name", part=shown(text), name=shown(name), known=list(known))
        bits |= 1 << known.index(name)
    return bits


def check(parts: list[Part], once: bool) -> None:
    """The parts among themselves."""
    words = [part.word for part in parts]
    if "copy" in words and (once or len(parts) > 1):
        raise bad("copy")
    costs = [part.of == UNITS.index(ANY) for part in parts if part.word == "pay"]
    if "pay" in words[len(costs) :] or costs != sorted(costs):
        raise bad("first")
    if "keep" in words and {"discard", "sell"} & set(words[words.index("keep") :]):
        raise bad("keep")
    for word in ONLY_ONCE:
        if words.count(word) > 1:
            raise bad("twice", word=word)


# --- Writing ---


def write(power: Power) -> str:
    """As a set file has it; always the same for the same power."""
    if power.parts and power.green:
        return f"{END} {', '.join(map(write_bonus, power.parts))}"
    now = ", ".join(write_part(part) for part in power.parts if not part.later)
    later = ", ".join(write_part(part) for part in power.parts if part.later)
    both = "; ".join(([now] if now else []) + ([f"{BETWEEN} {later}"] if later else []))
    return f"{ONCE} {both}" if power.once else both


def write_part(part: Part) -> str:
    match part.word:
        case "anywhere" | "move" | "copy":
            return part.word
        case "pay" | "gain" | "levy":
            return f"{part.word} {part.amount} {UNITS[part.of]}"
        case "look" if part.of > 1:
            return f"look {part.amount} take {part.of}"
        case "cheaper" if part.mask != EVERY_TYPE:
            return f"cheaper {part.amount} for {write_mask(part.mask, TYPES)}"
    return f"{part.word} {part.amount}"


def write_bonus(part: Part) -> str:
    match part.word:
        case "on":
            measure = f"cards on {write_mask(part.mask, BASES)}"
        case "resources" if part.mask != EVERY_RESOURCE:
            measure = members(part.mask, RESOURCES)[0]
        case _ if part.word in OF_TYPES and part.mask != EVERY_TYPE:
            measure = f"{part.word} of {write_mask(part.mask, TYPES)}"
        case _:
            measure = part.word
    return f"{part.amount} per {part.of} {measure}"


def write_mask(bits: int, known: tuple[str, ...]) -> str:
    return " or ".join(members(bits, known))


def members(bits: int, known: tuple[str, ...]) -> list[str]:
    return [name for bit, name in enumerate(known) if bits >> bit & 1]


# --- Message ---


def say(power: Power) -> Message:
    """The words of the card."""
    if not power.parts:
        return WORDS("power.none")
    if power.green:
        return WORDS("power.end", bonuses=[say_bonus(part) for part in power.parts])
    now = [say_part(part) for part in power.parts if not part.later]
    later = [say_part(part) for part in power.parts if part.later]
    form = "both" if now and later else "later" if later else "now"
    said = WORDS(f"power.{form}", **({"now": now} if now else {}), **({"later": later} if later else {}))
    return WORDS("power.once", power=said) if power.once else said


def name_resource(unit: str, n: int) -> Message:
    """What so many of a resource are called: "ruby", "rubies"."""
    return WORDS(f"{'resource' if n == 1 else 'resources'}.{unit}")


def say_part(part: Part) -> Message:
    n = part.amount
    match part.word:
        case "pay" | "gain" | "levy":
            return WORDS(f"power.{part.word}", n=n, resource=name_resource(UNITS[part.of], n))
        case "look":
            return WORDS(f"power.look.{look(n, part.of)}", n=n, m=part.of)
        case "cheaper" if part.mask != EVERY_TYPE:
            return WORDS("power.cheaper.some", n=n, types=either(part.mask, "type", TYPES))
        case "cheaper":
            return WORDS("power.cheaper.all", n=n)
        case "anywhere" | "move" | "copy" | "sell":
            return WORDS(f"power.{part.word}", n=n)
        case "remove":
            return WORDS(f"power.remove.{'some' if n else 'none'}", n=n)
    return WORDS(f"power.{part.word}.{'one' if n == 1 else 'many'}", n=n)


def look(n: int, m: int) -> str:
    """Which wording fits n cards looked at and m of them taken."""
    if n == m:
        return "one" if n == 1 else "all"
    return f"{'one' if m == 1 else 'many'}_{'other' if n - m == 1 else 'others'}"


def say_bonus(part: Part) -> Message:
    size = "one" if part.of == 1 else "many"
    key, parts = part.word, {}
    if part.word == "on":
        parts = {"bases": either(part.mask, "base", BASES)}
    elif part.word in OF_TYPES and part.mask != EVERY_TYPE:
        key, parts = f"{part.word}_of", {"types": either(part.mask, "type", TYPES)}
    elif part.word == "resources" and part.mask != EVERY_RESOURCE:
        key = members(part.mask, RESOURCES)[0]
    measure = WORDS(f"power.measure.{key}.{size}", **parts)
    return WORDS(f"power.bonus.{size}", n=part.amount, m=part.of, measure=measure)


def either(bits: int, table: str, known: tuple[str, ...]) -> Message:
    """ "Merchant, Artisan or Noble"."""
    *others, last = [WORDS(f"{table}.{name}") for name in members(bits, known)]
    return WORDS("power.or", others=others, last=last) if others else last
