"""Fill in the tables of docs/bots.md, and draw docs/bots.svg, from docs/bots.csv: `python tools/ladder.py`.

A line of the file is what `camarilla arena` said of one bot: the game, how many players, the bot, whom it was measured
by, deals, its share of the victories and the ends of the 95 % interval.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

import camarilla
from camarilla.bots.ladder import LEVELS, level, title

DOCS = Path(__file__).parents[1] / "docs"
TABLES = re.compile(r"(?<=<!-- measured -->\n).*?(?=<!-- /measured -->)", re.DOTALL)
LINE, NAMES, WIDTH, EDGE = 22, 345, 420, 16  # pixels
COLORS = {"below": "#b5533c", "unclear": "#9a8f7a", "above": "#4b7a9b"}


@dataclass(frozen=True)
class Measured:
    game: str
    players: int
    bot: str
    against: str
    deals: int
    share: float
    low: float
    high: float

    @property
    def even(self) -> float:
        return 100 / self.players

    @property
    def verdict(self) -> str:
        """On which side of an even share the whole interval lies."""
        return "above" if self.low > self.even else "below" if self.high < self.even else "unclear"

    def name(self, bot: str) -> str:
        """A bot by its level, and its iterations."""
        known = level(camarilla.game(self.game, players=self.players), bot).name if bot in LEVELS else bot
        return f"{title(bot)} (`{known}`)" if bot in LEVELS else f"`{bot}`"


def measured() -> list[Measured]:
    with (DOCS / "bots.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Measured(
            row["game"],
            int(row["players"]),
            row["bot"],
            row["against"],
            int(row["deals"]),
            *(float(row[name]) for name in ("share", "low", "high")),
        )
        for row in rows
    ]


def of_tables(found: list[Measured]) -> list[tuple[str, list[Measured]]]:
    """By game and number of players, with a heading."""
    groups = groupby(found, key=lambda one: (one.game, one.players))
    return [(f"{camarilla.game(game).title}, {players} players", list(each)) for (game, players), each in groups]


# --- Tables ---


def filled(text: str) -> str:
    assert TABLES.search(text), "there is no place for the tables"
    return TABLES.sub(lambda _: "\n".join(table(heading, each) for heading, each in of_tables(measured())), text)


def table(heading: str, found: list[Measured]) -> str:
    others = "" if found[0].players == 2 else f", one against {found[0].players - 1}"
    head = f"### {heading}\n\n| bot | against{others} | deals | victories | 95 % interval |\n|---|---|---|---|---|\n"
    return head + "".join(row(one) for one in found)


def row(one: Measured) -> str:
    share, ends = f"{one.share:.1f} %", f"{one.low:.1f} to {one.high:.1f}"
    return f"| {one.name(one.bot)} | {one.name(one.against)} | {one.deals:,} | **{share}** | {ends} |\n"


# --- The picture ---


def picture() -> str:
    top, parts = EDGE, []
    for heading, each in of_tables(measured()):
        parts.append(f'<text x="{EDGE}" y="{top + 15}" font-weight="bold">{escape(heading)}</text>')
        top += LINE
        foot = top + LINE * len(each)
        even = NAMES + WIDTH * each[0].even / 100
        parts.append(f'<path d="M{even:.1f} {top}V{foot}" stroke="#333333" stroke-dasharray="3 3"/>')
        parts += [drawn(one, top + LINE * number) for number, one in enumerate(each)]
        top = foot + EDGE
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {NAMES + WIDTH + 5 * EDGE} {top}" '
        f'font-family="sans-serif" font-size="12" fill="#333333"><rect width="100%" height="100%" fill="#ffffff"/>'
    )
    return "\n".join([head, *parts, "</svg>\n"])


def drawn(one: Measured, top: int) -> str:
    """A dot at the share, with its interval; the colour says on which side of even it lies."""
    low, middle, high = (NAMES + WIDTH * share / 100 for share in (one.low, one.share, one.high))
    y, color = top + LINE / 2, COLORS[one.verdict]
    names = escape(f"{one.name(one.bot)} against {one.name(one.against)}".replace("`", ""))
    return (
        f'<path d="M{NAMES} {y}h{WIDTH}" stroke="#eeeeee"/>'
        f'<text x="{NAMES - 8}" y="{y + 4}" text-anchor="end" font-size="11">{names}</text>'
        f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="{color}" stroke-width="3"/>'
        f'<circle cx="{middle:.1f}" cy="{y}" r="5" fill="{color}"/>'
        f'<text x="{NAMES + WIDTH + 8}" y="{y + 4}" font-weight="bold">{one.share:.1f} %</text>'
    )


def main() -> None:
    page = DOCS / "bots.md"
    page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
    (DOCS / "bots.svg").write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
