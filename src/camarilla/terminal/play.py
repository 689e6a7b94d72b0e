"""`camarilla play`: from what was asked for on the command line to a match on the screen."""

from __future__ import annotations

import argparse
import json
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from camarilla.bots.compiling import Compilation, prepare_bots
from camarilla.bots.ladder import LEVELS
from camarilla.engine.compiling import prepare
from camarilla.engine.errors import BadOption
from camarilla.engine.match import Match
from camarilla.engine.runtime import AT_ONCE
from camarilla.games import games, load
from camarilla.terminal import WORDS, files
from camarilla.terminal.company import Company, ask_how_strong, gather, read_players
from camarilla.terminal.flags import add_options, add_terms, choose_game, flag, read_options, read_terms, whole_number
from camarilla.terminal.games import ask_which
from camarilla.terminal.screen import Screen, open_screen

LAST = ""  # as the file to resume: the one kept last
SEEDS = 10**9  # of those drawn by chance; easy to type again


def add(parser: argparse.ArgumentParser, language: str) -> None:
    def said(key: str, **parts: Any) -> str:
        return WORDS(key, **parts).text(language).replace("%", "%%")

    parser.add_argument("game", metavar=said("flag.a_game"), nargs="?", help=said("flag.game", known=list(games())))
    parser.add_argument("--humans", metavar="N", help=said("flag.humans"))
    parser.add_argument("--bots", metavar="|".join((*LEVELS, "...")), help=said("flag.bots"))
    add_terms(parser, language, forfeit=False)
    parser.add_argument("--seed", metavar="N", help=said("flag.seed"))
    parser.add_argument("--resume", metavar=said("flag.file"), nargs="?", const=LAST, help=said("flag.resume"))
    parser.add_argument("--color", action=argparse.BooleanOptionalAction, help=said("flag.color"))
    add_options(parser, language)


def run(args: argparse.Namespace) -> int:
    from camarilla.terminal.sitting import Sitting

    here = open_screen(args.lang, args.color)
    match, company, kept = begin(args, here) if args.resume is None else resume(args, here)
    return Sitting(match, here, company, kept if company.humans else None).play()


def begin(args: argparse.Namespace, here: Screen) -> tuple[Match, Company, Path]:
    """A new match, who plays it, and where to keep it. Whoever picks a game from the list also picks opponents."""
    wanted = choose_game(args.game or ask_which(here), args)
    seed = wanted.seed(secrets.randbelow(SEEDS) if args.seed is None else whole_number("seed", args.seed))
    company = gather(wanted, args.humans, args.bots, terms=read_terms(args))
    if not args.game and args.bots is None and company.bots:
        company = replace(company, bots=ask_how_strong(wanted, len(company.bots), here))
    return wanted.new(seed), make_ready(company, here), files.new_path(wanted.id)


def make_ready(company: Company, here: Screen) -> Company:
    """People begin at once, while the game is compiled aside. Nobody minds waiting where only bots play: from the same
    seed they always play the same match."""
    if company.humans and company.game.runtime == AT_ONCE:
        return replace(company, compilation=Compilation(company.game))
    prepare(company.game, here.compiling)
    prepare_bots(company.game, company.bots, here.compiling)
    return company


def resume(args: argparse.Namespace, here: Screen) -> tuple[Match, Company, Path]:
    """A match that was saved, with the same company unless another is asked for.

    It is kept where it was, or, if it came from elsewhere, in a new place.
    """
    for name in (*read_options(args), *(["seed"] if args.seed is not None else [])):
        raise BadOption(WORDS("resume.given", name=flag(name)))
    path = files.find_last() if args.resume == LAST else Path(args.resume).expanduser()
    text = files.read(path)
    match = load(text)
    if args.game and args.game != match.game.id:
        raise BadOption(WORDS("resume.other", found=match.game.id, wanted=args.game))
    ours = files.is_ours(path)
    before = read_players(match.game, json.loads(text).get("players"))
    company = gather(match.game, args.humans, args.bots, before, read_terms(args), trusted=ours)
    return match, make_ready(company, here), path if ours else files.new_path(match.game.id)
