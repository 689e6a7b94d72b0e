"""What a report on balance finds, in words and figures, for a terminal and for a page."""

from __future__ import annotations

from typing import NamedTuple

from camarilla.bots.bot import AtRandom, Bot
from camarilla.bots.ladder import bot_title
from camarilla.engine.game import Game
from camarilla.engine.options import written
from camarilla.engine.words import Message, numeral, of_package, ordinal
from camarilla.lab.balance import ABSENT, DEAD, DOMINANT, FAILING, FEW, HARMFUL, UNFAIR, Fate, Portrait, Report
from camarilla.lab.luck import Luck
from camarilla.lab.summary import Mean
from camarilla.lab.telling import length

WORDS = of_package(__file__, "balance.toml")
FLAGS = (DOMINANT, HARMFUL, DEAD, ABSENT)
ENOUGH = 1000  # matches: with fewer, that nobody ever held a thing may be chance


class Finding(NamedTuple):
    message: Message
    alarm: bool  # whether a designer has to look at it


def title(game: Game) -> Message:
    return WORDS("title", title=game.title, players=game.players)


def options(game: Game) -> Message | None:
    """Those that are not as usual."""
    shown = [f"{option.name} = {brief(written(value))}" for option, value in game.unusual]
    return WORDS("options", options=shown) if shown else None


def brief(text: str) -> str:
    """A value as far as a line holds it: that of a file is the whole file."""
    return text if len(text) <= 32 else f"{text[:31]}…"


def player(game: Game, portrait: Portrait) -> Message:
    return WORDS("player", bot=who(game, portrait), games=numeral(len(portrait.observed.series)))


def turn(place: int) -> Message:
    """Who plays when."""
    return WORDS("turn.first") if place == 0 else WORDS("turn.later", number=ordinal(place + 1))


def percent(share: Mean, language: str, sign: bool = False) -> str:
    """A share, or with a sign a difference of shares, in points of a hundred."""
    text = Mean(100 * share.value, 100 * share.margin).text(language)
    return f"+{text}" if sign and share.value > 0 else text


def points(effect: Mean | None, language: str) -> str:
    return percent(effect, language, sign=True) if effect else "–"


# --- What stands out ---


def findings(report: Report, language: str) -> list[Finding]:
    """The strongest players speak for the game: what others find is in the figures."""
    strongest = report.portraits[-1]
    found = [
        *tell_failures(report, language),
        tell_order(report.game, strongest, language),
        Finding(WORDS("found.length", length=length(strongest.summary, language)), False),
    ]
    if report.game.balance:
        found.append(tell_lead(strongest, language))
    found += [tell_luck(report.game, luck, language) for luck in report.lucks[-1:]]
    for portrait in report.portraits:
        found += tell_flags(report.game, portrait)
    return found


def tell_failures(report: Report, language: str) -> list[Finding]:
    """Players under whom the game does not work."""
    return [
        Finding(WORDS("found.failed", bot=who(report.game, one), share=percent(one.failed, language)), True)
        for one in report.portraits
        if one.failed.value > FAILING
    ]


def tell_order(game: Game, portrait: Portrait, language: str) -> Finding:
    chairs, even = portrait.summary.by_order, 1 / game.players
    place = max(range(game.players), key=lambda place: abs(chairs[place].wins.value - even))
    wins, games = chairs[place].wins, len(portrait.observed.series)
    key = judge_order(wins, even, games)
    parts = {"turn": turn(place), "share": percent(wins, language), "even": numeral(100 * even, 1)}
    return Finding(WORDS(f"found.{key}", bot=who(game, portrait), games=numeral(games), **parts), key == "unfair")


def judge_order(wins: Mean, even: float, games: int) -> str:
    """That no advantage shows says nothing where even an unfair one might not."""
    distance, unfair = abs(wins.value - even), UNFAIR * even
    if games < FEW or (distance <= wins.margin and wins.margin > unfair):
        return "few"
    if distance <= wins.margin:
        return "fair"
    return "unfair" if distance > unfair else "nearly"


def tell_lead(portrait: Portrait, language: str) -> Finding:
    changes, settled = portrait.changes.text(language), percent(portrait.settled, language)
    return Finding(WORDS("found.lead", changes=changes, settled=settled), False)


def tell_luck(game: Game, luck: Luck, language: str) -> Finding:
    shares = {name: numeral(100 * getattr(luck, name).value) for name in ("skill", "order", "cards")}
    won = numeral(100 * luck.spread.value, 1)
    return Finding(WORDS("found.luck", **both_sides(game, luck), won=won, **shares), False)


def alone(game: Game, luck: Luck) -> Message:
    return WORDS("luck.alone", **both_sides(game, luck))


def both_sides(game: Game, luck: Luck) -> dict[str, Message | str]:
    """Who is alone, and against whom, as a sentence says it."""
    others = WORDS("against_random") if isinstance(luck.weaker, AtRandom) else players(game, luck.weaker)
    return {"one": players(game, luck.stronger), "other": others}


def how_often(game: Game, luck: Luck, language: str) -> Message:
    share = percent(Mean(luck.spread.value, luck.spread.margin), language)
    every, none = (numeral(100 * one, 1) for one in (luck.every, luck.none))
    return WORDS("luck.won", share=share, deals=numeral(luck.deals), players=game.players, every=every, none=none)


def tell_flags(game: Game, portrait: Portrait) -> list[Finding]:
    found = []
    for name in FLAGS:
        flagged = [thing_name(game, fate) for fate in portrait.fates if fate.flag == name]
        if flagged and not (name == ABSENT and len(portrait.observed.series) < ENOUGH):
            found.append(Finding(WORDS(f"found.{name}", bot=who(game, portrait), things=flagged), name != ABSENT))
    return found


def who(game: Game, portrait: Portrait) -> Message | str:
    return players(game, portrait.bot)


def players(game: Game, bot: Bot) -> Message | str:
    """Several of them."""
    return WORDS("at_random") if isinstance(bot, AtRandom) else bot_title(game, bot)


def thing_name(game: Game, fate: Fate) -> Message:
    assert game.balance  # or there would be no fates
    return game.balance.things(game)[fate.number][1]
