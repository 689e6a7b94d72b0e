"""`camarilla simulate`: a series of matches, or a game's own report; what they show, and their results as a file."""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camarilla.bots.bot import AtRandom, Bot, Quick, Search
from camarilla.bots.ladder import LEVELS, named, seated
from camarilla.engine import playout
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.parts import Report
from camarilla.engine.words import Message
from camarilla.games import games, kind
from camarilla.lab.results import WORDS, report_forms, writer
from camarilla.lab.series import Series, plays_in_one_loop, quick_player, series
from camarilla.lab.summary import Chair, Mean, Summary, summary
from camarilla.terminal.company import called, written
from camarilla.terminal.flags import add_options, chosen_game, whole_number
from camarilla.terminal.screen import Screen, screen

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.table import Table

BAR = 24  # characters for a share of 100 %
NO_FILE = Path("-")
GAMES_OF_QUICK, GAMES_OF_SEARCHERS = "10000", "100"  # if not said how many


def add(parser: argparse.ArgumentParser, language: str) -> None:
    def said(key: str, **parts: Any) -> str:
        return WORDS(key, **parts).text(language).replace("%", "%%")

    parser.add_argument("game", metavar="|".join(games()))
    parser.add_argument("--games", metavar="N", help=said("flag.games"))
    parser.add_argument("--threads", metavar="N", default=str(os.cpu_count() or 1), help=said("flag.threads"))
    parser.add_argument("--seed", metavar="N", default="0", help=said("flag.seed"))
    parser.add_argument(
        "--bots", metavar="|".join((AtRandom.name, *LEVELS, "...")), help=said("flag.bots", styles=styles())
    )
    parser.add_argument("--out", metavar=said("flag.file"), type=Path, help=said("flag.out"))
    parser.add_argument(
        "--report",
        metavar=said("flag.file"),
        nargs="?",
        const=NO_FILE,
        type=Path,
        help=said("flag.report", known=reports(language)),
    )
    parser.add_argument("--error", metavar="X", default=None, help=said("flag.error"))
    add_options(parser, language)


def styles() -> list[str]:
    """The quick players of all games by name, each once."""
    players = [kind(name).greedy for name in games()]
    return list(dict.fromkeys(style for player in players if player for style in player.STYLES))


def reports(language: str) -> list[str]:
    """What there is to report on, game by game."""
    known = [kind(name) for name in games() if kind(name).report]
    return [f"{game.id}: {game.words('report.help').text(language)}" for game in known]


def run(args: argparse.Namespace) -> int:
    here = screen(args.lang, None)
    in_order(args)
    game = chosen_game(args.game, args)
    return on_report(game, args, here) if args.report else on_matches(game, args, here)


def in_order(args: argparse.Namespace) -> None:
    """Nobody has to wait for another in a simulation: where turns can be taken in order they are, unless asked for."""
    turns = [option for option in kind(args.game).options if option.name == "turns"]
    if turns and args.turns is None:
        args.turns = "in_order"


def on_matches(game: Game, args: argparse.Namespace, here: Screen) -> int:
    bots = seated(game, AtRandom.name if args.bots is None else args.bots, game.players)
    usual = GAMES_OF_SEARCHERS if any(isinstance(bot, Search) for bot in bots) else GAMES_OF_QUICK
    games, threads = at_least_one(args, "games", usual), at_least_one(args, "threads")
    seed = game.seed(whole_number("seed", args.seed))
    names = tuple(written(game, bot) for bot in bots)
    write = writer(args.out) if args.out else None
    prepare(game, bots, here)
    started = time.perf_counter()
    with progress_bar(here) as progress:
        task = progress.add_task(WORDS("progress").text(here.language), total=games)
        played = series(game, seed, 0, games, threads, lambda done: progress.advance(task, done), names)
    show(played, time.perf_counter() - started, here)
    if write:
        write(played)
        here.say(WORDS("written", path=str(args.out)))
    return 0


def at_least_one(args: argparse.Namespace, name: str, usual: str = "") -> int:
    text = getattr(args, name)
    number = whole_number(name, usual if text is None else text)
    if number < 1:
        raise BadOption(WORDS("number.too_small", name=name, value=number))
    return number


def prepare(game: Game, bots: Sequence[Bot], here: Screen) -> None:
    """Have everything compiled before the clock starts."""
    from camarilla.terminal import compiling

    if plays_in_one_loop(bots):
        with compiling.waiting_for_rules(game, here, playout.play_matches, quick_player(game, bots)):
            series(game, 0, 0, 1, styles=tuple(bot.name for bot in bots))
    else:
        compiling.prepare(game, here)
        compiling.prepare_bots(game, here, bots)


def progress_bar(here: Screen) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=here.console, transient=True)


# --- The report of a game's own ---


