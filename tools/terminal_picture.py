"""Draw docs/terminal.svg, the picture of a game in the terminal: `python tools/terminal_picture.py`."""

from __future__ import annotations

import random
import re
from io import StringIO
from pathlib import Path

from rich.console import Console

import camarilla

OUT = Path(__file__).parents[1] / "docs" / "terminal.svg"


def main() -> None:
    match, chance = camarilla.game("courtisans", players=4).new(seed=7), random.Random(3)
    while match.view(0)["turn"] < 17 or match.waiting != (0,):
        match.play(chance.choice(match.choices()))
    console = Console(record=True, width=100, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(match.game.board.board(match.game, match.view(0), "en"))
    drawn = console.export_svg(title="camarilla play courtisans --players 4")
    own = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", drawn, flags=re.DOTALL)  # no font from elsewhere
    OUT.write_text(own.replace("Fira Code", "DejaVu Sans Mono, Menlo"), encoding="utf-8")


if __name__ == "__main__":
    main()
