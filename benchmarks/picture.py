"""What was measured, drawn as SVG on logarithmic scales: rates as bars, ratios as marks with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from benchmarks.peers import Rate
from benchmarks.turns import Ratio

LABEL, WIDTH, MARGIN = 500, 460, 90  # pixels: room for names, for what is drawn, and beside it
ROW, APART, TITLE, FOOT = 30, 9, 34, 30  # of a bar with its gap, between two marks, of a title, below the rows
LOWEST, HIGHEST = 3, 10  # powers of ten, of decisions a second
RATES = {3: "1,000", 6: "1 million", 9: "1 billion"}
TIMES = {-2: "a hundredth", -1: "a tenth", 0: "as fast", 1: "10x", 2: "100x", 3: "1,000x", 4: "10,000x"}
INK, FAINT, PAPER, GOLD = "#14121f", "#55506b", "#f6efdd", "#b8862b"
COLOURS = (GOLD, "#9c2f45", "#1f6f6b", "#3c4f9e", FAINT)


@dataclass(frozen=True)
class Panel:
    """A drawing with a title: its height, and what lies on it."""

    height: int
    body: str


@dataclass(frozen=True)
class Scale:
    """From one power of ten to another, over the width of a panel."""

    lowest: int
    highest: int
    names: dict[int, str]

    def across(self, number: float) -> float:
        return LABEL + WIDTH * (math.log10(number) - self.lowest) / (self.highest - self.lowest)

    def axis(self, bottom: int) -> str:
        return "".join(self.tick(power, bottom) for power in range(self.lowest, self.highest + 1))

    def tick(self, power: int, bottom: int) -> str:
        x, opacity = self.across(10**power), 0.15 if power else 0.6  # what equals is told from what is slower
        line = f'<line x1="{x:.0f}" x2="{x:.0f}" y1="{TITLE}" y2="{bottom}" stroke="{INK}" stroke-opacity="{opacity}"/>'
        return line + text(x, bottom + 16, self.names.get(power, ""), "middle", FAINT)


def sheet(panels: Sequence[Panel]) -> str:
    """One below the other."""
    body, top = "", 0
    for panel in panels:
        body += f'<g transform="translate(0 {top})">{panel.body}</g>'
        top += panel.height
    size = f'viewBox="0 0 {LABEL + WIDTH + MARGIN} {top}" font-family="Georgia, serif" font-size="13"'
    paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>Benchmarks</title>{paper}{body}</svg>\n'


def text(x: float, y: float, words: str, anchor: str = "start", colour: str = INK) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def title(words: str) -> str:
    return f'<text x="{LABEL}" y="22" font-size="15" fill="{INK}">{escape(words)}</text>'


def bars(rates: Sequence[Rate], ours: Rate) -> Panel:
    """One bar a rate; ours are gold, and every label says how many times ours it is."""
    scale, bottom = Scale(LOWEST, HIGHEST, RATES), TITLE + ROW * len(rates)
    body = [bar(scale, TITLE + ROW * place, rate, ours) for place, rate in enumerate(rates)]
    return Panel(bottom + FOOT, "".join([title("Random play, decisions a second"), scale.axis(bottom), *body]))


def bar(scale: Scale, y: int, rate: Rate, ours: Rate) -> str:
    end = scale.across(rate.decisions_per_second)
    colour = GOLD if rate.how == "GPU" or rate.name.startswith("Camarilla") else FAINT
    share = rate.decisions_per_second / ours.decisions_per_second
    box = f'<rect x="{LABEL}" y="{y + 4}" width="{end - LABEL:.0f}" height="{ROW - 8}" rx="3" fill="{colour}"/>'
    return text(LABEL - 8, y + 19, rate.name, "end") + box + text(end + 6, y + 19, f"{share:,.3g}x")


def ratios(words: str, kinds: Sequence[str], rows: Sequence[tuple[str, Sequence[Ratio]]]) -> Panel:
    """A row has a mark for each kind, in the kind's colour; its whisker is the interval."""
    scale = Scale(*ends([ratio for _, found in rows for ratio in found]), TIMES)
    high = APART * (len(kinds) + 1)
    bottom, legend = TITLE + high * len(rows), FOOT + 18 * len(kinds)
    body = [title(words), scale.axis(bottom)]
    for place, (name, found) in enumerate(rows):
        top = TITLE + high * place
        body.append(text(LABEL - 8, top + high / 2 + 4, name, "end"))
        body += [mark(scale, top + APART * (1 + i), ratio, COLOURS[i]) for i, ratio in enumerate(found)]
    body += [key(bottom + FOOT + 18 * i, kind, COLOURS[i]) for i, kind in enumerate(kinds)]
    return Panel(bottom + legend + APART, "".join(body))


def ends(found: Sequence[Ratio]) -> tuple[int, int]:
    """The powers of ten that all of them lie between, and equality with them."""
    lowest, highest = min(ratio.low for ratio in found), max(ratio.high for ratio in found)
    return min(0, math.floor(math.log10(lowest))), max(1, math.ceil(math.log10(highest)))


def mark(scale: Scale, y: int, ratio: Ratio, colour: str) -> str:
    low, middle, high = (scale.across(number) for number in (ratio.low, ratio.times, ratio.high))
    path = f"M{low:.1f} {y - 3}v6m0-3H{high:.1f}m0-3v6"
    whisker = f'<path d="{path}" stroke="{colour}" stroke-width="1.5" fill="none"/>'
    return whisker + f'<circle cx="{middle:.1f}" cy="{y}" r="2.5" fill="{colour}"/>'


def key(y: int, kind: str, colour: str) -> str:
    return f'<circle cx="{LABEL + 6}" cy="{y + 2}" r="4" fill="{colour}"/>' + text(LABEL + 18, y + 6, kind)
