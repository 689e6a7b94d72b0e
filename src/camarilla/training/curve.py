"""How a training went, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from camarilla.engine.words import LANGUAGES, numeral, spoken
from camarilla.games import kind
from camarilla.lab.plots import TOP, sheet
from camarilla.training import WORDS
from camarilla.training.plan import Plan

BROAD, HIGH, LEFT = 460, 240, 60  # pixels
COLORS = ("#4b7a9b", "#b5533c", "#6f8a3f", "#8a5a9b", "#b58a3c")


def draw_curve(plan: Plan, curve: Sequence[dict[str, Any]], language: str = LANGUAGES[0]) -> str:
    """The share of the victories by decisions, a line for each kind of match, with the 95 % interval."""
    title = WORDS("curve.title", game=kind(plan.game).words("title")).text(language)
    whole = max([point["decisions"] for point in curve] or [1])
    lines = [one_line(curve, whole, number) for number in range(len(plan.kinds))]
    names = [
        f'<text x="{LEFT + BROAD + 10}" y="{TOP + 16 * number + 10}" fill="{COLORS[number % len(COLORS)]}">'
        f"{escape(spoken(plan.describe(kind), language))}</text>"
        for number, kind in enumerate(plan.kinds)
    ]
    grid = [level(tenth) for tenth in range(0, 11, 2)]
    axis = WORDS("curve.axis").text(language)
    foot = (
        f'<text x="{LEFT + BROAD / 2}" y="{TOP + HIGH + 34}" text-anchor="middle">{escape(axis)}</text>'
        f'<text x="{LEFT + BROAD}" y="{TOP + HIGH + 18}" text-anchor="end">{numeral(whole).text(language)}</text>'
    )
    head = sheet(LEFT + BROAD + 260, TOP + HIGH + 50, title)
    return "\n".join([head, *grid, *lines, *names, foot, "</svg>\n"])


def level(tenth: int) -> str:
    y = TOP + HIGH * (1 - tenth / 10)
    return (
        f'<line x1="{LEFT}" y1="{y:.1f}" x2="{LEFT + BROAD}" y2="{y:.1f}" stroke="#dddddd"/>'
        f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#666666">{10 * tenth} %</text>'
    )


def height(share: float) -> float:
    return TOP + HIGH * (1 - min(1, max(0, share)))


def one_line(curve: Sequence[dict[str, Any]], whole: int, number: int) -> str:
    """The shares in one kind of match, and a band for what chance may have done."""
    points = [(LEFT + BROAD * point["decisions"] / whole, *point["shares"][number]) for point in curve]
    line = " ".join(f"{x:.1f},{height(share):.1f}" for x, share, _ in points)
    upper = [f"{x:.1f},{height(share + 1.96 * error):.1f}" for x, share, error in points]
    lower = [f"{x:.1f},{height(share - 1.96 * error):.1f}" for x, share, error in points]
    band = " ".join([*upper, *reversed(lower)])
    color = COLORS[number % len(COLORS)]
    return (
        f'<polygon points="{band}" fill="{color}" fill-opacity="0.2"/>'
        f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>'
    )
