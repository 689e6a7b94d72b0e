"""Django behind ASGI: threads that keep their connections, bodies that are too big, and streams that end."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any
from unittest import mock

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper
from markupsafe import Markup

from camarilla.site import drawing, handler
from camarilla.site.bell import BELL
from camarilla.site.handler import Handler
from tests.samples import GAME
from tests.website.line import Line, ask, scope
from tests.website.parlour import at_once, person, sit, standing, visitor

MEGABYTE = b"x" * 1_000_000


@pytest.mark.parametrize(("language", "told"), [("en", "more than 100 kilobytes"), ("fr", "plus de 100 kilo-octets")])
def test_a_body_that_is_too_big_is_refused_before_all_of_it_has_come(language: str, told: str) -> None:
    line = asyncio.run(ask(Line(*[MEGABYTE] * 10), scope("/me/", "POST", cookie=f"language={language}")))
    assert line.status == 413 and told in line.text.decode()
    assert line.taken == 1, "nothing more was waited for"


@pytest.mark.parametrize(("language", "told"), [("en", "did not arrive in time"), ("fr", "pas arrivé à temps")])
def test_who_takes_for_ever_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, language: str, told: str) -> None:
    async def slow() -> Line:
        line = Line(b"name=A", b"")
        line.parts[1:] = []
        real = line.receive

        async def receive() -> dict[str, Any]:
            return {**await real(), "more_body": True}

        line.receive = receive  # type: ignore[method-assign]
        return await ask(line, scope("/me/", "POST", cookie=f"language={language}"))

    monkeypatch.setattr(handler, "PATIENCE", 0.01)
    line = asyncio.run(slow())
    assert line.status == 408 and told in line.text.decode() and line.all_of("connection") == ["close"]


def test_who_leaves_in_the_middle_of_a_request_is_forgotten() -> None:
    async def half() -> Line:
        line = Line(b"name=A", b"nna")
        line.parts[1:] = []
        line.gone.set()
        real = line.receive

        async def receive() -> dict[str, Any]:
            return {**await real(), "more_body": True} if line.taken == 0 else await real()

        line.receive = receive  # type: ignore[method-assign]
        return await ask(line, scope("/me/", "POST"))

    assert asyncio.run(half()).status == 0


def test_threads_keep_their_connections() -> None:
    opened: list[str] = []
    real = DatabaseWrapper.get_new_connection

    def counted(self: Any, parameters: Any) -> Any:
        opened.append(threading.current_thread().name)
        return real(self, parameters)

    async def often() -> None:
        handler = Handler()
        for _ in range(40):
            line = Line()
            await handler(scope("/"), line.receive, line.send)
            assert line.status == 200

    with mock.patch.object(DatabaseWrapper, "get_new_connection", counted):
        asyncio.run(often())
    assert len(opened) == len(set(opened)), "no thread has opened a second one"


def test_a_stream_ends_when_nobody_listens_any_more() -> None:
    table = sit(GAME, person(), "page", "page")

    async def listen() -> Line:
        line = Line()
        asking = asyncio.ensure_future(ask(line, scope(f"/t/{table.slug}/events/")))
        while b"data-revision" not in line.text and not asking.done():
            await asyncio.sleep(0.01)
        assert BELL._ears[table.pk]
        line.gone.set()
        await asking
        return line

    assert asyncio.run(listen()).status == 200
    assert not BELL._ears.get(table.pk)


def test_all_who_may_see_the_same_share_a_drawing() -> None:
    anna, bob, eve = visitor("Anna"), visitor("Bob"), visitor("Eve")
    table = sit(GAME, anna, bob, "page")
    pages = [one.page(table) for one in (anna, bob, eve, visitor("Mallory"))]
    assert len(standing(table).drawings) == 3, "of four viewers two see what any spectator sees"
    assert len(set(pages)) >= 3
    eve.language("fr").page(table)
    assert len(standing(table).drawings) == 4


def test_who_asks_while_somebody_draws_waits_for_that_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    table, drawn = sit(GAME, person(), "page"), []

    def draw(viewer: drawing.Viewer) -> Markup:
        drawn.append(viewer)
        time.sleep(0.1)
        return Markup("a drawing")

    monkeypatch.setattr(drawing, "table", draw)
    now = standing(table)
    asked = at_once([lambda: drawing.draw_once(drawing.Viewer(now, None, "en"))] * 5)
    assert asked == ["a drawing"] * 5 and len(drawn) == 1


def test_with_a_clock_only_so_many_drawings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, seconds = visitor("Anna"), iter(range(1000))
    table = sit(GAME, anna, person("Bob"), "page", clock=600)
    monkeypatch.setattr(drawing, "time_left", lambda viewer: next(seconds))
    for _ in range(drawing.DRAWINGS + 5):
        anna.page(table)
    assert 0 < len(standing(table).drawings) <= drawing.DRAWINGS
