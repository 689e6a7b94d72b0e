"""The end of a match: every score explained, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from camarilla.engine.match import Match
from camarilla.engine.words import AND, ordinal, signed
from camarilla.terminal import WORDS


def ending(match: Match, language: str) -> Iterator[RenderableType]:
    """The seats by place, each with its account, then who has won."""
    scores, places, accounts = match.scores or (), match.places or (), match.account()
    for seat in sorted(match.game.seats, key=lambda seat: places[seat]):
        said = WORDS("end.seat", seat=match.game.letter(seat), place=ordinal(places[seat]), points=signed(scores[seat]))
        yield Text(f"\n{said.text(language)}", style="bold")
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right")
        table.add_column()
        for line in accounts[seat]:
            table.add_row(signed(line.points), line.message.text(language))
        yield table
    *others, last = [match.game.letter(seat) for seat in match.winners]
    seats = AND[language].join([", ".join(others), last]) if others else last
    said = WORDS("end.winners" if others else "end.winner", seats=seats)
    yield Text(f"\n{said.text(language)}\n", style="bold")
