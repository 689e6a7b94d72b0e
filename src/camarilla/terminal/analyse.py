"""`camarilla analyse`: a match looked at again, as text and as a page."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.terminal import WORDS
from camarilla.terminal.flags import add_threads, help_of, read_threads, whole_number
from camarilla.terminal.screen import Screen, open_screen

if TYPE_CHECKING:
    from camarilla.analysis.reasons import Explanation
    from camarilla.analysis.review import Review


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said, file = help_of(WORDS, "analyse.flag", language), WORDS("flag.file").text(language)
    parser.add_argument("record", metavar=said("a_record"), type=Path, help=said("record"))
    parser.add_argument("--seat", metavar="N|A", help=said("seat"))
    parser.add_argument("--html", metavar=file, type=Path, help=said("html"))
    parser.add_argument("--iterations", metavar="N", help=said("iterations"))
    add_threads(parser, said("threads"))
    parser.add_argument("--seed", metavar="N", default="0", help=said("seed"))


def run(args: argparse.Namespace) -> int:
    from camarilla.analysis import page
    from camarilla.games import load
    from camarilla.terminal import files
    from camarilla.terminal.review import render

    here, threads = open_screen(args.lang, None), read_threads(args)
    out = files.Output(args.html, page.forms(args.lang), "analyse.written")
    match = load(files.read(args.record.expanduser()))
    seats = choose_seats(match.game, args.seat)
    found, mistakes = analyse(match, seats, args, threads, here)
    out.write((found, mistakes))
    here.show(*render(found, mistakes, args.lang))
    out.tell(here)
    return 0


def analyse(
    match: Match, seats: tuple[int, ...], args: argparse.Namespace, threads: int, here: Screen
) -> tuple[Review, list[Explanation]]:
    """The review, and its costliest mistakes explained. Whatever can be wrong is found before the long work."""
    from camarilla.analysis.reasons import explain
    from camarilla.analysis.review import moments, review, usual_iterations
    from camarilla.bots.compiling import prepare_search
    from camarilla.bots.ladder import parse_iterations
    from camarilla.engine.compiling import prepare

    iterations = parse_iterations(args.iterations) if args.iterations else usual_iterations(match.game)
    seed = match.game.seed(whole_number("seed", args.seed))
    if not any(moments(match, seats)):
        raise BadOption(WORDS("analyse.nothing", seats=[match.game.letter(seat) for seat in seats]))
    prepare(match.game, here.compiling)
    prepare_search(match.game, here.compiling)
    with here.progress(WORDS("analyse.progress")) as progress:
        found = review(match, seats, iterations, seed, threads, progress)
        return found, explain(found)


def choose_seats(game: Game, typed: str | None) -> tuple[int, ...]:
    """The seat that was typed, by its letter or its number from 1; without one, all seats."""
    if typed is None:
        return tuple(game.seats)
    letters = [game.letter(seat) for seat in game.seats]
    names = [*letters, *(str(seat + 1) for seat in game.seats)]
    if typed.strip().upper() not in names:
        raise BadOption(WORDS("analyse.seat.unknown", value=typed, letters=letters, last=game.players))
    return (names.index(typed.strip().upper()) % game.players,)
