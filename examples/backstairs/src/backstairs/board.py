"""How a view of Backstairs looks in a terminal: a column for each chamber, a row for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from backstairs.cards import CHAMBERS, HONOUR, LETTERS, UNKNOWN, WORDS
from camarilla.engine.game import SEAT_LETTERS

if TYPE_CHECKING:
    from backstairs.game import Backstairs

View = dict[str, Any]


def board(game: Backstairs, view: View, language: str, **settings: bool) -> Group:
    parts: list[RenderableType] = [heading(view, language), chambers(view, language), stock(view, language)]
    if view["seat"] is not None:
        hand = "  ".join(view["hand"]) or "–"
        parts.append(Text.assemble((say("hand", language), "bold"), " ", (hand, "bold yellow")))
    return Group(*parts)


def say(key: str, language: str, **parts: Any) -> str:
    return WORDS(f"board.{key}", **parts).text(language)


def heading(view: View, language: str) -> Text:
    """Which round it is, who one is, and whose turn it is."""
    if view["mover"] is None:
        return Text(say("over", language), style="bold")
    parts = [say("round", language, round=view["round"], rounds=view["rounds"])]
    if view["seat"] is not None:
        parts.append(say("you", language, seat=SEAT_LETTERS[view["seat"]]))
    mine = view["mover"] == view["seat"]
    parts.append(say("yours" if mine else "mover", language, seat=SEAT_LETTERS[view["mover"]]))
    if view["night"]:
        parts.append(say("night", language))
    return Text(" · ".join(parts), style="bold")


def chambers(view: View, language: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for name, letter in zip(CHAMBERS, LETTERS, strict=True):
        title = WORDS(f"chamber.{name}.name").text(language)
        table.add_column(f"{letter} · {title}\n{say('favour', language, points=view['favours'][letter])}", min_width=18)
    for seat in range(len(view["hands"])):
        mark = "▸" if seat == view["mover"] else " "
        owner = Text(mark + SEAT_LETTERS[seat], style="bold" if seat == view["seat"] else "")
        table.add_row(owner, *(visitors(view, seat, letter) for letter in LETTERS))
    return table


def visitors(view: View, seat: int, letter: str) -> Text:
    """A seat's visitors in a chamber, and what they count together as far as all can tell."""
    count = view["influence"][letter][seat]
    won = view["received"].get(letter) == seat
    out = Text(f"{count:>2} " if count else "   ", style="bold green" if won else "bold")
    for visit in view["visits"]:
        if (visit["seat"], visit["chamber"]) == (seat, letter):
            out.append(" ").append_text(token(visit))
    return out.append(" ★") if won else out


def token(visit: dict[str, Any]) -> Text:
    """`4` came by the great staircase, `4*` by the backstairs, `?*` likewise, unknown; `4×` met somebody there."""
    if visit["stairs"] == "great":
        return Text(visit["card"], style="yellow")
    if visit["met"]:
        return Text(f"{visit['card']}×", style="dim red")
    return Text(f"{visit['card']}*", style="magenta" if visit["card"] == UNKNOWN else "cyan")


def stock(view: View, language: str) -> Text:
    hands = ", ".join(f"{SEAT_LETTERS[seat]} {size}" for seat, size in enumerate(view["hands"]))
    counts = say("stock", language, pile=view["pile"], aside=view["aside"], hands=hands)
    return Text(f"{counts}\n{say('legend', language, honour=HONOUR)}", style="dim")
