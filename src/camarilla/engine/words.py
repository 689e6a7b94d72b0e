"""What the program says, in every language it speaks.

Words lie in TOML files: a table an expression, a line a language. What is said otherwise where moves are clicked, and
not typed, has these lines once more, as its `page`. A `Message` is an expression with its parts, not yet
in any language; parts may be messages themselves, or lists of them.
"""

from __future__ import annotations

import functools
import tomllib
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, cast

LANGUAGES = ("en", "fr")
AND = {"en": " and ", "fr": " et "}
MINUS = "−"
VOWELS = "aeiouyàâäéèêëîïôöùûüœæ"
Names = Sequence[str]  # of players, by seat
Wording = dict[str, Any]  # by language; `page` is another one
P = ParamSpec("P")


class Letter(str):
    """The letter of a seat, which a message replaces by the name of the player if it is told the names."""

    seat: int

    def __new__(cls, letter: str, seat: int) -> Letter:
        self = super().__new__(cls, letter)
        self.seat = seat
        return self

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        """For pickle: a message may travel to another process, as hints do."""
        return str(self), self.seat


class Letters(str):
    """The letters of all seats: `letters[1]` knows that it stands for seat 1."""

    each: tuple[Letter, ...]

    def __new__(cls, letters: str) -> Letters:
        self = super().__new__(cls, letters)
        self.each = tuple(Letter(letter, seat) for seat, letter in enumerate(letters))
        return self

    def __getitem__(self, key: Any) -> str:
        return super().__getitem__(key) if isinstance(key, slice) else self.each[key]


@dataclass(frozen=True, init=False)
class Message:
    wording: Wording
    parts: dict[str, Any]

    def __init__(self, wording: Wording, parts: dict[str, Any] | None = None) -> None:
        # A page is made of hundreds of messages: written like this one takes half of the time.
        self.__dict__["wording"], self.__dict__["parts"] = wording, {} if parts is None else parts

    def text(self, language: str = "en", names: Names = ()) -> str:
        said: dict[str, str] | None = self.__dict__.get("_said")  # of a message that is kept
        if said is None:
            return elided(self._speak(language, names), language, names)
        if language not in said:
            said[language] = self._speak(language, ())
        return elided(said[language], language, names)

    def _speak(self, language: str, names: Names) -> str:
        check_language(language)
        wording: str = self.wording[language]
        how = Part if "!r" in wording else spoken
        return wording.format(**{name: how(part, language, names) for name, part in self.parts.items()})

    @property
    def on_page(self) -> Message:
        """The message as it is said where moves are clicked: without the words in which they are typed."""
        return Message(self.wording["page"], self.parts) if "page" in self.wording else self

    def __str__(self) -> str:
        return self.text()


def keep(message: Message) -> Message:
    """The message, which names no player, and from now on is put into words once for each language."""
    message.__dict__["_said"] = {}
    return message


def kept(function: Callable[P, Message]) -> Callable[P, Message]:
    """A function whose messages are made once and kept."""

    @functools.lru_cache(maxsize=1024)
    @functools.wraps(function)
    def made(*arguments: P.args, **named: P.kwargs) -> Message:
        return keep(function(*arguments, **named))

    return cast("Callable[P, Message]", made)


@dataclass(frozen=True, repr=False)
class Part:
    """A part as a wording with `{part!r}` sees it, which is shown as it is; `{part}` is spoken."""

    part: Any
    language: str
    names: Names = ()

    def __format__(self, form: str) -> str:
        return format(spoken(self.part, self.language, self.names), form)

    def __repr__(self) -> str:
        return repr(self.part)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are: {', '.join(LANGUAGES)}")


def spoken(part: Any, language: str, names: Names = ()) -> Any:
    if type(part) is str:
        return part
    if type(part) is int:
        return part if part >= 0 else f"{MINUS}{-part}"
    if isinstance(part, Message):
        return part.text(language, names)
    if isinstance(part, list | tuple):
        return ", ".join(str(spoken(one, language, names)) for one in part)
    if isinstance(part, Letter) and part.seat < len(names):
        return names[part.seat]
    return part


def elided(text: str, language: str, names: Names) -> str:
    """French shortens `de` before the name of a player that begins with a vowel: `le domaine d’Anna`."""
    if language == "fr":
        for name in names:
            if name[:1].lower() in VOWELS:
                text = text.replace(f" de {name}", f" d’{name}")
    return text


def plain(text: str) -> str:
    """The text without capitals and accents, as it may well be typed."""
    signs = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


class Words:
    """The expressions of one file, or of several: `words("place.above")`."""

    def __init__(self, *paths: Path) -> None:
        self.entries: dict[str, Wording] = {}
        self._plain: dict[str, Message] = {}  # those that were said without parts
        for path in paths:
            self._collect("", tomllib.loads(path.read_text(encoding="utf-8")))

    def _collect(self, prefix: str, tree: dict[str, Any]) -> None:
        for key, value in tree.items():
            if isinstance(value.get(LANGUAGES[0]), str):
                self.entries[prefix + key] = value
            else:
                self._collect(f"{prefix}{key}.", value)

    def __call__(self, key: str, /, **parts: Any) -> Message:
        if parts:
            return Message(self.entries[key], parts)
        if key not in self._plain:
            self._plain[key] = keep(Message(self.entries[key]))
        return self._plain[key]


def of_package(file: str, *names: str) -> Words:
    """The words that lie beside a module: `of_package(__file__)`."""
    return Words(*(Path(file).with_name(name) for name in names or ["words.toml"]))


ENGINE = of_package(__file__)


# --- Numbers ---

ORDINALS = {1: "first", 2: "second", 3: "third"}


def numeral(value: float, digits: int = 0, sign: bool = False) -> Message:
    """A number as each language writes it; with `sign` a plus stands before what is above 0. What is written as 0 has
    no sign at all."""
    text = f"{value:{'+' if sign else ''}z,.{digits}f}".replace("-", MINUS)
    text = text if text.strip("+0.") else text.lstrip("+")
    return Message({"en": text, "fr": text.replace(",", "\u202f").replace(".", ",")})


def signed(points: int) -> str:
    """Points that are won or lost: +3, −3, and a plain 0."""
    return f"{points:+d}".replace("-", MINUS) if points else "0"


def ordinal(place: int) -> Message:
    """Which of several: 1st, 2nd. In French it goes with "la place"."""
    return ENGINE(f"ordinal.{ORDINALS.get(place, 'later')}", place=place)
