"""A table as somebody sees it: the part of the page that lives, made anew whenever something has changed.

Plain functions from a standing to markup. All of it comes from the viewer's own view of the match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone

from camarilla.bots.ladder import title
from camarilla.engine.match import Choice, Sight
from camarilla.engine.picture import Context
from camarilla.site import WORDS, desk
from camarilla.site.desk import PHRASES, Snapshot
from camarilla.site.models import Person, Seat, Table
from camarilla.site.thinker import PREPARING

LINES = 30  # of the log that a page shows
SAID = 4  # remarks
NUMBERS = 8  # so many choices that differ in a number alone become a field for the number
NUMBERED = re.compile(r"(.*?)(\d+)")


@dataclass(frozen=True)
class Viewer:
    """How a table stands for one viewer, in one language."""

    now: Snapshot
    person: Person | None
    language: str
    wanted: int | None = None  # the seat that somebody with several wants to see
    origin: str = ""  # of the site, for links to share

    # --- Who looks ---

    @property
    def mine(self) -> list[int]:
        return self.now.of(self.person)

    @property
    def hands(self) -> list[int]:
        """My seats that I play myself: several if friends share this device."""
        return [seat for seat in self.mine if not self.now.seats[seat].away]

    @property
    def seat(self) -> int | None:
        """The seat whose view is shown. On a shared device only that of who is to move, and only when asked for."""
        if len(self.mine) < 2:
            return self.mine[0] if self.mine else None
        if self.now.table.stage == Table.Stage.OVER:
            return None
        return self.wanted if self.wanted in self.mine and self.wanted in self.now.match.waiting else None

    @property
    def acts(self) -> bool:
        """Whether the viewer is to decide something now."""
        return self.now.playing and self.seat in self.now.match.waiting and self.seat in self.hands

    @property
    def choices(self) -> list[Choice]:
        return self.now.match.choices(self.seat) if self.acts else []

    # --- Words ---

    def say(self, key: str, **parts: Any) -> str:
        return escape(WORDS(key, **parts).text(self.language, self.names))

    @property
    def names(self) -> tuple[str, ...]:
        return names(self.now.seats, self.language)

    def url(self, name: str) -> str:
        return reverse(name, args=[self.now.table.slug])


def names(seats: Sequence[Seat], language: str) -> tuple[str, ...]:
    """What everybody is called. Bots of one level are numbered."""
    bots: dict[str, int] = {}
    shown = []
    for seat in seats:
        if seat.kind == Seat.Kind.OPEN:
            shown.append(WORDS("seat.open").text(language))
        elif seat.kind == Seat.Kind.PERSON:
            shown.append(seat.name)
        else:
            bots[seat.level] = bots.get(seat.level, 0) + 1
            alike = sum(one.kind == Seat.Kind.BOT and one.level == seat.level for one in seats)
            number = f" {bots[seat.level]}" if alike > 1 else ""
            shown.append(title(seat.level).text(language) + number)
    return tuple(shown)


def table(look: Viewer) -> str:
    """The whole of what lives on the page of a match."""
    view, picture = look.now.match.view(look.seat), look.now.match.game.picture
    choices = look.choices
    paths = {choice.move: picture.path(view, choice.move) for choice in choices}
    context = Context(
        look.now.match.game.words,
        look.language,
        look.names,
        static(f"{look.now.table.game}/art.svg"),
        frozenset(path[0] for path in paths.values() if path),
        badges(look),
    )
    return (
        f'<main id="table" class="table {look.now.table.stage}" data-ply="{look.now.ply}" '
        f'data-revision="{look.now.table.revision}" data-turn="{int(look.acts)}"{asking(look)} tabindex="-1">'
        f"{heading(look, picture.prompt(view, context), deciding(look, choices, paths))}"
        f'<div id="notice" role="alert"></div>{curtain(look)}'
        f'<h2 class="visually-hidden">{look.say("board.title")}</h2>'
        f'<div class="board {look.now.table.game}" id="board">{picture.board(view, context)}</div>'
        f"{side(look)}</main>"
    )


def asking(look: Viewer) -> str:
    """Who plays may ask why something cannot be done: in the name of this seat."""
    return f' data-mine="{look.seat}"' if look.now.playing and look.seat in look.hands else ""


# --- Above the board ---


def heading(look: Viewer, prompt: str, choices: str) -> str:
    turn = f"<strong>{look.say('turn.yours')}</strong> " if look.acts else ""
    if look.now.table.game in PREPARING and any(map(look.now.played_by_bot, look.now.match.waiting)):
        prompt += f" <em>{look.say('turn.preparing')}</em>"
    return (
        f'<header class="prompt"><p id="prompt" aria-live="polite">{turn}{prompt}</p>{timer(look)}{choices}'
        f'<div class="tools">{tools(look)}</div></header>'
    )


def timer(look: Viewer) -> str:
    """A clock that the browser counts down."""
    due = desk.deadline(look.now)
    if due is None:
        return ""
    left = max(0, round((due - timezone.now()).total_seconds()))
    kind = "hourglass" if look.now.table.runs_out else "clock"
    label = look.say(f"timer.{kind}")
    return f'<span class="timer {kind}" role="timer" data-seconds="{left}" title="{label}">{left}</span>'


def tools(look: Viewer) -> str:
    if not look.now.playing or not look.mine:
        return ""
    parts = []
    if look.seat is not None and look.seat in look.hands and desk.may_undo(look.now.match, look.seat):
        parts.append(button(look, "undo", "undo", "tool.undo", {"seat": look.seat}))
    if look.seat is not None and desk.may_turn_glass(look.now, look.seat):
        parts.append(button(look, "glass", "glass", "tool.glass", {"seat": look.seat}))
    if look.acts:
        parts.append(
            f'<button type="button" class="tool hint" hx-get="{look.url("hint")}?seat={look.seat}" '
            f'hx-target="#notice" hx-swap="innerHTML">{look.say("tool.hint")}</button>'
        )
    if any(look.now.seats[seat].away for seat in look.mine):
        parts.append(button(look, "back", "back", "tool.back"))
    return "".join(parts)


def button(look: Viewer, url: str, kind: str, label: str, fields: dict[str, Any] | None = None) -> str:
    """A deed of one click."""
    hidden = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in (fields or {}).items())
    return (
        f'<form method="post" action="{look.url(url)}" hx-post="{look.url(url)}" hx-target="#table" '
        f'hx-swap="outerMorph transition:true">{hidden}<button class="tool {kind}">{look.say(label)}</button></form>'
    )


def badges(look: Viewer) -> dict[int, str]:
    """Beside a name: whether a bot plays there."""
    shown = {}
    for seat in look.now.seats:
        if seat.kind == Seat.Kind.BOT:
            shown[seat.number] = f' <span class="badge">{look.say("seat.bot")}</span>'
        elif seat.away:
            shown[seat.number] = f' <span class="badge away">{look.say("seat.away")}</span>'
    return shown


def curtain(look: Viewer) -> str:
    """On a shared device nobody's cards are shown until who is to move says so."""
    others = [seat for seat in look.hands if seat in look.now.match.waiting]
    if len(look.mine) < 2 or look.acts or not others:
        return ""
    links = "".join(
        f'<a class="tool" href="{look.url("table")}?seat={seat}">{look.say("curtain.show", name=look.names[seat])}</a>'
        for seat in others
    )
    return f'<section class="curtain panel"><p>{look.say("curtain.pass")}</p>{links}</section>'


