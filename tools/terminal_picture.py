"""Draw docs/terminal.svg, the picture of a game in the terminal: `python tools/terminal_picture.py GAME`."""

from __future__ import annotations

import argparse
import random
import re
from io import StringIO
from pathlib import Path

from rich.console import Console

import camarilla

OUT = Path(__file__).parents[1] / "docs" / "terminal.svg"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--moves", type=int, default=56, help="at least so many, and then until it is A's turn")
    asked = parser.parse_args()
    match, chance = camarilla.game(asked.game, players=asked.players).new(seed=7), random.Random(3)
    while len(match.steps) < asked.moves or match.waiting != (0,):
        match.play(chance.choice(match.choices(match.waiting[0])))
    console = Console(record=True, width=100, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(match.game.board.board(match.game, match.view(0), "en"))
    drawn = console.export_svg(title=f"camarilla play {asked.game} --players {asked.players}")
    own = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", drawn, flags=re.DOTALL)  # no font from elsewhere
    OUT.write_text(own.replace("Fira Code", "DejaVu Sans Mono, Menlo"), encoding="utf-8")


if __name__ == "__main__":
    main()
