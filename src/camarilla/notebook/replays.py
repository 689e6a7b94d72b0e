"""A match again, move by move, in a notebook.

All boards are in the page. Two that follow each other differ in a few cards, so that a board is a list of numbers: of
pieces of markup, each of which the page holds once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from markupsafe import Markup

from camarilla.engine import hindsight
from camarilla.engine.match import Match
from camarilla.engine.page import frame_board
from camarilla.engine.picture import Context, element
from camarilla.engine.words import Names
from camarilla.notebook import WORDS
from camarilla.notebook.boards import make_context
from camarilla.notebook.frame import frame, read

PIECES = re.compile(r"(?=<(?:button|div|li|p|section|ul)\b)")  # between them: small enough to be met with again


def draw_replay(match: Match, seat: int | None, language: str, names: Names) -> Markup:
    """As the seat saw it, or, without one, with all hands open."""
    context, plies = make_context(match.game, language, names), range(len(match.steps) + 1)
    boards = [hindsight.draw(match.after(ply), seat, context).board for ply in plies]
    told = [tell(match, ply, seat, context) for ply in plies]
    parts = (wheel(len(match.steps), context), element("p", told[0], class_="told", id="told"))
    board = frame_board(match.game, boards[0])
    return frame(match.game, language, *parts, board, keep(boards, told), script=read("replay.js"))


def tell(match: Match, ply: int, seat: int | None, context: Context) -> str:
    """What has just happened."""
    message = hindsight.tell(match, ply, seat) if ply else WORDS("replay.start")
    text = context.text(message)
    return text[:1].upper() + text[1:]


def wheel(last: int, context: Context) -> Markup:
    """The slider and what turns it."""

    def button(name: str, sign: str) -> Markup:
        label = context.text(WORDS(f"replay.{name}"))
        return element("button", sign, type="button", id=name, aria_label=label, title=label)

    at = context.text(WORDS("replay.at", number="{}", last=last))
    label = context.text(WORDS("replay.title"))
    slider = element("input", type="range", id="ply", min=0, max=last, value=0, aria_label=label)
    buttons = button("back", "‹"), button("play", "▶"), button("forward", "›")
    return element("div", *buttons, slider, element("output", at.format(0), id="at", data_text=at), class_="wheel")


def keep(boards: Sequence[Markup], told: Sequence[str]) -> Markup:
    """All boards as the script of the page reads them."""
    numbers: dict[str, int] = {}
    plies = [[numbers.setdefault(piece, len(numbers)) for piece in PIECES.split(board)] for board in boards]
    kept = {"pieces": list(numbers), "plies": plies, "told": told}
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
    inert = text.replace("</", "<\\/").replace("<!", "\\u003c!")  # it neither ends the script nor begins a comment
    return element("script", Markup(inert), type="application/json", id="boards")
