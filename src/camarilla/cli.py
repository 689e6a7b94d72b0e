"""The command line. Each command is a module of its own with `add`, which declares its arguments, and `run`."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from camarilla.engine.errors import CamarillaError
from camarilla.terminal import INTERRUPTED, WORDS
from camarilla.terminal.parser import Parser, add_language, choose_language, speak, use_hyphens
from camarilla.version import __version__

COMMANDS = {
    "serve": "camarilla.serve",
    "think": "camarilla.think",
    "backup": "camarilla.keeping.backup",
    "restore": "camarilla.keeping.restore",
    "move-house": "camarilla.keeping.move_house",
    "sweep": "camarilla.keeping.sweep",
    "admin": "camarilla.keeping.admin",
    "ratings": "camarilla.keeping.ratings",
    "play": "camarilla.terminal.play",
    "rules": "camarilla.terminal.rules",
    "games": "camarilla.terminal.games",
    "simulate": "camarilla.terminal.simulate",
    "balance": "camarilla.terminal.balance",
    "compare": "camarilla.terminal.compare",
    "analyse": "camarilla.terminal.analyse",
    "arena": "camarilla.terminal.arena",
    "puzzles": "camarilla.terminal.puzzles",
    "train": "camarilla.terminal.train",
    "generate": "camarilla.terminal.generate",
    "convert": "camarilla.terminal.convert",
    "docs": "camarilla.terminal.docs",
}  # the words of each are `command.<name>`; a module is imported only when its command is named


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 2 after a mistake in what was asked for."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        make_lenient(stream)
    os.environ.setdefault(
        "CAMARILLA_QUIET", "1"
    )  # commands, and all that they start, show in their own way what is compiled
    words = use_hyphens(sys.argv[1:] if arguments is None else arguments)
    language = choose_language((), os.environ)
    try:
        language = choose_language(words, os.environ)
        return run(words, language)
    except CamarillaError as problem:
        print(f"camarilla: {problem.text(language)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # somebody downstream, such as `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def run(words: Sequence[str], language: str) -> int:
    whole = parser(words, language)
    args = whole.parse_args(words)
    args.lang = language
    if not args.command:
        whole.print_help()
        return 0
    return int(command(args.command).run(args))


def parser(words: Sequence[str], language: str) -> Parser:
    """Every command by name and purpose; arguments only of those named, so that the others need not be imported."""
    speak(language)
    top = Parser(prog="camarilla", description=WORDS("about").text(language), allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"camarilla {__version__}")
    add_language(top, language)
    commands = top.add_subparsers(dest="command", metavar="|".join(COMMANDS))
    for name in COMMANDS:
        purpose = WORDS(f"command.{name}").text(language)
        one = commands.add_parser(name, help=purpose, description=purpose, allow_abbrev=False)
        add_language(one, language)
        if name in words:
            command(name).add(one, language)
    return top


def command(name: str) -> ModuleType:
    return importlib.import_module(COMMANDS[name])


def make_lenient(stream: object) -> None:
    """A character that a stream cannot take or give is no reason to stop."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
