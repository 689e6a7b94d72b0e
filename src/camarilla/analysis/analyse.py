"""`camarilla analyse`: a match looked at again, as text and as a page."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from camarilla.analysis import WORDS
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.terminal.flags import whole_number
from camarilla.terminal.screen import Screen, screen

if TYPE_CHECKING:
    from rich.progress import Progress

    from camarilla.analysis.reasons import Explained
    from camarilla.analysis.review import Review


def add(parser: argparse.ArgumentParser, language: str) -> None:
    def said(key: str) -> str:
        return WORDS(key).text(language).replace("%", "%%")

    parser.add_argument("record", metavar=said("flag.a_record"), type=Path, help=said("flag.record"))
    parser.add_argument("--seat", metavar="N|A", help=said("flag.seat"))
    parser.add_argument("--html", metavar=said("flag.file"), type=Path, help=said("flag.html"))
    parser.add_argument("--iterations", metavar="N", help=said("flag.iterations"))
    parser.add_argument("--threads", metavar="N", default=str(os.cpu_count() or 1), help=said("flag.threads"))
    parser.add_argument("--seed", metavar="N", default="0", help=said("flag.seed"))


def run(args: argparse.Namespace) -> int:
    from camarilla.analysis import page, text
    from camarilla.lab.results import writer
    from camarilla.terminal import files
    from camarilla.terminal.play import loaded

    here, threads = screen(args.lang, None), at_least_one(args.threads)
    write = writer(args.html, page.forms(args.lang)) if args.html else None
    match = loaded(files.read(args.record.expanduser()), here)
    seats = chosen_seats(match.game, args.seat)
    review, mistakes = analysed(match, seats, args, threads, here)
    here.show(*text.shown(review, mistakes, args.lang))
    if write:
        write((review, mistakes))
        here.say(WORDS("written", path=str(args.html)))
    return 0


def analysed(
    match: Match, seats: tuple[int, ...], args: argparse.Namespace, threads: int, here: Screen
) -> tuple[Review, list[Explained]]:
    """The review, and its costliest mistakes explained. Whatever can be wrong is found before the long work."""
    from camarilla.analysis.reasons import explained
    from camarilla.analysis.review import moments, review, usual_iterations
    from camarilla.bots import ladder
    from camarilla.terminal.compiling import prepare_search

    iterations = ladder.iterations(args.iterations) if args.iterations else usual_iterations(match.game)
    seed = match.game.seed(whole_number("seed", args.seed))
    if not any(moments(match, seats)):
        raise BadOption(WORDS("nothing", seats=[match.game.letter(seat) for seat in seats]))
    prepare_search(match.game, here)
    with progress_bar(here) as bar:
        task = bar.add_task(WORDS("progress").text(here.language), total=None)
        found = review(
            match, seats, iterations, seed, threads, lambda done, whole: bar.update(task, completed=done, total=whole)
        )
        return found, explained(found)


def chosen_seats(game: Game, typed: str | None) -> tuple[int, ...]:
    """The seat that was typed, by its letter or its number from 1; without one, all seats."""
    if typed is None:
        return tuple(game.seats)
    letters = [game.letter(seat) for seat in game.seats]
    names = [*letters, *(str(seat + 1) for seat in game.seats)]
    if typed.strip().upper() not in names:
        raise BadOption(WORDS("seat.unknown", value=typed, letters=letters, last=game.players))
    return (names.index(typed.strip().upper()) % game.players,)


def at_least_one(threads: str) -> int:
    number = whole_number("threads", threads)
    if number < 1:
        raise BadOption(WORDS("threads", value=number))
    return number


def progress_bar(here: Screen) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=here.console, transient=True, disable=not here.console.is_terminal)
