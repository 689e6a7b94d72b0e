"""What a report on balance finds, in words and figures, for a terminal and for a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from camarilla.bots.bot import AtRandom, Bot
from camarilla.bots.ladder import bot_title
from camarilla.engine.data_file import SEALED
from camarilla.engine.game import Game
from camarilla.engine.options import written
from camarilla.engine.words import Message, numeral, of_package
from camarilla.lab.balance import ABSENT, DEAD, DOMINANT, FEW, HARMFUL, UNFAIR, Fate, Portrait, Report
from camarilla.lab.luck import Luck
from camarilla.lab.standings import Share
from camarilla.lab.summary import Mean
from camarilla.lab.telling import length, turn

WORDS = of_package(__file__, "balance.toml")
Speaker = TypeVar("Speaker")
FLAGS = (DOMINANT, HARMFUL, DEAD, ABSENT)
HASH = 8  # characters of it that tell one file from another
ENOUGH = 1000  # matches: with fewer, that nobody ever held a thing may be chance


class Asked(NamedTuple):
    """How somebody asked for a report, so that anybody can ask for it again."""

    command: str
    options: Mapping[str, str]  # as they were typed, such as the name of a file


class Finding(NamedTuple):
    message: Message
    alarm: bool  # whether a designer has to look at it


def title(game: Game) -> Message:
    return WORDS("title", title=game.title, players=game.players)


def options(game: Game, asked: Asked | None) -> Message | None:
    """Those that are not what they are unless somebody chooses otherwise; how many players there are says the title."""
    typed = asked.options if asked else {}
    chosen = {option.name: game.chosen[option.name] for option in game.options if option.name != "players"}
    usual = {option.name: option.default for option in game.options}
    shown = [
        f"{name} = {brief(written(value), typed.get(name))}" for name, value in chosen.items() if value != usual[name]
    ]
    return WORDS("options", options=shown) if shown else None


def brief(text: str, typed: str | None) -> str:
    """A value as far as a line holds it: that of a file is the whole file, of which its name and its hash are shown."""
    if not text.startswith(SEALED):
        return text
    name, seal = Path(typed).name if typed else "", text[: len(SEALED) + HASH]
    return f"{name} ({seal})" if name else seal


def player(game: Game, portrait: Portrait) -> Message:
    return WORDS("player", bot=who(game, portrait), games=numeral(len(portrait.observed.series)))


def percent(share: Mean | Share, language: str, sign: bool = False) -> str:
    """A share, or with a sign a difference of shares, in points of a hundred."""
    return Mean(100 * share.value, 100 * share.margin).text(language, sign)


def points(effect: Mean | None, language: str) -> str:
    return percent(effect, language, sign=True) if effect else "–"


# --- What stands out ---


def findings(report: Report, language: str) -> list[Finding]:
    """The strongest players speak for the game: what others find is in the figures."""
    game, strongest = report.game, report.portraits[-1]
    found = [
        *tell_failures(report, language),
        *(tell_order(game, one, language) for one in those_who_speak(report.portraits, order_is_known)),
        Finding(WORDS("found.length", length=length(strongest.summary, language)), False),
    ]
    if game.balance:
        found.append(tell_lead(strongest, language))
    found += [tell_luck(game, luck, language) for luck in those_who_speak(report.lucks, luck_is_known)]
    for portrait in report.portraits:
        found += tell_flags(game, portrait)
    return found


def those_who_speak(all_: Sequence[Speaker], is_known: Callable[[Speaker], bool]) -> Sequence[Speaker]:
    """The strongest of whom enough is known, and whoever is stronger still, who says that it is not: all come the
    weakest first."""
    known = [at for at, one in enumerate(all_) if is_known(one)]
    return all_[known[-1] if known else -1 :]


def tell_failures(report: Report, language: str) -> list[Finding]:
    """Players under whom the game does not work."""
    return [
        Finding(WORDS("found.failed", bot=who(report.game, one), share=percent(one.failed, language)), True)
        for one in report.portraits
        if one.failing
    ]


def tell_order(game: Game, portrait: Portrait, language: str) -> Finding:
    place, wins = farthest(portrait)
    even, games = 1 / game.players, len(portrait.observed.series)
    key = judge_order(wins, even, games)
    parts = {"turn": turn(place), "share": percent(wins, language), "even": numeral(100 * even, 1)}
    return Finding(WORDS(f"found.{key}", bot=who(game, portrait), games=numeral(games), **parts), key == "unfair")


def order_is_known(portrait: Portrait) -> bool:
    _, wins = farthest(portrait)
    return judge_order(wins, 1 / portrait.observed.game.players, len(portrait.observed.series)) != "few"


def farthest(portrait: Portrait) -> tuple[int, Mean]:
    """Who plays when the share of the victories is farthest from an even one, and that share."""
    chairs = portrait.summary.by_order
    place = max(range(len(chairs)), key=lambda place: abs(chairs[place].wins.value - 1 / len(chairs)))
    return place, chairs[place].wins


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
    key = "luck_few" if not luck_is_known(luck) else "luck_weaker" if luck.spread.high < 1 / game.players else "luck"
    shares = {name: percent(getattr(luck, name), language) for name in ("skill", "order", "cards")}
    won, deals = percent(luck.spread, language), numeral(luck.deals)
    return Finding(WORDS(f"found.{key}", **both_sides(game, luck), won=won, deals=deals, **shares), False)


def luck_is_known(luck: Luck) -> bool:
    return luck.deals >= FEW


def alone(game: Game, luck: Luck) -> Message:
    return WORDS("luck.alone", **both_sides(game, luck))


def both_sides(game: Game, luck: Luck) -> dict[str, Message | str]:
    """Who is alone, and against whom, as a sentence says it."""
    return {"one": players(game, luck.stronger), "other": opponents(game, luck.weaker)}


def how_often(game: Game, luck: Luck, language: str) -> Message:
    every, none = (numeral(100 * one, 1) for one in (luck.every, luck.none))
    return WORDS(
        "luck.won",
        share=percent(luck.spread, language),
        deals=numeral(luck.deals),
        players=game.players,
        every=every,
        none=none,
    )


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
    """Several of them, as a line or a heading begins."""
    return WORDS("at_random") if isinstance(bot, AtRandom) else bot_title(game, bot)


def opponents(game: Game, bot: Bot) -> Message | str:
    """The same against whom somebody plays, in the midst of a sentence."""
    return WORDS("against_random") if isinstance(bot, AtRandom) else bot_title(game, bot)


def thing_name(game: Game, fate: Fate) -> Message:
    assert game.balance  # or there would be no fates
    return game.balance.things(game)[fate.number][1]
