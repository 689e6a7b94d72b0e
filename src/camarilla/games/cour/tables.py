"""Make the tables and the picture of `characters.md` of what was measured: `python -m camarilla.games.cour.tables`.

In `measured/` lie the reports of two players on our set and on the one before, PLAYER_SET.csv; `characters.md` says
which commands have written them.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

import numpy as np

from camarilla.engine.data_file import OURS
from camarilla.games.cour import report
from camarilla.games.cour.characters import EARLIER, FILE, Character, chosen
from camarilla.games.cour.game import Cour
from camarilla.games.cour.powers import write
from camarilla.games.cour.worth import Fate, Report

PAGE, PICTURE, MEASURED = FILE.with_suffix(".md"), FILE.with_suffix(".svg"), FILE.with_name("measured")
PLACE = re.compile(r"(?<=<!-- measured: )(\w+)( -->\n).*?(?=<!-- /measured -->)", re.DOTALL)
PLAYERS = ("net", "courtier")
BEFORE = EARLIER[0]

Row = dict[str, str]


def read(player: str, name: str) -> dict[str, Row]:
    """The figures by character, the worthiest first."""
    with (MEASURED / f"{player}_{name}.csv").open(encoding="utf-8") as file:
        return {row["character"]: row for row in csv.DictReader(file)}


def draw() -> str:
    """The picture that the report makes of our set under the net."""
    numbers = {card.en: number for number, card in enumerate(chosen(OURS))}
    found = tuple(
        Fate(numbers[name], **{figure: float(row[figure]) for figure in report.FIGURES})
        for name, row in read("net", OURS).items()
    )
    game = Cour()
    matches = np.zeros(0, np.int64), np.zeros((0, 2))  # no picture shows how they went
    return report.picture(game, Report(game, 0, "net", 0, 0, found, *matches))


# --- The tables ---


def fill_in() -> None:
    tables = {"changed": changed(), "spread": spread(), "all": everyone()}
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(PLACE.sub(lambda place: place[1] + place[2] + tables[place[1]], text), encoding="utf-8")


def table(heading: str, rows: Iterator[list[str]]) -> str:
    lines = [heading, re.sub(r"[^|]+", "---", heading), *("| " + " | ".join(row) + " |" for row in rows)]
    return "\n".join(lines) + "\n"


def changed() -> str:
    """What was changed, and what it was worth and is."""
    net, quick = ([read(player, name) for name in (BEFORE, OURS)] for player in PLAYERS)
    heading = "| character | before | now | net: before | net: now | courtier: before | courtier: now |"
    rows = (
        [new.en, printed(old), printed(new), *(worth(one[new.en]) for one in (*net, *quick))]
        for old, new in zip(chosen(BEFORE), chosen(OURS), strict=True)
        if old != new
    )
    return table(heading, rows)


def printed(card: Character) -> str:
    return f"{card.cost} / {card.prestige}, {write(card.power) or '(none)'}"


def worth(row: Row) -> str:
    return f"{signed(float(row['worth']), 2)} ± {float(row['error']):.2f}"


def signed(number: float, digits: int) -> str:
    return f"{number:+.{digits}f}".replace("-", "−")


def spread() -> str:
    """How far the characters are from one another."""
    heading = "| player | set | standard deviation | least | most | of the victory: least | most |"
    rows = ([player, name, *figures(read(player, name))] for player in PLAYERS for name in (BEFORE, OURS))
    return table(heading, rows)


def figures(found: dict[str, Row]) -> list[str]:
    worths, shares = ([float(row[name]) for row in found.values()] for name in ("worth", "victory"))
    deviation = (sum(one**2 for one in worths) / len(worths)) ** 0.5
    ends = [signed(end(worths), 2) for end in (min, max)]
    return [f"{deviation:.2f}", *ends, *(f"{signed(100 * end(shares), 1)} %" for end in (min, max))]


def everyone() -> str:
    quick = read("courtier", OURS)
    heading = (
        "| character | type | base | cost | prestige | power | drafted | enrolled | activated | winners (others) "
        "| worth | victory | worth: courtier |"
    )
    rows = (
        [
            *(row[name] for name in ("character", "type", "base", "cost", "prestige")),
            row["power"] or "(none)",
            percent(row["drafted"]),
            f"{float(row['enrolled']):.2f}",
            f"{float(row['activated']):.2f}",
            f"{percent(row['winners'])} ({percent(row['others'])})",
            worth(row),
            f"{signed(100 * float(row['victory']), 1)} %",
            worth(quick[row["character"]]),
        ]
        for row in read("net", OURS).values()
    )
    return table(heading, rows)


def percent(share: str) -> str:
    return f"{100 * float(share):.0f} %"


def main() -> None:
    fill_in()
    PICTURE.write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
