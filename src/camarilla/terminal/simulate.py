"""`camarilla simulate`: a series of matches, or a game's own report; what they show, and their results as a file."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from camarilla.bots.bot import AtRandom, Bot, Thinker
from camarilla.bots.choosing import find_chooser
from camarilla.bots.ladder import LEVELS, bot_title, seat_bots
from camarilla.bots.learned import Instinct, find_net
from camarilla.bots.own import Own
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.parts import Chooser, Progress, Report
from camarilla.engine.words import Message, numeral
from camarilla.games import games, kind
from camarilla.lab import results, telling
from camarilla.lab.chunks import Job, play_series
from camarilla.lab.crew import Crew
from camarilla.lab.journal import journal_of
from camarilla.lab.lineup import LineUp
from camarilla.lab.series import Played, prepare_series
from camarilla.lab.summary import Summary, summary
from camarilla.terminal import WORDS
from camarilla.terminal.faults import tell_forfeits
from camarilla.terminal.files import Output
from camarilla.terminal.flags import (
    CPU,
    GPU,
    MOST,
    RAY,
    above_zero,
    add_options,
    add_places,
    add_terms,
    add_threads,
    at_least_one,
    choose_game,
    help_of,
    hire,
    read_terms,
    read_threads,
    require_device,
    whole_number,
)
from camarilla.terminal.screen import Screen, open_screen

if TYPE_CHECKING:
    from rich.table import Table

BAR = 24  # characters for a share of 100 %
NO_FILE = Path("-")
GAMES_OF_QUICK, GAMES_OF_SEARCHERS = "10000", "100"  # if not said how many
MOST_ROWS = 10**9  # they are all in memory


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said, file = help_of(WORDS, "simulate.flag", language), WORDS("flag.file").text(language)
    parser.add_argument("game", metavar="|".join(games()))
    parser.add_argument("--games", metavar="N", help=said("games"))
    add_threads(parser, said("threads"))
    add_places(parser, language, (CPU, GPU, RAY))
    add_terms(parser, language)
    parser.add_argument("--seed", metavar="N", default="0", help=said("seed"))
    bots = "|".join((AtRandom.name, *LEVELS, "..."))
    parser.add_argument("--bots", metavar=bots, help=said("bots", styles=styles()))
    parser.add_argument("--out", metavar=file, type=Path, help=said("out"))
    about = said("report", known=reports())
    parser.add_argument("--report", metavar=file, nargs="?", const=NO_FILE, type=Path, help=about)
    parser.add_argument("--error", metavar="X", default=None, help=said("error"))
    add_options(parser, language)


def styles() -> list[str]:
    """The quick players of all games by name, each once."""
    players = [kind(name).greedy for name in games()]
    return list(dict.fromkeys(style for player in players if player for style in player.STYLES))


def reports() -> list[Message]:
    """What there is to report on, game by game."""
    known = [kind(name) for name in games() if kind(name).report]
    return [WORDS("flag.of_game", game=game.id, text=game.words("report.help")) for game in known]


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    game = choose_game(args.game, args)
    if args.report:
        make_report(game, args, here)
    else:
        play_matches(game, args, here)
    return 0


def play_matches(game: Game, args: argparse.Namespace, here: Screen) -> None:
    bots = seat_bots(game, AtRandom.name if args.bots is None else args.bots, game.players, read_terms(args))
    usual = GAMES_OF_SEARCHERS if any(isinstance(bot, Thinker | Own) for bot in bots) else GAMES_OF_QUICK
    most = MOST_ROWS if has_rows(args.out) else MOST
    games = at_least_one("games", usual if args.games is None else args.games, most)
    job = Job(LineUp(game, bots), game.seed(whole_number("seed", args.seed)), args.on == GPU)
    if job.on_device:
        check_device(job)
    out = Output(args.out, results.SERIES)
    with hire(args) as crew:
        if not job.on_device:
            prepare_series(game, bots, here.compiling)
        started = time.perf_counter()
        played = watch(job, games, crew, args.out, here)
        seconds = time.perf_counter() - started
    out.write(played)
    if args.out:
        journal_of(args.out).unlink()  # all of it is in the file now
    show(played, seconds, here)
    tell_forfeits(bots, here)
    out.tell(here)


def has_rows(out: Path | None) -> bool:
    """Whether the results of every match are wanted, not only what they come to."""
    return out is not None and out.suffix != results.FIGURES


def check_device(job: Job) -> None:
    """That there is a CUDA device, and that all who play can play there."""
    require_device()
    if not all(isinstance(bot, AtRandom) for bot in job.lineup.bots):
        raise BadOption(WORDS("simulate.gpu.bots"))


def watch(job: Job, games: int, crew: Crew, out: Path | None, here: Screen) -> Played:
    """Play with a bar to look at. What is to be written is kept as it comes, so that it can go on later."""
    journal = journal_of(out) if out else None
    try:
        with here.progress(WORDS("simulate.progress")) as progress:
            return play_series(job, games, crew, has_rows(out), going_on(progress, journal, here), journal)
    except KeyboardInterrupt:
        here.say(WORDS("arena.stopped.kept", path=str(journal)) if journal else WORDS("simulate.stopped"))
        raise


def going_on(progress: Progress, journal: Path | None, here: Screen) -> Progress:
    """The same, but what was played before, of which a series tells first, is put into words."""
    begun = False

    def tell(done: int, whole: int) -> None:
        nonlocal begun
        if done and not begun:
            here.say(WORDS("arena.resumed", done=numeral(done), path=str(journal)))
        begun = True
        progress(done, whole)

    return tell


# --- The report of a game's own ---


def make_report(game: Game, args: argparse.Namespace, here: Screen) -> None:
    part = report_of(game)
    if args.out:
        raise BadOption(WORDS("simulate.report.out"))
    if args.on != CPU or args.address is not None:
        raise BadOption(WORDS("simulate.report.on"))
    games = at_least_one("games", GAMES_OF_QUICK if args.games is None else args.games)
    threads = read_threads(args)
    error = above_zero("error", args.error or str(part.ERROR), below=1000)
    seed, (bot, player) = game.seed(whole_number("seed", args.seed)), only_player(game, args.bots)
    path = None if args.report == NO_FILE else args.report
    out = Output(path, results.report_forms(game, part, seed))
    with here.progress(WORDS("simulate.progress")) as progress:
        found = part.make(game, seed, games, player, threads, error, progress)
    out.write(found)
    players = telling.WORDS("series.players.all", players=game.players, bot=bot_title(game, bot))
    here.say(telling.heading(game, players, games, seed), style="bold")
    here.show(part.table(game, found, here.language, here.console.width))
    for note in part.notes(game, found):
        here.say(note)
    out.tell(here)


def report_of(game: Game) -> Report:
    if game.report is None:
        known = [name for name in games() if kind(name).report]
        raise BadOption(WORDS("simulate.report.none", game=game.id, known=known))
    return game.report


def only_player(game: Game, names: str | None) -> tuple[Bot, Chooser]:
    """The player in every seat, which has to play by a rule: a quick one, or the trained one."""
    bot, *others = set(seat_bots(game, game.styles[0] if names is None else names, game.players))
    player = None if others else find_chooser(game, bot)
    if player is None:
        trained = [Instinct.name] if find_net(game) else []
        raise BadOption(WORDS("simulate.report.bots", known=[*game.styles, *trained]))
    return bot, player


# --- What it shows ---


def show(played: Played, seconds: float, here: Screen) -> None:
    found = summary(played)
    here.say(telling.heading(played.game, telling.who_plays(played), len(played), played.seed), style="bold")
    here.show(table(played, found, here.language))
    here.say(telling.WORDS("series.intervals"))
    here.say(telling.length(found, here.language))
    speed = len(played) * found.decisions.mean.value / seconds
    here.say(WORDS("simulate.speed", seconds=numeral(seconds, 1), decisions=numeral(speed)))


def table(played: Played, found: Summary, language: str) -> Table:
    from rich.table import Table

    shown = Table()
    for name in ("who", "share"):
        shown.add_column(telling.WORDS(f"series.{name}").text(language))
    shown.add_column(telling.WORDS("series.points").text(language), justify="right")
    for row in telling.rows_by_seat(played, found, language):
        shown.add_row(*write_row(row, language))
    shown.add_section()
    for row in telling.rows_by_order(found, language):
        shown.add_row(*write_row(row, language))
    return shown


def write_row(row: telling.Row, language: str) -> tuple[str, ...]:
    filled = "█" * round(BAR * row.share.value)
    return row.who, f"{row.percent(language)}  {filled}", *row.figures
