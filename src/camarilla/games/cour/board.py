"""How a view of Cour looks in a terminal: the pyramids, then the middle of the table, then the own hand.

A pyramid is drawn as a pyramid, standing on its base row or, inverted, hanging from it. Covered cards are dim; ▸ marks
what can be activated now, × what can be dismissed, ✓ what can be enrolled. Colour is a help and no need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from camarilla.engine.game import SEAT_LETTERS
from camarilla.games.cour import characters, powers
from camarilla.games.cour.characters import Character
from camarilla.games.cour.powers import BASES, RESOURCES, TYPES, WORDS
from camarilla.games.cour.pyramid import ROW_LETTERS

if TYPE_CHECKING:
    from camarilla.games.cour.game import Cour

WIDEST_CARD, NARROWEST_CARD, SMALL_CARD = 20, 11, 5  # columns for a card of a pyramid
STYLES = dict(zip(TYPES, ("yellow", "cyan", "red", "magenta", "white", "bright_blue", "green"), strict=True))
RESOURCE_STYLES = {"gold": "yellow", "steel": "cyan", "ruby": "magenta"}
ACTIVATE, DISMISS, ENROL, USED, STAR = "▸", "×", "✓", "‡", "★"


def board(game: Cour, view: dict[str, Any], language: str, **settings: bool) -> Board:
    return Board(view, language, **settings)


@dataclass(frozen=True)
class Board:
    """A view, ready to be printed; with `courts` the pyramids of the others are as large as the own."""

    view: dict[str, Any]
    language: str
    courts: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield self.heading()
        if self.view["phase"] != "draft":
            yield from self.pyramids(options.max_width)
        else:
            yield from (self.owner(seat) for seat in self.seats)
        yield from self.middle()
        yield from self.own()

    # --- Words ---

    def say(self, key: str, **parts: Any) -> str:
        return WORDS(f"board.{key}", **parts).text(self.language)

    def word(self, key: str) -> str:
        return WORDS(key).text(self.language)

    @cached_property
    def cards(self) -> dict[str, Character]:
        return {card.en: card for card in characters.chosen(str(self.view["options"]["characters"]))}

    def name(self, card: str) -> str:
        return self.cards[card].name(self.language)

    def type(self, card: str) -> str:
        return self.word(f"type.{TYPES[self.cards[card].type]}")

    def style(self, card: str) -> str:
        return STYLES[TYPES[self.cards[card].type]]

    @property
    def seats(self) -> range:
        return range(len(self.view["seats"]))

    # --- Whose turn it is ---

    def heading(self) -> Text:
        view, seat = self.view, self.view["seat"]
        parts = [] if seat is None else [self.say("you", seat=SEAT_LETTERS[seat])]
        if view["phase"] == "over":
            parts = [self.say("over")]
        elif view["phase"] == "draft":
            parts.append(self.say("draft", pick=view["pick"]))
        else:
            parts.append(self.say("round", round=view["round"], phase=self.word(f"board.phase.{view['phase']}")))
        if view["step"]:
            parts += [] if view["mover"] == seat else [self.say("mover", seat=SEAT_LETTERS[view["mover"]])]
            parts.append(self.step())
        if view["completed"]:
            parts.append(self.say("completed"))
        return Text(" · ".join(parts), style="bold")

    def step(self) -> str:
        view = self.view
        card = self.name(view["chosen"]) if view["chosen"] else ""
        victim = "" if view["victim"] is None else SEAT_LETTERS[view["victim"]]
        return self.say(f"step.{view['step']}", card=card, price=view["price"], victim=victim)

    # --- The courts ---

    def pyramids(self, width: int) -> Iterator[RenderableType]:
        seat = self.view["seat"]
        others = [other for other in self.seats if other != seat]
        if self.courts:
            yield from (part for other in others for part in self.large(other, width))
        else:
            yield Columns([self.small(other) for other in others], padding=(0, 3))
        if seat is not None:
            yield from self.large(seat, width)

    def owner(self, seat: int) -> Text:
        """A seat in a line: prestige, resources, cards, and what waits."""
        court, line = self.view["seats"][seat], Text()
        line.append(f"{ACTIVATE if seat in self.view['waiting'] else ' '}{SEAT_LETTERS[seat]}", style="bold")
        line.append(f"  {court['prestige']}{STAR}  ")
        line.append_text(self.purse(court["resources"], full=True))
        line.append(f"  {self.hidden(court)}")
        if court["known"] or court["known_reserved"]:
            line.append("  " + self.say("known", cards=self.names([*court["known"], *court["known_reserved"]])), "dim")
        return line

    def purse(self, resources: dict[str, int], full: bool) -> Text:
        words = {name: powers.name_resource(name, resources[name]).text(self.language) for name in RESOURCES}
        parts = [
            Text(f"{amount} {words[name]}" if full else f"{words[name][0]}{amount}", style=RESOURCE_STYLES[name])
            for name, amount in resources.items()
        ]
        return Text(" ").join(parts)

    def hidden(self, court: dict[str, Any]) -> str:
        aside = court["kept"] + court["reserved"]
        if self.view["phase"] == "draft":
            return self.say("pack", hand=court["hand"], picked=aside)
        return self.say("hand_and_aside" if aside else "hand", hand=court["hand"], aside=aside)

    def small(self, seat: int) -> Group:
        """A court in few columns: a card is the beginning of its name."""
        court = self.view["seats"][seat]
        mark = ACTIVATE if seat in self.view["waiting"] else " "
        head = Text(f"{mark}{SEAT_LETTERS[seat]} {court['prestige']}{STAR} {self.hidden(court)}")
        known = [*court["known"], *court["known_reserved"]]
        lines = [head, self.purse(court["resources"], full=False), *self.rows(seat, SMALL_CARD, [self.initials])]
        if known:
            lines.append(Text(self.say("known", cards=self.names(known)), style="dim"))
        return Group(*lines, *self.promises(court))

    def large(self, seat: int, width: int) -> Iterator[Text]:
        """A court with two lines a card: its place and name; what can be done with it, its prestige and its type."""
        room = max(NARROWEST_CARD, min(WIDEST_CARD, (width - 1) // self.base))
        yield self.owner(seat)
        yield from self.rows(seat, room, [self.title, self.details])
        yield from self.promises(self.view["seats"][seat])

    @property
    def base(self) -> int:
        return int(self.view["options"]["base"])

    def rows(self, seat: int, room: int, faces: list[Any]) -> Iterator[Text]:
        """The rows from the top of the drawing down, each set in by half a card more than the wider one beside it."""
        upright = not self.view["options"]["inverted"]
        order = range(self.base)
        for row in reversed(order) if upright else order:
            places = [f"{ROW_LETTERS[row]}{column + 1}" for column in range(self.base - row)]
            for face in faces:
                line = Text(" " * (room * row // 2))
                for place in places:
                    line.append_text(fitted(face(seat, place), room))
                line.rstrip()
                if line:
                    yield line

    def face(self, seat: int, place: str) -> tuple[dict[str, Any] | None, str]:
        """The card at a place, and how it is written: dim if it is covered."""
        card = self.view["seats"][seat]["pyramid"].get(place)
        if card is None:
            return None, "dim"
        return card, self.style(card["card"]) + (" dim" if card["covered"] else " bold")

    def initials(self, seat: int, place: str) -> Text:
        card, style = self.face(seat, place)
        return Text(self.name(card["card"])[: SMALL_CARD - 1] if card else "·", style=style)

    def title(self, seat: int, place: str) -> Text:
        card, style = self.face(seat, place)
        return Text(f"{place} {self.name(card['card'])}" if card else f"{place} ·", style=style)

    def details(self, seat: int, place: str) -> Text:
        card, style = self.face(seat, place)
        if not card:
            return Text("")
        own = self.view["own"] if seat == self.view["seat"] else None
        marks = ACTIVATE if own and place in own["activate"] else ""
        marks += DISMISS if own and place in own["dismiss"] else ""
        marks += USED if card["used"] else ""
        bonus = f"+{card['bonus']}" if card["bonus"] else ""
        return Text(f"{marks}{self.cards[card['card']].prestige}{STAR}{bonus} {self.type(card['card'])}", style=style)

    def promises(self, court: dict[str, Any]) -> Iterator[Text]:
        """Discounts, leave to go anywhere, and effects that wait."""
        for discount in court["discounts"]:
            kinds = [WORDS(f"type.{kind}") for kind in discount["for"]]
            key = "discount" if len(kinds) == len(TYPES) else "discount_for"
            yield Text(self.say(key, less=discount["less"], types=kinds), style="green")
        if court["anywhere"]:
            yield Text(self.say("anywhere"), style="green")
        if court["pending"]:
            yield Text(self.say("pending", cards=self.names(court["pending"])), style="yellow")

    # --- The middle of the table ---

    def middle(self) -> Iterator[RenderableType]:
        view = self.view
        pile = [*view["discard"], *view["leaving"]]
        parts = [self.say("deck", cards=view["deck"]), self.say("discard", cards=len(pile))]
        yield Text(" · ".join(parts) + (f" {self.names(pile)}" if pile else ""), style="dim")
        if view["power"]:
            card = view["power"]["card"]
            said = powers.say(self.cards[card].power).text(self.language)
            yield Text(self.say("power", card=self.name(card), power=said), style="bold")
        if view["looked"]:
            yield Text(self.say("looked"), style="bold")
            yield self.listing([{"card": card} for card in view["looked"]])

    def names(self, cards: Iterable[str]) -> str:
        """Names of cards, those that are there more than once with their number."""
        return ", ".join(self.name(card) + (f" ×{n}" if n > 1 else "") for card, n in Counter(cards).items())

    # --- What only the seat itself sees ---

    def own(self) -> Iterator[RenderableType]:
        own = self.view["own"]
        if not own or self.view["phase"] == "over":
            return
        if own["hand"]:
            yield self.listing(own["hand"])
        aside = [card["card"] for card in [*own["kept"], *own["reserved"]]]
        if aside:
            key = "picked" if self.view["phase"] == "draft" else "aside"
            yield Text(self.say(key, cards=self.names(aside)), style="dim")

    def listing(self, entries: list[dict[str, Any]]) -> Table:
        """Cards with all that is on them; the price is that of now."""
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
        for key, justify in (
            ("card", "left"),
            ("type", "left"),
            ("base", "left"),
            ("price", "left"),
            ("star", "right"),
        ):
            table.add_column(self.say(f"column.{key}"), no_wrap=key != "card", justify=justify)  # type: ignore[arg-type]
        table.add_column(self.say("column.power"))
        for entry in entries:
            table.add_row(*self.line(entry))
        return table

    def line(self, entry: dict[str, Any]) -> Iterator[Text]:
        card = self.cards[entry["card"]]
        can = entry.get("enrol", False)
        turns = self.view["phase"] == "turns" and "enrol" in entry
        style = "" if can or not turns else "dim"
        yield Text(f"{ENROL if can else ' '}{card.name(self.language)}", style="bold" if can else style)
        yield Text(self.word(f"type.{TYPES[card.type]}"), style=f"{self.style(card.en)} {style}".strip())
        yield Text(self.word(f"base.{BASES[card.base]}"), style=style)
        yield Text(self.price(card, entry.get("price", card.cost)), style=style)
        yield Text(str(card.prestige), style=style)
        yield Text(powers.say(card.power).text(self.language), style=style)

    def price(self, card: Character, now: int) -> str:
        """What a card costs now, and how that differs from what is printed on it."""
        unit = characters.unit(card)
        named = WORDS("board.any") if unit == "any" else powers.name_resource(unit, now)
        printed = f"{now} {named.text(self.language)}"
        return printed if now == card.cost else f"{printed} ({card.cost}{now - card.cost:+d})".replace("-", "−")


def fitted(text: Text, room: int) -> Text:
    """The text in so many columns, with one to spare."""
    text.truncate(room - 1, overflow="ellipsis", pad=True)
    text.append(" ")
    return text
