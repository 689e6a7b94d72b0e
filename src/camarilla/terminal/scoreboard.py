"""The standings of a tournament as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from camarilla.engine.words import numeral
from camarilla.lab.scoreboard import even, heading, who
from camarilla.lab.standings import Share, Standing, Standings
from camarilla.lab.summary import Mean
from camarilla.terminal import WORDS
from camarilla.terminal.screen import Screen

if TYPE_CHECKING:
    from rich.table import Table

BAR = 10  # characters for a share of 100 %


def show(found: Standings, seconds: float, here: Screen) -> None:
    plan, language = found.tournament.plan, here.language
    here.say(heading(plan), style="bold")
    here.show(table(found, language))
    if len(found.ranked) > 2 and found.duels:
        here.say(WORDS("arena.duels"), style="bold")
        here.show(duel_table(found, language))
    manner = "measured" if plan.measured else "alone" if len(plan.bots) < plan.game.players else "all"
    by = who(plan, plan.bots[-1], language)
    here.say(WORDS(f"arena.seatings.{manner}", number=len(plan.seatings), others=plan.game.players - 1, by=by))
    here.say(WORDS("arena.intervals"))
    here.say(WORDS("arena.ratings.meaning" if found.ranked[0].rating else "arena.ratings.none"))
    here.say(WORDS("arena.time", matches=numeral(plan.matches), seconds=numeral(seconds, 1)))


def table(found: Standings, language: str) -> Table:
    shown, plan = frame(language), found.tournament.plan
    shown.add_column(WORDS("arena.table.share").text(language), no_wrap=True)
    shown.add_column(even(plan).text(language))
    for name in ("points", "rating", "ordinal") if found.ranked[0].rating else ("points",):
        shown.add_column(WORDS(f"arena.table.{name}").text(language), justify="right")
    for place, one in enumerate(found.ranked, 1):
        share = Mean(100 * one.share.value, 100 * one.share.margin).text(language)
        bar = "█" * round(BAR * one.share.value)
        shown.add_row(str(place), who(plan, one.bot, language), f"{share} %", bar, *strength(one, language))
    return shown


def frame(language: str) -> Table:
    """A table with columns for places and bots, narrow enough for eighty columns."""
    from rich.table import Table

    shown = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    shown.add_column("", justify="right")
    shown.add_column(WORDS("arena.table.bot").text(language), no_wrap=True)
    return shown


def strength(one: Standing, language: str) -> list[str]:
    rated = (one.rating.mu, one.rating.ordinal) if one.rating else ()
    return [numeral(value, 1).text(language) for value in (one.points, *rated)]


def duel_table(found: Standings, language: str) -> Table:
    """Rows against columns, which are named by place."""
    shown = frame(language)
    for place in range(1, len(found.ranked) + 1):
        shown.add_column(str(place), justify="right", no_wrap=True)
    for place, one in enumerate(found.ranked, 1):
        rivals = (found.duels.get((one.bot.name, other.bot.name)) for other in found.ranked)
        cells = (roughly(share) if share else "" for share in rivals)
        shown.add_row(str(place), who(found.tournament.plan, one.bot, language), *cells)
    return shown


def roughly(share: Share) -> str:
    """In percent, short: there may be many in a line."""
    return f"{100 * share.value:.0f} ± {100 * share.margin:.0f}"
