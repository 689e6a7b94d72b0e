"""A table as somebody sees it: the part of the page that lives, made anew whenever something has changed.

Plain functions from a viewer to markup. All of it comes from the viewer's own view of the match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property  # Python 3.11 has a lock for all viewers in its own
from markupsafe import Markup

from camarilla.bots.ladder import title
from camarilla.engine.match import Choice, Match
from camarilla.engine.parts import View
from camarilla.engine.picture import Context, Picture, element, items, join
from camarilla.engine.words import Message
from camarilla.site import WORDS, chat, clocks, desk
from camarilla.site.desk import PHRASES
from camarilla.site.models import REMARK_LENGTH, Person, Remark, Seat, Table
from camarilla.site.occasions import find_occasion
from camarilla.site.snapshots import SAID, Snapshot
from camarilla.site.thinker import PREPARING, at_hand

LINES = 30  # of the log that a page shows
DRAWINGS = 32  # of a table that are kept: with a clock there is another every second
NUMBERS = (
    12  # choices that differ in a number alone are buttons; of more only the lowest are, with a field for the rest
)
LOWEST = 6
NUMBERED = re.compile(r"(.*?)(\d+)")
SWAP = "outerMorph"  # how an answer takes the place of what is shown: cards keep their elements, and travel


@dataclass(frozen=True)
class Viewer:
    """How a table stands for one viewer, in one language."""

    now: Snapshot
    person: Person | None
    language: str
    wanted: int | None = None  # the seat that somebody with several wants to see
    origin: str = ""  # of the site, for links to share

    # --- Who looks ---

    @cached_property
    def mine(self) -> list[int]:
        return self.now.of(self.person)

    @cached_property
    def hands(self) -> list[int]:
        """My seats that I play myself: several if friends share this device."""
        return [seat for seat in self.mine if not self.now.seats[seat].away]

    @cached_property
    def seat(self) -> int | None:
        """The seat whose view is shown. On a shared device only that of who is to move, and only when asked for."""
        if len(self.mine) < 2:
            return self.mine[0] if self.mine else None
        if self.now.table.stage == Table.Stage.OVER:
            return None
        return self.wanted if self.wanted in self.mine and self.wanted in self.now.match.waiting else None

    @cached_property
    def acts(self) -> bool:
        """Whether the viewer is to decide something now."""
        return self.now.playing and self.seat in self.now.match.waiting and self.seat in self.hands

    @property
    def asker(self) -> int | None:
        """Who plays may ask why something cannot be done: in the name of this seat."""
        return self.seat if self.now.playing and self.seat in self.hands else None

    @cached_property
    def audience(self) -> tuple[Any, ...]:
        """All on which it depends what is drawn of a table as it stands: who shares it may see the same."""
        host = chat.is_host(self.now.table, self.person)
        return self.language, tuple(self.mine), self.seat, time_left(self), stand_in(self), host

    # --- What can be done ---

    @cached_property
    def choices(self) -> list[Choice]:
        return self.now.match.choices(self.seat) if self.acts else []

    @cached_property
    def paths(self) -> dict[str, tuple[str, ...]]:
        """By move, the things to click for each choice."""
        game = self.now.match.game
        return {choice.move: game.picture.path(game, self.view, choice.move) for choice in self.choices}

    @property
    def taught(self) -> tuple[str, ...]:
        """The moves that somebody who is being taught is asked for."""
        return ()

    # --- What is seen ---

    @cached_property
    def view(self) -> View:
        return self.now.match.view(self.seat)

    def draw(self) -> Picture:
        game = self.now.match.game
        can = frozenset(path[0] for path in self.paths.values() if path)
        context = Context(game.words, self.language, self.names, find_art(game.id), can, badges(self))
        return game.picture.picture(game, self.view, context)

    # --- Words ---

    def say(self, key: str, **parts: Any) -> str:
        return self.text(WORDS(key, **parts))

    def text(self, message: Message) -> str:
        return message.text(self.language, self.names)

    def sentence(self, message: Message) -> str:
        return capitalise(self.text(message))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return name_players(self.now.seats, self.language)

    def url(self, name: str) -> str:
        return url_at_table(name, self.now.table.slug)


@lru_cache(maxsize=4096)
def url_at_table(name: str, slug: str) -> str:
    return reverse(name, args=[slug])


def name_players(seats: Sequence[Seat], language: str) -> tuple[str, ...]:
    """What everybody is called. Bots of one level are numbered."""
    bots: dict[str, int] = {}
    shown = []
    for seat in seats:
        if seat.kind == Seat.Kind.OPEN:
            shown.append(seat.name if seat.person_id else WORDS("seat.open").text(language))
        elif seat.kind == Seat.Kind.PERSON:
            shown.append(seat.name or WORDS("seat.somebody").text(language))
        else:
            bots[seat.level] = bots.get(seat.level, 0) + 1
            alike = sum(one.kind == Seat.Kind.BOT and one.level == seat.level for one in seats)
            number = f" {bots[seat.level]}" if alike > 1 else ""
            shown.append(title(seat.level).text(language) + number)
    return tuple(shown)


def join_names(names: Sequence[str], language: str) -> str:
    """`Anna, Bob and Chiara`."""
    *others, last = names
    return f"{', '.join(others)} {WORDS('and').text(language)} {last}" if others else last


def capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


@lru_cache
def find_art(game: str) -> str:
    """The address of a game's sprite."""
    return static(f"{game}/art.svg")


