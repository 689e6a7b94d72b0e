"""A board as a page of its own: one document that any browser shows, and that asks nobody for anything."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from camarilla.engine.game import Game
from camarilla.engine.picture import element

ART = Path(__file__).with_name("art")  # what all boards share


def page(game: Game, language: str, *content: str, style: str = "", script: str = "") -> Markup:
    """Boards of the game, drawn with a context whose `art` is "", and whatever stands around them."""
    art = game.folder() / "art"
    sheets = [path.read_text(encoding="utf-8") for path in (ART / "look.css", art / "board.css")]
    return PAGE.format(
        language=language,
        title=game.title.text(language),
        style=Markup("\n".join([*sheets, style])),
        sprite=element("div", Markup((art / "art.svg").read_text(encoding="utf-8")), hidden=True),
        content=Markup("\n").join(content),
        script=element("script", Markup(script)) if script else "",
    )


def frame_board(game: Game, board: Markup) -> Markup:
    """A board within the element that the game's styles are written for."""
    return element("div", board, class_=f"board {game.id}", id="board")


PAGE = Markup("""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{sprite}
{content}
{script}
</body>
</html>
""")
