"""What the characters of Cour are worth, for games/cour/characters.md.

`python tools/characters.py measure net|courtier [SET]` plays the matches, writes what they show to
docs/cour_worth_PLAYER_SET.csv, and draws the picture of our set under the net; `python tools/characters.py` fills in
the tables of the page from these files.
"""

from __future__ import annotations

import csv
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from camarilla.bots.choosing import find_chooser
from camarilla.bots.ladder import find_bot
from camarilla.engine.data_file import OURS
from camarilla.engine.options import Value
from camarilla.games.cour import report
from camarilla.games.cour.characters import EARLIER, FILE, Character, chosen
from camarilla.games.cour.game import Cour
from camarilla.games.cour.powers import write
from camarilla.lab.results import report_forms

DOCS = Path(__file__).parents[1] / "docs"
PAGE, PICTURE = FILE.with_suffix(".md"), FILE.with_suffix(".svg")
PLACE = re.compile(r"(?<=<!-- measured: )(\w+)( -->\n).*?(?=<!-- /measured -->)", re.DOTALL)
SEED = 7049  # fixed before the characters were first tuned
BEFORE = EARLIER[0]

Row = dict[str, str]


@dataclass(frozen=True)
class Setting:
    players: int
    bot: str
    games: int
    error: float  # standard error of a worth, at most


SETTINGS = {"net": Setting(3, "net", 2_000, 0.1), "courtier": Setting(4, "courtier", 20_000, 0.07)}


def measure(player: str, name: str) -> None:
    setting = SETTINGS[player]
    options: dict[str, Value] = {"players": setting.players, "turns": "in_order", "characters": name}
    game = Cour(runtime="compiled", **options)
    chooser = find_chooser(game, find_bot(game, setting.bot))
    assert chooser
    found = report.make(game, SEED, setting.games, chooser, os.cpu_count() or 1, setting.error, tell)
    forms = report_forms(game, report, SEED)
    forms[".csv"](found, file_of(player, name))
    if (player, name) == ("net", OURS):
        forms[".svg"](found, PICTURE)


def tell(done: int, whole: int) -> None:
    print(f"\r{done} of {whole}", end="", file=sys.stderr, flush=True)


def file_of(player: str, name: str) -> Path:
    return DOCS / f"cour_worth_{player}_{name}.csv"


def read(player: str, name: str) -> dict[str, Row]:
    """The figures by character, the worthiest first."""
    with file_of(player, name).open(encoding="utf-8") as file:
        return {row["character"]: row for row in csv.DictReader(file)}


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
    net, quick = ([read(player, name) for name in (BEFORE, OURS)] for player in SETTINGS)
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
    rows = ([player, name, *figures(read(player, name))] for player in SETTINGS for name in (BEFORE, OURS))
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


def main(words: list[str]) -> None:
    if words[:1] == ["measure"]:
        measure(words[1], words[2] if len(words) > 2 else OURS)
    fill_in()


if __name__ == "__main__":
    main(sys.argv[1:])
