"""How a view of In the Shadow of the Sun King looks in a terminal: a line a sphere, and then the middle of the table.

A row is the number of its cards and then each of them from the bottom to the top, a dot or, with a seal, a star; a
crown is a majority. Cards are written as in the notation, so that colour is a help and no need.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.words import Message
from camarilla.games.sun_king import cards, rules
from camarilla.games.sun_king.cards import COLOUR_LETTERS, COLOUR_OF, COLOURS, SEAL, WORDS

if TYPE_CHECKING:
    from camarilla.games.sun_king.game import SunKing

WIDEST = 120
TALL = 30  # lines; on a terminal with fewer, the board does without its legend
STYLES = dict(zip(COLOUR_LETTERS, ("bright_blue", "green", "magenta", "red", "yellow"), strict=True))
PURSE = ("gold", "power", "seals")
PURSE_WIDTH = 5
OWNER_WIDTH = 3
LEAST_CARDS = 8  # columns for auction cards
CROWN, PIP, NOTHING = "♛", "·", "–"


def board(game: SunKing, view: dict[str, Any], language: str, **settings: bool) -> Board:
    return Board(view, language, **settings)


@dataclass(frozen=True)
class Board:
    """A view, ready to be printed."""

    view: dict[str, Any]
    language: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        short = console.is_terminal and options.size.height < TALL
        yield self.heading()
        yield self.spheres(min(options.max_width, WIDEST))
        if not short:
            yield Text(self.say("legend"), style="dim")
        yield from self.middle()
        yield from self.resolving()

    def say(self, key: str, **parts: Any) -> str:
        return WORDS(f"board.{key}", **parts).text(self.language)

    # --- Whose turn it is ---

    def heading(self) -> Text:
        view, mover, seat = self.view, self.view["mover"], self.view["seat"]
        parts = [] if seat is None else [self.say("you", seat=SEAT_LETTERS[seat])]
        if mover is None:
            parts = [self.say("over")]
        else:
            parts.append(self.say("turn", seat=SEAT_LETTERS[view["turn"]], phase=view["phase"]))
            parts += [] if mover == seat else [self.say("mover", seat=SEAT_LETTERS[mover])]
            parts.append(self.step())
        return Text(" · ".join(parts), style="bold")

    def step(self) -> str:
        view = self.view
        step = view["step"].replace(" ", "_")
        if step == "main":
            step = "medal_first" if view["medal"] else f"phase_{view['phase']}"
        return self.say(f"step.{step}")

    # --- The spheres ---

    def spheres(self, width: int) -> Table:
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim", show_header=True)
        room = width - OWNER_WIDTH - 1 - len(PURSE) * (PURSE_WIDTH + 1) - LEAST_CARDS
        row = max(6, room // rules.COLOURS - 1)
        table.add_column("", width=OWNER_WIDTH, no_wrap=True)
        for key in PURSE:
            table.add_column(self.say(key), width=PURSE_WIDTH, no_wrap=True, justify="right")
        for letter, colour in zip(COLOUR_LETTERS, COLOURS, strict=True):
            name = Text(f"{letter} {WORDS(f'colour.{colour}.name').text(self.language)}", style=STYLES[letter])
            table.add_column(name, width=row, no_wrap=True, overflow="crop")
        table.add_column(self.say("cards"), width=LEAST_CARDS + room - rules.COLOURS * (row + 1))
        for seat in range(len(self.view["gold"])):
            table.add_row(self.owner(seat), *self.sphere(seat, row))
        return table

    def owner(self, seat: int) -> Text:
        mark = "▸" if seat == self.view["mover"] else " "
        turn = "'" if seat == self.view["turn"] else ""
        return Text(f"{mark}{SEAT_LETTERS[seat]}{turn}", style="bold" if seat == self.view["seat"] else "")

    def sphere(self, seat: int, width: int) -> Iterator[Text]:
        view = self.view
        if view["out"][seat]:
            yield from (Text(NOTHING, style="dim") for _ in PURSE)
            yield from (Text(f" {NOTHING}", style="dim") for _ in COLOURS)
            yield Text(self.say("out"), style="dim")
            return
        yield from (Text(str(view[key][seat])) for key in PURSE)
        for letter, row in view["rows"][seat].items():
            yield pips(letter, row, letter in view["majorities"][seat], width)
        yield Text(" ").join(token(card) for card in view["cards"][seat])

    # --- The middle of the table ---

    def middle(self) -> Iterator[Text]:
        view, bank = self.view, self.view["bank"]
        stock = self.say("bank", **bank) if bank else self.say("endless_bank")
        pile = view["discard"]
        top = self.say("pile", cards=len(pile), top=pile[-1]) if pile else self.say("no_pile")
        deck, louis = self.say("deck", cards=view["deck"]), self.say("louis", times=view["louis"])
        yield Text(" · ".join([stock, deck, top, louis]))
        if view["bottom"]:
            yield self.entry("bottom", view["bottom"])
        if view["step"] == "pick":
            yield self.entry("in_pile", sorted({card for card in pile[:-1] if card[0] in COLOUR_LETTERS}))
        if view["used"]:
            names = [WORDS(f"use.{name}") for name in view["used"]]
            yield Text(self.say("used", uses=names))
        if view["open"]:
            yield self.entry("open", view["open"])
        if view["queue"]:
            yield self.entry("waiting", view["queue"])

    def entry(self, key: str, some: list[str]) -> Text:
        return Text(" ").join([Text(self.say(key), style="bold"), *map(token, some)])

    def resolving(self) -> Iterator[Text]:
        """What is being done, the innermost last."""
        for number, frame in enumerate(self.view["frames"]):
            yield Text("  " * number + self.frame(frame), style="bold")

    def frame(self, frame: dict[str, Any]) -> str:
        by, left = SEAT_LETTERS[frame["by"]], " ".join(SEAT_LETTERS[seat] for seat in frame["left"])
        if frame["card"] is None:
            return self.say("frame.draw", seat=by)
        card = named(frame["card"])
        if frame["bid"] is None:
            key = {"Ca": "cardinal", "De": "debts"}[frame["card"]]
            return self.say(f"frame.{key}", seat=by, left=left)
        if frame["bidder"] is None:
            return self.say("frame.auction", card=card, left=left)
        parts = {"card": card, "seat": SEAT_LETTERS[frame["bidder"]], "bid": frame["bid"]}
        if self.view["step"] == "pay":
            return self.say("frame.paying", paid=frame["paid"], **parts)
        return self.say("frame.bidding", left=left, **parts)


def named(card: str) -> Message:
    kind = cards.read(card)
    assert kind is not None
    return cards.name(kind)


def token(card: str) -> Text:
    """A card in its colour."""
    return Text(card, style=STYLES.get(COLOUR_OF.get(card, card[0]), "bold"))


def pips(letter: str, row: list[str], majority: bool, width: int) -> Text:
    """How many cards a row has, and each of them; a long row goes on in the next line."""
    if not row:
        return Text(f"{CROWN if majority else ''} {NOTHING}", style="dim")
    marks = "".join(SEAL if card.endswith(SEAL) else PIP for card in row)
    head = f"{CROWN if majority else ' '}{len(row):<2}"
    room = width - len(head)
    lines = [marks[first : first + room] for first in range(0, len(marks), room)]
    return Text(head + f"\n{' ' * len(head)}".join(lines), style=STYLES[letter])
