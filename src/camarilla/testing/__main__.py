"""`python -m camarilla.testing GAME` checks a game; `golden GAME` plays its golden records anew."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from camarilla.engine.errors import CamarillaError
from camarilla.games import kind
from camarilla.testing import check_game, golden
from camarilla.testing.laws import MATCHES


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m camarilla.testing", description="Check a game.")
    parser.add_argument("task", nargs="?", choices=["check", "golden"], default="check")
    parser.add_argument("game", help="the id of the game")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help="that each law is tried on")
    parser.add_argument("--every-combination", action="store_true", help="of options, not only every value")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    asked, console = arguments(argv), Console()
    try:
        if asked.task == "golden":
            for path in golden.make(kind(asked.game)):
                console.print(str(path), highlight=False, soft_wrap=True)
        else:
            check(asked, console)
    except (AssertionError, CamarillaError) as problem:
        console.print(f"{problem}", markup=False, highlight=False, soft_wrap=True)
        return 1
    return 0


def check(asked: argparse.Namespace, console: Console) -> None:
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def tell(name: str, done: int, whole: int) -> None:
            bar.update(task, description=name, completed=done, total=whole)

        check_game(asked.game, matches=asked.matches, every_combination=asked.every_combination, progress=tell)
    console.print(f"{asked.game} keeps every law.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