# --- The whole page ---


def draw_once(viewer: Viewer) -> Markup:
    """One drawing for all who may see the same, until the table changes. A clock is drawn for the second that it is.

    Who makes a move and the pages that hear of it ask at the same moment: one draws, and the others wait for that.
    """
    now, key = viewer.now, viewer.audience
    with now.pencil:
        drawn: Markup | None = now.drawings.get(key)
        if drawn is None:
            if len(now.drawings) >= DRAWINGS:
                now.drawings.clear()
            drawn = now.drawings[key] = table(viewer)
    return drawn


def find_drawing(viewer: Viewer) -> Markup | None:
    """The drawing for who may see the same, if there is one."""
    drawn: Markup | None = viewer.now.drawings.get(viewer.audience)
    return drawn


def table(viewer: Viewer) -> Markup:
    """The whole of what lives on the page of a match."""
    now, picture = viewer.now, viewer.draw()
    return element(
        "main",
        heading(viewer, picture.prompt),
        curtain(viewer),
        element("h2", viewer.say("board.title"), class_="visually-hidden"),
        board(now.table.game, picture),
        side(viewer),
        id="table",
        class_=f"table {now.table.stage}",
        data_ply=now.ply,
        data_revision=now.table.revision,
        data_turn=int(viewer.acts),
        data_mine=viewer.asker,
        tabindex="-1",
    )


def board(game: str, picture: Picture) -> Markup:
    return element("div", picture.board, class_=f"board {game}", id="board")


# --- Above the board ---


def heading(viewer: Viewer, prompt: Message) -> Markup:
    parts: list[str] = [element("strong", viewer.say("turn.yours")), " "] if viewer.acts else []
    parts.append(viewer.text(prompt))
    if viewer.now.playing and not viewer.mine:
        parts += [" ", element("em", viewer.say("turn.watching"), class_="watching")]
    if level := stand_in(viewer):
        parts += [" ", element("em", viewer.say("turn.preparing", level=title(level)))]
    asked = element("p", *parts, id="prompt", aria_live="polite")
    offered = element("div", *tools(viewer), class_="tools")
    notice = element("div", id="notice", role="alert", hx_preserve="true")  # others' moves do not take it away
    return element("header", asked, timer(viewer), choices(viewer), offered, notice, class_="prompt")


def stand_in(viewer: Viewer) -> str:
    """The level that plays for bots of a higher one as long as their search is being compiled; "" if all play."""
    now, game = viewer.now, viewer.now.match.game
    levels = [now.played_by_bot(seat) for seat in game.seats] if game.id in PREPARING and now.playing else []
    return next((other for level in levels if level and (other := at_hand(game, level)) != level), "")


