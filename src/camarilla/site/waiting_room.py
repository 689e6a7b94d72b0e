"""A table where seats are still open: who sits there, how to invite others, and how to sit down."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import urlsplit

from django.templatetags.static import static

from camarilla.bots.ladder import USUAL
from camarilla.engine.words import Message
from camarilla.site import WORDS
from camarilla.site.draft import levels, meaning
from camarilla.site.drawing import Viewer, capital
from camarilla.site.models import NAME_LENGTH, Person, Seat

THIS_COMPUTER = ("localhost", "127.0.0.1", "::1")
SWAP = 'hx-target="#table" hx-swap="outerMorph"'


def room(look: Viewer) -> str:
    """The living part of the page before the match."""
    free = sum(seat.kind == Seat.Kind.OPEN for seat in look.now.seats)
    art = static(f"{look.now.table.game}/art.svg")
    return (
        f'<main id="table" class="table gathering" data-revision="{look.now.table.revision}" data-turn="0" '
        f'tabindex="-1"><header class="laid"><svg class="crest" viewBox="0 0 160 100" aria-hidden="true">'
        f'<use href="{art}#crest"/></svg><div>'
        f'<p id="prompt" aria-live="polite">{look.say("lobby.room.waiting", seats=free)}</p>'
        f"<p>{look.say('lobby.room.begins')}</p>{played(look)}</div></header>"
        f'<div id="notice" role="alert"></div>'
        f'<div class="room">{company(look)}{invitation(look)}</div></main>'
    )


def closed(language: str) -> str:
    """What is left of a table that its host has closed."""
    return (
        f'<main id="table" class="table gathering" data-turn="0" tabindex="-1"><div id="notice" role="alert">'
        f'<p class="notice">{escape(WORDS("lobby.room.closed").text(language))}</p></div>'
        f'<p><a class="tool" href="/">{escape(WORDS("nav.home").text(language))}</a></p></main>'
    )


# --- What will be played ---


def played(look: Viewer) -> str:
    table = look.now.table
    facts = [WORDS("lobby.room.listed" if table.listed else "lobby.room.private"), *variants(look)]
    if table.clock:
        facts.append(WORDS("lobby.room.clock", time=time("clock", table.clock)))
    if table.sand:
        facts.append(WORDS("lobby.room.sand", time=time("sand", table.sand)))
    shown = "".join(f"<li>{escape(capital(fact.text(look.language)))}</li>" for fact in facts)
    return f'<ul class="facts" aria-label="{look.say("lobby.room.rules")}">{shown}</ul>'


def time(kept: str, seconds: int) -> Message | str:
    key = f"lobby.{kept}.{seconds}"
    return WORDS(key) if key in WORDS.entries else f"{seconds} s"


def variants(look: Viewer) -> list[Message]:
    """What differs from the usual rules."""
    said = [meaning(option, value) for option, value in look.now.match.game.unusual]
    return [one for one in said if isinstance(one, Message)] or [WORDS("lobby.room.usual")]


# --- Who sits where ---


def company(look: Viewer) -> str:
    """The seats; who has none finds a name field and a button on every open one."""
    chairs = "".join(chair(look, seat) for seat in look.now.seats)
    seats = f'<ol class="chairs">{chairs}</ol>'
    if not look.mine:
        name = escape(look.person.name) if look.person else ""
        seats = (
            f'<form method="post" class="joining" action="{look.url("join")}" hx-post="{look.url("join")}" {SWAP}>'
            f'<label for="name">{look.say("lobby.table.name")}</label><input id="name" name="name" required '
            f'maxlength="{NAME_LENGTH}" autocomplete="nickname" value="{name}">{seats}</form>'
        )
    return (
        f'<section class="panel company" aria-labelledby="company"><h2 id="company">'
        f"{look.say('lobby.room.company')}</h2>{seats}{leaving(look)}</section>"
    )


def chair(look: Viewer, seat: Seat) -> str:
    number = look.say("lobby.room.seat", seat=seat.number + 1)
    inner = f'<span class="number">{number}</span><b>{escape(look.names[seat.number])}</b>'
    if seat.kind != Seat.Kind.OPEN:
        badges = "".join(f'<span class="badge">{look.say(key)}</span>' for key in marks(look, seat))
        return f'<li class="chair">{inner}<span class="marks">{badges}</span></li>'
    sit = ""
    if not look.mine:
        label, text = look.say("lobby.room.sit_at", seat=seat.number + 1), look.say("lobby.room.sit")
        sit = f'<button class="tool" name="seat" value="{seat.number}" aria-label="{label}">{text}</button>'
    return f'<li class="chair free">{inner}{sit}</li>'


def marks(look: Viewer, seat: Seat) -> list[str]:
    shown = []
    if seat == own_seat(look.now.seats, look.person):
        shown.append("lobby.room.you")
    if seat == own_seat(look.now.seats, look.now.table.host):
        shown.append("lobby.room.host")
    if seat.kind == Seat.Kind.BOT:
        shown.append("seat.bot")
    return shown


def own_seat(seats: Sequence[Seat], person: Person | None) -> Seat | None:
    """Where the person sits; on the others of a shared device sit friends."""
    theirs = [seat for seat in seats if person and seat.person_id == person.key]
    return next((seat for seat in theirs if person and seat.name == person.name), theirs[0] if theirs else None)


def leaving(look: Viewer) -> str:
    """The host can begin with bots or close the table, others can get up."""
    if not look.mine:
        return ""
    host = look.person is not None and look.person.key == look.now.table.host_id
    up = (
        f'<form method="post" action="{look.url("leave")}" hx-post="{look.url("leave")}" {SWAP}>'
        f'<button class="tool quiet">{look.say("lobby.room.close" if host else "lobby.room.get_up")}</button></form>'
    )
    return f'<div class="leaving">{filling(look) if host else ""}{up}</div>'


def filling(look: Viewer) -> str:
    options = "".join(
        f'<option value="{level}"{" selected" if level == USUAL else ""}>{escape(title.text(look.language))}</option>'
        for level, title, _ in levels()
    )
    return (
        f'<form method="post" class="filling" action="{look.url("fill")}" hx-post="{look.url("fill")}" {SWAP}>'
        f'<label for="level">{look.say("lobby.room.level")}</label><select id="level" name="level">{options}</select>'
        f'<button class="tool">{look.say("lobby.room.fill_now")}</button></form>'
    )


# --- Inviting others ---


def invitation(look: Viewer) -> str:
    link = escape(look.origin + look.url("table"))
    here = urlsplit(look.origin).hostname in THIS_COMPUTER
    local = f'<p class="local">{look.say("lobby.room.local")}</p>' if here else ""
    return (
        f'<section class="panel invitation" aria-labelledby="invite">'
        f'<h2 id="invite">{look.say("lobby.room.invite")}</h2><p>{look.say("lobby.room.link")}</p>'
        f'<div class="share"><input id="link" readonly value="{link}" '
        f'aria-label="{look.say("lobby.room.link_label")}"><button type="button" class="tool" data-copy="link" '
        f'data-copied="{look.say("lobby.copied")}">{look.say("lobby.copy")}</button></div>'
        f'<img class="code" src="{look.url("code")}" width="180" height="180" alt="{look.say("lobby.code")}">'
        f"{local}</section>"
    )
