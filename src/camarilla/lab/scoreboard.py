"""The standings of a tournament: the matches as a file, the shares of victories as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from camarilla.bots.bot import Bot
from camarilla.bots.ladder import LEVELS, title, write_bot
from camarilla.engine.words import Message, numeral
from camarilla.lab import results
from camarilla.lab.plots import draw_shares
from camarilla.lab.standings import Standings
from camarilla.lab.tournament import WORDS, Plan


def who(plan: Plan, bot: Bot, language: str) -> str:
    """A bot by its name, and its level if it is of one."""
    name = write_bot(plan.game, bot)
    return f"{title(name).text(language)} ({bot.name})" if name in LEVELS else bot.name


def heading(plan: Plan) -> Message:
    deals, players = numeral(plan.deals), plan.game.players
    return WORDS("title", title=plan.game.title, players=players, deals=deals, seed=plan.seed)


# --- As a file ---


def columns(found: Standings) -> dict[str, Any]:
    """The columns by name, a row a match. Its deal can be dealt again from its `seed`."""
    plan, points, places = found.tournament.plan, found.tournament.points, found.tournament.places
    deals = np.repeat(np.arange(plan.deals), len(plan.seatings))
    letters = {plan.game.letter(seat): seat for seat in plan.game.seats}
    return {
        "match": range(plan.matches),
        "deal": deals,
        "seed": np.array([plan.seed_of(deal) for deal in range(plan.deals)], np.uint64)[deals],
        **{f"bot_{one}": [plan.names[bots[at]] for bots in plan.seatings] * plan.deals for one, at in letters.items()},
        **{f"points_{one}": points[:, :, at].ravel() for one, at in letters.items()},
        **{f"place_{one}": places[:, :, at].ravel() for one, at in letters.items()},
    }


def write_parquet(found: Standings, path: Path) -> None:
    plan = found.tournament.plan
    whose = {"bots": list(plan.names), "deals": plan.deals}
    results.parquet(columns(found), {**results.about(plan.game, plan.seed), **whose}, path)


def write_csv(found: Standings, path: Path) -> None:
    results.plain(columns(found), path)


FORMS: results.Forms = {".parquet": write_parquet, ".csv": write_csv}


# --- As a picture ---


def pictures(language: str) -> results.Forms:
    def write_svg(found: Standings, path: Path) -> None:
        path.write_text(picture(found, language), encoding="utf-8")

    return {".svg": write_svg}


def picture(found: Standings, language: str) -> str:
    plan = found.tournament.plan
    rows = [(who(plan, one.bot, language), one.share) for one in found.ranked]
    return draw_shares(heading(plan).text(language), rows, plan.even, language)
