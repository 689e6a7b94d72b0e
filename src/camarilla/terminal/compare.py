"""`camarilla compare`: two variants of a game on the same deals, what differs between them, and whether it matters."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from camarilla.bots.bot import Bot
from camarilla.bots.ladder import bot_title
from camarilla.bots.learned import Foresight, Instinct
from camarilla.engine.errors import BadOption, trouble
from camarilla.engine.game import Game
from camarilla.engine.options import Option
from camarilla.engine.words import Message, numeral
from camarilla.games import games, kind
from camarilla.lab.balance_telling import percent, players, points, thing_name
from camarilla.lab.comparing import WORDS, Change, Comparison, Line, check_pair, compare
from camarilla.lab.observing import prepare_observing
from camarilla.lab.series import plays_in_one_loop
from camarilla.lab.summary import Mean
from camarilla.lab.telling import turn
from camarilla.terminal import WORDS as TERMINAL
from camarilla.terminal.balance import add_series, read_bots, read_series
from camarilla.terminal.files import exists
from camarilla.terminal.flags import add_options, help_of, make_game, read_options
from camarilla.terminal.screen import Screen, open_screen

if TYPE_CHECKING:
    from rich.table import Table

SHARES = ("order", "shared", "failed")  # lines in percent
BOTS = "courtier"
MOST = 10  # things that are told of
SUFFIX = ".toml"


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said = help_of(TERMINAL, "compare.flag", language)
    parser.add_argument("one", metavar="A", help=said("variant", games=games()))
    parser.add_argument("other", metavar="B", help=said("other"))
    parser.add_argument("--all", action="store_true", help=said("all", most=MOST))
    add_series(parser, language, "compare", BOTS)
    add_options(parser, language)


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    common = read_options(args)
    one, other = (read_variant(text, common) for text in (args.one, args.other))
    check_pair(one, other)
    bots, notes = read_players(one, other, args.bots)
    seed, quick, strong, threads = read_series(one, bots, args)
    prepare_observing(one, bots, here.compiling)
    names = name(args.one, common), name(args.other, common)
    said = {"title": one.title, "players": one.players, "one": names[0], "other": names[1], "seed": seed}
    here.say(WORDS("title", **said), "bold")
    for note in notes:
        here.say(note)
    for bot in bots:
        deals = quick if plays_in_one_loop([bot]) else strong
        with here.progress(players(one, bot)) as progress:
            found = compare(one, other, bot, seed, deals, threads, progress)
        show(found, names, args.all, here)
    return 0


def read_players(one: Game, other: Game, names: str) -> tuple[list[Bot], list[Message]]:
    """Who was named, each the same player by both variants, and what there is to say of it. Where a trained player
    knows only one of them, a level plays both as it plays the other."""
    players, notes = list[Bot](), list[Message]()
    for first, second in zip(read_bots(one, names), read_bots(other, names), strict=True):
        game, trained, plain = (
            (one, first, second) if isinstance(first, Instinct | Foresight) else (other, second, first)
        )
        if first.name != second.name:
            notes.append(WORDS("untaught", bot=bot_title(game, trained), name=plain.name))
        players.append(plain)
    return players, notes


# --- Variants as they are typed ---


def read_variant(text: str, common: dict[str, str]) -> Game:
    """`GAME`, `GAME:OPTION=VALUE,...`, or a file: that of a variant, or one that an option of some game takes."""
    if text.endswith(SUFFIX) and ":" not in text:
        return read_file(Path(text), common)
    id, options = read_typed(text)
    return make_game(id, common | options)


def read_typed(text: str) -> tuple[str, dict[str, str]]:
    id, _, typed = text.partition(":")
    pairs = [pair.partition("=") for pair in typed.split(",") if pair]
    return id, {name.strip().replace("-", "_"): value.strip() for name, _, value in pairs}


def read_file(path: Path, common: dict[str, str]) -> Game:
    path = path.expanduser()
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as problem:
        raise BadOption(TERMINAL("file.read", path=path, problem=trouble(problem, "missing"))) from None
    except (ValueError, RecursionError) as problem:
        raise BadOption(TERMINAL("compare.toml", path=str(path), problem=str(problem))) from None
    if isinstance(id := tree.pop("game", None), str):
        return make_game(id, common | {name: beside(path, id, name, str(value)) for name, value in tree.items()})
    takers = [(id, option) for id in games() for option in kind(id).options if option.other]
    found = [one for one in takers if takes(one[1], path)] or [one for one in takers if is_like_ours(*one, tree)]
    if len(found) != 1:
        raise BadOption(TERMINAL("compare.unknown", path=str(path)))
    id, option = found[0]
    return make_game(id, common | {option.name: str(path)})


def beside(path: Path, id: str, name: str, value: str) -> str:
    """What the file of a variant says of an option. If that is a file, it is looked for in the same folder first."""
    takes_files = any(option.name == name and option.other for option in kind(id).options)
    file = path.parent / value
    return str(file) if takes_files and exists(file) else value


def is_like_ours(id: str, option: Option, tree: Mapping[str, object]) -> bool:
    """Whether a file that no option takes is meant for this one: it has tables like the game's own."""
    ours = kind(id).folder() / f"{option.name}{SUFFIX}"
    return ours.is_file() and any(table in tree for table in tomllib.loads(ours.read_text(encoding="utf-8")))