def timer(viewer: Viewer) -> Markup:
    """A clock that the browser counts down."""
    left = time_left(viewer)
    if left is None:
        return Markup()
    if counts_slowly(viewer):
        return slow_timer(viewer, left)
    kind = "hourglass" if viewer.now.table.runs_out else "clock"
    label = viewer.say(f"timer.{kind}")
    return element("span", left, class_=f"timer {kind}", role="timer", data_seconds=left, title=label)


def slow_timer(viewer: Viewer, left: int) -> Markup:
    """A clock of hours or days, in words; now and then it asks how much is left."""
    asking = {"hx_get": viewer.url("clock"), "hx_trigger": "every 60s", "hx_swap": SWAP}
    return element("span", viewer.text(clocks.say_left(left)), class_="deadline", role="timer", **asking)


def counts_slowly(viewer: Viewer) -> bool:
    """Where one has hours or days nobody counts the seconds, and no drawing is made for each."""
    return clocks.is_by_correspondence(viewer.now.table) and not viewer.now.table.runs_out


def time_left(viewer: Viewer) -> int | None:
    """In seconds, if a clock runs."""
    due = desk.deadline(viewer.now)
    if due is None:
        return None
    left = max(0, round((due - timezone.now()).total_seconds()))
    return clocks.round_down(left) if counts_slowly(viewer) else left


def tools(viewer: Viewer) -> Iterator[Markup]:
    seat, now = viewer.seat, viewer.now
    if not now.playing or not viewer.mine:
        return
    aided = not now.table.unaided
    if aided and seat is not None and seat in viewer.hands and desk.may_undo(now.match, seat):
        yield button(viewer, "undo", "undo", "tool.undo", seat)
    if seat is not None and desk.may_turn_glass(now, seat):
        yield button(viewer, "glass", "glass", "tool.glass", seat)
    if aided and viewer.acts:
        url, asked = viewer.url("hint"), element("button", viewer.say("tool.hint"), class_="tool hint")
        asking = {"action": url, "hx_post": url, "hx_target": "#notice", "hx_swap": "innerHTML"}
        yield element("form", hidden_field("seat", seat), asked, method="post", **asking)
    if any(now.seats[one].away for one in viewer.mine):
        yield button(viewer, "back", "back", "tool.back")


def button(viewer: Viewer, url: str, kind: str, label: str, seat: int | None = None) -> Markup:
    """A deed of one click, for the seat if it matters for which."""
    field = "" if seat is None else hidden_field("seat", seat)
    return form(viewer.url(url), field, element("button", viewer.say(label), class_=f"tool {kind}"))


def form(url: str, *content: str, **attributes: str) -> Markup:
    """A form whose answer is the table anew, with a script and without."""
    sending = {"action": url, "hx_post": url, "hx_target": "#table", "hx_swap": SWAP}
    return element("form", *content, method="post", **attributes, **sending)


def hidden_field(name: str, value: str | int | None) -> Markup:
    return element("input", type="hidden", name=name, value=value)


def badges(viewer: Viewer) -> dict[int, Markup]:
    """Beside a name: whether a bot plays there."""
    shown = {}
    for seat in viewer.now.seats:
        if seat.kind == Seat.Kind.BOT:
            shown[seat.number] = " " + element("span", viewer.say("seat.bot"), class_="badge")
        elif seat.away:
            shown[seat.number] = " " + element("span", viewer.say("seat.away"), class_="badge away")
    return shown


def curtain(viewer: Viewer) -> Markup:
    """On a shared device nobody's cards are shown until who is to move says so."""
    others = [seat for seat in viewer.hands if seat in viewer.now.match.waiting]
    if len(viewer.mine) < 2 or viewer.acts or not others:
        return Markup()
    links = [show_link(viewer, seat) for seat in others]
    return element("section", element("p", viewer.say("curtain.pass")), *links, class_="curtain panel")


def show_link(viewer: Viewer, seat: int) -> Markup:
    text = viewer.say("curtain.show", name=viewer.names[seat])
    return element("a", text, class_="tool", href=f"{viewer.url('table')}?seat={seat}")


# --- What can be done ---


