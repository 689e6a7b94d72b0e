"""The standings of a tournament as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from camarilla.engine.words import numeral
from camarilla.lab import telling
from camarilla.lab.plots import say_even
from camarilla.lab.scoreboard import heading
from camarilla.lab.standings import Standings
from camarilla.terminal import WORDS
from camarilla.terminal.screen import Screen

if TYPE_CHECKING:
    from rich.table import Table

BAR = 10  # characters for a share of 100 %


def show(found: Standings, seconds: float, here: Screen) -> None:
    plan, language = found.tournament.plan, here.language
    here.say(heading(plan), style="bold")
    here.show(table(found, language))
    if duels := telling.duel_rows(found):
        here.say(telling.WORDS("standings.duels"), style="bold")
        here.show(duel_table(found, duels, language))
    for note in telling.notes(found, language):
        here.say(note)
    here.say(WORDS("arena.time", matches=numeral(plan.matches), seconds=numeral(seconds, 1)))


def table(found: Standings, language: str) -> Table:
    shown = frame(language)
    shown.add_column(telling.WORDS("standings.share").text(language), no_wrap=True)
    shown.add_column(say_even(found.tournament.plan.even).text(language))
    for head in telling.figure_heads(found):
        shown.add_column(head.text(language), justify="right")
    for place, row in enumerate(telling.rows_by_rank(found, language), 1):
        bar = "█" * round(BAR * row.share.value)
        shown.add_row(str(place), row.who, row.percent(language), bar, *row.figures)
    return shown


def frame(language: str) -> Table:
    """A table with columns for places and bots, narrow enough for eighty columns."""
    from rich.table import Table

    shown = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    shown.add_column("", justify="right")
    shown.add_column(telling.WORDS("standings.who").text(language), no_wrap=True)
    return shown


def duel_table(found: Standings, duels: list[list[str]], language: str) -> Table:
    """Rows against columns, which are named by place."""
    shown = frame(language)
    for place in range(1, len(duels) + 1):
        shown.add_column(str(place), justify="right", no_wrap=True)
    for place, (row, cells) in enumerate(zip(telling.rows_by_rank(found, language), duels, strict=True), 1):
        shown.add_row(str(place), row.who, *cells)
    return shown
