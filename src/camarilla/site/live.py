"""Open pages follow the table: a stream of server-sent events, each the whole living part of the page.

An event is never a change, always the present state, so whoever missed some misses nothing.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterable

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from camarilla.site import drawing, people, waiting_room
from camarilla.site.bell import BELL
from camarilla.site.drawing import Viewer
from camarilla.site.models import Person
from camarilla.site.pages import other_rules
from camarilla.site.pages.table import living, origin, seat_asked
from camarilla.site.refusals import OtherRules, Refusal
from camarilla.site.snapshots import SNAPSHOTS, find_snapshot, get_table
from camarilla.site.threads import in_thread

LOOK = 15.0  # seconds after which a page looks by itself, should the bell not have been heard
CLOSED = "event: closed\ndata:\n\n"  # the table is gone: no need to come again
OF_PERSON = 40  # pages that one visitor has open at once
PULSE = ": still here\n\n"  # sent after a look without news, so that a broken line is noticed


async def stream(
    slug: str, person: Person | None, language: str, wanted: int | None, seen: str, address: str = ""
) -> AsyncIterator[str]:
    table = await in_thread(get_table, slug)
    told: int | None = 0
    yield "retry: 500\n\n"
    with BELL.heard(table.pk) as rings:
        while not BELL.silent:
            revision, markup = await look(slug, person, language, wanted, seen, address, told or 0)
            if markup is not None:
                seen = revision
                yield event(revision, markup)
            elif told is None:
                yield PULSE
            if not revision:
                yield CLOSED
                return
            told = await rung(rings)


def event(revision: str, markup: str) -> str:
    lines = str.replace(markup, "\n", "\ndata: ")  # markup would look at what it is given
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


async def look(
    slug: str, person: Person | None, language: str, wanted: int | None, seen: str, address: str, told: int
) -> tuple[str, str | None]:
    """The news. Where the table as it is kept here is as new as the bell told, nobody need ask the database; and where
    somebody has drawn it already for who may see the same, no thread either."""
    now = SNAPSHOTS.get(slug) if told else None
    if now is None or now.table.revision < told:
        return await in_thread(news, slug, person, language, wanted, seen, address)
    revision = str(now.table.revision)
    if revision == seen:
        return revision, None
    drawn = drawing.find_drawing(Viewer(now, person, language, wanted))
    return revision, drawn or await in_thread(living, now, person, language, wanted, address)


def news(
    slug: str, person: Person | None, language: str, wanted: int | None, seen: str, address: str = ""
) -> tuple[str, str | None]:
    """The revision of the table, and its picture if that is news. No revision if there is no such table any more."""
    try:
        now = find_snapshot(slug)
    except OtherRules as problem:
        return "", other_rules.closing(problem, language)
    except Refusal:
        return "", waiting_room.say_closed(language)
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

    def close(self, names: Iterable[str]) -> None:
        with self._lock:
            self._open.subtract(names)
            self._open += Counter()  # forgets those that have none any more


PAGES = Pages()


class Events(StreamingHttpResponse):
    """A stream of events, counted as an open page until it is closed, whoever closes it."""

    def __init__(self, events: AsyncIterator[str], limits: dict[str, int]) -> None:
        super().__init__(events, content_type="text/event-stream")
        self.headers["Cache-Control"] = "no-cache"
        self.headers["X-Accel-Buffering"] = "no"
        self._counted = tuple(limits)

    def close(self) -> None:
        super().close()
        PAGES.close(self._counted)
        self._counted = ()


@require_GET
def view(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    get_table(slug)
    seen, person = request.headers.get("Last-Event-ID") or request.GET.get("seen", ""), people.person(request)
    limits = {f"address {request.META.get('REMOTE_ADDR', '')}": settings.PAGES}
    if person:
        limits[f"person {person.pk}"] = OF_PERSON
    PAGES.open(limits)
    return Events(stream(slug, person, request.language, seat_asked(request), seen, origin(request)), limits)
