"""Rates as bars on a logarithmic scale, drawn as SVG."""

from __future__ import annotations

import math
from html import escape

from benchmarks.peers import Rate

ROW, LABEL, WIDTH = 30, 300, 460  # pixels: a bar's height with its gap, room for names, room for bars
LOWEST, HIGHEST = 3, 10  # powers of ten


def bars(rates: list[Rate], ours: Rate) -> str:
    """One bar a rate; ours are gold, and every label says how many times ours it is."""
    height = ROW * len(rates) + 40
    body = [axis(power, height) for power in range(LOWEST, HIGHEST + 1)]
    body += [bar(row, rate, ours) for row, rate in enumerate(rates)]
    size = f'viewBox="0 0 {LABEL + WIDTH + 90} {height}" font-family="Georgia, serif" font-size="13"'
    title = (
        '<title>Random play, decisions a second, logarithmic</title><rect width="100%" height="100%" fill="#f6efdd"/>'
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{title}{"".join(body)}</svg>\n'


def across(rate: float) -> float:
    return LABEL + WIDTH * (math.log10(rate) - LOWEST) / (HIGHEST - LOWEST)


def axis(power: int, height: int) -> str:
    x = across(10**power)
    name = {3: "1,000", 6: "1 million", 9: "1 billion"}.get(power, "")
    line = f'<line x1="{x:.0f}" x2="{x:.0f}" y1="8" y2="{height - 24}" stroke="#14121f" stroke-opacity=".15"/>'
    return line + f'<text x="{x:.0f}" y="{height - 8}" text-anchor="middle" fill="#55506b">{name}</text>'


def bar(row: int, rate: Rate, ours: Rate) -> str:
    y, end = 10 + row * ROW, across(rate.decisions_per_second)
    colour = "#b8862b" if rate.how == "GPU" or rate.name.startswith("Camarilla") else "#55506b"
    share = rate.decisions_per_second / ours.decisions_per_second
    text = f'<text x="{LABEL - 8}" y="{y + 15}" text-anchor="end" fill="#14121f">{escape(rate.name)}</text>'
    box = f'<rect x="{LABEL}" y="{y}" width="{end - LABEL:.0f}" height="{ROW - 8}" rx="3" fill="{colour}"/>'
    return text + box + f'<text x="{end + 6:.0f}" y="{y + 15}" fill="#14121f">{share:,.3g}x</text>'
