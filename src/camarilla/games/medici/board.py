"""How a view of Court of the Medici looks in a terminal: the Inner Circle between the two parts of the Outer Court.

A stack stands upright, its top noble above, under its label and over its total. Cards are written as in the notation,
with the letter of their house, so that colour is a help and no need.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.box import MINIMAL
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from camarilla.games.medici import cards
from camarilla.games.medici.cards import HOUSES, LETTERS, WORDS

if TYPE_CHECKING:
    from camarilla.games.medici.game import Medici

GUTTER = 11  # as wide as "Outer Court"
COLUMN = 7  # a stack: as wide as "RX=10", and room around it
WIDEST = 120
TALL = 36  # lines; on a terminal with fewer, the board does without its legend
COLOURS = dict(zip(LETTERS, ("bright_blue", "bright_red"), strict=True))
NOTHING = "–"


def board(game: Medici, view: dict[str, Any], language: str, **settings: bool) -> Board:
    return Board(view, language, **settings)


@dataclass(frozen=True)
class Board:
    """A view, ready to be printed."""

    view: dict[str, Any]
    language: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        short = console.is_terminal and options.size.height < TALL
        yield self.heading()
        yield self.court(min(options.max_width, WIDEST))
        if not short:
            yield Text(self.say("legend"), style="dim")
            yield Text(self.say("legend_stacks"), style="dim")
        yield self.seats()
        yield from self.piles()
        yield from self.own()

    def say(self, key: str, **parts: Any) -> str:
        return WORDS(f"board.{key}", **parts).text(self.language)

    # --- Whose turn it is ---

    def heading(self) -> Text:
        view, mover, seat = self.view, self.view["mover"], self.view["seat"]
        parts = [] if seat is None else [self.say("you", seat=LETTERS[seat], house=HOUSES[seat])]
        if mover is None:
            parts = [self.say("over"), *([self.say("drawn")] if view["drawn"] else [])]
        else:
            parts.append(self.say("yours") if mover == seat else self.say("mover", house=HOUSES[mover]))
            parts.append(self.step())
        return Text(" · ".join(parts), style="bold")

    def step(self) -> str:
        view = self.view
        step = "against" if view["step"] == "values" and view["target"] else view["step"]
        return self.say(f"step.{step}", card=view["card"], onto=view["onto"], target=view["target"])

    # --- The court ---

    def court(self, width: int) -> Table:
        """The own part of the Outer Court is the lowest; spectators look at it from Della Rovere's side."""
        table = Table(box=MINIMAL, show_edge=False, show_header=False, padding=0, border_style="dim")
        table.add_column(width=GUTTER)
        table.add_column(no_wrap=True, overflow="crop")
        near = self.view["seat"] or 0
        room = (width - GUTTER - 2) // COLUMN
        for area in (1 - near, None, near):
            table.add_row(self.area(area), self.rows(area, room), end_section=area != near)
        return table

    def area(self, seat: int | None) -> Text:
        if seat is None:
            return Text(self.say("inner"), style="bold")
        return Text(self.say("outer", seat=LETTERS[seat]), style=COLOURS[LETTERS[seat]])

    def rows(self, seat: int | None, room: int) -> Text:
        """The stacks of an area, as many side by side as there is room for."""
        stacks = self.view["inner"] if seat is None else self.view["outer"][seat]
        blocks = [self.row(stacks[first : first + room]) for first in range(0, len(stacks), room)]
        return Text("\n\n").join(blocks) if blocks else Text(f" {NOTHING}", style="dim")

    def row(self, stacks: list[dict[str, Any]]) -> Text:
        height = max(len(stack["nobles"]) for stack in stacks)
        lines = [Text().join(self.column(self.label(stack)) for stack in stacks)]
        for level in range(height - 1, -1, -1):
            lines.append(Text().join(self.column(self.noble(stack, level)) for stack in stacks))
        lines.append(Text().join(self.column(Text(f"={stack['total']}", style="bold")) for stack in stacks))
        return Text("\n").join(lines)

    def column(self, cell: Text) -> Text:
        return Text(" ") + cell + Text(" " * (COLUMN - 1 - cell.cell_len))

    def label(self, stack: dict[str, Any]) -> Text:
        """The conspiracy being declared and its target are marked as in the notation."""
        label = stack["label"]
        if label == self.view["target"]:
            return Text(f"x{label}", style="bold reverse")
        if label == self.view["onto"] and (self.view["target"] or self.view["step"] == "target"):
            return Text(f"{label}!", style="bold reverse")
        return Text(label, style="dim")

    def noble(self, stack: dict[str, Any], level: int) -> Text:
        nobles = stack["nobles"]
        return token(nobles[level]) if level < len(nobles) else Text()

    # --- Beside the court ---

    def seats(self) -> Table:
        """What is public about each player, a line each."""
        view = self.view
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        keys = ("points", "nobles", "hands", "decks", "under", "plans", "limit")
        for heading in ("", *map(self.say, keys)):
            table.add_column(heading)
        for seat, letter in enumerate(LETTERS):
            mark = "▸" if seat == view["mover"] else " "
            name = Text(f"{mark}{letter} {HOUSES[seat]}", style=f"{'bold ' * (seat == view['seat'])}{COLOURS[letter]}")
            counts = (view[key][seat] for key in keys[:-1])
            passes = Text(self.say("passes") if view["passed"][seat] and view["mover"] is not None else "")
            table.add_row(name, *map(str, counts), self.limit(seat), passes)
        return table

    def limit(self, seat: int) -> Text:
        """With the last card of the deck, which was shown."""
        limit, shown = self.view["limits"][seat], self.view["shown"][seat]
        if shown is None:
            return Text(NOTHING, style="dim")
        return Text(f"{'?' if limit is None else limit} (") + token(shown) + Text(")")

    def piles(self) -> Iterator[Text]:
        view = self.view
        if view["options"]["edition"] == "english" and view["run"]:
            yield Text(self.say("run", run=view["run"]))
        for key in ("discards", "aside"):
            some = [token(card) for pile in view[key] for card in pile]
            if some or key == "discards":
                yield self.entry(key, some)

    def own(self) -> Iterator[Text]:
        """What only the viewer knows."""
        view = self.view
        if view["planned"]:
            yield self.entry("planned", [token(card) for card in view["planned"]])
        if view["seat"] is not None:
            hand = [token(card) for card in view["hand"]]
            if view["step"] == "place" and view["mover"] == view["seat"]:
                hand.append(Text(f"[{view['card']}]", style=f"reverse {COLOURS[view['card'][0]]}"))
            yield self.entry("hand", hand)

    def entry(self, key: str, things: list[Text]) -> Text:
        label = Text(self.say(key), style="bold")
        return Text(" ").join([label, *(things or [Text(NOTHING, style="dim")])])


def token(card: str) -> Text:
    """A card in the colour of its house."""
    assert card[0] in cards.LETTERS
    return Text(card, style=COLOURS[card[0]])
