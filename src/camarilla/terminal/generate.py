"""`camarilla generate`: matches between bots as data, their records or every decision."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from camarilla.bots.bot import AtRandom, Bot
from camarilla.bots.ladder import LEVELS, seat_bots, write_bot
from camarilla.datasets.decisions import play_decisions, prepare_decisions, schema, write_decisions
from camarilla.datasets.records import LINES, play_records, write_records
from camarilla.engine.game import Game
from camarilla.engine.parts import Progress
from camarilla.games import games
from camarilla.lab.results import Forms
from camarilla.terminal import WORDS
from camarilla.terminal.files import Output
from camarilla.terminal.flags import (
    add_options,
    add_threads,
    at_least_one,
    choose_game,
    help_of,
    read_threads,
    whole_number,
)
from camarilla.terminal.screen import open_screen

GAMES = 1_000  # if not said how many


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said, file = help_of(WORDS, "generate.flag", language), WORDS("flag.file").text(language)
    parser.add_argument("game", metavar="|".join(games()))
    parser.add_argument("--out", metavar=file, type=Path, required=True, help=said("out"))
    parser.add_argument("--games", metavar="N", default=str(GAMES), help=said("games", default=GAMES))
    parser.add_argument("--bots", metavar="|".join((AtRandom.name, *LEVELS, "...")), help=said("bots"))
    parser.add_argument("--seed", metavar="N", default="0", help=said("seed"))
    add_threads(parser, said("threads"))
    add_options(parser, language)


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    game = choose_game(args.game, args)
    bots = seat_bots(game, AtRandom.name if args.bots is None else args.bots, game.players)
    number, threads = at_least_one("games", args.games), read_threads(args)
    seed = game.seed(whole_number("seed", args.seed))
    out = Output(args.out, forms(game, seed, number, bots, threads), "generate.written")
    prepare_decisions(game, bots, here.compiling)
    with here.progress(WORDS("generate.progress")) as progress:
        out.write(progress)
    out.tell(here)
    return 0


def forms(game: Game, seed: int, number: int, bots: Sequence[Bot], threads: int) -> Forms:
    """The ways to write; each plays the matches while it writes, so that they are never all in memory."""
    names = [write_bot(game, bot) for bot in bots]

    def decisions(progress: Progress) -> Iterator[Any]:
        for done, part in play_decisions(game, seed, number, bots, threads):
            progress(done, number)
            yield part

    def records(progress: Progress) -> Iterator[Any]:
        for done, match in enumerate(play_records(game, seed, number, bots), 1):
            progress(done, number)
            yield {**match.record(), "players": names}

    return {
        ".parquet": lambda progress, path: write_decisions(decisions(progress), schema(game, seed, names), path),
        LINES: lambda progress, path: write_records(records(progress), path),
    }
