"""The standings of a tournament: the matches as a file, the shares of victories as a picture."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from camarilla.bots.bot import Bot
from camarilla.bots.ladder import LEVELS, title, write_bot
from camarilla.engine.words import Message, numeral
from camarilla.lab import results
from camarilla.lab.standings import Standing, Standings
from camarilla.lab.tournament import WORDS, Plan


def who(plan: Plan, bot: Bot, language: str) -> str:
    """A bot by its name, and its level if it is of one."""
    name = write_bot(plan.game, bot)
    return f"{title(name).text(language)} ({bot.name})" if name in LEVELS else bot.name


def heading(plan: Plan) -> Message:
    deals, players = numeral(plan.deals), plan.game.players
    return WORDS("title", title=plan.game.title, players=players, deals=deals, seed=plan.seed)


def even(plan: Plan) -> Message:
    """The share of everybody if all were equals."""
    return WORDS("even", share=numeral(100 * plan.even, 1))


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

LINE, NAMES, WIDTH, VALUES, EDGE = 34, 210, 460, 70, 20  # pixels: a line's height; widths
TOP = 56  # above the bars
COLORS = ("#b5533c", "#4b7a9b")  # below and above an even share


def pictures(language: str) -> results.Forms:
    def write_svg(found: Standings, path: Path) -> None:
        path.write_text(picture(found, language), encoding="utf-8")

    return {".svg": write_svg}


def picture(found: Standings, language: str) -> str:
    """The shares of victories with their confidence intervals, and a line where all would be even."""
    plan, zero = found.tournament.plan, EDGE + NAMES
    foot = TOP + LINE * len(found.ranked)
    width, height = zero + WIDTH + VALUES + EDGE, foot + 3 * EDGE
    said = escape(heading(plan).text(language))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12" fill="#333333"><rect width="100%" height="100%" fill="#ffffff"/>'
        f'<text x="{EDGE}" y="{EDGE + 8}" font-size="15" font-weight="bold">{said}</text>'
    )
    grid = [tick(zero + WIDTH * tenth / 10, foot, f"{10 * tenth} %") for tenth in range(0, 11, 2)]
    bars = [bar(found, one, language, TOP + LINE * row) for row, one in enumerate(found.ranked)]
    x = zero + WIDTH * plan.even
    equals = (
        f'<line x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{foot}" stroke="#333333" stroke-dasharray="4 3"/>'
        f'<text x="{x:.1f}" y="{TOP - 10}" text-anchor="middle">{escape(even(plan).text(language))}</text>'
    )
    axis = escape(WORDS("axis").text(language))
    text = f'<text x="{zero + WIDTH / 2}" y="{foot + 42}" text-anchor="middle">{axis}</text>'
    return "\n".join([head, *grid, *bars, equals, text, "</svg>\n"])


def tick(x: float, foot: int, label: str) -> str:
    """A line down the picture, and what it stands for."""
    return (
        f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{foot}" stroke="#dddddd"/>'
        f'<text x="{x:.1f}" y="{foot + 18}" text-anchor="middle" fill="#666666">{label}</text>'
    )


def bar(found: Standings, one: Standing, language: str, top: int) -> str:
    zero, middle, share = EDGE + NAMES, top + LINE / 2, one.share
    color = COLORS[share.value > found.tournament.plan.even]
    name, value = escape(who(found.tournament.plan, one.bot, language)), numeral(100 * share.value, 1).text(language)
    return (
        f'<text x="{zero - 10}" y="{middle + 4}" text-anchor="end">{name}</text>'
        f'<rect x="{zero}" y="{top + 6}" width="{WIDTH * share.value:.1f}" height="{LINE - 12}" rx="2" fill="{color}"/>'
        f'<text x="{zero + WIDTH + VALUES}" y="{middle + 4}" text-anchor="end" font-weight="bold">{value} %</text>'
        + whiskers(zero + WIDTH * share.low, zero + WIDTH * share.high, middle)
    )


def whiskers(low: float, high: float, middle: float) -> str:
    ends = "".join(f"M{x:.1f} {middle - 5}v10" for x in (low, high))
    return f'<path d="M{low:.1f} {middle}H{high:.1f}{ends}" stroke="#222222" stroke-width="1.5" fill="none"/>'