def choices(viewer: Viewer) -> Markup:
    """Every choice as a button. Those that are made by clicking things lie in a list that need not be opened."""
    if not viewer.choices:
        return Markup()
    numbers, single = sort_choices(viewer.choices, viewer.paths)
    plain = [choice_button(viewer, choice) for choice in single if not viewer.paths[choice.move]]
    listed = items(choice_button(viewer, choice) for choice in single if viewer.paths[choice.move])
    title = element("summary", viewer.say("choices.list"))
    as_list = element("details", title, element("ul", listed), class_="as-list") if listed else ""
    asked = form(viewer.url("play"), *stamp(viewer), element("div", *plain, class_="bar"), as_list, id="choices")
    fields = [number_form(viewer, prefix, found) for prefix, found in numbers.items()]
    return element("section", asked, *fields, class_="deciding", aria_label=viewer.say("choices.title"))


def stamp(viewer: Viewer) -> tuple[Markup, Markup]:
    """What a choice is sent with: when it is made, and for which seat."""
    return hidden_field("ply", viewer.now.ply), hidden_field("seat", viewer.seat)


def choice_button(viewer: Viewer, choice: Choice) -> Markup:
    path = " ".join(viewer.paths[choice.move]) or None
    wanted = "wanted" if choice.move in viewer.taught else None
    sent = {"name": "move", "value": choice.move, "data_path": path, "class_": wanted}
    return element("button", viewer.sentence(choice.message), **sent)


Numbered = dict[str, list[tuple[int, Choice]]]


def sort_choices(choices: Sequence[Choice], paths: Mapping[str, tuple[str, ...]]) -> tuple[Numbered, list[Choice]]:
    """Choices that differ in a number alone and are too many for buttons, by what they share; and all others."""
    numbers: Numbered = {}
    for choice in choices:
        if not paths[choice.move] and (found := NUMBERED.fullmatch(choice.move)):
            numbers.setdefault(found[1], []).append((int(found[2]), choice))
    many = {prefix: sorted(found)[LOWEST:] for prefix, found in numbers.items() if len(found) > NUMBERS}
    inside = {choice.move for found in many.values() for _, choice in found}
    return many, [choice for choice in choices if choice.move not in inside]


def number_form(viewer: Viewer, prefix: str, found: list[tuple[int, Choice]]) -> Markup:
    least, most = min(number for number, _ in found), max(number for number, _ in found)
    text = viewer.sentence(found[0][1].message).replace(str(least), "…", 1)
    number = element("input", type="number", name="number", min=least, max=most, value=least, required=True)
    wanted = any(choice.move in viewer.taught for _, choice in found)
    sending = element("button", viewer.say("choices.number"), class_="wanted" if wanted else None)
    fields = (*stamp(viewer), hidden_field("move", prefix))
    return form(viewer.url("play"), *fields, element("label", text, " ", number), " ", sending, class_="number")


# --- Beside the board ---


def side(viewer: Viewer) -> Markup:
    return element("aside", result(viewer), log(viewer), talk(viewer), company(viewer), class_="side")


def log(viewer: Viewer) -> Markup:
    """What just happened, the latest first."""
    sights = viewer.now.match.chronicle(viewer.seat)[-LINES:]
    lines = join([log_line(sight.text(viewer.language, viewer.names)) for sight in reversed(sights)])
    title = viewer.say("log.title")
    listed = element("ol", lines, aria_live="polite", aria_relevant="additions")
    return element("section", element("h2", title), listed, class_="log", tabindex="0", aria_label=title)


@lru_cache(maxsize=8192)
def log_line(text: str) -> Markup:
    """All but the first line was there before."""
    return element("li", capitalise(text))


def talk(viewer: Viewer) -> Markup:
    """What was said last, and what can be said: free words where there is a chat, and quick messages."""
    heard = chat.hear(viewer.now, bool(viewer.mine))
    if viewer.now.table.chat and chat.has_company(viewer.now, viewer.mine):
        return chat_panel(viewer, heard)
    lines = items(remark(viewer, one) for one in heard[-SAID:])
    said = element("ul", lines, class_="said", aria_live="polite")
    if not viewer.mine:
        return element("section", said, class_="talk") if lines else Markup()
    title = viewer.say("talk.title")
    return element("section", said, quick_messages(viewer), class_="talk", aria_label=title)


