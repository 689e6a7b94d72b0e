"""The report on the characters: a table with bars for a terminal, columns for a file, and a picture.

In a file (`camarilla simulate --report worth.csv`, or `.parquet`) a row is a character, the worthiest first.

| column | what it is |
|---|---|
| `character` | its English name |
| `type`, `base` | of the card, in English |
| `cost`, `prestige` | as printed |
| `power` | in the language of the set's file |
| `drafted` | the share of the cards of it offered in the draft that are picked, the forced last pick apart |
| `enrolled`, `activated` | times a match |
| `winners`, `others` | the share of the winners' pyramids with it at the end, and of the others' |
| `worth` | the prestige by which who holds one card of it more beats the table, counted from the average character |
| `error` | the standard error of the worth |
| `victory` | the share of the victory of who holds one card of it more, counted from the average character, too |
| `victory_error` | the standard error of that |
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from camarilla.engine.words import Message, numeral
from camarilla.games.cour import powers
from camarilla.games.cour.characters import Character, cost
from camarilla.games.cour.game import Cour
from camarilla.games.cour.powers import WORDS
from camarilla.games.cour.worth import ERROR, Fate, Report, make

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["ERROR", "about", "columns", "make", "notes", "picture", "table"]  # the form of the part

HALF = 6  # characters of a bar, either side of 0
WIDE = 120  # columns; on a terminal with fewer the table does without what is printed on the cards
FAILING = 0.05  # of the matches: if more complete no pyramid, the set does not work
FIGURES = ("drafted", "enrolled", "activated", "winners", "others", "worth", "error", "victory", "victory_error")


def ranked(report: Report) -> list[Fate]:
    """The worthiest first."""
    return sorted(report.fates, key=lambda fate: -fate.worth)


def character(report: Report, fate: Fate) -> Character:
    return report.game.characters[fate.index]


def largest(report: Report) -> float:
    """The worth, above or below 0, that the longest bar stands for."""
    return max(0.1, *(abs(fate.worth) for fate in report.fates))


# --- In a terminal ---


def table(game: Cour, report: Report, language: str, width: int) -> Table:
    from rich.table import Table

    shown = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    shown.add_column(WORDS("report.character").text(language), no_wrap=True)
    if width >= WIDE:
        shown.add_column(WORDS("report.card").text(language), no_wrap=True)
    wide = ("victory",) if width >= WIDE else ()
    for name in ("drafted", "enrolled", "activated", "winners", "others", "worth", *wide):
        shown.add_column(WORDS(f"report.{name}").text(language), justify="right", no_wrap=True)
    shown.add_column("", no_wrap=True)
    for fate in ranked(report):
        card = character(report, fate)
        on_card = [printed(card, language)] if wide else []
        more = [victory(fate, language)] if wide else []
        shown.add_row(card.name(language), *on_card, *figures(fate, language), *more, bar(report, fate))
    return shown


def printed(card: Character, language: str) -> str:
    """ "Artisan / Warrior, 2 steel, 1"."""
    kind, base = powers.TYPES[card.type], powers.BASES[card.base]
    message = WORDS(
        "report.printed",
        type=WORDS(f"type.{kind}"),
        base=WORDS(f"base.{base}"),
        cost=cost(card),
        prestige=card.prestige,
    )
    return message.text(language)


def figures(fate: Fate, language: str) -> list[str]:
    drafted, winners, others = (f"{100 * share:.0f} %" for share in (fate.drafted, fate.winners, fate.others))
    enrolled, activated = (f"{times:.2f}" for times in (fate.enrolled, fate.activated))
    found = [drafted, enrolled, activated, winners, others, f"{fate.worth:+.2f} ± {fate.error:.2f}"]
    return [text if language == "en" else text.replace(".", ",") for text in found]


def victory(fate: Fate, language: str) -> str:
    text = f"{100 * fate.victory:+.1f} ± {100 * fate.victory_error:.1f} %"
    return text if language == "en" else text.replace(".", ",")


def bar(report: Report, fate: Fate) -> str:
    long = "█" * round(HALF * abs(fate.worth) / largest(report))
    return f"{long:>{HALF}}│" if fate.worth < 0 else f"{'':{HALF}}│{long}"


def notes(game: Cour, report: Report) -> list[Message]:
    """What the columns mean, and how long matches took."""
    counts, done = report.rounds[1:], report.rounds[1:].sum()
    few, middle, many = np.searchsorted(np.cumsum(counts), [0.05 * done, 0.5 * done, 0.95 * done]) + 1
    said = [
        WORDS("report.worth_is", deals=numeral(report.deals)),
        WORDS("report.rounds", share=numeral(100 * done / report.games, 1), few=few, middle=middle, many=many),
    ]
    unfinished = 1 - done / report.games
    return [*said, WORDS("report.fails", share=numeral(100 * unfinished, 1))] if unfinished > FAILING else said


# --- As a file ---


def columns(game: Cour, report: Report) -> dict[str, Any]:
    fates = ranked(report)
    cards = [character(report, fate) for fate in fates]
    return {
        "character": [card.en for card in cards],
        "type": [powers.TYPES[card.type] for card in cards],
        "base": [powers.BASES[card.base] for card in cards],
        "cost": [card.cost for card in cards],
        "prestige": [card.prestige for card in cards],
        "power": [powers.write(card.power) for card in cards],
        **{name: [float(getattr(fate, name)) for fate in fates] for name in FIGURES},
    }


def about(game: Cour, report: Report) -> dict[str, Any]:
    """What a reader has to know besides to get the same figures."""
    return {"player": report.player, "games": report.games, "deals": report.deals}


# --- As a picture ---

LINE, NAMES, UNIT, EDGE = 16, 130, 110, 12  # pixels: height of a line, width of names, of one prestige, margin
TICK = 0.5  # prestige between two lines
COLORS = ("#b5533c", "#4b7a9b")  # below and above the average


def picture(game: Cour, report: Report) -> str:
    """Worth by character, with whiskers of two standard errors."""
    reach = largest(report) + 2 * max(fate.error for fate in report.fates)
    zero = EDGE + NAMES + reach * UNIT
    width, height = zero + reach * UNIT + EDGE, 2 * EDGE + LINE * (len(report.fates) + 2)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" font-family="sans-serif" '
        f'font-size="11"><rect width="100%" height="100%" fill="#ffffff"/>'
    )
    lines = [drawn(report, fate, zero, EDGE + LINE * row) for row, fate in enumerate(ranked(report))]
    foot = EDGE + LINE * len(report.fates)
    farthest = int(reach / TICK)
    axis = [tick(zero, step, foot) for step in range(-farthest, farthest + 1)]
    said = escape(WORDS("report.axis").text("en"))
    text = f'<text x="{zero:.1f}" y="{foot + 2 * LINE - 4}" text-anchor="middle">{said}</text>'
    return "\n".join([head, *axis, *lines, text, "</svg>\n"])


def tick(zero: float, step: int, foot: int) -> str:
    """A line down the picture, and what it stands for."""
    x, color = zero + step * TICK * UNIT, "#cccccc" if step else "#333333"
    label = f"{step * TICK:+g}".replace("-", "−") if step else "0"
    return (
        f'<line x1="{x:.1f}" y1="{EDGE}" x2="{x:.1f}" y2="{foot}" stroke="{color}"/>'
        f'<text x="{x:.1f}" y="{foot + LINE - 4}" text-anchor="middle">{label}</text>'
    )


def drawn(report: Report, fate: Fate, zero: float, top: int) -> str:
    end, middle = zero + fate.worth * UNIT, top + LINE / 2
    left, long, error = min(zero, end), abs(end - zero), 2 * fate.error * UNIT
    color, name = COLORS[fate.worth > 0], escape(character(report, fate).en)
    return (
        f'<text x="{EDGE + NAMES - 6}" y="{middle + 4:.1f}" text-anchor="end">{name}</text>'
        f'<rect x="{left:.1f}" y="{top + 3}" width="{long:.1f}" height="{LINE - 6}" fill="{color}"/>'
        f'<line x1="{end - error:.1f}" y1="{middle:.1f}" x2="{end + error:.1f}" y2="{middle:.1f}" stroke="#333333"/>'
    )
