"""How a game looks on a page. A picture is data until the last moment, and its markup is a type of its own.

Every game has a module `picture` of the form `camarilla.engine.parts.PicturePart`. It makes a `Picture` of a view and
of nothing else, with the art of the game's `art/art.svg` and `art/board.css`. Names, ids and order of things depend on
the view alone, so that they give nothing away.

Words are plain `str` and become markup only as the content or an attribute of an `element`, which escapes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup, escape

from camarilla.engine.parts import View
from camarilla.engine.words import ENGINE, Message, Words

T = TypeVar("T")
VOID = {"img": ">", "input": ">", "path": "/>", "rect": "/>", "use": "/>"}  # elements without content: how they end


# --- Markup ---


def element(tag: str, /, *content: str | int, **attributes: str | int | None) -> Markup:
    """`element("li", name, class_="seat", aria_label=label)`. What is not markup already is escaped.

    An attribute that is None or False is left out, and one that is True has no value. In its name an underscore stands
    for a hyphen, but for one at the end, which tells it from a word of Python.
    """
    opened = open_tag(tag, **attributes)
    return as_markup(opened if tag in VOID else f"{opened}{join_text(content)}</{tag}>")


# Boards are alike in most of what stands on them: tags and words that have been spelled before are looked up.
@lru_cache(maxsize=16384, typed=True)
def open_tag(tag: str, **attributes: str | int | None) -> str:
    return f"<{tag}{''.join([attribute(*one) for one in attributes.items()])}{VOID.get(tag, '>')}"


def attribute(name: str, value: str | int | None) -> str:
    if value is None or value is False:
        return ""
    spelled = name.rstrip("_").replace("_", "-")
    return f" {spelled}" if value is True else f' {spelled}="{escape(value)}"'


def join(parts: Iterable[str | int]) -> Markup:
    """The parts one after the other, as `+` would join two of them."""
    return as_markup(join_text(parts))


def join_text(parts: Iterable[str | int]) -> str:
    return "".join([part if type(part) is Markup else escape_text(part) for part in parts])


escape_text = lru_cache(maxsize=8192)(escape)
# `Markup(...)` itself looks at what it is given, which would take half of the time of a board.
as_markup: Callable[[str], Markup] = partial(str.__new__, Markup)


def items(contents: Iterable[str]) -> Markup:
    """The items of a list."""
    return join(element("li", content) for content in contents)


def classes(*names: str | bool | None) -> str:
    """The classes of an element, without those that do not apply: `classes("card", is_new and "new")`."""
    return " ".join([str(name) for name in names if name])


def hide(text: str) -> Markup:
    """Words for who cannot see where something stands."""
    return element("span", text, class_="visually-hidden")


def cite(clause: str, page: str = "?rules") -> Markup:
    """A link to a clause; the rules open beside the board where there is a script."""
    return element("a", clause, href=f"{page}#{clause}", data_clause=clause)


# --- What a picture is made with ---


@dataclass(frozen=True)
class Context:
    """What a picture is drawn with: words, names of the players, where the art lies, and what can be done now."""

    words: Words
    language: str
    names: tuple[str, ...]  # of the players, by seat
    art: str = ""  # the address of the sprite; "" where the page holds it itself
    can: frozenset[str] = frozenset()  # the things that something to be done begins with
    badges: Mapping[int, Markup] = field(default_factory=dict)  # beside a player's name: a clock, a bot's mark
    taken: frozenset[str] = frozenset()  # ids that the page has already, which a second board must not have again

    def say(self, key: str, **parts: Any) -> str:
        """An expression of the game's words."""
        return self.text(self.words(key, **parts))

    def text(self, message: Message) -> str:
        return message.text(self.language, self.names)

    def once(self, draw: Callable[..., T], *about: Any) -> T:
        """`draw(context, *about)`, drawn once for all boards where it is the same: with the same words, names and art.
        Of what can be done now it knows nothing."""
        made: T = made_once(draw, self.words, self.language, self.names, self.art, *about)
        return made

    def plate(self, seat: int) -> Markup:
        """A player's name with what is to be said about who plays there."""
        return element("span", element("b", self.names[seat]), self.badges.get(seat, ""), class_="plate")

    def icon(self, symbol: str, kind: str | None = None) -> Markup:
        """A symbol of the game's sprite. It says nothing to a screen reader: the thing it stands on has a label."""
        return icon(f"{self.art}#{symbol}", kind)


@lru_cache(maxsize=16384)
def made_once(draw: Callable[..., T], words: Words, language: str, names: tuple[str, ...], art: str, *about: Any) -> T:
    return draw(Context(words, language, names, art), *about)


@lru_cache(maxsize=1024)
def icon(address: str, kind: str | None) -> Markup:
    return element("svg", element("use", href=address), class_=kind, aria_hidden="true")


# --- What a picture is ---


class Thing(NamedTuple):
    """A card or place that can be clicked, named by what the viewer knows of it. Cards that are alike share a name."""

    name: str
    label: str  # read aloud
    card: str | None  # what `closeup` knows it by
    id: str | None  # by which the browser sees it travel


@dataclass(frozen=True)
class Picture:
    """A view as a page shows it."""

    board: Markup  # the whole table, with what the viewer holds
    holdings: Markup  # what nobody but the viewer holds once more, for a page that shows all hands
    prompt: Message  # what is asked of the viewer, or what the others are about to do
    things: tuple[Thing, ...]
    ids: frozenset[str]  # of all that travels, within things too

    @property
    def names(self) -> set[str]:
        """What there is to be clicked."""
        return {thing.name for thing in self.things}


TRACE = element("span", class_="trace", aria_hidden="true")


class Painter:
    """Draws a view, and keeps account of the things that it has drawn. Games have painters of their own."""

    def __init__(self, view: View, context: Context, latest: Iterable[str] = ()) -> None:
        self.view, self.context = view, context
        self.latest = frozenset(latest)  # the things that the last move was about, as far as the viewer has seen it
        self.things: list[Thing] = []
        self.ids: set[str] = set()

    def say(self, key: str, **parts: Any) -> str:
        """An expression of the game's words for its picture."""
        return self.context.say(f"picture.{key}", **parts)

    def icon(self, symbol: str, kind: str | None = None) -> Markup:
        return self.context.icon(symbol, kind)

    def once(self, draw: Callable[..., T], *about: Any) -> T:
        return self.context.once(draw, *about)

    def thing(
        self, name: str, label: str, inner: str, kind: str = "", *, card: str | None = None, mark: str | None = None
    ) -> Markup:
        """A thing as markup; `mark` is the id that it wants to have."""
        if name in self.latest:
            label, inner = self.context.text(ENGINE("picture.latest", thing=label)), inner + self.trace(name)
        one = Thing(name, label, card, self.claim(mark) if mark else None)
        self.things.append(one)
        kinds = classes("thing", kind, name in self.context.can and "can")
        named = {"id": one.id, "class_": kinds, "data_thing": name, "data_card": card or None, "aria_label": label}
        return element("button", inner, type="button", **named)

    def trace(self, name: str) -> Markup:
        """A mark of the last move, if that was about what is called so."""
        return TRACE if name in self.latest else Markup()

    def claim(self, mark: str) -> str | None:
        """The mark as an id, unless it is on the page already: no two elements of a page may have the same."""
        if mark in self.context.taken:
            return None
        self.ids.add(mark)
        return mark

    def finish(self, board: Markup, holdings: Markup, prompt: Message) -> Picture:
        return Picture(board, holdings, prompt, tuple(self.things), frozenset(self.ids))
