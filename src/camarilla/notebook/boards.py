"""Boards in a notebook. That of a seat is made of its view and of nothing else."""

from __future__ import annotations

from markupsafe import Markup

from camarilla.engine import hindsight
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.page import frame_board
from camarilla.engine.parts import View
from camarilla.engine.picture import Context, Picture, element
from camarilla.engine.words import Names
from camarilla.games import game as make_game
from camarilla.notebook.frame import frame


def make_context(game: Game, language: str, names: Names) -> Context:
    """Players whose names are not told are called by the letters of their seats."""
    return Context(game.words, language, tuple(names) or tuple(map(game.letter, game.seats)))


def draw_view(view: View, language: str, names: Names) -> Markup:
    """The board of the view's seat."""
    game = make_game(view["game"], **view["options"])
    context = make_context(game, language, names)
    return draw_picture(game, game.picture.picture(game, view, context), context)


def draw_match(match: Match, seat: int | None, language: str, names: Names) -> Markup:
    """The board of a seat; without one, with all hands open: whoever holds a match may know all of it."""
    context = make_context(match.game, language, names)
    return draw_picture(match.game, hindsight.draw(match, seat, context), context)


def draw_picture(game: Game, picture: Picture, context: Context) -> Markup:
    asked = element("p", context.text(picture.prompt), class_="asked")
    return frame(game, context.language, asked, frame_board(game, picture.board))
