"""Open pages follow the table: a stream of server-sent events, each the whole living part of the page. Programs follow
it in the same way, each event as plain data (`api.events`).

An event is never a change, always the present state, so whoever missed some misses nothing.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from camarilla.site import deals, drawing, limits, metrics, people, reminders, waiting_room
from camarilla.site.bell import BELL
from camarilla.site.drawing import Viewer
from camarilla.site.models import Person
from camarilla.site.pages import other_rules
from camarilla.site.pages.table import living, origin, seat_asked
from camarilla.site.refusals import OtherRules, Refusal
from camarilla.site.snapshots import SNAPSHOTS, find_snapshot, get_table
from camarilla.site.threads import in_thread

LOOK = 15.0  # seconds after which a page looks by itself, should the bell not have been heard
BACK = 300, 3000  # milliseconds after which a page comes back to a house that closes: not all at the same moment
CLOSED = "event: closed\ndata:\n\n"  # the table is gone: no need to come again
SHORTLY = 0.01  # seconds in which a move is answered, mostly
OF_PERSON = 40  # pages that one visitor has open at once
PULSE = ": still here\n\n"  # sent after a look without news, so that a broken line is noticed


News = tuple[str, str | None]  # the revision, and what to send of it, or None if that was seen
Look = Callable[[str, int], News]
Glance = Callable[[str, int], Awaitable[News | None]]


async def nothing_at_hand(seen: str, told: int) -> News | None:
    return None


async def follow(slug: str, look: Look, seen: str, glance: Glance = nothing_at_hand) -> AsyncIterator[str]:
    """What is new about a table, as often as there is something. `look` is told which revision was seen, and of which
    the bell told, and gives the news; no revision if there is no such table any more. `glance` gives them if they are
    at hand: as new as the bell told, so that nobody need ask the database, and made already, so that no thread is
    needed either."""
    table = await in_thread(get_table, slug)
    told: int | None = 0
    yield "retry: 500\n\n"
    with BELL.heard(table.pk) as rings:
        while not BELL.silent:
            at_hand = await glance(seen, told) if told else None
            revision, text = await in_thread(look, seen, told or 0) if at_hand is None else at_hand
            if text is not None:
                seen = revision
                yield event(revision, text)
            elif told is None:
                yield PULSE
            if not revision:
                yield CLOSED
                return
            told = await rung(rings)
    yield f"retry: {random.randint(*BACK)}\n\n"


def stream(
    slug: str, person: Person | None, language: str, wanted: int | None, seen: str, address: str = ""
) -> AsyncIterator[str]:
    """For a page. Who has just moved is being answered with the same drawing: their page waits for that one."""

    async def glance(seen: str, told: int) -> News | None:
        now = SNAPSHOTS.get(slug)
        if now is None or now.table.revision < told:
            return None
        viewer = Viewer(now, person, language, wanted)
        found = news_at_hand(viewer, seen)
        if found is None and has_moved(viewer):
            await asyncio.sleep(SHORTLY)
            found = news_at_hand(viewer, seen)
        return found

    def look(seen: str, told: int) -> News:
        return news(slug, person, language, wanted, seen, told, address)

    return follow(slug, look, seen, glance)


def has_moved(viewer: Viewer) -> bool:
    """Whether the last move is the viewer's."""
    steps = viewer.now.match.steps
    return bool(steps) and steps[-1].seat in viewer.mine


def news_at_hand(viewer: Viewer, seen: str) -> News | None:
    """The news, if somebody who may see the same has them drawn already."""
    revision = str(viewer.now.table.revision)
    drawn = None if revision == seen else drawing.find_drawing(viewer)
    return (revision, drawn) if drawn or revision == seen else None


def event(revision: str, text: str) -> str:
    lines = str.replace(text, "\n", "\ndata: ")  # of `str`: markup would look at what it is given
    return f"id: {revision}\ndata: {lines}\n\n"


async def rung(rings: asyncio.Queue[int]) -> int | None:
    """How new the news are that the bell was rung for: the revision, or 0 where it does not say; None if it was not
    rung before it is time to look anyway. Several rings are answered by one look."""
    try:
        async with asyncio.timeout(LOOK):
            told = [await rings.get()]
    except TimeoutError:
        return None
    while not rings.empty():
        told.append(rings.get_nowait())
    return max(told) if all(told) else 0


def news(
    slug: str, person: Person | None, language: str, wanted: int | None, seen: str, told: int = 0, address: str = ""
) -> News:
    """The revision of the table, and its picture if that is news. No revision if there is no such table any more."""
    try:
        now = find_snapshot(slug, told)
    except OtherRules as problem:
        return "", other_rules.closing(problem, language)
    except Refusal:
        return "", waiting_room.say_closed(language)
    reminders.note_presence(now, person)
    revision = str(now.table.revision)
    return revision, None if revision == seen else living(now, person, language, wanted, address)


class Pages:
    """How many pages are open, by visitor and by address: no visitor has hundreds."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()

    def open(self, limits: dict[str, int]) -> None:
        """One more for each of these, unless one of them has too many."""
        with self._lock:
            if any(self._open[name] >= most for name, most in limits.items()):
                raise Refusal("too_many_pages", 429)
            self._open.update(limits.keys())
        metrics.STREAMS.inc()

    def close(self, names: Iterable[str]) -> None:
        with self._lock:
            self._open.subtract(names)
            self._open += Counter()  # forgets those that have none any more
        metrics.STREAMS.dec()


PAGES = Pages()


class Events(StreamingHttpResponse):
    """A stream of events, counted as an open page until it is closed, whoever closes it."""

    def __init__(self, request: HttpRequest, events: AsyncIterator[str]) -> None:
        super().__init__(events, content_type="text/event-stream")
        self.headers["Cache-Control"] = "no-cache"
        self.headers["X-Accel-Buffering"] = "no"
        self._counted = limit_pages(request)
        PAGES.open(self._counted)

    def make_bytes(self, value: object) -> bytes:
        """As Django does, without looking up the charset for every event."""
        return value.encode() if isinstance(value, str) else super().make_bytes(value)

    def close(self) -> None:
        super().close()
        if self._counted:
            PAGES.close(self._counted)
            self._counted = {}


def limit_pages(request: HttpRequest) -> dict[str, int]:
    """How many pages this visitor may have open, and how many their address."""
    most, person = {f"address {limits.address(request)}": settings.PAGES}, people.person(request)
    return most | ({f"person {person.pk}": OF_PERSON} if person else {})


def last_seen(request: HttpRequest) -> str:
    """After a broken line the browser says by itself what it saw last."""
    return str(request.headers.get("Last-Event-ID") or request.GET.get("seen", ""))


@require_GET
def view(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    person = people.person(request)
    deals.check_sight(get_table(slug), person)
    asked = request.language, seat_asked(request), last_seen(request), origin(request)
    return Events(request, stream(slug, person, *asked))
