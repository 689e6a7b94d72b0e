"""What results say, in words and figures, for a terminal and for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from camarilla.bots.bot import AtRandom
from camarilla.bots.ladder import bot_title
from camarilla.engine.game import Game
from camarilla.engine.words import Message, numeral, of_package, ordinal
from camarilla.lab.scoreboard import who
from camarilla.lab.series import Played
from camarilla.lab.standings import Share, Standing, Standings
from camarilla.lab.summary import Chair, Mean, Summary

WORDS = of_package(__file__, "telling.toml")


class Row(NamedTuple):
    """How somebody fared."""

    who: str
    share: Share  # of the victories
    figures: Sequence[str]

    def percent(self, language: str) -> str:
        """The share with its margin."""
        return f"{Mean(100 * self.share.value, 100 * self.share.margin).text(language)} %"


# --- A series of matches ---


def heading(game: Game, players: Message, matches: int, seed: int) -> Message:
    return WORDS("series.title", title=game.title, players=players, games=numeral(matches), seed=seed)


def who_plays(played: Played) -> Message:
    titles = name_players(played)
    if len(set(played.styles)) > 1:
        return WORDS("series.players.each", bots=titles)
    return WORDS("series.players.all", players=played.game.players, bot=titles[0])


def name_players(played: Played) -> list[Message | str]:
    """Who sits in each seat; where nobody is named, chance does."""
    names = played.styles or [AtRandom.name] * played.game.players
    return [bot_title(played.game, name) for name in names]


def rows_by_seat(played: Played, found: Summary, language: str) -> list[Row]:
    return [make_row(sitter(played, seat), chair, language) for seat, chair in enumerate(found.by_seat)]


def rows_by_order(found: Summary, language: str) -> list[Row]:
    """Who began, who came second, and so on."""
    return [make_row(turn(place), chair, language) for place, chair in enumerate(found.by_order)]


def turn(place: int) -> Message:
    """Who plays when."""
    return WORDS("series.order", number=ordinal(place + 1)) if place else WORDS("series.first")


def sitter(played: Played, seat: int) -> Message:
    """A seat, and where they differ who sits there."""
    letter = played.game.letter(seat)
    if len(set(played.styles)) < 2:
        return WORDS("series.seat", letter=letter)
    return WORDS("series.seat_of", letter=letter, bot=name_players(played)[seat])


def make_row(name: Message, chair: Chair, language: str) -> Row:
    wins = chair.wins
    share = Share(wins.value, wins.value - wins.margin, wins.value + wins.margin)
    return Row(name.text(language), share, [chair.points.text(language)])


def length(found: Summary, language: str) -> Message:
    """How long a match takes."""
    return WORDS(
        "series.length",
        decisions=found.decisions.mean.text(language),
        shortest=found.decisions.shortest,
        longest=found.decisions.longest,
        moves=found.moves.mean.text(language),
        shared=numeral(100 * found.shared, 1),
    )


# --- The standings of a tournament ---


def figure_heads(found: Standings) -> list[Message]:
    """What the figures of a row are; there are ratings only with OpenSkill."""
    names = ("points", "rating", "ordinal") if found.ranked[0].rating else ("points",)
    return [WORDS(f"standings.{name}") for name in names]


def rows_by_rank(found: Standings, language: str) -> list[Row]:
    plan = found.tournament.plan
    return [Row(who(plan, one.bot, language), one.share, strength(one, language)) for one in found.ranked]


def strength(one: Standing, language: str) -> list[str]:
    rated = (one.rating.mu, one.rating.ordinal) if one.rating else ()
    return [numeral(value, 1).text(language) for value in (one.points, *rated)]


def duel_rows(found: Standings) -> list[list[str]]:
    """By rank, each against each; nothing where few or many meet."""
    if len(found.ranked) < 3 or not found.duels:
        return []
    bots = [one.bot.name for one in found.ranked]
    return [[roughly(found.duels.get((one, other))) for other in bots] for one in bots]


def roughly(share: Share | None) -> str:
    """In percent, short: there may be many in a line."""
    return f"{100 * share.value:.0f} ± {100 * share.margin:.0f}" if share else ""


def notes(found: Standings, language: str) -> list[Message]:
    """How they came about, and what the columns mean."""
    plan = found.tournament.plan
    manner = "measured" if plan.measured else "alone" if len(plan.bots) < plan.game.players else "all"
    by = who(plan, plan.bots[-1], language)
    return [
        WORDS(f"standings.seatings.{manner}", number=len(plan.seatings), others=plan.game.players - 1, by=by),
        WORDS("standings.intervals"),
        WORDS("standings.rated" if found.ranked[0].rating else "standings.unrated"),
    ]
