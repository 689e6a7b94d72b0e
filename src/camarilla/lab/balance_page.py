"""A report on balance as a page: one file with its pictures, which any browser shows and which asks nobody anything."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from markupsafe import Markup

from camarilla.engine.document import make_document
from camarilla.engine.picture import element, join
from camarilla.engine.playout import DECISIONS
from camarilla.engine.words import numeral
from camarilla.lab import balance_telling as telling
from camarilla.lab.balance import FEW, Fate, Portrait, Report
from camarilla.lab.balance_telling import WORDS, Asked
from camarilla.lab.luck import Luck
from camarilla.lab.plots import count_columns
from camarilla.lab.results import Forms
from camarilla.lab.summary import Chair, Mean
from camarilla.lab.telling import length, turn
from camarilla.version import __version__

STYLE = Path(__file__).with_name("balance.css")
COLUMNS = 40  # of a histogram, at most
LUCK = ("skill", "order", "cards", "rest")


def forms(language: str, asked: Asked) -> Forms:
    """How a page is written, by the ends of names."""

    def write(report: Report, path: Path) -> None:
        path.write_text(page(report, language, asked), encoding="utf-8")

    return {".html": write, ".htm": write}


def page(report: Report, language: str, asked: Asked | None = None) -> Markup:
    """With the command to ask for it again, where it was a command."""
    title = telling.title(report.game).text(language)
    method = [element("p", WORDS("method", version=__version__, seed=report.seed).text(language))]
    if asked:
        method.append(element("p", WORDS("again").text(language), " ", element("code", asked.command)))
    return make_document(
        language=language,
        title=title,
        style=STYLE,
        header=element("header", element("h1", title), tell_options(report, asked, language)),
        main=element("main", *sections(report, language)),
        footer=element("footer", *method),
    )


def tell_options(report: Report, asked: Asked | None, language: str) -> Markup:
    chosen = telling.options(report.game, asked)
    return element("p", chosen.text(language)) if chosen else Markup()


def sections(report: Report, language: str) -> Iterable[Markup]:
    yield element("section", heading("found", language), tell_findings(report, language))
    for key, draw in (("order", draw_order), ("seat", draw_seats), ("length", draw_length), ("points", draw_points)):
        yield side_by_side(report, key, draw, language)
    kinds = dict.fromkeys(kind for kind, _ in report.game.balance.things(report.game)) if report.game.balance else ()
    if report.game.balance:
        yield side_by_side(report, "lead", draw_lead, language)
        yield side_by_side(report, "phases", draw_phases, language)
    if report.lucks:
        articles = [draw_luck(report, luck, language) for luck in report.lucks]
        yield element("section", heading("luck", language), note("luck", language), side(articles))
    for kind in kinds:
        yield draw_things(report, kind, language)


def heading(key: str, language: str) -> Markup:
    return element("h2", WORDS(f"{key}.title").text(language))


def note(key: str, language: str) -> Markup:
    return element("p", WORDS(f"{key}.note").text(language), class_="note")


def side(articles: Sequence[Markup]) -> Markup:
    return element("div", *articles, class_="side")


def side_by_side(report: Report, key: str, draw: Callable[[Report, Portrait, str], Markup], language: str) -> Markup:
    """A section with an article for each player."""
    articles = [article(report, one, draw(report, one, language), language) for one in report.portraits]
    return element("section", heading(key, language), note(key, language), side(articles))


def article(report: Report, portrait: Portrait, content: Markup, language: str) -> Markup:
    return element("article", element("h3", telling.player(report.game, portrait).text(language)), content)


def tell_findings(report: Report, language: str) -> Markup:
    found = telling.findings(report, language)
    lines = (element("li", one.message.text(language), class_="alarm" if one.alarm else None) for one in found)
    return element("ul", *lines, class_="findings")


# --- Bars ---


def draw_order(report: Report, portrait: Portrait, language: str) -> Markup:
    names = [turn(place).text(language) for place in range(report.game.players)]
    return draw_chairs(names, portrait.summary.by_order, language)


def draw_seats(report: Report, portrait: Portrait, language: str) -> Markup:
    names = [WORDS("seat.name", letter=report.game.letter(seat)).text(language) for seat in report.game.seats]
    return draw_chairs(names, portrait.summary.by_seat, language)


def draw_chairs(names: Sequence[str], chairs: Sequence[Chair], language: str) -> Markup:
    even = 1 / len(chairs)
    most = min(1, 3 * even)  # or at a large table all bars would be stubs
    rows = [
        row(name, [element("td", bar(chair.wins, 0, most, even)), number(telling.percent(chair.wins, language))])
        for name, chair in zip(names, chairs, strict=True)
    ]
    return element("table", element("tbody", *rows), class_="chairs")


def row(name: str, cells: Iterable[Markup]) -> Markup:
    return element("tr", element("th", name, scope="row"), *cells)


def number(text: str) -> Markup:
    return element("td", text, class_="number")


def bar(mean: Mean, low: float, high: float, zero: float, start: float | None = None) -> Markup:
    """A bar to the value, its interval, and a line at `zero`, between `low` and `high`; the bar begins at `start`."""
    begin = low if start is None else start
    ends = sorted((place(begin, low, high), place(mean.value, low, high)))
    left, right = (place(mean.value + sign * mean.margin, low, high) for sign in (-1, 1))
    kind = "fill" if mean.value >= zero else "fill low"
    drawn = (
        element("rect", class_=kind, x=f"{ends[0]:.2f}%", width=f"{ends[1] - ends[0]:.2f}%", y="3", height="12"),
        line("even", place(zero, low, high), place(zero, low, high), 0, 18),
        line("whisker", left, right, 9, 9),
        *mark_cuts(mean, low, high),
    )
    return element("svg", *drawn, class_="bars", aria_hidden="true")


def mark_cuts(mean: Mean, low: float, high: float) -> Iterable[Markup]:
    """An arrow where the interval goes on beyond an end; below 0 or above 1 there are no shares."""
    if mean.value - mean.margin < low < 0:
        yield element("text", "◂", class_="cut", x="0%", y="14", text_anchor="end")
    if mean.value + mean.margin > high and high < 1:
        yield element("text", "▸", class_="cut", x="100%", y="14")


def place(value: float, low: float, high: float) -> float:
    """In percent of the width; what is unknown or beyond stands at an end."""
    return float(np.clip(np.nan_to_num(100 * (value - low) / (high - low)), 0, 100))


def line(kind: str, left: float, right: float, top: int, bottom: int) -> Markup:
    return element("line", class_=kind, x1=f"{left:.2f}%", x2=f"{right:.2f}%", y1=str(top), y2=str(bottom))


# --- Histograms ---


def draw_length(report: Report, portrait: Portrait, language: str) -> Markup:
    decisions = portrait.observed.series.about[:, DECISIONS]
    told = length(portrait.summary, language).text(language)
    return join([histogram([decisions], language), element("p", told, class_="note")])


def draw_points(report: Report, portrait: Portrait, language: str) -> Markup:
    keys = [
        element("li", element("span", class_=f"key {kind}"), WORDS(f"points.{name}").text(language))
        for kind, name in (("other", "others"), ("", "winners"))
    ]
    gap = WORDS("points.gap", gap=portrait.gap.text(language)).text(language)
    winners, others = portrait.points
    drawn = histogram([others, winners], language)
    return join([drawn, element("ul", *keys, class_="ends"), element("p", gap, class_="note")])


def histogram(samples: Sequence[npt.NDArray[np.integer]], language: str) -> Markup:
    """How often each number comes up, sample over sample: what is above lets see what is below."""
    counts, labels = count_columns(samples, COLUMNS)
    highest = max(1, *(int(count.max()) for count in counts))
    kinds = ("fill",) if len(samples) == 1 else ("fill other", "fill over")
    drawn = [
        column(kind, at, 100 * n / highest)
        for kind, count in zip(kinds, counts, strict=True)
        for at, n in numbered(count)
    ]
    size = {"viewBox": f"0 0 {len(counts[0])} 100", "preserveAspectRatio": "none"}
    ends = [element("span", numeral(value).text(language)) for value in labels.values()]
    picture = element("svg", *drawn, class_="histogram", aria_hidden="true", **size)
    return join([picture, element("p", *ends, class_="ends")])


def numbered(counts: npt.NDArray[np.integer]) -> list[tuple[int, int]]:
    return [(at, n) for at, n in enumerate(counts.tolist()) if n]


def column(kind: str, at: int, height: float) -> Markup:
    return element("rect", class_=kind, x=str(at), y=f"{100 - height:.2f}", width="0.9", height=f"{height:.2f}")


# --- Tables ---


def draw_lead(report: Report, portrait: Portrait, language: str) -> Markup:
    shared = numeral(100 * portrait.summary.shared, 1).text(language)
    figures = {
        "changes": portrait.changes.text(language),
        "settled": telling.percent(portrait.settled, language),
        "shared": shared,
        "failed": telling.percent(portrait.failed, language),
    }
    rows = [row(WORDS(f"lead.{name}").text(language), [number(text)]) for name, text in figures.items()]
    return element("table", element("tbody", *rows))


def draw_phases(report: Report, portrait: Portrait, language: str) -> Markup:
    assert report.game.balance  # or there would be no phases
    names = [message.text(language) for message in report.game.balance.phases(report.game)]
    lines = [(names[one.number], one.decisions, one.branching) for one in portrait.phases]
    decisions = sum(one.decisions for one in portrait.phases)
    branches = sum(one.decisions * one.branching for one in portrait.phases)
    lines.append((WORDS("phases.all").text(language), decisions, branches / max(decisions, 1e-9)))
    rows = [row(name, [number(numeral(n, 1).text(language)) for n in figures]) for name, *figures in lines]
    return element("table", head("phases", ("phase", "decisions", "branching"), language), element("tbody", *rows))


def head(key: str, names: Sequence[str], language: str) -> Markup:
    texts = {name: WORDS(f"{key}.{name}").text(language) for name in names}
    cells = [
        element("th", text, scope="col", class_=None if name == names[0] else "number") for name, text in texts.items()
    ]
    return element("thead", element("tr", *cells))


def draw_luck(report: Report, luck: Luck, language: str) -> Markup:
    title = telling.alone(report.game, luck).text(language)
    parts = {name: getattr(luck, name) for name in LUCK}
    shares = {name: part.value if isinstance(part, Mean) else part for name, part in parts.items()}
    parts_of = {name: f"width: {100 * share:.1f}%" for name, share in shares.items() if share}
    stripe = [element("span", class_=name, style=width) for name, width in parts_of.items()]
    rows = [
        element("tr", element("th", element("span", class_=f"key {name}"), WORDS(f"luck.{name}").text(language)), cell)
        for name, cell in ((name, number(figure(part, language))) for name, part in parts.items())
    ]
    told = element("p", telling.how_often(report.game, luck, language).text(language))
    table = element("table", element("tbody", *rows))
    return element("article", element("h3", title), told, element("div", *stripe, class_="parts"), table)


def figure(part: Mean | float, language: str) -> str:
    text = telling.percent(part, language) if isinstance(part, Mean) else numeral(100 * part, 1).text(language)
    return f"{text} %"


# --- Cards, missions, characters ---


def draw_things(report: Report, kind: str, language: str) -> Markup:
    """A row a thing, a column or two a player; what helps the strongest most first."""
    assert report.game.balance  # or there would be no kinds of things
    title = report.game.words(f"thing.{kind}").text(language)
    known = report.game.balance.things(report.game)
    names = {at: name.text(language) for at, (one, name) in enumerate(known) if one == kind}
    fates = {at: [one.fates[at] for one in report.portraits] for at in names}
    uses = are_used([fate for row in fates.values() for fate in row])
    reach = far_as([fate for row in fates.values() for fate in row])
    rows = [
        row(names[at], [cell for fate in fates[at] for cell in draw_fate(fate, reach, uses, language)])
        for at in sorted(names, key=lambda at: usefulness(fates[at][-1]))
    ]
    table = element("table", head_of_things(report, uses, language), element("tbody", *rows))
    section = element("h2", title.capitalize()), note("things", language), element("article", table)
    return element("section", *section, class_="things")


def are_used(fates: Sequence[Fate]) -> bool:
    """Whether it says anything how often they are: some things are only held, others used whenever they are held."""
    return any(fate.used for fate in fates) and any(fate.used != fate.held for fate in fates)


def far_as(fates: Sequence[Fate]) -> float:
    """As far as the bars go. Of what hardly anybody held, the margins are beyond measure."""
    sure = [fate for fate in fates if fate.seats >= FEW] or fates
    means = [mean for fate in sure for mean in (fate.when_held, fate.when_used) if mean]
    return max([0.01, *(abs(mean.value) + mean.margin for mean in means)])


def usefulness(fate: Fate) -> float:
    """To sort by."""
    return -fate.when_held.value if fate.when_held else math.inf


def head_of_things(report: Report, uses: bool, language: str) -> Markup:
    columns = ("when_held", "when_used") if uses else ("when_held",)
    players = [telling.player(report.game, one).text(language) for one in report.portraits]
    name = element("th", WORDS("things.name").text(language), scope="col", rowspan=2)
    titles = (element("th", one, scope="colgroup", colspan=len(columns), class_="number") for one in players)
    told = [element("th", WORDS(f"things.{one}").text(language), scope="col", class_="number") for one in columns]
    return element("thead", element("tr", name, *titles), element("tr", *told * len(players)))


def draw_fate(fate: Fate, reach: float, uses: bool, language: str) -> list[Markup]:
    flag = WORDS(f"flag.{fate.flag}").text(language) if fate.flag else ""
    held = draw_effect(fate.held, fate.when_held, reach, flag, language)
    return [held, draw_effect(fate.used, fate.when_used, reach, "", language)] if uses else [held]


def draw_effect(times: float, effect: Mean | None, reach: float, flag: str, language: str) -> Markup:
    often = element("span", numeral(times, 2).text(language), class_="times")
    drawn = bar(effect, -reach, reach, 0, start=0) if effect else ""
    flagged = element("span", flag, class_="flag") if flag else ""
    return element("td", often, telling.points(effect, language), drawn, flagged, class_="number")
