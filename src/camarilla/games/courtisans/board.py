"""How a view of Courtisans looks in a terminal: the Queen's table in the middle, the domains beneath it.

Everything stands in eight columns: whose row it is, then the six families with the Queen, or the spies, in their
middle. Cards are written as in the notation, each with a glyph for its role, so that colour is a help and no need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.box import MINIMAL
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.words import signed
from camarilla.games.courtisans import cards, missions
from camarilla.games.courtisans.cards import FAMILIES, FAMILY_LETTERS, WORDS
from camarilla.games.courtisans.position import ZONES

if TYPE_CHECKING:
    from camarilla.games.courtisans.game import Courtisans

QUEEN = "queen"
COLUMNS = (*FAMILIES[:3], QUEEN, *FAMILIES[3:])
GUTTER = 7  # as wide as the word for "below"
WIDEST = 120
TALL = 36  # lines; on a terminal with fewer, the board does without some rules and the legend
GLYPHS = {"": "", "n": "♚", "a": "†", "g": "♜", "s": "◉"}
LETTERS = dict(zip(FAMILIES, FAMILY_LETTERS, strict=True))
COLOURS = dict(zip(FAMILY_LETTERS, ("magenta", "green", "blue", "yellow", "red", "cyan"), strict=True))
SIGNS = {1: "▲", 0: "=", -1: "▼"}  # of the fates


def board(game: Courtisans, view: dict[str, Any], language: str, **settings: bool) -> Board:
    return Board(view, language, **settings)


@dataclass(frozen=True)
class Board:
    """A view, ready to be printed. With `spies`, the spies that the seat laid itself show their family (CTS-15)."""

    view: dict[str, Any]
    language: str
    spies: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        short = console.is_terminal and options.size.height < TALL
        yield self.heading()
        if self.view["assassin"]:
            yield self.deciding()
        yield self.court(min(options.max_width, WIDEST), ruled=not short)
        if not short:
            yield from self.legend()
        yield from self.own()

    def say(self, key: str, **parts: Any) -> str:
        return WORDS(f"board.{key}", **parts).text(self.language)

    # --- Around the table ---

    def heading(self) -> Text:
        view, mover = self.view, self.view["mover"]
        parts = [self.say("turn", turn=view["turn"])]
        if view["seat"] is not None:
            parts.append(self.say("you", seat=SEAT_LETTERS[view["seat"]]))
        if mover is None:
            parts = [self.say("over")]
        elif mover == view["seat"]:
            parts.append(self.say("yours"))
        else:
            parts.append(self.say("mover", seat=SEAT_LETTERS[mover]))
        if 0 < len(view["zones"]) < len(ZONES):
            parts.append(self.say("zones", zones=[WORDS(f"board.zone.{zone}") for zone in view["zones"]]))
        return Text(" · ".join(parts), style="bold")

    def deciding(self) -> Text:
        """Every screen names the assassin whose choice is open (CTS-30)."""
        card, place = split_place(self.view["assassin"])
        where = WORDS(f"place.{place}") if place in ("above", "below") else WORDS("place.domain", seat=place)
        named = f"{card}{GLYPHS['a']}"
        kind = cards.read(card)
        assert kind is not None
        return Text(self.say("deciding", name=cards.name(kind), card=named, place=where), style="bold reverse")

    def legend(self) -> Iterator[Text]:
        yield Text(self.say("roles"), style="dim")
        yield Text(self.say("fates"), style="dim")

    def own(self) -> Iterator[Text]:
        """What lies beside the table, and what only the viewer knows."""
        view = self.view
        hands = ", ".join(f"{SEAT_LETTERS[seat]} {size}" for seat, size in enumerate(view["hands"]))
        yield Text(self.say("stock", pile=view["pile"], away=view["away"], hands=hands))
        yield self.entry("removed", self.tokens(view["removed"], self.spies_at(removed=True)))
        if view["seat"] is not None:
            for mission in missions.of_edition(view["options"]["edition"], view["options"]["missions"]):
                if mission.name in (view["missions"][view["seat"]] or ()):
                    yield self.entry("mission", [Text(mission.message.text(self.language))])
            yield self.entry("hand", [token(card) for card in view["hand"]])

    def entry(self, key: str, things: list[Text]) -> Text:
        label = Text(self.say(key), style="bold")
        return Text(" ").join([label, *(things or [Text("–", style="dim")])])

    # --- The table and the domains ---

    def court(self, width: int, ruled: bool) -> Table:
        names = [self.name(column) for column in COLUMNS]
        widths = column_widths(width - GUTTER - len(COLUMNS), names)
        table = Table(box=MINIMAL, show_edge=False, show_header=False, padding=0, border_style="dim")
        table.add_column(width=GUTTER)
        for column in widths:
            table.add_column(width=column, no_wrap=True, overflow="crop")
        table.add_row(Text(self.say("above")), *sunk(self.cells(self.view["above"], "+", widths)), end_section=True)
        table.add_row("", *map(self.rank, COLUMNS, names, widths), end_section=True)
        table.add_row(Text(self.say("below")), *self.cells(self.view["below"], "-", widths), end_section=True)
        for seat in range(len(self.view["domains"])):
            table.add_row(self.owner(seat), *self.domain(seat, widths), end_section=ruled)
        return table

    def name(self, column: str) -> str:
        return self.say("queen") if column == QUEEN else WORDS(f"family.{column}.name").text(self.language)

    def rank(self, column: str, name: str, width: int) -> Text:
        """What a column is for, and how its family stands as far as cards are open."""
        if column == QUEEN:
            return Text(f"{name}\n", style="bold") + Text(self.say("spies"))
        standing, letter = self.view["standing"][column], LETTERS[column]
        fate = cards.fate(standing)
        short = f"{letter} {SIGNS[fate]} {signed(standing)}"
        long = f"{short} {self.say(cards.FATES[fate])}"
        return Text(f"{name}\n", style=f"bold {COLOURS[letter]}") + Text(long if len(long) <= width else short)

    def owner(self, seat: int) -> Text:
        """Whose domain it is, whether it is their turn, and what the domain is worth as things stand."""
        letter, laid = SEAT_LETTERS[seat], self.view["domains"][seat]
        revealed = [spy["card"] for spy in self.spies_at(f"@{letter}")] if self.over else []
        mark = "▸" if seat == self.view["mover"] else " "
        points = cards.worth([*laid, *revealed], self.view["standing"])
        label = f"{mark}{letter} {signed(points)}"
        return Text(label, style="bold" if seat == self.view["seat"] else "")

    def domain(self, seat: int, widths: list[int]) -> list[Text]:
        return self.cells(self.view["domains"][seat], f"@{SEAT_LETTERS[seat]}", widths)

    # --- Cards ---

    @property
    def over(self) -> bool:
        return self.view["mover"] is None

    def cells(self, laid: list[str], place: str, widths: list[int]) -> list[Text]:
        """The cards at a place, in the seven columns; spies are in the Queen's until the end reveals them (CTS-20)."""
        here = self.spies_at(place)
        if self.over:
            laid, here = [*laid, *(spy["card"] for spy in here)], []
        by_family = {family: [card for card in laid if card[0] == letter] for family, letter in LETTERS.items()}
        tokens = [self.tokens(by_family.get(column, ()), here * (column == QUEEN), place) for column in COLUMNS]
        return [flowed(some, width) for some, width in zip(tokens, widths, strict=True)]

    def spies_at(self, place: str | None = None, removed: bool = False) -> list[dict[str, Any]]:
        spies = (spy for spy in self.view["spies"] if spy["removed"] == removed)
        return [spy for spy in spies if place in (None, spy["place"])]

    def tokens(self, laid: Iterable[str], spies: Iterable[dict[str, Any]], place: str = "") -> list[Text]:
        """Face-up cards, those alike together, then spies by the turn they were laid."""
        deciding = self.view["assassin"]
        up = [token(card, number, deciding=f"{card}{place}" == deciding) for card, number in Counter(laid).items()]
        return up + [self.spy_token(spy) for spy in spies]

    def spy_token(self, spy: dict[str, Any]) -> Text:
        card = spy["card"] if self.spies else cards.HIDDEN_SPY
        return Text(f"{card}{spy['turn']}", style=COLOURS.get(card[0], "bold"))


