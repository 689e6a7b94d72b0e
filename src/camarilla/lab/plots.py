"""Plots as SVG, which every browser and notebook shows at any size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from camarilla.engine.words import Message, numeral
from camarilla.lab.standings import Share
from camarilla.lab.tournament import WORDS

LINE, NAMES, WIDTH, VALUES, EDGE = 34, 210, 460, 70, 20  # pixels: a line's height; widths
TOP = 56  # above the bars
BELOW, ABOVE = "#b5533c", "#4b7a9b"  # an even share
BROAD, HIGH = 340, 140  # pixels, of a histogram
COLUMNS = 30  # of a histogram, at most


def sheet(width: int, height: int, title: str) -> str:
    """White paper with a title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12" fill="#333333"><rect width="100%" height="100%" fill="#ffffff"/>'
        f'<text x="{EDGE}" y="{EDGE + 8}" font-size="15" font-weight="bold">{escape(title)}</text>'
    )


# --- Shares of the victories ---


def say_even(share: float) -> Message:
    """The share of everybody if all were equals."""
    return WORDS("even", share=numeral(100 * share, 1))


def draw_shares(title: str, rows: Sequence[tuple[str, Share]], even: float, language: str) -> str:
    """The shares with their confidence intervals, and a line where all would be even."""
    zero, foot = EDGE + NAMES, TOP + LINE * len(rows)
    head = sheet(zero + WIDTH + VALUES + EDGE, foot + 3 * EDGE, title)
    grid = [tick(zero + WIDTH * tenth / 10, foot, f"{10 * tenth} %") for tenth in range(0, 11, 2)]
    bars = [bar(who, share, even, language, TOP + LINE * row) for row, (who, share) in enumerate(rows)]
    x = zero + WIDTH * even
    equals = (
        f'<line x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{foot}" stroke="#333333" stroke-dasharray="4 3"/>'
        f'<text x="{x:.1f}" y="{TOP - 10}" text-anchor="middle">{escape(say_even(even).text(language))}</text>'
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


def bar(who: str, share: Share, even: float, language: str, top: int) -> str:
    zero, middle = EDGE + NAMES, top + LINE / 2
    color = ABOVE if share.value > even else BELOW
    value = numeral(100 * share.value, 1).text(language)
    return (
        f'<text x="{zero - 10}" y="{middle + 4}" text-anchor="end">{escape(who)}</text>'
        f'<rect x="{zero}" y="{top + 6}" width="{WIDTH * share.value:.1f}" height="{LINE - 12}" rx="2" fill="{color}"/>'
        f'<text x="{zero + WIDTH + VALUES}" y="{middle + 4}" text-anchor="end" font-weight="bold">{value} %</text>'
        + whiskers(share, middle)
    )


def whiskers(share: Share, middle: float) -> str:
    """The confidence interval, as far as there can be shares; one match has none."""
    if math.isnan(share.margin):
        return ""
    low, high = (EDGE + NAMES + WIDTH * min(1, max(0, end)) for end in (share.low, share.high))
    ends = "".join(f"M{x:.1f} {middle - 5}v10" for x in (low, high))
    return f'<path d="M{low:.1f} {middle}H{high:.1f}{ends}" stroke="#222222" stroke-width="1.5" fill="none"/>'


# --- How often each number comes ---


class Columns(NamedTuple):
    """Of a histogram of one sample or of several."""

    counts: list[npt.NDArray[np.intp]]  # by sample
    labels: dict[int, int]  # the numbers that stand below the first column, the middle one and the last


def count_columns(samples: Sequence[npt.NDArray[np.integer]], most_columns: int) -> Columns:
    """How often each number comes up; where they are far apart, a column stands for several."""
    least, most = (int(end) for end in (np.concatenate(samples).min(), np.concatenate(samples).max()))
    step = -(-(most - least + 1) // most_columns)
    columns = (most - least) // step + 1
    counts = [np.bincount((sample - least) // step, minlength=columns) for sample in samples]
    return Columns(counts, {0: least, columns // 2: least + step * (columns // 2), columns - 1: most})


def draw_histogram(title: str, numbers: npt.NDArray[np.integer], language: str) -> str:
    """How the numbers are distributed."""
    (counts,), labels = count_columns([numbers.ravel()], COLUMNS)
    wide, foot = BROAD / len(counts), TOP + HIGH
    tops = [foot - HIGH * count / counts.max() for count in counts.tolist()]
    columns = [
        f'<rect x="{EDGE + wide * number:.1f}" y="{top:.1f}" width="{max(1, wide - 1):.1f}" height="{foot - top:.1f}" '
        f'fill="{ABOVE}"/>'
        for number, top in enumerate(tops)
    ]
    texts = [
        f'<text x="{EDGE + wide * (number + 0.5):.1f}" y="{foot + 18}" text-anchor="middle" fill="#666666">'
        f"{numeral(value).text(language)}</text>"
        for number, value in labels.items()
    ]
    return "\n".join([sheet(BROAD + 2 * EDGE, foot + 2 * EDGE, title), *columns, *texts, "</svg>\n"])
