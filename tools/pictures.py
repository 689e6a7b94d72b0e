"""Look at a board: `python tools/pictures.py GAME --moves 40 --seat 0 --width 390 --out board.png`.

A match is played at random for so many moves; the board of a seat is written as a page of its own and photographed by
Chromium. Things that can be clicked are marked as they are on the site.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
from pathlib import Path

import camarilla
from camarilla.engine.match import Match
from camarilla.engine.page import frame_board, page
from camarilla.engine.picture import Context, element, items

NAMES = ("Anna", "Éloïse", "Baptiste", "Chiara", "Octave", "Diane")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--options", default="{}", help='as JSON: {"players": 4}')
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", type=int, default=0)
    parser.add_argument("--seat", type=int, help="default: who is to move; -1 for a spectator")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--out", type=Path, default=Path("board.png"))
    args = parser.parse_args()
    match = play(camarilla.game(args.game, **json.loads(args.options)).new(args.seed), args.moves)
    seat = args.seat if args.seat is not None else (match.waiting or (0,))[0]
    page = args.out.absolute().with_suffix(".html")
    page.write_text(draw(match, None if seat < 0 else seat, args.lang), encoding="utf-8")
    photograph(page, args.out, args.width, args.height)


def play(match: Match, moves: int) -> Match:
    chance = random.Random(0)
    for _ in range(moves):
        if match.over:
            break
        match.play(chance.choice(match.choices(chance.choice(match.waiting))))
    return match


def draw(match: Match, seat: int | None, language: str) -> str:
    """A page of its own with the board of a seat."""
    game, view = match.game, match.view(seat)
    mine = match.choices(seat) if seat in match.waiting else []
    paths = {choice.move: game.picture.path(game, view, choice.move) for choice in mine}
    first = frozenset(path[0] for path in paths.values() if path)
    context = Context(game.words, language, NAMES[: game.players], can=first)
    picture = game.picture.picture(game, view, context)
    asked = element("p", context.text(picture.prompt))
    buttons = items(choice.text(language) for choice in mine if not paths[choice.move])
    return page(game, language, asked, element("ul", buttons), frame_board(game, picture.board))


def photograph(page: Path, out: Path, width: int, height: int) -> None:
    chromium = shutil.which("chromium") or "chromium"
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking")
    size = f"--window-size={max(width, 500)},{height}"  # Chromium's windows are not narrower; see `width` below
    target = page.as_uri()
    if width < 500:
        frame = page.with_name(page.stem + "-frame.html")
        inner = f'<iframe src="{page.name}" width="{width}" height="{height}"></iframe>'
        frame.write_text(f"<style>*{{margin:0}}</style>{inner}")
        target = frame.as_uri()
    subprocess.run([chromium, *flags, size, f"--screenshot={out.absolute()}", target], check=True, capture_output=True)


if __name__ == "__main__":
    main()
