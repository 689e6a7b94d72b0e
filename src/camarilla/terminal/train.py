"""`camarilla train`: a player that learns a game by playing it."""

from __future__ import annotations

import argparse
import hashlib
import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camarilla.bots.ladder import SEPARATOR
from camarilla.bots.learned import load_net
from camarilla.engine.errors import BadOption
from camarilla.engine.options import Value
from camarilla.engine.words import numeral
from camarilla.games import games, kind
from camarilla.terminal import WORDS
from camarilla.terminal.flags import above_zero, add_options, choose_game, help_of, read_options, whole_number
from camarilla.terminal.screen import Screen, open_screen

if TYPE_CHECKING:
    from camarilla.training.course import Tell
    from camarilla.training.plan import Plan

MINUTES = 15
PLACES = ("cpu", "cuda")
ON_DEVICE: dict[str, Any] = {
    "number": 12_288, "steps": 48, "minibatch": 16_384, "rate": 4e-4, "entropy": 0.015, "rivals": 0.5, "width": 256,
}  # fmt: skip


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said = help_of(WORDS, "train.flag", language)
    folder, origin = (WORDS(f"train.{name}").text(language) for name in ("folder", "file"))
    parser.add_argument("game", metavar="|".join(games()))
    parser.add_argument("--out", metavar=folder, type=Path, help=said("out"))
    parser.add_argument("--minutes", metavar="N", default=str(MINUTES), help=said("minutes", default=MINUTES))
    parser.add_argument("--on", metavar="|".join(PLACES), help=said("on"))
    parser.add_argument("--seed", metavar="N", default="1", help=said("seed"))
    parser.add_argument("--from", dest="origin", metavar=origin, type=Path, help=said("from"))
    add_options(parser, language)


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    minutes, seed = above_zero("minutes", args.minutes), whole_number("seed", args.seed)
    options = choose_options(args)
    origin = read_origin(args.game, args.origin) if args.origin else {}
    try:
        from camarilla.training.course import Course
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        raise BadOption(WORDS("train.needs_torch")) from None
    plan = make_plan(args.game, options, args.on or find_place(), seed, origin)
    folder = args.out or Path(plan.name)
    course = Course(plan, 60 * minutes, folder, args.origin)
    here.say(WORDS("train.begin", game=kind(args.game).words("title"), on=plan.on, folder=str(folder)))
    with here.progress(WORDS("train.progress")) as progress:
        course.run(teller(here, plan, progress))
    here.say(WORDS("train.written", folder=str(folder)))
    return 0


def choose_options(args: argparse.Namespace) -> dict[str, tuple[Value, ...]]:
    """Every option with the values that are to be learned: those typed, with commas between, or the usual one."""
    typed = {name: text.split(SEPARATOR) for name, text in read_options(args).items()}
    each = [dict(zip(typed, texts, strict=True)) for texts in itertools.product(*typed.values())]
    found = [choose_game(args.game, argparse.Namespace(**{**vars(args), **texts})) for texts in each]
    if not found[0].greedy:
        raise BadOption(WORDS("train.needs_rival", game=found[0].title))
    return {name: tuple(dict.fromkeys(game.chosen[name] for game in found)) for name in found[0].chosen}


def make_plan(game: str, options: Mapping[str, Sequence[Value]], on: str, seed: int, origin: Mapping[str, Any]) -> Plan:
    from camarilla.training.plan import Plan

    if on not in PLACES:
        raise BadOption(WORDS("train.place", value=on, known=list(PLACES)))
    settings = {**(ON_DEVICE if on == "cuda" else {}), **origin}
    return Plan(game, options, on=on, seed=seed, **settings)


def read_origin(game: str, origin: Path) -> dict[str, Any]:
    """How a training begins that goes on from a net: it is of the same size, and no courtier teaches it any more."""
    try:
        net = load_net(origin, kind(game)())
    except (OSError, ValueError, KeyError) as problem:
        raise BadOption(WORDS("train.origin", file=str(origin), problem=str(problem))) from None
    known = hashlib.sha256(origin.read_bytes()).hexdigest()[:16]
    return {"width": net.width, "blocks": net.blocks, "origin": known, "schooling": 0.0}


def find_place() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def teller(here: Screen, plan: Plan, progress: Callable[[int, int], None]) -> Tell:
    """Shows how far it is, and says what was measured."""

    def tell(done: float, point: dict[str, Any] | None) -> None:
        progress(round(1000 * done), 1000)
        if point:
            for one, (share, error) in zip(plan.kinds, point["shares"], strict=True):
                here.say(
                    WORDS(
                        "train.point",
                        seconds=point["seconds"],
                        decisions=numeral(point["decisions"] / 1e6, 1),
                        kind=plan.describe(one),
                        share=numeral(100 * share, 1),
                        margin=numeral(196 * error, 1),
                    )
                )

    return tell
