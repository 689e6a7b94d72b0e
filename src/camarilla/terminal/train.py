"""`camarilla train`: a player that learns a game by playing it."""

from __future__ import annotations

import argparse
import hashlib
import itertools
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camarilla.bots.ladder import SEPARATOR
from camarilla.bots.learned import load_net
from camarilla.engine.errors import BadOption, trouble
from camarilla.engine.options import Value
from camarilla.engine.words import Message, numeral
from camarilla.games import games, kind
from camarilla.lockstep.vector import PLACES
from camarilla.terminal import WORDS
from camarilla.terminal.files import FileTrouble
from camarilla.terminal.flags import above_zero, add_options, choose_game, help_of, read_options, whole_number
from camarilla.terminal.screen import Screen, open_screen
from camarilla.training.plan import ON_DEVICE, Plan

if TYPE_CHECKING:
    from camarilla.training.course import Course, Tell

MINUTES = 15
NO_NET = (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error)


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
    parser.epilog = WORDS("train.several").text(language)


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    course = open_course(args)
    title, folder = kind(args.game).words("title"), str(course.folder)
    if course.finished:
        here.say(WORDS("train.finished", game=title, folder=folder))
        return 0
    here.say(WORDS("train.begin", game=title, on=course.plan.on, folder=folder))
    try:
        course.prepare(here.compiling)
        with here.stages() as progress:
            course.run(teller(here, course.plan, progress))
    except KeyboardInterrupt:
        here.say(WORDS("train.stopped"))
        raise
    here.say(WORDS("train.written", folder=folder))
    return 0


def open_course(args: argparse.Namespace) -> Course:
    """The training that was asked for, at its beginning or as far as it has come. What was typed is checked first: what
    is wrong with it can be told without PyTorch."""
    minutes, options = above_zero("minutes", args.minutes), choose_options(args)
    seed = kind(args.game)().seed(whole_number("seed", args.seed))
    origin = read_origin(args.game, args.origin) if args.origin else {}
    on = find_place(args.on)
    from camarilla.training.course import Course

    plan = Plan(args.game, options, on=on, seed=seed, **{**(ON_DEVICE if on == "cuda" else {}), **origin})
    folder = args.out or Path(plan.name)
    try:
        return Course(plan, 60 * minutes, folder, args.origin, args.lang)
    except OSError as problem:
        raise FileTrouble(WORDS("file.write", path=str(folder), problem=trouble(problem, "no_folder"))) from None


def choose_options(args: argparse.Namespace) -> dict[str, tuple[Value, ...]]:
    """Every option with the values that are to be learned: those typed, with commas between, or the usual one."""
    typed = {name: text.split(SEPARATOR) for name, text in read_options(args).items()}
    each = [dict(zip(typed, texts, strict=True)) for texts in itertools.product(*typed.values())]
    found = [choose_game(args.game, argparse.Namespace(**{**vars(args), **texts})) for texts in each]
    if not found[0].greedy:
        raise BadOption(WORDS("train.needs_rival", game=found[0].title))
    return {name: tuple(dict.fromkeys(game.chosen[name] for game in found)) for name in found[0].chosen}


def read_origin(game: str, origin: Path) -> dict[str, Any]:
    """How a training begins that goes on from a net: it is of the same size, and no courtier teaches it any more."""
    try:
        net = load_net(origin, kind(game)())
        known = hashlib.sha256(origin.read_bytes()).hexdigest()[:16]
    except OSError as problem:
        raise FileTrouble(WORDS("file.read", path=str(origin), problem=trouble(problem, "missing"))) from None
    except NO_NET:
        raise BadOption(WORDS("train.origin", file=str(origin), game=kind(game).words("title"))) from None
    return {"width": net.width, "blocks": net.blocks, "origin": known, "schooling": 0.0}


def find_place(wish: str | None) -> str:
    """Where the net learns: where it was typed, or else on a CUDA device, if there is one."""
    if wish not in (None, *PLACES):
        raise BadOption(WORDS("train.place", value=wish, known=list(PLACES)))
    try:
        import torch
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        raise BadOption(WORDS("train.needs_torch")) from None
    there = torch.cuda.is_available()
    if wish == "cuda" and not there:
        raise BadOption(WORDS("train.no_device"))
    return wish or ("cuda" if there else "cpu")


def teller(here: Screen, plan: Plan, progress: Callable[[Message, float, float], None]) -> Tell:
    """Shows how far it is, and says what was measured."""

    def tell(doing: str, done: float, whole: float, point: Mapping[str, Any] | None) -> None:
        progress(WORDS(f"train.{doing}"), done, whole)
        if point:
            for one, (share, error) in zip(plan.kinds, point["shares"], strict=True):
                here.say(
                    WORDS(
                        "train.point",
                        seconds=point["seconds"],
                        decisions=numeral(point["decisions"]),
                        kind=plan.describe(one),
                        share=numeral(100 * share, 1),
                        margin=numeral(196 * error, 1),
                    )
                )

    return tell
