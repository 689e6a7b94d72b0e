"""`camarilla convert`: records and decisions from one form into another."""

from __future__ import annotations

import argparse
from pathlib import Path

from camarilla.datasets.converting import FORMS, convert
from camarilla.datasets.records import LINES, ONE
from camarilla.engine.errors import BadOption, trouble
from camarilla.terminal import WORDS
from camarilla.terminal.files import FileTrouble, Output
from camarilla.terminal.flags import help_of
from camarilla.terminal.screen import open_screen

SOURCES = (ONE, LINES)


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said, file = help_of(WORDS, "convert.flag", language), WORDS("flag.file").text(language)
    parser.add_argument("source", metavar=file, type=Path, help=said("source"))
    parser.add_argument("target", metavar=file, type=Path, help=said("target"))


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    if args.source.suffix not in SOURCES:
        raise BadOption(WORDS("convert.suffix", path=str(args.source), known=list(SOURCES)))
    out = Output(args.target, FORMS, "convert.written")
    try:
        whole = count(args.source)
        with here.progress(WORDS("convert.progress")) as progress:
            out.write(convert(args.source, lambda done: progress(done, whole)))
    except (OSError, UnicodeDecodeError) as problem:
        raise FileTrouble(WORDS("file.read", path=args.source, problem=trouble(problem, "missing"))) from None
    out.tell(here)
    return 0


def count(path: Path) -> int:
    """How many records there are."""
    with path.open("rb") as file:
        return 1 if path.suffix == ONE else sum(1 for line in file if line.strip())