def on_report(game: Game, args: argparse.Namespace, here: Screen) -> int:
    part = report_of(game)
    if args.out:
        raise BadOption(WORDS("report.out"))
    games, threads = at_least_one(args, "games", GAMES_OF_QUICK), at_least_one(args, "threads")
    error = above_zero(args.error or str(part.ERROR))
    seed, style = game.seed(whole_number("seed", args.seed)), only_style(game, args.bots)
    write = None if args.report == NO_FILE else writer(args.report, report_forms(game, part, seed))
    with progress_bar(here) as progress:
        task = progress.add_task(WORDS("progress").text(here.language), total=None)

        def tell(done: int, whole: int) -> None:
            progress.update(task, completed=done, total=whole)

        found = part.make(game, seed, games, style, threads, error, tell)
    players = WORDS("bots.all", players=game.players, bot=called(game, Quick(style)))
    here.say(title(game, players, games, seed, here.language), style="bold")
    here.show(part.table(game, found, here.language, here.console.width))
    for note in part.notes(game, found):
        here.say(note)
    if write:
        write(found)
        here.say(WORDS("written", path=str(args.report)))
    return 0


def report_of(game: Game) -> Report:
    if game.report is None:
        raise BadOption(WORDS("report.none", game=game.id, known=[name for name in games() if kind(name).report]))
    return game.report


def above_zero(text: str) -> float:
    """The standard error asked for."""
    try:
        error = float(text.replace(",", "."))
    except ValueError:
        error = 0.0
    if not 0 < error < 1000:
        raise BadOption(WORDS("number.error", value=text))
    return error


def only_style(game: Game, names: str | None) -> str:
    """The player in every seat, which has to be a quick one."""
    known = game.styles
    bot, *others = set(seated(game, known[0] if names is None else names, game.players))
    if others or not isinstance(bot, Quick):
        raise BadOption(WORDS("report.bots", known=list(known)))
    return bot.style


# --- What it shows ---


def show(played: Series, seconds: float, here: Screen) -> None:
    found, game = summary(played), played.game
    here.say(title(game, who_plays(played), len(played), played.seed, here.language), style="bold")
    here.show(table(played, found, here.language))
    here.say(WORDS("intervals"))
    length, moves = found.decisions, found.moves
    here.say(
        WORDS(
            "length",
            decisions=mean(length.mean, here.language),
            shortest=length.shortest,
            longest=length.longest,
            moves=mean(moves.mean, here.language),
            shared=number(100 * found.shared, 1, here.language),
        )
    )
    speed = len(played) * length.mean.value / seconds
    here.say(WORDS("speed", seconds=number(seconds, 1, here.language), decisions=number(speed, 0, here.language)))


def title(game: Game, players: Message, matches: int, seed: int, language: str) -> Message:
    return WORDS("table.title", title=game.title, players=players, games=number(matches, 0, language), seed=seed)


def who_plays(played: Series) -> Message:
    game, names = played.game, played.styles
    if len(set(names)) > 1:
        return WORDS("bots.each", bots=[called(game, named(game, name)) for name in names])
    return WORDS("bots.all", players=game.players, bot=called(game, named(game, names[0])))


def table(played: Series, found: Summary, language: str) -> Table:
    from rich.table import Table

    shown = Table()
    for name in ("who", "wins", "points"):
        shown.add_column(WORDS(f"table.{name}").text(language), justify="left" if name != "points" else "right")
    for seat, chair in enumerate(found.by_seat):
        shown.add_row(*row(sitter(played, seat).text(language), chair, language))
    shown.add_section()
    for place, chair in enumerate(found.by_order):
        who = WORDS("table.first") if place == 0 else WORDS("table.order", number=ordinal(place + 1, language))
        shown.add_row(*row(who.text(language), chair, language))
    return shown


def sitter(played: Series, seat: int) -> Message:
    """A seat, and where they differ who sits there."""
    game, names = played.game, played.styles
    if len(set(names)) == 1:
        return WORDS("table.seat", letter=game.letter(seat))
    return WORDS("table.seat_of", letter=game.letter(seat), bot=called(game, named(game, names[seat])))


def row(who: str, chair: Chair, language: str) -> tuple[str, str, str]:
    share = Mean(100 * chair.wins.value, 100 * chair.wins.margin)
    filled = "█" * round(BAR * chair.wins.value)
    return who, f"{mean(share, language)} %  {filled}", mean(chair.points, language)


def mean(value: Mean, language: str) -> str:
    """The average with its margin, to the digit that the margin leaves any sense in; of one match it has none."""
    if math.isnan(value.margin):
        return number(value.value, 1, language)
    digits = 2 if value.margin < 1 else 1
    return f"{number(value.value, digits, language)} ± {number(value.margin, digits, language)}"


def number(value: float, digits: int, language: str) -> str:
    text = f"{value:,.{digits}f}"
    return text if language == "en" else text.replace(",", "\u202f").replace(".", ",")


def ordinal(n: int, language: str) -> str:
    if language == "fr":
        return f"{n}e"
    return f"{n}{ {2: 'nd', 3: 'rd'}.get(n, 'th') }"
