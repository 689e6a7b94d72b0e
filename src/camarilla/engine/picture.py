"""Pictures of boards. Every game has a module `picture`, whose functions make markup of a view and nothing else:

    board(view, context)          the whole table as HTML, with the art of the game's `art/art.svg`, `art/board.css`
    prompt(view, context)         one sentence: what is asked of the viewer, or what the others are about to do
    path(view, move)            the things to click for a choice, in their order: ("hand-Ca", "above"); () for a button
    attempt(view, things)       the reverse: the move that somebody means who clicks these things, or None
    closeup(card, context)        a card enlarged, with all that there is to read about it
    little(card, context)         a card in a line of text, where the game's accounts give cards as letters

A thing is a card or a place, named by what the viewer knows of it. Names, ids and order depend on the view alone, so
that they give nothing away. What nobody but the viewer holds lies in a section of class `holding` or `hold`, where a
replay with open hands finds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from camarilla.engine.words import Message, Words


@dataclass(frozen=True)
class Context:
    """What a board is drawn with: words, names of the players, where the art lies, and what can be done now."""

    words: Words
    language: str
    names: tuple[str, ...]  # of the players, by seat
    art: str = ""  # the address of the sprite; "" where the page holds it itself
    can: frozenset[str] = frozenset()  # the things that something to be done begins with
    badges: Mapping[int, str] = field(default_factory=dict)  # markup beside a player's name: a clock, a bot's mark

    def say(self, key: str, **parts: Any) -> str:
        """An expression of the game's words, as markup."""
        return self.spoken(self.words(key, **parts))

    def spoken(self, message: Message) -> str:
        return escape(message.text(self.language, self.names))

    def name(self, seat: int) -> str:
        """A player's name, as markup."""
        return escape(self.names[seat])

    def plate(self, seat: int) -> str:
        """A player's name with what is to be said about who plays there."""
        return f'<span class="plate"><b>{self.name(seat)}</b>{self.badges.get(seat, "")}</span>'

    def icon(self, symbol: str, kind: str = "") -> str:
        """A symbol of the game's sprite. It says nothing to a screen reader: the thing it stands on has a label."""
        shown = f' class="{kind}"' if kind else ""
        return f'<svg{shown} aria-hidden="true"><use href="{self.art}#{symbol}"/></svg>'

    def thing(
        self, name: str, label: str, inner: str, kind: str = "", *, card: str | None = None, mark: str | None = None
    ) -> str:
        """A card or place that can be clicked.

        `label` is read aloud, `card` is what `closeup` knows it by, and `mark` is the id by which the browser sees it
        travel: no two things of a board may have the same.
        """
        classes = " ".join(filter(None, ("thing", kind, "can" if name in self.can else "")))
        enlarged = f' data-card="{escape(card)}"' if card else ""
        known = f' id="{escape(mark)}"' if mark else ""
        return (
            f'<button type="button"{known} class="{classes}" data-thing="{escape(name)}"{enlarged}'
            f' aria-label="{label}">{inner}</button>'
        )
