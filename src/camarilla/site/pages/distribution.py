"""How points are spread among those who played the same deal, as a picture and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_high

from markupsafe import Markup

from camarilla.engine.picture import classes, element
from camarilla.engine.words import numeral
from camarilla.site import WORDS
from camarilla.site.daily import Result

SINGLE, BARS = 16, 9  # at most so many bars, where each is of one number of points, and where it is of several
WIDE, HIGH, ABOVE, BELOW = 360, 120, 22, 22  # of the picture's own units: all bars, the highest, and what stands around
GAP = 4


@dataclass(frozen=True)
class Bar:
    """So many players reached from `least` to `most` points."""

    least: int
    most: int
    players: int

    def holds(self, result: Result | None) -> bool:
        return result is not None and self.least <= result.points <= self.most

    @property
    def label(self) -> str:
        """As short as it can be, below the bar."""
        return "…".join(numeral(one).text() for one in sorted({self.least, self.most}))

    def text(self, language: str) -> str:
        least, most = numeral(self.least), numeral(self.most)
        both = WORDS("daily.everybody.range", least=least, most=most)
        return (least if self.least == self.most else both).text(language)


def make_bars(points: Sequence[int], beside: Sequence[int]) -> list[Bar]:
    """Bars of the same width for all points; those `beside` count nowhere, but have to find their place."""
    low, high = min([*points, *beside]), max([*points, *beside])
    numbers = high - low + 1
    step = 1 if numbers <= SINGLE else -(-numbers // BARS)
    return [
        Bar(least, least + step - 1, sum(least <= one < least + step for one in points))
        for least in range(low, high + 1, step)
    ]


def draw_distribution(results: Sequence[Result], mine: Result | None, bots: Result | None, language: str) -> Markup:
    if not results:
        return Markup()
    points = [one.points for one in results]
    bars = make_bars(points, [bots.points] if bots else [])
    spread = {"least": min(points), "most": max(points), "middle": median_high(points)}
    label = WORDS("daily.everybody.picture", **{name: numeral(value) for name, value in spread.items()}).text(language)
    highest, width = max(bar.players for bar in bars), WIDE / len(bars)
    drawn = [draw_bar(bar, number * width, width, highest, (mine, bots)) for number, bar in enumerate(bars)]
    axis = element("path", class_="axis", d=f"M0 {ABOVE + HIGH}H{WIDE}")
    size = f"0 0 {WIDE} {ABOVE + HIGH + BELOW}"
    picture = element("svg", *drawn, axis, class_="spread", role="img", aria_label=label, viewBox=size)
    around = legend(mine, bots, language), element("figcaption", label), as_table(bars, language)
    return element("figure", picture, *around)


def draw_bar(bar: Bar, left: float, width: float, highest: int, marked: tuple[Result | None, Result | None]) -> Markup:
    mine, bots = (bar.holds(one) for one in marked)
    tall = HIGH * bar.players / highest
    size = {"x": f"{left + GAP / 2:.1f}", "width": f"{width - GAP:.1f}"}
    middle, floor = f"{left + width / 2:.1f}", ABOVE + HIGH
    return element(
        "g",
        element("rect", y=f"{floor - tall:.1f}", height=f"{tall:.1f}", rx=2, **size),
        element("text", bar.players, x=middle, y=f"{floor - tall - 6:.1f}") if bar.players else "",
        element("path", class_="bots", d=f"M{middle} {floor - 7}l5 5l-5 5l-5 -5z") if bots else "",
        element("text", bar.label, x=middle, y=floor + 16, class_="points"),
        class_=classes(mine and "mine") or None,
    )


def legend(mine: Result | None, bots: Result | None, language: str) -> Markup:
    """What is marked in the picture."""
    shown = {"mine": (mine, "daily.result.you"), "bots": (bots, "daily.result.bots")}
    found = [
        element("li", WORDS("daily.result.by", name=WORDS(key), result=numeral(one.points)).text(language), class_=kind)
        for kind, (one, key) in shown.items()
        if one
    ]
    return element("ul", *found, class_="legend")


def as_table(bars: Sequence[Bar], language: str) -> Markup:
    """The same for who cannot see it."""
    said = {key: WORDS(f"daily.everybody.{key}").text(language) for key in ("table", "points", "players")}
    head = element("tr", element("th", said["points"], scope="col"), element("th", said["players"], scope="col"))
    rows = [element("tr", element("th", bar.text(language), scope="row"), element("td", bar.players)) for bar in bars]
    table = element("table", element("thead", head), element("tbody", *rows))
    return element("details", element("summary", said["table"]), table)
