"""`camarilla balance`: how balanced a game is, by players of different strength, in a few sentences and as a page."""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Sequence
from pathlib import Path

from camarilla.bots.bot import AtRandom, Bot
from camarilla.bots.ladder import LEVELS, SEPARATOR, USUAL, find_bot
from camarilla.bots.learned import Instinct
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.words import Message, numeral
from camarilla.games import games
from camarilla.lab.balance_telling import Asked
from camarilla.lab.series import plays_in_one_loop
from camarilla.terminal import WORDS
from camarilla.terminal.files import Output
from camarilla.terminal.flags import (
    add_options,
    add_threads,
    at_least_one,
    choose_game,
    flag,
    help_of,
    read_options,
    read_threads,
    whole_number,
)
from camarilla.terminal.screen import open_screen

BOTS = (AtRandom.name, USUAL, LEVELS[2])  # random, quick and strong players
GAMES, STRONG_GAMES = 100_000, 100
INSTANT_GAMES = 2_000  # of those who think no longer than it takes to ask their net: enough to judge the order of play


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said, file = help_of(WORDS, "balance.flag", language), WORDS("flag.file").text(language)
    parser.add_argument("game", metavar="|".join(games()))
    parser.add_argument("--html", metavar=file, type=Path, help=said("html"))
    add_series(parser, language, "balance", SEPARATOR.join(BOTS))
    add_options(parser, language)


def add_series(parser: argparse.ArgumentParser, language: str, command: str, usual: str) -> None:
    """The flags that say who plays, and how many matches."""
    said = help_of(WORDS, "balance.flag", language)
    who = help_of(WORDS, f"{command}.flag", language)("bots", default=usual, levels=LEVELS)
    parser.add_argument("--bots", metavar="A,B,...", default=usual, help=who)
    parser.add_argument("--games", metavar="N", default=str(GAMES), help=said("games", default=numeral(GAMES)))
    parser.add_argument(
        "--strong-games", metavar="N", help=said("strong", default=STRONG_GAMES, instant=numeral(INSTANT_GAMES))
    )
    parser.add_argument("--seed", metavar="N", default="0", help=said("seed"))
    add_threads(parser, said("threads"))


def run(args: argparse.Namespace) -> int:
    from camarilla.lab import balance_page, balance_telling
    from camarilla.lab.balance import make_report
    from camarilla.lab.observing import prepare_observing

    here, game = open_screen(args.lang, None), choose_game(args.game, args)
    bots = read_bots(game, args.bots)
    how_many = read_series(game, bots, args)
    out = Output(args.html, balance_page.forms(args.lang, repeat(args, how_many)), "balance.written")
    prepare_observing(game, bots, here.compiling)
    started = time.perf_counter()
    report = make_report(game, bots, *how_many, lambda those: here.progress(name_players(game, those)))
    out.write(report)
    here.say(balance_telling.title(game), style="bold")
    for one in balance_telling.findings(report, args.lang):
        here.say(one.message, style="red" if one.alarm else "")
    here.say(WORDS("balance.seconds", seconds=numeral(time.perf_counter() - started, 1)))
    out.tell(here)
    return 0


def name_players(game: Game, bots: Sequence[Bot]) -> Message | str:
    """Who plays now: one among its like, or the last of two against the first."""
    from camarilla.lab.balance_telling import opponents, players

    who, others = players(game, bots[-1]), opponents(game, bots[0])
    return who if len(bots) == 1 else WORDS("balance.meeting", one=who, other=others)


def read_bots(game: Game, names: str) -> Sequence[Bot]:
    """Who was named, each once, the weakest first."""
    bots = [find_bot(game, name) for name in names.split(SEPARATOR)]
    for bot in bots:
        if sum(one.name == bot.name for one in bots) > 1:
            raise BadOption(WORDS("balance.twice", bot=bot.name))
    return bots


def read_series(game: Game, bots: Sequence[Bot], args: argparse.Namespace) -> tuple[int, int, int, int]:
    """The seed, the number of matches, that of those who think, and the threads."""
    seed, threads = game.seed(whole_number("seed", args.seed)), read_threads(args)
    instant = all(isinstance(bot, Instinct) or plays_in_one_loop([bot]) for bot in bots)
    strong = args.strong_games or str(INSTANT_GAMES if instant else STRONG_GAMES)
    return seed, at_least_one("games", args.games), at_least_one("strong-games", strong), threads


def repeat(args: argparse.Namespace, how_many: tuple[int, int, int, int]) -> Asked:
    """The command with all that decides its figures, whatever is usual one day."""
    typed, (seed, games, strong, _) = read_options(args), how_many
    flags = {**typed, "bots": args.bots, "games": games, "strong-games": strong, "seed": seed}
    words = ["camarilla", "balance", args.game]
    for name, value in flags.items():
        words += [f"--{flag(name)}", str(value)]
    return Asked(shlex.join(words), typed)
