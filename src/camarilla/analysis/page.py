"""A report as a page: one file that any browser shows, and that asks nobody for anything."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from camarilla.analysis import WORDS, percent, telling
from camarilla.analysis.reasons import Explanation
from camarilla.analysis.review import Decision, Review
from camarilla.engine.words import Names, spoken

STYLE = Path(__file__).with_name("page.css")
WIDE, HIGH = 1000, 100  # of the curve's own units; a page stretches them as it likes


def forms(language: str) -> dict[str, Any]:
    """How a page is written, by the ends of names."""

    def write(report: tuple[Review, Sequence[Explanation]], path: Path) -> None:
        path.write_text(page(*report, language), encoding="utf-8")

    return {".html": write, ".htm": write}


def page(review: Review, mistakes: Sequence[Explanation], language: str) -> str:
    """The whole page."""

    def said(key: str, **parts: Any) -> str:
        return escape(WORDS(key, **parts).text(language))

    title = escape(telling.title(review).text(language))
    about = " ".join(message.text(language) for message in telling.about(review))
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{title}</title>
<style>{STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<header><h1>{title}</h1><p>{escape(about)}</p></header>
<main>
<section><h2>{said("curve.title")}</h2>{curve(review, language)}</section>
<section><h2>{said("mistakes.title")}</h2>{tell_mistakes(review, mistakes, language)}</section>
<section><h2>{said("summary.title")}</h2>{summary(review, language)}</section>
<section><h2>{said("decisions.title")}</h2>{decisions(review, language)}</section>
</main>
<footer><p>{escape(telling.method(review).text(language))}</p></footer>
</body>
</html>
"""


# --- The curve ---


def curve(review: Review, language: str, names: Names = ()) -> str:
    """A line for each seat; numbers and names stand around the picture, so that it may be of any width."""
    moves = len(review.match.steps)
    lines = "".join(draw_seat(review, seat) for seat in review.seats)
    grid = "".join(f'<path class="grid" d="M0 {y}H{WIDE}"/>' for y in (0, HIGH // 2, HIGH))
    called = [escape(spoken(review.match.game.letter(seat), language, names)) for seat in review.match.game.seats]
    legend = "".join(f"<li>{sample(seat)} {called[seat]}</li>" for seat in review.seats)
    label = escape(WORDS("curve.about").text(language), quote=True)
    shares = "".join(f"<li>{share}\u00a0%</li>" for share in (100, 50, 0))
    return (
        f'<figure><ul class="legend">{legend}</ul><ol class="shares" aria-hidden="true">{shares}</ol>'
        f'<svg class="curve" role="img" aria-label="{label}" viewBox="0 0 {WIDE} {HIGH}" preserveAspectRatio="none">'
        f"{grid}{lines}</svg>"
        f'<p class="moves" aria-hidden="true"><span>1</span>'
        f"<span>{escape(WORDS('curve.axis').text(language))}</span><span>{moves}</span></p>"
        f"<figcaption>{label}</figcaption></figure>"
    )


def draw_seat(review: Review, seat: int) -> str:
    """A seat's curve with its mistakes: each a line from what was best down to a dot at what was played."""
    moves = max(2, len(review.match.steps))

    def at(number: int, share: float) -> str:
        return f"{WIDE * (number - 1) / (moves - 1):.1f} {HIGH * (1 - share):.1f}"

    points = telling.curve(review, seat)
    line = "M" + "L".join(at(*point) for point in points) if points else ""
    mistakes = [decision for decision in review.of(seat) if decision.is_mistake]
    falls = "".join(f"M{at(one.moment.number, one.best_share)}L{spot(one, at)}" for one in mistakes)
    dots = "".join(f"M{spot(one, at)}h0" for one in mistakes)
    return (
        f'<g class="seat{seat}"><path class="line" d="{line}"/>'
        f'<path class="fall" d="{falls}"/><path class="dot" d="{dots}"/></g>'
    )


def spot(decision: Decision, at: Any) -> str:
    return str(at(decision.moment.number, decision.played_share))


def sample(seat: int) -> str:
    """A piece of a seat's line, for the legend."""
    return f'<svg class="seat{seat}" aria-hidden="true" viewBox="0 0 36 8"><path class="line" d="M0 4H36"/></svg>'


# --- Words and tables ---


def tell_mistakes(review: Review, mistakes: Sequence[Explanation], language: str) -> str:
    if not mistakes:
        return f"<p>{escape(WORDS('mistakes.none').text(language))}</p>"
    return "".join(article(review, mistake, language) for mistake in mistakes)


def article(review: Review, mistake: Explanation, language: str) -> str:
    head = escape(telling.head(review, mistake.decision).text(language))
    played, better, *why = (escape(message.text(language)) for message in telling.story(mistake))
    reasons = "".join(f"<li>{reason}</li>" for reason in why)
    return f'<article><h3>{head}</h3><p class="played">{played}</p><p>{better}</p><ul>{reasons}</ul></article>'


def summary(review: Review, language: str) -> str:
    rows = [[escape(str(spoken(cell, language))) for cell in telling.summary(review, seat)] for seat in review.seats]
    body = "".join(f'<tr><th scope="row">{row[0]}</th>' + cells(row[1:], "number") + "</tr>" for row in rows)
    heads = header("summary", ("seat", "decisions", "mistakes", "lost", "mean"), language)
    return f'<table class="summary">{heads}<tbody>{body}</tbody></table>'


def decisions(review: Review, language: str) -> str:
    heads = header("decisions", ("number", "played", "best", "cost"), language)
    body = "".join(row(review, decision, language) for decision in review.decisions)
    caption = escape(WORDS("decisions.about").text(language))
    return f'<table class="decisions"><caption>{caption}</caption>{heads}<tbody>{body}</tbody></table>'


def row(review: Review, decision: Decision, language: str) -> str:
    number = f"{decision.moment.number} {escape(review.match.game.letter(decision.moment.seat))}"
    played = f"<b>{percent(decision.played_share)}</b> {escape(decision.played.text(language))}"
    same = decision.best == decision.played
    best = f"<b>{percent(decision.best_share)}</b> {escape(decision.best.text(language))}"
    same_best = f'<span class="same">{escape(WORDS("decisions.same").text(language))}</span>'
    cost = f"−{percent(decision.cost)}" if decision.is_mistake else ""
    mark = ' class="mistake"' if decision.is_mistake else ""
    middle = cells([played, same_best if same else best])
    return f'<tr{mark}><th scope="row">{number}</th>{middle}{cells([cost], "number")}</tr>'


def cells(texts: Sequence[str], kind: str = "text") -> str:
    return "".join(f'<td class="{kind}">{text}</td>' for text in texts)


def header(key: str, names: Sequence[str], language: str) -> str:
    heads = (escape(WORDS(f"{key}.{name}").text(language)) for name in names)
    return "<thead><tr>" + "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr></thead>"
