"""`camarilla train`: a player that learns a game by playing it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.words import numeral
from camarilla.games import games
from camarilla.terminal import WORDS
from camarilla.terminal.flags import above_zero, add_options, choose_game, help_of, whole_number
from camarilla.terminal.screen import Screen, open_screen

if TYPE_CHECKING:
    from camarilla.training.course import Tell
    from camarilla.training.plan import Plan

MINUTES = 15
PLACES = ("cpu", "cuda")
ON_DEVICE: dict[str, Any] = {"number": 12_288, "steps": 48, "minibatch": 65_536, "rate": 4e-4, "width": 256}


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said, folder = help_of(WORDS, "train.flag", language), WORDS("train.folder").text(language)
    parser.add_argument("game", metavar="|".join(games()))
    parser.add_argument("--out", metavar=folder, type=Path, help=said("out"))
    parser.add_argument("--minutes", metavar="N", default=str(MINUTES), help=said("minutes", default=MINUTES))
    parser.add_argument("--on", metavar="|".join(PLACES), help=said("on"))
    parser.add_argument("--seed", metavar="N", default="1", help=said("seed"))
    add_options(parser, language)


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    game = choose_game(args.game, args)
    minutes, seed = above_zero("minutes", args.minutes), whole_number("seed", args.seed)
    try:
        from camarilla.training.course import Course
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        raise BadOption(WORDS("train.needs_torch")) from None
    plan = make_plan(game, args.on or find_place(), seed)
    folder = args.out or Path(plan.name)
    course = Course(plan, 60 * minutes, folder)
    here.say(WORDS("train.begin", game=game.title, on=plan.on, folder=str(folder)))
    with here.progress(WORDS("train.progress")) as progress:
        course.run(teller(here, progress))
    here.say(WORDS("train.written", folder=str(folder)))
    return 0


def make_plan(game: Game, on: str, seed: int) -> Plan:
    """By default everybody who may sit at a table learns with everybody else."""
    from camarilla.training.plan import Plan

    if on not in PLACES:
        raise BadOption(WORDS("train.place", value=on, known=list(PLACES)))
    options = {name: value for name, value in game.chosen.items() if name != "players"}
    return Plan(game.id, options, (game.players,), on=on, seed=seed, **(ON_DEVICE if on == "cuda" else {}))


def find_place() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def teller(here: Screen, progress: Callable[[int, int], None]) -> Tell:
    """Shows how far it is, and says what was measured."""

    def tell(done: float, point: dict[str, Any] | None) -> None:
        progress(round(1000 * done), 1000)
        if point:
            for players, (share, error) in point["shares"].items():
                here.say(
                    WORDS(
                        "train.point",
                        seconds=point["seconds"],
                        decisions=numeral(point["decisions"] / 1e6, 1),
                        players=int(players),
                        share=numeral(100 * share, 1),
                        margin=numeral(196 * error, 1),
                    )
                )

    return tell
