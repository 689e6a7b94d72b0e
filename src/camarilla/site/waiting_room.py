"""A table where seats are still open: who sits there, how to invite others, and how to sit down."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from markupsafe import Markup

from camarilla.bots.ladder import USUAL
from camarilla.engine.picture import element, items
from camarilla.engine.words import Message
from camarilla.site import WORDS
from camarilla.site.draft import levels, meaning
from camarilla.site.drawing import Viewer, find_art, form
from camarilla.site.models import NAME_LENGTH, Person, Seat

THIS_COMPUTER = ("localhost", "127.0.0.1", "::1")


def room(viewer: Viewer) -> Markup:
    """The living part of the page before the match."""
    free = sum(seat.kind == Seat.Kind.OPEN for seat in viewer.now.seats)
    waiting = element("p", viewer.say("lobby.room.waiting", seats=free), id="prompt", aria_live="polite")
    begins = element("p", viewer.say("lobby.room.begins"))
    return element(
        "main",
        element("header", crest(viewer), element("div", waiting, begins, facts(viewer)), class_="laid"),
        element("div", id="notice", role="alert"),
        element("div", company(viewer), invitation(viewer), class_="room"),
        id="table",
        class_="table gathering",
        data_revision=viewer.now.table.revision,
        data_turn=0,
        tabindex="-1",
    )


def crest(viewer: Viewer) -> Markup:
    drawn = element("use", href=f"{find_art(viewer.now.table.game)}#crest")
    return element("svg", drawn, class_="crest", viewBox="0 0 160 100", aria_hidden="true")


def say_closed(language: str) -> Markup:
    """What is left of a table that its host has closed."""
    said = element("p", WORDS("lobby.room.closed").text(language), class_="notice")
    home = element("a", WORDS("nav.home").text(language), class_="tool", href="/")
    parts = element("div", said, id="notice", role="alert"), element("p", home)
    return element("main", *parts, id="table", class_="table gathering", data_turn=0, tabindex="-1")


# --- What will be played ---


def facts(viewer: Viewer) -> Markup:
    table = viewer.now.table
    found = [WORDS("lobby.room.listed" if table.listed else "lobby.room.private"), *variants(viewer)]
    if table.clock:
        found.append(WORDS("lobby.room.clock", time=time("clock", table.clock)))
    if table.chat:
        found.append(WORDS("chat.fact"))
    if table.sand:
        found.append(WORDS("lobby.room.sand", time=time("sand", table.sand)))
    return element("ul", items(map(viewer.sentence, found)), class_="facts", aria_label=viewer.say("lobby.room.rules"))


def time(kept: str, seconds: int) -> Message | str:
    key = f"lobby.{kept}.{seconds}"
    return WORDS(key) if key in WORDS.entries else f"{seconds} s"


def variants(viewer: Viewer) -> list[Message]:
    """What differs from the usual rules."""
    said = [meaning(option, value) for option, value in viewer.now.match.game.unusual]
    return [one for one in said if isinstance(one, Message)] or [WORDS("lobby.room.usual")]


# --- Who sits where ---


def company(viewer: Viewer) -> Markup:
    """The seats; who has none finds a name field and a button on every open one."""
    seats = element("ol", *(chair(viewer, seat) for seat in viewer.now.seats), class_="chairs")
    if not viewer.mine:
        name = viewer.person.name if viewer.person else ""
        label = element("label", viewer.say("lobby.table.name"), for_="name")
        size = {"maxlength": NAME_LENGTH}
        field = element("input", id="name", name="name", required=True, autocomplete="nickname", value=name, **size)
        seats = form(viewer.url("join"), label, field, seats, class_="joining")
    heading = element("h2", viewer.say("lobby.room.company"), id="company")
    return element("section", heading, seats, leaving(viewer), class_="panel company", aria_labelledby="company")


def chair(viewer: Viewer, seat: Seat) -> Markup:
    number = element("span", viewer.say("lobby.room.seat", seat=seat.number + 1), class_="number")
    name = element("b", viewer.names[seat.number])
    if seat.kind != Seat.Kind.OPEN:
        badges = [element("span", viewer.say(key), class_="badge") for key in marks(viewer, seat)]
        return element("li", number, name, element("span", *badges, class_="marks"), class_="chair")
    return element("li", number, name, invite(viewer, seat), class_="chair free")


def invite(viewer: Viewer, seat: Seat) -> Markup:
    """On an open seat: a button for who may sit down there, or that it is kept for somebody."""
    if seat.person_id and seat != own_seat([seat], viewer.person):
        return element("span", element("span", viewer.say("rematch.asked"), class_="badge"), class_="marks")
    return Markup() if viewer.mine else sit_button(viewer, seat)


def sit_button(viewer: Viewer, seat: Seat) -> Markup:
    label, text = viewer.say("lobby.room.sit_at", seat=seat.number + 1), viewer.say("lobby.room.sit")
    return element("button", text, class_="tool", name="seat", value=seat.number, aria_label=label)


def marks(viewer: Viewer, seat: Seat) -> list[str]:
    shown = []
    if seat == own_seat(viewer.now.seats, viewer.person):
        shown.append("lobby.room.you")
    if seat == own_seat(viewer.now.seats, viewer.now.table.host):
        shown.append("lobby.room.host")
    if seat.kind == Seat.Kind.BOT:
        shown.append("seat.bot")
    return shown


def own_seat(seats: Sequence[Seat], person: Person | None) -> Seat | None:
    """Where the person sits; on the others of a shared device sit friends."""
    theirs = [seat for seat in seats if person and seat.person_id == person.pk]
    return next((seat for seat in theirs if person and seat.name == person.name), theirs[0] if theirs else None)


def leaving(viewer: Viewer) -> Markup:
    """The host can begin with bots or close the table, others can get up."""
    if not viewer.mine:
        return Markup()
    host = viewer.person is not None and viewer.person.pk == viewer.now.table.host_id
    label = viewer.say("lobby.room.close" if host else "lobby.room.get_up")
    up = form(viewer.url("leave"), element("button", label, class_="tool quiet"))
    return element("div", filling(viewer) if host else "", up, class_="leaving")


def filling(viewer: Viewer) -> Markup:
    """Bots for all open seats."""
    options = [
        element("option", title.text(viewer.language), value=level, selected=level == USUAL)
        for level, title, _ in levels()
    ]
    label = element("label", viewer.say("lobby.room.level"), for_="level")
    chosen = element("select", *options, id="level", name="level")
    sending = element("button", viewer.say("lobby.room.fill_now"), class_="tool")
    return form(viewer.url("fill"), label, chosen, sending, class_="filling")


# --- Inviting others ---


def invitation(viewer: Viewer) -> Markup:
    here = urlsplit(viewer.origin).hostname in THIS_COMPUTER
    heading = element("h2", viewer.say("lobby.room.invite"), id="invite")
    about = element("p", viewer.say("lobby.room.link"))
    size = {"width": 180, "height": 180}
    code = element("img", class_="code", src=viewer.url("code"), alt=viewer.say("lobby.code"), **size)
    local = element("p", viewer.say("lobby.room.local"), class_="local") if here else ""
    return element(
        "section", heading, about, link(viewer), code, local, class_="panel invitation", aria_labelledby="invite"
    )


def link(viewer: Viewer) -> Markup:
    """The address of the table, to be copied."""
    address, label = viewer.origin + viewer.url("table"), viewer.say("lobby.room.link_label")
    field = element("input", id="link", readonly=True, value=address, aria_label=label)
    copying = {"data_copy": "link", "data_copied": viewer.say("lobby.copied")}
    button = element("button", viewer.say("lobby.copy"), type="button", class_="tool", **copying)
    return element("div", field, button, class_="share")
