"""Whatever there is a picture of, as a notebook shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from camarilla.engine.errors import BadOption
from camarilla.engine.match import Match
from camarilla.games import load
from camarilla.lab.series import Series
from camarilla.lab.standings import Standings, standings
from camarilla.lab.tournament import Tournament
from camarilla.notebook import WORDS
from camarilla.notebook.boards import draw_match, draw_view
from camarilla.notebook.replays import draw_replay
from camarilla.notebook.results import draw_series, draw_standings


@dataclass(frozen=True)
class Drawing:
    """Markup that a notebook shows; `Path("match.html").write_text(drawing.html)` keeps it."""

    html: str = field(repr=False)

    def _repr_html_(self) -> str:
        return self.html


def show(thing: Any, seat: int | None = None, language: str = "en", names: Sequence[str] = ()) -> Drawing:
    """A match as its board, a view as its seat's, a record as a replay, results as tables and plots, for a notebook.

    Matches and records are shown with all hands open, or with a `seat` as that seat sees them: then the drawing holds
    nothing that the seat may not know. `names` are the players', by seat.

    >>> import camarilla
    >>> match = camarilla.game(camarilla.games()[0]).new(seed=1)
    >>> for_a_friend = camarilla.show(match, seat=0, language="fr")
    >>> "<iframe" in for_a_friend.html
    True
    """
    return Drawing(str(draw(thing, seat, language, names)))


def draw(thing: Any, seat: int | None = None, language: str = "en", names: Sequence[str] = ()) -> Markup:
    """The same as markup."""
    if isinstance(thing, Match):
        return draw_match(thing, seat, language, names)
    if isinstance(thing, Mapping) and "camarilla" in thing:
        return draw_replay(load(thing), seat, language, names)
    if isinstance(thing, Mapping) and "log" in thing:
        return draw_view(dict(thing), language, names)
    if isinstance(thing, Series):
        return draw_series(thing, language)
    if isinstance(thing, Tournament):
        return draw_standings(standings(thing), language)
    if isinstance(thing, Standings):
        return draw_standings(thing, language)
    raise BadOption(WORDS("unknown", kind=type(thing).__name__))
