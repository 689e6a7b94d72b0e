"""`camarilla simulate`: a series of matches, what it shows, and its results as a file."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camarilla.engine import playout
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.games import GAMES
from camarilla.lab.results import WORDS, writer
from camarilla.lab.series import Series, series
from camarilla.lab.summary import Chair, Mean, Summary, summary
from camarilla.terminal.flags import add_options, chosen_game, whole_number
from camarilla.terminal.screen import Screen, screen

if TYPE_CHECKING:
    from rich.table import Table

BAR = 24  # characters for a share of 100 %


def add(parser: argparse.ArgumentParser, language: str) -> None:
    def said(key: str, **parts: Any) -> str:
        return WORDS(key, **parts).text(language).replace("%", "%%")

    parser.add_argument("game", metavar="|".join(GAMES))
    parser.add_argument("--games", metavar="N", default="10000", help=said("flag.games"))
    parser.add_argument("--threads", metavar="N", default=str(os.cpu_count() or 1), help=said("flag.threads"))
    parser.add_argument("--seed", metavar="N", default="0", help=said("flag.seed"))
    parser.add_argument("--out", metavar=said("flag.file"), type=Path, help=said("flag.out"))
    add_options(parser, language)


def run(args: argparse.Namespace) -> int:
    here = screen(args.lang, None)
    game = chosen_game(args.game, args)
    games, threads = at_least_one(args, "games"), at_least_one(args, "threads")
    seed = game.seed(whole_number("seed", args.seed))
    write = writer(args.out) if args.out else None
    prepare(game, here)
    started = time.perf_counter()
    played = with_progress(game, seed, games, threads, here)
    show(played, time.perf_counter() - started, here)
    if write:
        write(played)
        here.say(WORDS("written", path=str(args.out)))
    return 0


def at_least_one(args: argparse.Namespace, name: str) -> int:
    number = whole_number(name, getattr(args, name))
    if number < 1:
        raise BadOption(WORDS("number.too_small", name=name, value=number))
    return number


def prepare(game: Game, here: Screen) -> None:
    """Have everything compiled before the clock starts."""
    from camarilla.terminal.compiling import waiting_for_rules

    with waiting_for_rules(game, here, playout.tables):
        series(game, 0, 0, 1)


def with_progress(game: Game, seed: int, games: int, threads: int, here: Screen) -> Series:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=here.console, transient=True) as progress:
        task = progress.add_task(WORDS("progress").text(here.language), total=games)
        return series(game, seed, 0, games, threads, lambda done: progress.advance(task, done))


# --- What it shows ---


def show(played: Series, seconds: float, here: Screen) -> None:
    found, game = summary(played), played.game
    games = number(len(played), 0, here.language)
    here.say(WORDS("table.title", title=game.title, players=game.players, games=games, seed=played.seed), style="bold")
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


def table(played: Series, found: Summary, language: str) -> Table:
    from rich.table import Table

    game, shown = played.game, Table()
    for name in ("who", "wins", "points"):
        shown.add_column(WORDS(f"table.{name}").text(language), justify="left" if name != "points" else "right")
    for seat, chair in enumerate(found.by_seat):
        shown.add_row(*row(WORDS("table.seat", letter=game.letter(seat)).text(language), chair, language))
    shown.add_section()
    for place, chair in enumerate(found.by_order):
        who = WORDS("table.first") if place == 0 else WORDS("table.order", number=ordinal(place + 1, language))
        shown.add_row(*row(who.text(language), chair, language))
    return shown


def row(who: str, chair: Chair, language: str) -> tuple[str, str, str]:
    share = Mean(100 * chair.wins.value, 100 * chair.wins.margin)
    filled = "█" * round(BAR * chair.wins.value)
    return who, f"{mean(share, language)} %  {filled}", mean(chair.points, language)


def mean(value: Mean, language: str) -> str:
    """The average with its margin, to the digit that the margin leaves any sense in."""
    digits = 2 if value.margin < 1 else 1
    return f"{number(value.value, digits, language)} ± {number(value.margin, digits, language)}"


def number(value: float, digits: int, language: str) -> str:
    text = f"{value:,.{digits}f}"
    return text if language == "en" else text.replace(",", "\u202f").replace(".", ",")


def ordinal(n: int, language: str) -> str:
    if language == "fr":
        return f"{n}e"
    return f"{n}{ {2: 'nd', 3: 'rd'}.get(n, 'th') }"
