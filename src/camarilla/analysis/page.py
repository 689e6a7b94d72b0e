"""A report as a page: one file that any browser shows, and that asks nobody for anything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from camarilla.analysis import WORDS, percent, telling
from camarilla.analysis.reasons import Explanation
from camarilla.analysis.review import Decision, Review
from camarilla.engine.document import make_document
from camarilla.engine.picture import element, items, join
from camarilla.engine.words import Names, spoken

STYLE = Path(__file__).with_name("page.css")
WIDE, HIGH = 1000, 100  # of the curve's own units; a page stretches them as it likes


def forms(language: str) -> dict[str, Any]:
    """How a page is written, by the ends of names."""

    def write(report: tuple[Review, Sequence[Explanation]], path: Path) -> None:
        path.write_text(page(*report, language), encoding="utf-8")

    return {".html": write, ".htm": write}


def page(review: Review, mistakes: Sequence[Explanation], language: str) -> Markup:
    """The whole page."""
    title = telling.title(review).text(language)
    about = " ".join(message.text(language) for message in telling.about(review))
    sections = {
        "curve": curve(review, language),
        "mistakes": tell_mistakes(review, mistakes, language),
        "summary": summary(review, language),
        "decisions": decisions(review, language),
    }
    return make_document(
        language=language,
        title=title,
        style=STYLE,
        header=element("header", element("h1", title), element("p", about)),
        main=element("main", *(section(key, content, language) for key, content in sections.items())),
        footer=element("footer", element("p", telling.method(review).text(language))),
    )


def section(key: str, content: Markup, language: str) -> Markup:
    return element("section", element("h2", WORDS(f"{key}.title").text(language)), content)


# --- The curve ---


def curve(review: Review, language: str, names: Names = ()) -> Markup:
    """A line for each seat; numbers and names stand around the picture, so that it may be of any width."""
    called = [str(spoken(review.match.game.letter(seat), language, names)) for seat in review.match.game.seats]
    legend = element("ul", items(join([sample(seat), " ", called[seat]]) for seat in review.seats), class_="legend")
    shares = element("ol", items(f"{share}\u00a0%" for share in (100, 50, 0)), class_="shares", aria_hidden="true")
    grid = [element("path", class_="grid", d=f"M0 {y}H{WIDE}") for y in (0, HIGH // 2, HIGH)]
    lines = [draw_seat(review, seat) for seat in review.seats]
    label, size = WORDS("curve.about").text(language), {"viewBox": f"0 0 {WIDE} {HIGH}", "preserveAspectRatio": "none"}
    drawn = element("svg", *grid, *lines, class_="curve", role="img", aria_label=label, **size)
    axis = ("1", WORDS("curve.axis").text(language), str(len(review.match.steps)))
    moves = element("p", *(element("span", text) for text in axis), class_="moves", aria_hidden="true")
    return element("figure", legend, shares, drawn, moves, element("figcaption", label))


def draw_seat(review: Review, seat: int) -> Markup:
    """A seat's curve with its mistakes: each a line from what was best down to a dot at what was played."""
    moves = max(2, len(review.match.steps))

    def at(number: int, share: float) -> str:
        return f"{WIDE * (number - 1) / (moves - 1):.1f} {HIGH * (1 - share):.1f}"

    points = telling.curve(review, seat)
    mistakes = [decision for decision in review.of(seat) if decision.is_mistake]
    paths = {
        "line": "M" + "L".join(at(*point) for point in points) if points else "",
        "fall": "".join(f"M{at(one.moment.number, one.best_share)}L{spot(one, at)}" for one in mistakes),
        "dot": "".join(f"M{spot(one, at)}h0" for one in mistakes),
    }
    return element("g", *(element("path", class_=kind, d=path) for kind, path in paths.items()), class_=f"seat{seat}")


def spot(decision: Decision, at: Any) -> str:
    return str(at(decision.moment.number, decision.played_share))


def sample(seat: int) -> Markup:
    """A piece of a seat's line, for the legend."""
    line = element("path", class_="line", d="M0 4H36")
    return element("svg", line, class_=f"seat{seat}", aria_hidden="true", viewBox="0 0 36 8")


# --- Words and tables ---


def tell_mistakes(review: Review, mistakes: Sequence[Explanation], language: str) -> Markup:
    if not mistakes:
        return element("p", WORDS("mistakes.none").text(language))
    return join(article(review, mistake, language) for mistake in mistakes)


def article(review: Review, mistake: Explanation, language: str) -> Markup:
    head = telling.head(review, mistake.decision).text(language)
    played, better, *why = (message.text(language) for message in telling.story(mistake))
    told = element("p", played, class_="played"), element("p", better), element("ul", items(why))
    return element("article", element("h3", head), *told)


def summary(review: Review, language: str) -> Markup:
    rows = [[str(spoken(cell, language)) for cell in telling.summary(review, seat)] for seat in review.seats]
    body = [element("tr", element("th", name, scope="row"), *cells(numbers, "number")) for name, *numbers in rows]
    heads = header("summary", ("seat", "decisions", "mistakes", "lost", "mean"), language)
    return element("table", heads, element("tbody", *body), class_="summary")


def decisions(review: Review, language: str) -> Markup:
    caption = element("caption", WORDS("decisions.about").text(language))
    heads = header("decisions", ("number", "played", "best", "cost"), language)
    body = element("tbody", *(row(review, decision, language) for decision in review.decisions))
    return element("table", caption, heads, body, class_="decisions")


def row(review: Review, decision: Decision, language: str) -> Markup:
    number = f"{decision.moment.number} {review.match.game.letter(decision.moment.seat)}"
    played = share(decision.played_share, decision.played.text(language))
    best = share(decision.best_share, decision.best.text(language))
    if decision.best == decision.played:
        best = element("span", WORDS("decisions.same").text(language), class_="same")
    cost = f"−{percent(decision.cost)}" if decision.is_mistake else ""
    columns = (*cells([played, best]), *cells([cost], "number"))
    kind = "mistake" if decision.is_mistake else None
    return element("tr", element("th", number, scope="row"), *columns, class_=kind)


def share(won: float, text: str) -> Markup:
    return join([element("b", percent(won)), " ", text])


def cells(texts: Sequence[str], kind: str = "text") -> list[Markup]:
    return [element("td", text, class_=kind) for text in texts]


def header(key: str, names: Sequence[str], language: str) -> Markup:
    heads = [element("th", WORDS(f"{key}.{name}").text(language), scope="col") for name in names]
    return element("thead", element("tr", *heads))