# --- What can be done ---


def deciding(look: Viewer, choices: Sequence[Choice], paths: dict[str, tuple[str, ...]]) -> str:
    """Every choice as a button. Those that are made by clicking things lie in a list that need not be opened."""
    if not choices:
        return ""
    numbers, single = sorted_out(choices, paths)
    plain = [choice for choice in single if not paths[choice.move]]
    by_things = [choice for choice in single if paths[choice.move]]
    bar = "".join(pressed(look, choice, ()) for choice in plain)
    fields = "".join(number_field(look, prefix, found) for prefix, found in numbers.items())
    listed = "".join(f"<li>{pressed(look, choice, paths[choice.move])}</li>" for choice in by_things)
    as_list = f'<details class="as-list"><summary>{look.say("choices.list")}</summary><ul>{listed}</ul></details>'
    return (
        f'<section class="deciding" aria-label="{look.say("choices.title")}"><form method="post" id="choices" '
        f'action="{look.url("play")}" hx-post="{look.url("play")}" hx-target="#table" '
        f'hx-swap="outerMorph transition:true"><input type="hidden" name="ply" value="{look.now.ply}">'
        f'<input type="hidden" name="seat" value="{look.seat}"><div class="bar">{bar}</div>'
        f"{as_list if listed else ''}</form>{fields}</section>"
    )


def pressed(look: Viewer, choice: Choice, path: Sequence[str]) -> str:
    things = f' data-path="{escape(" ".join(path))}"' if path else ""
    text = capital(choice.message.text(look.language, look.names))
    return f'<button name="move" value="{escape(choice.move)}"{things}>{escape(text)}</button>'


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


Numbered = dict[str, list[tuple[int, Choice]]]


