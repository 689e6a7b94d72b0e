"""The review of a match as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from camarilla.analysis import WORDS, percent, telling
from camarilla.analysis.reasons import Explanation
from camarilla.analysis.review import Review
from camarilla.engine.words import Message, spoken

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

BLOCKS = "▁▂▃▄▅▆▇█"
WIDEST = 48  # characters of a curve
INDENT = 3


def render(review: Review, mistakes: Sequence[Explanation], language: str) -> Iterator[RenderableType]:
    """The whole report from top to bottom."""

    from rich.padding import Padding
    from rich.text import Text

    def heading(message: Message) -> RenderableType:
        return Text(f"\n{message.text(language)}", style="bold")

    yield Text(telling.title(review).text(language), style="bold")
    for message in telling.about(review):
        yield message.text(language)
    yield heading(WORDS("decisions.title"))
    yield decisions(review, language)
    yield WORDS("decisions.about").text(language)
    yield heading(WORDS("curve.title"))
    for seat in review.seats:
        yield curve(review, seat, language)
    yield heading(WORDS("mistakes.title"))
    if not mistakes:
        yield WORDS("mistakes.none").text(language)
    for number, mistake in enumerate(mistakes, 1):
        yield Text(f"{number}. {telling.head(review, mistake.decision).text(language)}", style="bold red")
        yield from (Padding(message.text(language), (0, 0, 0, INDENT)) for message in telling.story(mistake))
    yield heading(WORDS("summary.title"))
    yield summary(review, language)
    yield telling.method(review).text(language)


def decisions(review: Review, language: str) -> Table:
    table = columns("decisions", ("number", "played", "best", "cost"), language)
    for decision in review.decisions:
        same = decision.best == decision.played
        best = WORDS("decisions.same") if same else decision.best.message
        table.add_row(
            f"{decision.moment.number} {review.match.game.letter(decision.moment.seat)}",
            f"{percent(decision.played_share)} · {decision.played.text(language)}",
            best.text(language) if same else f"{percent(decision.best_share)} · {best.text(language)}",
            f"−{percent(decision.cost)}" if decision.is_mistake else "",
            style="red" if decision.is_mistake else None,
        )
    return table


def curve(review: Review, seat: int, language: str) -> str:
    """The curve of a seat in a line of blocks."""
    shares = [share for _, share in telling.curve(review, seat)]
    if not shares:
        return review.match.game.letter(seat)
    parts = np.array_split(shares, min(WIDEST, len(shares)))
    line = "".join(BLOCKS[min(len(BLOCKS) - 1, int(len(BLOCKS) * part.mean()))] for part in parts)
    ends = {"first": percent(shares[0]), "last": percent(shares[-1])}
    return WORDS("curve.range", seat=review.match.game.letter(seat), curve=line, **ends).text(language)


def summary(review: Review, language: str) -> Table:
    table = columns("summary", ("seat", "decisions", "mistakes", "lost", "mean"), language)
    for seat in review.seats:
        table.add_row(*(str(spoken(cell, language)) for cell in telling.summary(review, seat)))
    return table


def columns(key: str, names: Sequence[str], language: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in names:
        justify = "left" if name in ("seat", "played", "best") else "right"
        table.add_column(WORDS(f"{key}.{name}").text(language), justify=justify, overflow="fold")  # type: ignore[arg-type]
    return table
