"""Results in a notebook: plain tables, which look as the notebook's own, and plots."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from camarilla.engine.picture import element
from camarilla.engine.playout import DECISIONS
from camarilla.lab import telling
from camarilla.lab.plots import draw_histogram, draw_shares
from camarilla.lab.scoreboard import picture
from camarilla.lab.series import Series
from camarilla.lab.standings import Standings
from camarilla.lab.summary import summary


def draw_series(played: Series, language: str) -> Markup:
    """Who wins, by seat and by order of play; how scores and lengths are distributed."""

    def say(name: str) -> str:
        return telling.WORDS(f"series.{name}").text(language)

    found = summary(played)
    title = telling.heading(played.game, telling.who_plays(played), len(played), played.seed).text(language)
    rows = [*telling.rows_by_seat(played, found, language), *telling.rows_by_order(found, language)]
    plots = (
        draw_shares(title, [(row.who, row.share) for row in rows], 1 / played.game.players, language),
        draw_histogram(say("scores"), played.points, language),
        draw_histogram(say("decisions"), played.about[:, DECISIONS], language),
    )
    cells = [[row.who, row.percent(language), *row.figures] for row in rows]
    listed = draw_table([say("who"), say("share"), say("points")], cells)
    return lay_out(plots, [listed], [say("intervals"), telling.length(found, language).text(language)])


def draw_standings(found: Standings, language: str) -> Markup:
    """Who wins how often, and, where several pairs met, each against each."""

    def say(name: str) -> str:
        return telling.WORDS(f"standings.{name}").text(language)

    rows = telling.rows_by_rank(found, language)
    heads = ["", say("who"), say("share"), *(head.text(language) for head in telling.figure_heads(found))]
    cells = [[str(place), row.who, row.percent(language), *row.figures] for place, row in enumerate(rows, 1)]
    tables = [draw_table(heads, cells)]
    if duels := telling.duel_rows(found):
        against = [[*row[:2], *shares] for row, shares in zip(cells, duels, strict=True)]
        tables += [element("p", say("duels")), draw_table(["", say("who"), *(row[0] for row in cells)], against)]
    notes = [note.text(language) for note in telling.notes(found, language)]
    return lay_out([picture(found, language)], tables, notes)


def draw_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    head = element("tr", *(element("th", text, scope="col") for text in heads))
    body = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    return element("table", element("thead", head), element("tbody", *body))


def lay_out(plots: Sequence[str], tables: Sequence[Markup], notes: Sequence[str]) -> Markup:
    """Plots stand side by side where there is room."""
    drawn = [element("figure", Markup(plot), style="margin: 0") for plot in plots]
    row = element("div", *drawn, style="display: flex; flex-wrap: wrap; gap: 12px")
    return element("div", row, *tables, element("p", " ".join(notes), style="max-width: 60em"))
