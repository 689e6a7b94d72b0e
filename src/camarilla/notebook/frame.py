"""A page within a notebook."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from camarilla.engine.game import Game
from camarilla.engine.page import page

HERE = Path(__file__).parent
HEIGHT = 420  # pixels, until the page says how high it is


def frame(game: Game, language: str, *content: str, script: str = "") -> Markup:
    """A frame as high as its content, of which a notebook knows nothing but that it is there."""
    scripts, style = read("frame.js") + script, read("frame.css")
    inner = page(game, language, *content, style=style, script=scripts)
    # Within quotes nothing else need be escaped, and a page has thousands of tags.
    quoted = Markup(str(inner).replace("&", "&amp;").replace('"', "&#34;"))
    return FRAME.format(title=game.title.text(language), height=HEIGHT, page=quoted)


def read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


FRAME = Markup(
    '<iframe title="{title}" style="width: 100%; height: {height}px; border: 0; border-radius: 12px" srcdoc="{page}">'
    "</iframe>"
)