def takes(option: Option, path: Path) -> bool:
    try:
        return bool(option.check(str(path)))
    except BadOption:
        return False


def name(typed: str, common: dict[str, str]) -> Message | str:
    """What was typed for this variant and for both; how many players there are stands in the title."""
    _, options = read_typed(typed)
    chosen = [f"{key}={value}" for key, value in (common | options).items() if key != "players"]
    file = [typed] if not options and typed.endswith(SUFFIX) else []
    return ", ".join([*file, *chosen]) or WORDS("usual")


# --- What they show ---


def show(found: Comparison, names: tuple[Message | str, ...], all_things: bool, here: Screen) -> None:
    bot = players(found.one.observed.game, found.one.bot)
    here.say(WORDS("player", bot=bot, games=numeral(len(found.one.observed.series))), style="bold")
    here.show(table(found, here.language))
    for fails, portrait, variant in zip(found.failing, (found.one, found.other), names, strict=True):
        if fails:
            share = percent(portrait.failed, here.language)
            here.say(WORDS("failing", bot=bot, variant=variant, share=share), style="red")
    certain = [change for change in found.changes if change.certain]
    told = list(found.changes) if all_things else certain[:MOST]
    if told:
        here.show(things(found, told, here.language))
    if found.changes and not certain:
        here.say(WORDS("changed.none", bot=bot))
    what = [line_name(line) for line in found.lines if line.verdict == found.verdict]
    same = percent(found.same, here.language)
    here.say(WORDS(f"verdict.{found.verdict}", bot=bot, what=what, same=same), style="bold")


def table(found: Comparison, language: str) -> Table:
    from rich.table import Table

    shown = Table(WORDS("head.what").text(language))
    for head in ("A", "B", WORDS("head.difference").text(language)):
        shown.add_column(head, justify="right")
    shown.add_column(WORDS("head.verdict").text(language))
    for line in found.lines:
        figures = [write(line, mean, language) for mean in (line.one, line.other)]
        verdict = WORDS(f"line.verdict.{line.verdict}").text(language)
        shown.add_row(line_name(line).text(language), *figures, write(line, line.difference, language, True), verdict)
    return shown


def line_name(line: Line) -> Message:
    return WORDS(f"line.{line.key}", turn=turn(line.place or 0))


def write(line: Line, mean: Mean, language: str, sign: bool = False) -> str:
    if line.key in SHARES:
        return percent(mean, language, sign)
    return mean.text(language, sign)


def things(found: Comparison, changes: list[Change], language: str) -> Table:
    from rich.table import Table

    shown = Table(WORDS("head.thing").text(language))
    for head in ("A", "B", WORDS("head.difference").text(language), WORDS("head.used").text(language)):
        shown.add_column(head, justify="right")
    for one in changes:
        effects = [points(effect, language) for effect in (one.one.when_held, one.other.when_held, one.difference)]
        used = numeral(one.used, 2, sign=True).text(language)
        shown.add_row(thing_name(found.one.observed.game, one.one).text(language), *effects, used)
    return shown
