"""Tables: making and finding them, sitting down, looking, and playing."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Query, Router, Status

from camarilla.bots.ladder import LEVELS
from camarilla.engine.options import written
from camarilla.site import WORDS, deals, desk, limits, live, people
from camarilla.site.api import forms
from camarilla.site.api.access import ANYBODY
from camarilla.site.api.state import Reader, choose_seat, tell, tell_choices, write_json
from camarilla.site.draft import OPTION, USUAL_SAND, Draft
from camarilla.site.models import Person
from camarilla.site.pages import lobby
from camarilla.site.pages.table import by_name
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import Snapshot, find_snapshot, find_to_play, get_table

router = Router(tags=["tables"])  # what its operations do is said in `api.toml`
AT = "/tables/{table}"
EVENTS = {
    200: {"description": "Events, each a state", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


def read(request: HttpRequest, now: Snapshot, seat: int | None = None) -> dict[str, Any]:
    """The table as who asks sees it."""
    return tell(Reader(now, people.person(request), request.language, seat).check())


# --- Making and finding tables ---


@router.get("/tables", auth=ANYBODY, response=list[forms.Listed])
def list_tables(request: HttpRequest, asked: Query[forms.ListQuery]) -> list[dict[str, Any]]:
    me = people.person(request)
    if asked.which == "mine" and me is None:
        raise Refusal("unauthorized", 401)
    found = (lobby.mine if asked.which == "mine" else lobby.waiting_for_players)(me, request.language)
    return [
        {
            "table": one["table"].slug,
            "game": one["table"].game,
            "title": one["title"].text(request.language),
            "stage": one["table"].stage,
            "seats": one["seats"],
            "free": one["free"],
            "acts": one.get("turn", False),
            "deadline": one.get("deadline"),
        }
        for one in found
    ]


@router.post("/tables", response={201: forms.State})
def create_table(
    request: HttpRequest, response: HttpResponse, asked: Query[forms.Query], body: forms.NewTable
) -> Status[Any]:
    draft = Draft(lobby.house_game(body.game), dict(as_form(body)), request.auth.name)
    order = draft.order()
    if order is None:
        problems = draft.problems.items()
        raise Refusal(
            "input", 400, faults=[WORDS("api.input.at", field=as_path(one), problem=why) for one, why in problems]
        )
    if len(order.wishes) != len(body.seats):
        raise Refusal("seats", 400, seats=len(body.seats), players=len(order.wishes))
    limits.spend(request, "table")
    table = order.lay(request.auth, body.game)
    response.headers["Location"] = f"{request.path}/{table.slug}"
    return Status(201, read(request, find_snapshot(table.slug)))


def as_form(wanted: forms.NewTable) -> Iterator[tuple[str, str]]:
    """What is wanted as the page's form would send it: so the same is checked, and in the same way."""
    yield "listed", "yes" if wanted.listed else "no"
    yield "chat", "yes" if wanted.chat else "no"
    yield "clock", str(wanted.clock)
    yield "sand", str(USUAL_SAND if wanted.sand is None else wanted.sand)
    for name, value in wanted.options.items():
        yield OPTION + name, written(value)
    for number, seat in enumerate(wanted.seats):
        if seat.kind == "bot" and seat.level not in LEVELS:
            raise Refusal("level", 400, value=seat.level, known=list(LEVELS))
        yield f"seat-{number}", seat.level if seat.kind == "bot" else seat.kind
        yield f"name-{number}", seat.name


def as_path(field: str) -> str:
    """A field of the form as it is called in JSON."""
    return re.sub("^(seat|name)-", "seats.", field.replace(OPTION, "options."))


# --- Sitting down and getting up ---


@router.post(f"{AT}/join", response=forms.State)
def join(request: HttpRequest, table: str, asked: Query[forms.SeatQuery]) -> dict[str, Any]:
    desk.join(get_table(table), request.auth, asked.seat)
    return read(request, find_snapshot(table))


@router.post(f"{AT}/leave", response={204: None})
def leave(request: HttpRequest, table: str, asked: Query[forms.Query]) -> Status[Any]:
    desk.leave(get_table(table), request.auth)
    return Status(204, None)


@router.post(f"{AT}/back", response=forms.State)
def come_back(request: HttpRequest, table: str, asked: Query[forms.Query]) -> dict[str, Any]:
    desk.come_back(get_table(table), request.auth)
    return read(request, find_snapshot(table))


@router.post(f"{AT}/fill", response=forms.State)
def fill(request: HttpRequest, table: str, asked: Query[forms.Query], body: forms.Fill) -> dict[str, Any]:
    desk.fill(get_table(table), request.auth, body.level)
    return read(request, find_snapshot(table))


# --- Looking ---


@router.get(AT, auth=ANYBODY, response=forms.State)
def show_table(request: HttpRequest, table: str, asked: Query[forms.SeatQuery]) -> dict[str, Any]:
    now = find_snapshot(table)
    deals.check_sight(now.table, people.person(request))
    return read(request, now, asked.seat)


@router.get(f"{AT}/choices", response=forms.Choices)
def list_choices(request: HttpRequest, table: str, asked: Query[forms.SeatQuery]) -> dict[str, Any]:
    now = find_snapshot(table)
    reader = Reader(now, request.auth, request.language, choose_seat(now, request.auth, asked.seat))
    return {"seat": reader.seat, "ply": now.ply, "choices": tell_choices(reader, reader.choices)}


@router.get(f"{AT}/events", auth=ANYBODY, openapi_extra={"responses": EVENTS})
def follow_table(request: HttpRequest, table: str, asked: Query[forms.EventQuery]) -> StreamingHttpResponse:
    person, language = people.person(request), request.language
    now = find_snapshot(table)
    deals.check_sight(now.table, person)
    Reader(now, person, language, asked.seat).check()
    look = functools.partial(news, table, person, language, asked.seat)
    return live.Events(request, live.follow(table, look, live.last_seen(request)))


def news(slug: str, person: Person | None, language: str, seat: int | None, seen: str, told: int = 0) -> live.News:
    """The revision of the table, and its state if that is news. No revision if it is gone."""
    try:
        now = find_snapshot(slug, told)
    except Refusal:
        return "", None
    revision = str(now.table.revision)
    return revision, None if revision == seen else write_json(tell(Reader(now, person, language, seat)))


# --- Playing ---


@router.post(f"{AT}/play", response=forms.State)
def play(request: HttpRequest, table: str, asked: Query[forms.SeatQuery], body: forms.Play) -> dict[str, Any]:
    now = find_to_play(table, body.ply)
    seat = choose_seat(now, request.auth, asked.seat)
    with by_name(now, request.language):
        return read(request, desk.play(now.table, seat, body.move, body.ply, now), seat)


@router.post(f"{AT}/undo", response=forms.State)
def undo(request: HttpRequest, table: str, asked: Query[forms.SeatQuery]) -> dict[str, Any]:
    now = find_snapshot(table)
    seat = choose_seat(now, request.auth, asked.seat)
    with by_name(now, request.language):
        return read(request, desk.undo(now.table, seat), seat)
