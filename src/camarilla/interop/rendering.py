"""A match as an environment shows it: on the terminal, as text, as a page, or as pixels."""

from __future__ import annotations

import functools
import io
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from markupsafe import Markup

from camarilla.engine.errors import BadOption
from camarilla.engine.match import Match
from camarilla.engine.page import frame_board, page
from camarilla.engine.picture import Context
from camarilla.engine.words import ENGINE

MODES = ("human", "ansi", "html", "rgb_array")
COLUMNS, LINES = 110, 32  # of a picture, which has more lines only where a board does not fit
CELL, FONT_SIZE = (9, 18), 15  # of a character, in pixels
PAPER, INK, DIM = (20, 18, 31), (243, 234, 214), 0.6


def check_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one; None shows nothing."""
    if mode is not None and mode not in MODES:
        raise BadOption(ENGINE("vector.wish", what="render_mode", value=mode, known=list(MODES)))
    return mode


def render(match: Match, seat: int | None, mode: str | None) -> Any:
    """What the seat, or a spectator, sees of the match: text, a page, an array of pixels; "human" prints it."""
    if mode == "rgb_array":
        return draw_pixels(match, seat)
    if mode == "html":
        return str(draw_page(match, seat))
    if mode == "ansi":
        return draw_text(match, seat)
    if mode == "human":
        print(draw_text(match, seat), flush=True)
    return None


def draw_text(match: Match, seat: int | None) -> str:
    """The board of the terminal, with colours."""
    from rich.console import Console

    console = Console(file=io.StringIO(), width=COLUMNS, force_terminal=True, color_system="standard")
    console.print(draw_board(match, seat))
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def draw_board(match: Match, seat: int | None) -> Any:
    return match.game.board.board(match.game, match.view(seat), "en")


def draw_page(match: Match, seat: int | None) -> Markup:
    """The board of the site as a page of its own, which asks nobody for anything."""
    game = match.game
    context = Context(game.words, "en", tuple(map(game.letter, game.seats)))
    return page(game, "en", frame_board(game, game.picture.picture(game, match.view(seat), context).board))


# --- Pixels: the board of the terminal, a character a cell ---


def draw_pixels(match: Match, seat: int | None) -> npt.NDArray[np.uint8]:
    """Height x width x 3; one size for all positions, as videos need it."""
    from PIL import Image, ImageDraw
    from rich.console import Console

    console = Console(file=io.StringIO(), width=COLUMNS, force_terminal=True, color_system="truecolor")
    lines = console.render_lines(draw_board(match, seat))
    (width, height), rows = CELL, max(LINES, len(lines))
    image = Image.new("RGB", (COLUMNS * width, rows * height), PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        cells = [(character, style) for text, style, _ in line for character in text]
        for column, (character, style) in enumerate(cells):
            if character != " ":
                pen.text((column * width, row * height), character, ink(style), font(bool(style and style.bold)))
    return np.array(image)


def ink(style: Any) -> tuple[int, int, int]:
    from rich.terminal_theme import MONOKAI

    colour = INK if not (style and style.color) else tuple(style.color.get_truecolor(MONOKAI))
    red, green, blue = (round(part * DIM) if style and style.dim else part for part in colour)
    return red, green, blue


@functools.cache
def font(bold: bool) -> Any:
    """Matplotlib brings one that has all signs of our boards, on every machine."""
    import matplotlib
    from PIL import ImageFont

    name = "DejaVuSansMono-Bold.ttf" if bold else "DejaVuSansMono.ttf"
    return ImageFont.truetype(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name, FONT_SIZE)
