"""`camarilla arena`: bots against each other, and who wins how often: a table, a file of results, a picture."""

from __future__ import annotations

import argparse
import os
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from camarilla.bots.ladder import LEVELS, SEPARATOR
from camarilla.engine.errors import BadOption
from camarilla.games import games
from camarilla.lab import results, scoreboard
from camarilla.lab.journal import Journal, beside
from camarilla.lab.simulate import at_least_one, in_order, number, progress_bar
from camarilla.lab.standings import standings
from camarilla.lab.tournament import WORDS, Plan, Tournament, plan, play
from camarilla.terminal.flags import add_options, chosen_game, whole_number
from camarilla.terminal.screen import Screen, screen

DEALS = 100


def add(parser: argparse.ArgumentParser, language: str) -> None:
    def said(key: str, **parts: Any) -> str:
        return WORDS(key, **parts).text(language).replace("%", "%%")

    file = results.WORDS("flag.file").text(language)
    parser.add_argument("game", metavar="|".join(games()))
    parser.add_argument("--bots", metavar="A,B,...", required=True, help=said("flag.bots", levels=LEVELS))
    parser.add_argument("--against", metavar="BOT", help=said("flag.against"))
    parser.add_argument("--deals", metavar="N", default=str(DEALS), help=said("flag.deals", default=DEALS))
    parser.add_argument("--seed", metavar="N", default="0", help=said("flag.seed"))
    parser.add_argument("--threads", metavar="N", default=str(os.cpu_count() or 1), help=said("flag.threads"))
    parser.add_argument("--gpu", action="store_true", help=said("flag.gpu"))
    parser.add_argument("--out", metavar=file, type=Path, help=said("flag.out"))
    parser.add_argument("--plot", metavar=file, type=Path, help=said("flag.plot"))
    add_options(parser, language)


def run(args: argparse.Namespace) -> int:
    here = screen(args.lang, None)
    in_order(args)
    deals, threads, seed = at_least_one(args, "deals"), at_least_one(args, "threads"), whole_number("seed", args.seed)
    game, bots = chosen_game(args.game, args), args.bots.split(SEPARATOR)
    what = plan(game, bots, deals, seed, args.against, args.gpu)
    if args.gpu:
        check_device(what)
    write = results.writer(args.out, scoreboard.FORMS) if args.out else None
    draw = results.writer(args.plot, scoreboard.pictures(args.lang)) if args.plot else None
    with Journal(beside(args.out), what.about) if args.out else nullcontext() as journal:
        found, seconds = watched(what, threads, journal, here)
    table = standings(found)
    scoreboard.show(table, seconds, here)
    for path, carry_out in ((args.out, write), (args.plot, draw)):
        if carry_out:
            carry_out(table)
            here.say(results.WORDS("written", path=str(path)))
    return 0


def check_device(what: Plan) -> None:
    """That there is a CUDA device, and that all bots can play there."""
    try:
        from camarilla.bots import device
        from camarilla.engine.gpu import cuda
    except ImportError:
        raise BadOption(WORDS("gpu.package")) from None
    if not cuda.is_available():
        raise BadOption(WORDS("gpu.none"))
    for bot in what.bots:
        device.mind(what.game, bot)


def watched(what: Plan, threads: int, journal: Journal | None, here: Screen) -> tuple[Tournament, float]:
    """Play with everything compiled and a bar to look at; also how many seconds it took."""
    from camarilla.terminal.compiling import prepare, prepare_bots

    if not what.on_device:
        prepare(what.game, here)
        prepare_bots(what.game, here, what.bots)
    if journal and journal.results:
        here.say(WORDS("resumed", done=number(len(journal.results), 0, here.language), path=str(journal.path)))
    started = time.perf_counter()
    try:
        with progress_bar(here) as progress:
            task = progress.add_task(WORDS("progress").text(here.language), total=what.matches)
            found = play(what, threads, lambda done: progress.advance(task, done), journal)
    except KeyboardInterrupt:
        here.say(WORDS("stopped.kept", path=str(journal.path)) if journal else WORDS("stopped.lost"))
        raise
    return found, time.perf_counter() - started