def sorted_out(choices: Sequence[Choice], paths: dict[str, tuple[str, ...]]) -> tuple[Numbered, list[Choice]]:
    """Choices that differ in a number alone, by what they have in common; and all others."""
    numbers: Numbered = {}
    for choice in choices:
        if not paths[choice.move] and (found := NUMBERED.fullmatch(choice.move)):
            numbers.setdefault(found[1], []).append((int(found[2]), choice))
    many = {prefix: found for prefix, found in numbers.items() if len(found) >= NUMBERS}
    inside = {choice.move for found in many.values() for _, choice in found}
    return many, [choice for choice in choices if choice.move not in inside]


def number_field(look: Viewer, prefix: str, found: list[tuple[int, Choice]]) -> str:
    least, most = min(number for number, _ in found), max(number for number, _ in found)
    text = capital(found[0][1].message.text(look.language, look.names))
    return (
        f'<form method="post" class="number" action="{look.url("play")}" hx-post="{look.url("play")}" '
        f'hx-target="#table" hx-swap="outerMorph transition:true"><input type="hidden" name="ply" '
        f'value="{look.now.ply}"><input type="hidden" name="seat" value="{look.seat}">'
        f'<input type="hidden" name="move" value="{escape(prefix)}"><label>{escape(text.replace(str(least), "…", 1))} '
        f'<input type="number" name="number" min="{least}" max="{most}" value="{least}" required></label> '
        f"<button>{look.say('choices.number')}</button></form>"
    )


# --- Beside the board ---


def side(look: Viewer) -> str:
    return f'<aside class="side">{ended(look)}{log(look)}{talk(look)}{company(look)}</aside>'


def log(look: Viewer) -> str:
    """What just happened, the latest first."""
    sights = look.now.match.log(look.seat)[-LINES:]
    lines = "".join(f"<li>{told(look, sight)}</li>" for sight in reversed(sights))
    return (
        f'<section class="log" tabindex="0" aria-label="{look.say("log.title")}"><h2>{look.say("log.title")}</h2>'
        f'<ol aria-live="polite" aria-relevant="additions">{lines}</ol></section>'
    )


def told(look: Viewer, sight: Sight) -> str:
    return escape(capital(sight.message.text(look.language, look.names)))


def talk(look: Viewer) -> str:
    """Quick messages: what was said last, and what can be said."""
    remarks = list(look.now.table.remarks.order_by("-pk")[:SAID])
    lines = "".join(
        f"<li><b>{escape(look.names[one.seat])}</b> {look.say(f'phrase.{one.phrase}')}</li>" for one in remarks[::-1]
    )
    said = f'<ul class="said" aria-live="polite">{lines}</ul>'
    if not look.mine:
        return f'<section class="talk">{said}</section>' if lines else ""
    speaker = look.mine[0] if look.seat is None else look.seat
    buttons = "".join(
        f'<button name="phrase" value="{phrase}">{look.say(f"phrase.{phrase}")}</button>' for phrase in PHRASES
    )
    return (
        f'<section class="talk" aria-label="{look.say("talk.title")}">{said}<details id="phrases"><summary>'
        f'{look.say("talk.title")}</summary><form method="post" action="{look.url("say")}" hx-post="{look.url("say")}" '
        f'hx-target="#table" hx-swap="outerMorph"><input type="hidden" name="seat" value="{speaker}">{buttons}</form>'
        f"</details></section>"
    )


def company(look: Viewer) -> str:
    """Getting up from the table."""
    if not look.now.playing or not look.hands:
        return ""
    return f'<section class="company">{button(look, "leave", "leave", "tool.leave")}</section>'


def ended(look: Viewer) -> str:
    """The result, and where to go from here."""
    if look.now.table.stage != Table.Stage.OVER:
        return ""
    match = look.now.match
    order = sorted(match.game.seats, key=lambda seat: (match.places or ())[seat])
    points = [look.say("end.points", points=score) for score in match.scores or ()]
    rows = "".join(f"<li><b>{escape(look.names[seat])}</b> <span>{points[seat]}</span></li>" for seat in order)
    winners = [look.names[seat] for seat in match.winners]
    key = "end.won" if len(winners) == 1 else "end.shared"
    again = button(look, "again", "again", "end.again") if look.mine else ""
    return (
        f'<section class="ended panel"><h2>{look.say(key, names=joined(winners, look.language))}</h2><ol>{rows}</ol>'
        f'<nav>{again}<a class="tool" href="{look.url("after")}">{look.say("end.after")}</a></nav></section>'
    )


def joined(words: Sequence[str], language: str) -> str:
    """`Anna, Bob and Chiara`."""
    *others, last = words
    return f"{', '.join(others)} {WORDS('and').text(language)} {last}" if others else last
