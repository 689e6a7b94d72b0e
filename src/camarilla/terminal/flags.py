"""Flags made of the games' option schemas, and what was typed after them."""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from camarilla.bots.own import Terms
from camarilla.bots.patience import PATIENCE
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.options import Option, read_all, written
from camarilla.engine.words import Words, numeral
from camarilla.games import game, games, kind
from camarilla.lab.crew import Crew, Threads
from camarilla.terminal import WORDS

CPU, GPU, RAY = "cpu", "gpu", "ray"  # where the work is done
LARGE = re.compile(r"\d+(\.\d+)?e\+?\d{1,2}", re.IGNORECASE)
MOST = 10**12  # of anything that is counted: sums of squares are whole numbers of 64 bits
MOST_THREADS = 10_000


def help_of(words: Words, prefix: str, language: str) -> Callable[..., str]:
    """What the flags of a command say of themselves: argparse wants every % doubled."""

    def said(name: str, **parts: Any) -> str:
        return words(f"{prefix}.{name}", **parts).text(language).replace("%", "%%")

    return said


def add_threads(parser: argparse.ArgumentParser, text: str) -> None:
    """The flag that says how many threads work, which is never a reason for other results."""
    parser.add_argument("--threads", metavar="N", default=str(os.cpu_count() or 1), help=text)


def add_places(parser: argparse.ArgumentParser, language: str, places: Sequence[str]) -> None:
    """The flags that say where the work is done, which is never a reason for other results either."""
    said = help_of(WORDS, "flag", language)
    parser.add_argument("--on", choices=places, default=CPU, help=said("on"))
    parser.add_argument("--address", metavar="HOST:PORT", help=said("address"))


def hire(args: argparse.Namespace) -> Crew:
    """Those who do the work at the place that was typed."""
    threads = read_threads(args)
    if args.on != RAY:
        if args.address is not None:
            raise BadOption(WORDS("on.address"))
        return Threads(1 if args.on == GPU else threads)
    try:
        from camarilla.lab.cluster import Cluster
    except ImportError:
        raise BadOption(WORDS("on.ray")) from None
    return Cluster(args.address, threads)


def require_device() -> None:
    """That there is a CUDA device."""
    try:
        from camarilla.engine.gpu import cuda
    except ImportError:
        raise BadOption(WORDS("on.gpu.package")) from None
    if not cuda.is_available():
        raise BadOption(WORDS("on.gpu.none"))


def add_terms(parser: argparse.ArgumentParser, language: str, forfeit: bool = True) -> None:
    """The flags that say on which terms bots of one's own play."""
    said = help_of(WORDS, "flag", language)
    parser.add_argument(
        "--patience", metavar="S", default=str(PATIENCE), help=said("patience", default=f"{PATIENCE:g}")
    )
    if forfeit:
        parser.add_argument("--forfeit", action="store_true", help=said("forfeit"))


def read_terms(args: argparse.Namespace) -> Terms:
    return Terms(above_zero("patience", args.patience), getattr(args, "forfeit", False))


def add_options(parser: argparse.ArgumentParser, language: str) -> None:
    """A flag for every option of any game."""
    group = parser.add_argument_group(WORDS("flag.options").text(language))
    for name, options in all_options().items():
        values = list(dict.fromkeys(written(value) for option in options.values() for value in option.values))
        values += ["..."] if any(option.other for option in options.values()) else []
        text = describe_option(options, language).replace("%", "%%")
        group.add_argument(f"--{flag(name)}", dest=name, metavar="|".join(values), help=text)


def flag(name: str) -> str:
    return name.replace("_", "-")


def all_options() -> dict[str, dict[str, Option]]:
    """Every option: by its name, then by game."""
    found: dict[str, dict[str, Option]] = {}
    for name in games():
        for option in kind(name).options:
            found.setdefault(option.name, {})[name] = option
    return found


def describe_option(options: dict[str, Option], language: str) -> str:
    """What an option is for, in each game that has it."""
    texts = {name: explain_option(option, language) for name, option in options.items()}
    if len(games()) == 1:
        return next(iter(texts.values()))
    of_games = [WORDS("flag.of_game", game=name, text=text).text(language) for name, text in texts.items()]
    return WORDS("flag.between").text(language).join(of_games)


def explain_option(option: Option, language: str) -> str:
    """An option's purpose, the meaning of its values where the game has words for them, and its default."""
    worded = [value for value in option.values if f"option.{option.name}.{written(value)}" in option.words.entries]
    each = [f"{written(value)} = {option.meaning(value).text(language)}" for value in worded]
    meanings = WORDS("flag.between").text(language).join(each)
    key = "flag.meanings" if meanings else "flag.default"
    return WORDS(key, help=option.help, meanings=meanings, default=written(option.default)).text(language)


def read_options(args: argparse.Namespace) -> dict[str, str]:
    """The options that were typed, as they were typed."""
    return {name: getattr(args, name) for name in all_options() if getattr(args, name) is not None}


def choose_game(name: str, args: argparse.Namespace) -> Game:
    """The game of that name with the options that were typed."""
    return make_game(name, read_options(args))


def make_game(name: str, typed: Mapping[str, str]) -> Game:
    chosen: dict[str, Any] = read_all(name, kind(name).options, typed)
    return game(name, **chosen)


def whole_number(name: str, text: str) -> int:
    """The number that was typed after a flag, a large one also as 1e9 or 1.5e3."""
    try:
        number = Fraction(text if LARGE.fullmatch(text) else int(text))
    except ValueError:
        number = None
    if number is None or number.denominator > 1:
        raise BadOption(WORDS("whole", name=name, value=text))
    return number.numerator


def at_least_one(name: str, text: str, most: int = MOST) -> int:
    """The number that was typed after a flag of which there has to be something."""
    number = whole_number(name, text)
    if number < 1:
        raise BadOption(WORDS("at_least_one", name=name, value=number))
    if number > most:
        raise BadOption(WORDS("at_most", name=name, most=numeral(most), value=text))
    return number


def read_threads(args: argparse.Namespace) -> int:
    return at_least_one("threads", args.threads, MOST_THREADS)


def above_zero(name: str, text: str, below: float = math.inf) -> float:
    """The measure that was typed after a flag, with a point or a comma."""
    try:
        measure = float(text.replace(",", "."))
    except ValueError:
        measure = 0.0
    if not 0 < measure < below:
        raise BadOption(WORDS("above_zero", name=name, value=text))
    return measure
