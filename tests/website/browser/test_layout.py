"""Boards at every size: what somebody holds and what is asked stays in sight, and no text is cut or covered.

Positions of random matches are drawn in this process and served without a server: only how they look is tried.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlparse

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, Route

from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES
from camarilla.games import game, games, kind
from camarilla.site import drawing
from camarilla.site.drawing import Viewer
from camarilla.site.models import Person, Seat, Table
from camarilla.site.snapshots import Snapshot
from camarilla.testing.walks import interpreted, walk

pytestmark = pytest.mark.xdist_group("layout")
SIZES = ((390, 844), (768, 1024), (1280, 800), (1366, 650), (1920, 1080))
NAMES = ("Bénédicte", "Maximilien", "Fabrice", "Anne-Sophie", "Wilhelmina", "Théodore")
ADDRESS = "http://localhost/"
LAID = """(living) => {
  const page = new DOMParser().parseFromString(living, "text/html");
  document.querySelector("#table").replaceWith(page.querySelector("#table"));
}"""
FAULTS = Path(__file__).with_name("layout.js").read_text(encoding="utf-8")


def sizes_of(name: str) -> list[int]:
    return [int(n) for option in kind(name).options if option.name == "players" for n in option.values]


def cases() -> Iterator[object]:
    """Every game with as many players as can be; all numbers of players and languages in a sweep."""
    for number, name in enumerate(games()):
        for players in sizes_of(name):
            for language in LANGUAGES:
                usual = players == sizes_of(name)[-1] and language == LANGUAGES[number % 2 - 1]
                yield pytest.param(name, players, language, 4 if usual else 8, marks=[] if usual else pytest.mark.sweep)


def look_on(match: Match, language: str) -> Viewer:
    """The match as who is to move sees it, among people with names of all lengths and bots."""
    seat = match.waiting[0] if match.waiting else 0
    table = Table(game=match.game.id, slug="drawn", stage=Table.Stage.OVER if match.over else Table.Stage.PLAYING)
    me = Person(pk=1, name=NAMES[seat])
    seats = []
    for number, name in zip(match.game.seats, NAMES, strict=False):
        if number % 2 and number != seat:
            seats.append(Seat(table=table, number=number, kind=Seat.Kind.BOT, level="courtier"))
        else:
            person = me if number == seat else Person(pk=2 + number)
            away = number == (seat + 2) % 6
            seats.append(Seat(table=table, number=number, kind=Seat.Kind.PERSON, person=person, name=name, away=away))
    return Viewer(Snapshot(table, tuple(seats), match, len(match.steps)), me, language)


def draw_page(viewer: Viewer) -> str:
    now = viewer.now
    shown = {"table": now.table, "game": now.table.game, "title": now.match.game.title, "seat": None}
    shown |= {"living": drawing.table(viewer), "language": viewer.language, "person": viewer.person}
    return render_to_string("camarilla/table.html", shown)


def most_unlike(pages: list[str], number: int) -> list[str]:
    """So many of the pages, the first of them and those with the most kinds of things that are not on others."""
    kinds = {page: set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]+)"', page)))) for page in pages}
    chosen, seen = [pages[0]], set(kinds[pages[0]])
    while len(chosen) < number:
        chosen.append(max(pages, key=lambda page: len(kinds[page] - seen)))
        seen |= kinds[chosen[-1]]
    return chosen


def open_page(chromium: Browser, markup: str) -> Page:
    """A page that is served from here, with styles and art, and without scripts: nothing is asked of a server."""

    def serve(route: Route) -> None:
        path = urlparse(route.request.url).path
        file = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
        if path == "/":
            route.fulfill(body=str(markup), content_type="text/html; charset=utf-8")
        elif file and not path.endswith(".js"):
            route.fulfill(body=Path(file).read_bytes(), content_type=mimetypes.guess_type(path)[0] or "")
        else:
            route.abort()

    page = chromium.new_context(reduced_motion="reduce").new_page()
    page.route("**/*", serve)
    page.goto(ADDRESS)
    return page


@pytest.mark.parametrize(("name", "players", "language", "moments"), cases())
def test_hand_and_prompt_are_in_sight_and_no_text_is_cut_or_covered(
    chromium: Browser, name: str, players: int, language: str, moments: int
) -> None:
    line = walk(interpreted(game(name, players=players)), 1, 1)
    drawn = most_unlike([draw_page(look_on(match, language)) for match in line[:: 1 + len(line) // 120]], 1 + moments)
    page = open_page(chromium, drawn[0])
    faults = []
    for number, markup in enumerate(drawn):
        page.evaluate(LAID, markup)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            faults += [f"{number} at {width}: {fault}" for fault in page.evaluate(FAULTS)]
    page.context.close()
    assert not faults, "\n".join(faults)