def quick_messages(viewer: Viewer) -> Markup:
    return element("details", element("summary", viewer.say("talk.title")), phrases(viewer), id="phrases")


def remark(viewer: Viewer, one: Remark) -> Markup:
    """What somebody said, with its number for the page to know what is new, unless the viewer said it."""
    number = None if one.seat in viewer.mine else one.pk
    text = one.text or viewer.say(f"phrase.{one.phrase}")
    return element("span", element("b", speaker(viewer, one)), " ", text, data_remark=number)


def speaker(viewer: Viewer, one: Remark) -> str:
    return str(one.name) if one.seat is None else viewer.names[one.seat]


def phrases(viewer: Viewer) -> Markup:
    """All that can be said, in the name of the seat that is shown."""
    speaker = viewer.mine[0] if viewer.seat is None else viewer.seat
    return form(viewer.url("say"), hidden_field("seat", speaker), phrase_buttons(viewer.language))


@lru_cache
def phrase_buttons(language: str) -> Markup:
    said = [(one, WORDS(f"phrase.{one}").text(language)) for one in PHRASES]
    return join(element("button", text, name="phrase", value=one) for one, text in said)


# --- The chat ---


def chat_panel(viewer: Viewer, heard: Sequence[Remark]) -> Markup:
    """What those say who may hear each other, the latest last, and a field to say something."""
    title, lines = viewer.say("chat.title"), join(chat_line(viewer, one) for one in heard)
    said = form(viewer.url("remove_remark"), element("ul", lines, class_="said"))
    log = element("div", said, class_="chat-log", id="chat-log", role="log", tabindex="0", aria_label=title)
    quick = quick_messages(viewer) if viewer.mine else ""
    parts = (element("h2", title), log, chat_field(viewer), quick, chat_tools(viewer, heard))
    return element("section", *parts, class_="talk chat", aria_label=title)


def chat_line(viewer: Viewer, one: Remark) -> Markup:
    """With a button for the host, who may remove it. Who has muted somebody knows their lines by `data-by`."""
    said = [remark(viewer, one)]
    if one.text and chat.is_host(viewer.now.table, viewer.person):
        label = viewer.say("chat.remove", name=speaker(viewer, one))
        said.append(element("button", "×", class_="remove", name="remark", value=one.pk, aria_label=label, title=label))
    return element("li", *said, id=f"remark-{one.pk}", data_by=chat.name_speaker(one))


def chat_field(viewer: Viewer) -> Markup:
    """It has an id and no value, so that what somebody is typing stays when the page changes around it."""
    about = "over" if not viewer.now.playing else "players" if viewer.mine else "spectators"
    label = element("label", viewer.say("chat.field"), for_="chat-text", class_="visually-hidden")
    size: dict[str, str | int] = {"maxlength": REMARK_LENGTH, "required": True}
    said = {"placeholder": viewer.say("chat.field"), "aria_describedby": "chat-about", "autocomplete": "off"}
    field = element("input", id="chat-text", name="text", **size, **said)
    sending = element("button", viewer.say("chat.send"))
    saying = form(viewer.url("chat"), label, field, sending, id="chat", class_="saying")
    return saying + element("p", viewer.say(f"chat.{about}"), class_="about", id="chat-about")


def chat_tools(viewer: Viewer, heard: Sequence[Remark]) -> Markup:
    """Whom not to hear, which stays in the browser; and, for the host, the end of all of it."""
    others = {chat.name_speaker(one): speaker(viewer, one) for one in heard if one.seat not in viewer.mine}
    buttons = [mute_button(viewer, by, name) for by, name in others.items()]
    if chat.is_host(viewer.now.table, viewer.person):
        closing = element("button", viewer.say("chat.close"), class_="tool quiet")
        buttons.append(form(viewer.url("close_chat"), closing))
    title = element("summary", viewer.say("chat.tools"))
    return element("details", title, *buttons, id="chat-tools") if buttons else Markup()


def mute_button(viewer: Viewer, by: str, name: str) -> Markup:
    how = {"type": "button", "data_mute": by, "aria_pressed": "false", "id": f"mute-{by}"}
    return element("button", viewer.say("chat.mute", name=name), **how)


