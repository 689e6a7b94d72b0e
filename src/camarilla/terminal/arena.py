"""`camarilla arena`: bots against each other, and who wins how often: a table, a file of results, a picture."""

from __future__ import annotations

import argparse
import time
from contextlib import nullcontext
from pathlib import Path

from camarilla.bots.compiling import prepare_bots
from camarilla.bots.ladder import LEVELS, SEPARATOR
from camarilla.engine.compiling import prepare
from camarilla.engine.words import numeral
from camarilla.games import games
from camarilla.lab.crew import Crew
from camarilla.lab.journal import Journal, journal_of
from camarilla.lab.scoreboard import FORMS, pictures
from camarilla.lab.standings import standings
from camarilla.lab.tournament import Plan, Tournament, plan, play
from camarilla.terminal import WORDS, scoreboard
from camarilla.terminal.faults import tell_forfeits
from camarilla.terminal.files import Output
from camarilla.terminal.flags import (
    CPU,
    GPU,
    RAY,
    add_options,
    add_places,
    add_terms,
    add_threads,
    at_least_one,
    choose_game,
    help_of,
    hire,
    read_terms,
    require_device,
    whole_number,
)
from camarilla.terminal.screen import Screen, open_screen

DEALS, MOST_DEALS = 100, 10**8  # their results are all in memory


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said, file = help_of(WORDS, "arena.flag", language), WORDS("flag.file").text(language)
    parser.add_argument("game", metavar="|".join(games()))
    parser.add_argument("--bots", metavar="A,B,...", required=True, help=said("bots", levels=LEVELS))
    parser.add_argument("--against", metavar="BOT", help=said("against"))
    parser.add_argument("--deals", metavar="N", default=str(DEALS), help=said("deals", default=DEALS))
    parser.add_argument("--seed", metavar="N", default="0", help=said("seed"))
    add_threads(parser, said("threads"))
    add_terms(parser, language)
    add_places(parser, language, (CPU, GPU, RAY))
    parser.add_argument("--gpu", dest="on", action="store_const", const=GPU, help=said("gpu"))
    parser.add_argument("--out", metavar=file, type=Path, help=said("out"))
    parser.add_argument("--plot", metavar=file, type=Path, help=said("plot"))
    add_options(parser, language)


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    deals = at_least_one("deals", args.deals, MOST_DEALS)
    seed = whole_number("seed", args.seed)
    game, names = choose_game(args.game, args), args.bots.split(SEPARATOR)
    what = plan(game, names, deals, seed, args.against, args.on == GPU, read_terms(args))
    if what.on_device:
        check_device(what)
    outputs = Output(args.out, FORMS), Output(args.plot, pictures(args.lang))
    with hire(args) as crew, Journal(journal_of(args.out), what.about) if args.out else nullcontext() as journal:
        found, seconds = watch(what, crew, journal, here)
    table = standings(found)
    for out in outputs:
        out.write(table)
    scoreboard.show(table, seconds, here)
    tell_forfeits(what.bots, here)
    for out in outputs:
        out.tell(here)
    return 0


def check_device(what: Plan) -> None:
    """That there is a CUDA device, and that all bots can play there."""
    require_device()
    from camarilla.bots import device

    for bot in what.bots:
        device.mind(what.game, bot)


def watch(what: Plan, crew: Crew, journal: Journal | None, here: Screen) -> tuple[Tournament, float]:
    """Play with everything compiled and a bar to look at; also how many seconds it took."""
    if not what.on_device:
        prepare(what.game, here.compiling)
        prepare_bots(what.game, what.bots, here.compiling)
    if journal and journal.results:
        here.say(WORDS("arena.resumed", done=numeral(len(journal.results)), path=str(journal.path)))
    started = time.perf_counter()
    try:
        with here.progress(WORDS("arena.progress")) as progress:
            found = play(what, crew, progress, journal)
    except KeyboardInterrupt:
        here.say(WORDS("arena.stopped.kept", path=str(journal.path)) if journal else WORDS("arena.stopped.lost"))
        raise
    return found, time.perf_counter() - started
