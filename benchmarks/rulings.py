"""What another reading of a ruling would change: the same deals, by our rules and by a copy with other lines.

Of a reading that is an option of the game, `camarilla compare` tells the same. docs/rulings.md says what was found.

python -m benchmarks.rulings sun-36 [--players 3] [--bots courtier,net] [--games 20000] [--strong-games 1000]
"""

from __future__ import annotations

import argparse
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from camarilla import Game
from camarilla.bots.bot import Bot
from camarilla.bots.ladder import find_bot
from camarilla.games import kind
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


READINGS = {
    "med-17": Reading(
        "medici", {"s.plans[seat] < MOST_PLANS)": "s.plans[seat] < 2 * MOST_PLANS)"}, {"edition": "french"}
    ),
    "med-20": Reading(
        "medici", {"            if rank(card) == JESTER:\n                s.step = LIMIT\n                return\n": ""}
    ),
    "cts-15": Reading(
        "courtisans",
        {"return layer(t, s, s.spy_turn[i]) == seat or (s.mover < 0 and": "return (s.mover < 0 and"},
    ),
    "sun-36": Reading(
        "sun_king",
        {
            '    """SUN-26."""\n    n = conspiracies(s, seat, out, 0)\n': '    """SUN-26."""\n'
            "    n = conspiracies(s, seat, out, 0)\n"
            "    if s.stage == ENDING:\n        out[n] = END_A\n        return n + 1\n",
            "    s.turn = next_in(t, in_game(t, s), s.turn)\n    begin_turn(s)\n": "    if s.stage == ENDING and "
            "may_conspire(s, s.turn):\n        return ask(s, s.turn, MAIN)\n"
            "    s.turn = next_in(t, in_game(t, s), s.turn)\n    begin_turn(s)\n",
            "    if action == END_A:\n        s.stage = ENDING\n": (
                "    if action == END_A:\n        s.stage = ENDING + 1\n"
            ),
        },
    ),
    "cor-21": Reading(
        "cour",
        {
            "    return (left < 0 or s.pyramid[seat, left] >= 0) and (right < 0 or s.pyramid[seat, right] >= 0)\n": (
                "    return has_parent(t, s, seat, place)\n"
            )
        },
    ),
    "cor-26-bonuses": Reading(
        "cour",
        {
            "        own = printed_prestige(t, s, seat)\n": "        own = prestige_of(t, s, seat)\n",
            "        if printed_prestige(t, s, seat) == best:\n": "        if prestige_of(t, s, seat) == best:\n",
        },
    ),
    "cor-26-lot": Reading("cour", {"s.decider = most_prestigious(t, s)": "s.decider = below(s, t.players)"}),
}


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
            games = [one(runtime="compiled", **chosen) for one in kinds]
            for bot in (find_bot(games[0], text) for text in args.bots.split(",")):
                deals = args.games if plays_in_one_loop([bot]) else args.strong_games
                print(
                    f"## {name}: {games[0]!r}, {bot.name}, {deals:,} deals\n\n{report(games, bot, deals)}\n", flush=True
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
