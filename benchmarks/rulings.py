"""What another reading of a ruling would change: the same deals, by our rules and by a copy with other lines.

Of a reading that is an option of the game, `camarilla compare` tells the same. docs/rulings.md says what was found.

python -m benchmarks.rulings READING [--players 3] [--bots courtier,net] [--games 20000] [--strong-games 1000]
"""

from __future__ import annotations

import argparse
import importlib
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from camarilla import Game
from camarilla.bots.bot import Bot
from camarilla.bots.ladder import find_bot
from camarilla.games import games, kind
from camarilla.lab.balance import Portrait
from camarilla.lab.balance_telling import percent
from camarilla.lab.comparing import Comparison
from camarilla.lab.observing import observe
from camarilla.lab.series import plays_in_one_loop
from camarilla.lab.summary import Mean
from camarilla.terminal.compare import line_name, write


@dataclass(frozen=True)
class Reading:
    """The lines of `rules.py` that say it otherwise, by those that they replace; each stands there once."""

    game: str
    lines: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)


def read_all() -> dict[str, Reading]:
    """Those of all games, by name: `readings.toml` in a game's folder has them."""
    found: dict[str, Reading] = {}
    for id in games():
        file = kind(id).folder() / "readings.toml"
        tree = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        found |= {name: Reading(id, dict(one["lines"]), one.get("options", {})) for name, one in tree.items()}
    return found


READINGS = read_all()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readings", nargs="+", choices=READINGS)
    parser.add_argument("--bots", default="courtier")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--strong-games", type=int, default=1_000)
    parser.add_argument("--players", type=int)
    args = parser.parse_args()
    for name in args.readings:
        reading = READINGS[name]
        chosen = {**reading.options, **({"players": args.players} if args.players else {})}
        with tempfile.TemporaryDirectory() as folder:
            kinds = kind(reading.game), other_kind(name, Path(folder))
            pair = [one(runtime="compiled", **chosen) for one in kinds]
            for bot in (find_bot(pair[0], text) for text in args.bots.split(",")):
                deals = args.games if plays_in_one_loop([bot]) else args.strong_games
                print(
                    f"## {name}: {pair[0]!r}, {bot.name}, {deals:,} deals\n\n{report(pair, bot, deals)}\n", flush=True
                )


def other_kind(name: str, folder: Path) -> type[Game]:
    """The game by the other reading: a copy of its folder, as a package of its own."""
    reading, package = READINGS[name], f"reading_{name.replace('-', '_')}"
    ours = kind(reading.game)
    shutil.copytree(ours.folder(), folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    for module in (folder / package).glob("*.py"):
        module.write_text(module.read_text(encoding="utf-8").replace(ours.package(), package), encoding="utf-8")
    rules = folder / package / "rules.py"
    text = rules.read_text(encoding="utf-8")
    for before, after in reading.lines.items():
        assert text.count(before) == 1, f"{name}: {before!r} does not stand in the rules, once"
        text = text.replace(before, after)
    rules.write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    found: type[Game] = getattr(importlib.import_module(f"{package}.game"), ours.__name__)
    return found


def report(games: Sequence[Game], bot: Bot, deals: int) -> str:
    found = Comparison(*(portrait(game, bot, deals) for game in games))
    rows = [
        f"| {line_name(line).text('en')} | {write(line, line.one, 'en')} | {write(line, line.other, 'en')} "
        f"| {write(line, line.difference, 'en', sign=True)} | {line.verdict} |"
        for line in found.lines
    ]
    head = ["| | ours | the other | difference | |", "|---|---|---|---|---|"]
    same, alike = percent(found.same, "en"), percent(exactly_alike(found), "en")
    return "\n".join([*head, *rows, "", f"The same seats win {same} of the deals; {alike} go exactly alike."])


def portrait(game: Game, bot: Bot, deals: int) -> Portrait:
    return Portrait(bot, observe(game, (bot,) * game.players, 0, deals, os.cpu_count() or 1))


def exactly_alike(found: Comparison) -> Mean:
    """Share of the deals in which nothing shows: as many moves and decisions, and the same points and places."""
    one, other = (portrait.observed.series for portrait in (found.one, found.other))
    same = [np.equal(getattr(one, name), getattr(other, name)).all(axis=1) for name in ("points", "places", "about")]
    return Mean.of(np.all(same, axis=0))


if __name__ == "__main__":
    main()