def token(card: str, number: int = 1, deciding: bool = False) -> Text:
    """A card, or several that are alike: `Tn♚×2`. The assassin that is deciding stands out."""
    style = COLOURS.get(card[0], "bold")
    times = f"×{number}" if number > 1 else ""
    return Text(f"{card}{GLYPHS[card[1:]]}{'!' * deciding}{times}", style=f"{style} reverse" if deciding else style)


def flowed(tokens: list[Text], width: int) -> Text:
    """The tokens, as many to a line as fit."""
    out, used = Text(), 0
    for one in tokens:
        if used and used + 1 + one.cell_len > width:
            out, used = out.append("\n"), 0
        out, used = out.append(" " if used else "").append_text(one), used + bool(used) + one.cell_len
    return out


def column_widths(room: int, names: list[str]) -> list[int]:
    """Equal shares, but a long name gets what it needs if there is room for it."""
    share = room // len(names)
    widths = [max(share, len(name)) for name in names]
    return widths if sum(widths) <= room else [share] * len(names)


def sunk(cells: list[Text]) -> list[Text]:
    """Cells as high as the highest, with what they hold at the bottom: above the table, cards gather at it."""
    lines = [cell.plain.count("\n") for cell in cells]
    return [Text("\n" * (max(lines) - own)) + cell for cell, own in zip(cells, lines, strict=True)]


def split_place(assassin: str) -> tuple[str, str]:
    """The card and where it lies: `Ca-` is ("Ca", "below"), `Ta@B` is ("Ta", "B")."""
    card, mark = assassin[:2], assassin[2:]
    return card, {"+": "above", "-": "below"}.get(mark, mark[1:])
