"""The page of a table, and everything that can be done there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from markupsafe import Markup

from camarilla.engine.errors import CamarillaError
from camarilla.engine.match import Match
from camarilla.engine.picture import Context
from camarilla.engine.words import LANGUAGES
from camarilla.site import deals, desk, drawing, limits, people, waiting_room
from camarilla.site.drawing import Viewer
from camarilla.site.models import Person, Table
from camarilla.site.occasions import find_occasion
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import Snapshot, find_snapshot, find_to_play, get_table
from camarilla.site.writing import write

LONGEST_MOVE, LONGEST_PATH = 80, 200


# --- Looking ---


def seat_asked(request: HttpRequest) -> int | None:
    given = request.POST.get("seat") or request.GET.get("seat") or ""
    return int(given) if given.isdecimal() and len(given) < 3 else None


def living(now: Snapshot, person: Person | None, language: str, wanted: int | None, origin: str = "") -> Markup:
    """The part of the page that follows the match."""
    viewer = Viewer(now, person, language, wanted, origin)
    return waiting_room.room(viewer) if now.table.stage == Table.Stage.GATHERING else drawing.draw_once(viewer)


def origin(request: HttpRequest) -> str:
    """The address of the site, as the visitor knows it."""
    return f"{request.scheme}://{request.get_host()}"


@require_GET
def show(request: HttpRequest, slug: str) -> HttpResponse:
    now, wanted, person = find_snapshot(slug), seat_asked(request), people.person(request)
    deals.check_sight(now.table, person)
    markup = living(now, person, request.language, wanted, origin(request))
    page = {"table": now.table, "living": markup, "title": now.match.game.title, "seat": wanted, "game": now.table.game}
    return render(request, "camarilla/table.html", page | {"occasion": find_occasion(now.table)})


@require_GET
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """How much is left of a long clock, for a page that stays open for hours."""
    now, person = find_snapshot(slug), people.person(request)
    deals.check_sight(now.table, person)
    return HttpResponse(drawing.timer(Viewer(now, person, request.language)))


# --- Doing ---


def show_again(request: HttpRequest, now: Snapshot) -> HttpResponse:
    """The table after something was done: its living part, or, for a browser without script, the page again."""
    seat = seat_asked(request)
    if not request.htmx:
        url = reverse("table", args=[now.table.slug])
        return HttpResponseRedirect(url + (f"?seat={seat}" if seat is not None else ""))
    return HttpResponse(living(now, people.person(request), request.language, seat, origin(request)))


def find_seat(request: HttpRequest, slug: str) -> tuple[Snapshot, int]:
    """The table and the seat that somebody acts for, if it is theirs."""
    now = find_snapshot(slug)
    return now, check_own_seat(request, now)


def check_own_seat(request: HttpRequest, now: Snapshot) -> int:
    return desk.check_seat(now, people.person(request), number(request, "seat"))


def number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        raise Refusal("number", 400, name=name, value=text[:20])
    return int(text)


@require_POST
def play(request: HttpRequest, slug: str) -> HttpResponse:
    ply = number(request, "ply")
    now = find_to_play(slug, ply)
    seat = check_own_seat(request, now)
    move = request.POST.get("move", "") + request.POST.get("number", "")
    if not move or len(move) > LONGEST_MOVE:
        raise Refusal("move", 400, value=move[:20])
    with by_name(now, request.language):
        return show_again(request, desk.play(now.table, seat, move, ply, now))


@contextmanager
def by_name(now: Snapshot, language: str) -> Iterator[None]:
    """What is refused here is said with the names of the players."""
    try:
        yield
    except CamarillaError as problem:
        problem.names = drawing.name_players(now.seats, language)  # type: ignore[attr-defined]
        raise


@require_POST
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    now, seat = find_seat(request, slug)
    with by_name(now, request.language):
        return show_again(request, desk.undo(now.table, seat))


@require_POST
def glass(request: HttpRequest, slug: str) -> HttpResponse:
    now, seat = find_seat(request, slug)
    desk.turn_glass(now.table, seat)
    return show_again(request, find_snapshot(slug))


@require_POST
def say(request: HttpRequest, slug: str) -> HttpResponse:
    now, seat = find_snapshot(slug), number(request, "seat")
    if seat not in now.of(people.person(request)):
        raise Refusal("not_yours", 403)
    limits.spend(request, "remark")
    desk.say(now.table, seat, request.POST.get("phrase", ""))
    return show_again(request, find_snapshot(slug))


@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    table, given = get_table(slug), request.POST.get("seat", "")
    person = people.person(request)
    name, seat = request.POST.get("name", person.name if person else ""), number(request, "seat") if given else None
    write(lambda: desk.join(table, people.rename(request, name), seat))  # who is refused keeps the old name
    return redirect(request, reverse("table", args=[slug]))


@require_POST
def fill(request: HttpRequest, slug: str) -> HttpResponse:
    desk.fill(get_table(slug), someone(request), request.POST.get("level", ""))
    return show_again(request, find_snapshot(slug))


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    table = get_table(slug)
    desk.leave(table, someone(request))
    if table.stage == Table.Stage.GATHERING:
        return redirect(request, reverse("home"))
    return show_again(request, find_snapshot(slug))


@require_POST
def back(request: HttpRequest, slug: str) -> HttpResponse:
    desk.come_back(get_table(slug), someone(request))
    return show_again(request, find_snapshot(slug))


@require_POST
def again(request: HttpRequest, slug: str) -> HttpResponse:
    limits.spend(request, "table")
    table = desk.rematch(get_table(slug), someone(request))
    return redirect(request, reverse("table", args=[table.slug]))


@require_POST
def decline(request: HttpRequest, slug: str) -> HttpResponse:
    """No to a rematch, or no more."""
    table = get_table(slug)
    if table.again is None:
        raise Refusal("no_offer")
    desk.leave(table.again, someone(request))
    return show_again(request, find_snapshot(slug))


def someone(request: HttpRequest) -> Person:
    person = people.person(request)
    if person is None:
        raise Refusal("not_seated", 403)
    return person


def redirect(request: HttpRequest, url: str) -> HttpResponse:
    """To another page, whether htmx asks or the browser itself."""
    if request.htmx:
        response = HttpResponse(status=200)
        response.headers["HX-Redirect"] = url
        return response
    return HttpResponseRedirect(url)


# --- Asking ---


@require_http_methods(["GET", "POST"])
def hint(request: HttpRequest, slug: str) -> HttpResponse:
    """What a good player would do, for who is to decide: a POST has it thought about, and the page looks for it."""
    now, asked, person = find_snapshot(slug), seat_asked(request), people.person(request)
    seat = now.match.acting(desk.check_seat(now, person, -1 if asked is None else asked))
    if request.method == "POST":
        limits.spend(request, "hint")
        desk.ask_for_hint(now, seat, person)
        if not request.htmx:
            return HttpResponseRedirect(f"{request.path}?seat={seat}")
    found = desk.find_hint(now, seat)
    shown = {
        "table": now.table,
        "seat": seat,
        "ply": now.ply,
        "waiting": found is None,
        "hints": describe_hints(now, seat, found or [], request.language),
    }
    response = render(request, f"camarilla/hint{'' if request.htmx else '_page'}.html", shown)
    if found is None and not request.htmx:
        response.headers["Refresh"] = "1"
    return response


def describe_hints(now: Snapshot, seat: int, found: list[tuple[str, float]], language: str) -> list[dict[str, Any]]:
    names, view, game = drawing.name_players(now.seats, language), now.match.view(seat), now.match.game
    messages = {choice.move: choice.message for choice in now.match.choices(seat)}
    return [
        {
            "move": move,
            "text": drawing.capitalise(messages[move].text(language, names)),
            "share": round(100 * won),
            "path": " ".join(game.picture.path(game, view, move)),
        }
        for move, won in found
    ]


@require_GET
def why(request: HttpRequest, slug: str) -> HttpResponse:
    """Why something cannot be done, with the clause that says so."""
    now = find_snapshot(slug)
    asked = seat_asked(request)
    seat = desk.check_seat(now, people.person(request), -1 if asked is None else asked)
    return explain(request, now.match, seat, drawing.name_players(now.seats, request.language))


def explain(request: HttpRequest, match: Match, seat: int, names: tuple[str, ...]) -> HttpResponse:
    reason = objection(match, seat, tuple(request.GET.get("things", "")[:LONGEST_PATH].split()))
    said = {"text": drawing.capitalise(reason.message.on_page.text(request.language, names)), "clause": reason.clause}
    return render(request, "camarilla/notice.html", said | {"game": match.game.id})


def objection(match: Match, seat: int, things: tuple[str, ...]) -> CamarillaError:
    """What the rules have against what somebody tries by clicking these things."""
    game, view = match.game, match.view(seat)
    context = Context(game.words, LANGUAGES[0], tuple(map(game.letter, game.seats)))
    if not things or not game.picture.picture(game, view, context).names.issuperset(things):
        raise Refusal("no_thing", 400)
    if seat not in match.waiting:
        return Refusal("not_turn", names=[game.letter(one) for one in match.waiting])
    try:
        paths = [game.picture.path(game, view, choice.move) for choice in match.choices(seat)]
        if len(things) == 1 and any(things[0] in path for path in paths):
            return Refusal("pick_first")
        move = game.picture.attempt(game, view, things)
        if move is None:
            return Refusal("no_move")
        match.copy().play(move, seat)
    except CamarillaError as problem:
        return problem
    return Refusal("no_move")