# --- Coming and going ---


def company(viewer: Viewer) -> Markup:
    """Getting up from the table, unless nobody may stand in."""
    table = viewer.now.table
    if not viewer.now.playing or not viewer.hands:
        return Markup()
    occasion = find_occasion(table)
    note = element("p", viewer.text(occasion.note)) if occasion else ""
    leave = "" if table.unaided else button(viewer, "leave", "leave", "tool.leave")
    return element("section", note, leave, class_="company")


def result(viewer: Viewer) -> Markup:
    """Who has won, and where to go from here."""
    match = viewer.now.match
    if viewer.now.table.stage != Table.Stage.OVER:
        return Markup()
    order = sorted(match.game.seats, key=lambda seat: (match.places or ())[seat])
    points = [
        viewer.say("end.point" if abs(score) == 1 else "end.points", points=score) for score in match.scores or ()
    ]
    rows = items(element("b", viewer.names[seat]) + " " + element("span", points[seat]) for seat in order)
    won = viewer.text(outcome(match, viewer.names, viewer.language))
    ways = element("nav", *onward(viewer))
    return element("section", element("h2", won), element("ol", rows), ways, class_="ended panel")


def onward(viewer: Viewer) -> Iterator[Markup]:
    """Where to go from here; from a table of a round only to where it is said when that lies open."""
    occasion = find_occasion(viewer.now.table)
    if occasion:
        yield element("a", viewer.text(occasion.onward), class_="tool", href=occasion.url)
    if occasion and occasion.is_round:
        return
    yield rematch(viewer)
    yield element("a", viewer.say("end.after"), class_="tool", href=viewer.url("after"))


def outcome(match: Match, names: Sequence[str], language: str) -> Message:
    """Who has won."""
    winners = [names[seat] for seat in match.winners]
    return WORDS("end.won" if len(winners) == 1 else "end.shared", names=join_names(winners, language))


# --- Another match ---


def rematch(viewer: Viewer) -> Markup:
    """The offer of another match, as it stands for the viewer."""
    again = viewer.now.table.again
    if again is None:
        return button(viewer, "again", "again", "end.again") if viewer.mine else Markup()
    mine = kinds_at(again, viewer.person) if viewer.mine else set()
    if again.stage != Table.Stage.GATHERING:
        said = element("p", viewer.say("rematch.begun"))
        deeds = way_to(viewer, again, "play" if mine else "watch", follows=not viewer.mine or bool(mine))
    else:
        said = element("p", *answers(viewer, again), aria_live="polite")
        deeds = answering(viewer) if Seat.Kind.OPEN in mine else way_to(viewer, again, "room")
    return element("div", said, element("div", deeds, class_="answers"), class_="rematch")


def answering(viewer: Viewer) -> Markup:
    accept = button(viewer, "again", "accept", "rematch.accept")
    return accept + button(viewer, "decline", "decline", "rematch.decline")


def kinds_at(again: Table, person: Person | None) -> set[str]:
    """What the person's seats are at the table of the rematch: taken, or still kept; nothing if they do not play."""
    return {seat.kind for seat in again.seats.all() if person and seat.person_id == person.pk}


def answers(viewer: Viewer, again: Table) -> Iterator[str]:
    """Who offers a rematch, who has not answered yet, and who does not want one."""
    seats = list(again.seats.all())
    known = {seat.person_id for seat in seats}
    kept = [seat.name for seat in seats if seat.person_id and seat.kind == Seat.Kind.OPEN]
    gone = [seat.name for seat in viewer.now.seats if seat.person_id and seat.person_id not in known]
    yield viewer.say("rematch.offered", name=again.host.name)
    for key, names in (("rematch.waiting", kept), ("rematch.declined", gone)):
        if names:
            yield " " + viewer.say(key, names=join_names(names, viewer.language))


def way_to(viewer: Viewer, again: Table, kind: str, follows: bool = False) -> Markup:
    """A link to the rematch; an open page of somebody who follows goes there by itself when it begins."""
    href = url_at_table("table", again.slug)
    return element("a", viewer.say(f"rematch.{kind}"), class_="tool", href=href, data_follow=follows)
