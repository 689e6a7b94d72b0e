"""`camarilla puzzles`: positions with one best choice, found in matches between bots and written to a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from camarilla.bots.compiling import prepare_bots
from camarilla.bots.ladder import parse_bot
from camarilla.engine.compiling import prepare
from camarilla.engine.words import numeral
from camarilla.games import games
from camarilla.lab.crew import Crew
from camarilla.lab.journal import journal_of
from camarilla.puzzles.collecting import Findings, Plan, collect, plan
from camarilla.puzzles.puzzle import FILE, FORMS, SOLVERS, Puzzle, difficulty_title
from camarilla.terminal import WORDS
from camarilla.terminal.files import Output
from camarilla.terminal.flags import (
    CPU,
    RAY,
    add_options,
    add_places,
    add_threads,
    at_least_one,
    choose_game,
    help_of,
    hire,
    whole_number,
)
from camarilla.terminal.screen import Screen, open_screen

NUMBER = 40


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said, file = help_of(WORDS, "puzzles.flag", language), WORDS("flag.file").text(language)
    parser.add_argument("game", metavar="|".join(games()))
    parser.add_argument("--number", metavar="N", default=str(NUMBER), help=said("number", default=NUMBER))
    parser.add_argument("--seed", metavar="N", default="0", help=said("seed"))
    parser.add_argument("--file", metavar=file, type=Path, default=Path(FILE), help=said("file", default=FILE))
    add_threads(parser, said("threads"))
    add_places(parser, language, (CPU, RAY))
    add_options(parser, language)


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    number, game = at_least_one("number", args.number), choose_game(args.game, args)
    what = plan(game, whole_number("seed", args.seed), [game.players] if args.players else None)
    out = Output(args.file, FORMS, "puzzles.written")
    with hire(args) as crew, Findings(journal_of(args.file), what.about) as journal:
        found = watch(what, number, journal, crew, here)
    out.write((what.about, found))
    for puzzle in found:
        tell(puzzle, what, here)
    out.tell(here)
    return 0


def watch(what: Plan, number: int, journal: Findings, crew: Crew, here: Screen) -> list[Puzzle]:
    """Search with everything compiled and a bar to look at."""
    game = what.games[0]
    prepare(game, here.compiling)
    prepare_bots(game, [parse_bot(game, name) for name in SOLVERS], here.compiling)
    if journal.found:
        here.say(WORDS("puzzles.resumed", done=numeral(len(journal.found)), path=str(journal.path)))
    try:
        with here.progress(WORDS("puzzles.progress")) as progress:
            return collect(what, number, journal, crew, progress)
    except KeyboardInterrupt:
        here.say(WORDS("puzzles.stopped", path=str(journal.path)))
        raise


def tell(puzzle: Puzzle, what: Plan, here: Screen) -> None:
    """A line about a puzzle, which does not give it away."""
    parts = {"difficulty": difficulty_title(puzzle.difficulty), "theme": what.kind.words(f"theme.{puzzle.theme}")}
    numbers = {"margin": numeral(100 * puzzle.margin, 1), "error": numeral(100 * puzzle.error, 1)}
    here.say(WORDS("puzzles.row", id=puzzle.id, **parts, **numbers))
