"""The home page with the lobby, new tables, and who one is."""

from __future__ import annotations

import io
from datetime import datetime, timedelta
from typing import Any

import segno
from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from camarilla.bots.ladder import LEVELS, USUAL
from camarilla.engine.words import LANGUAGES, Message, ordinal
from camarilla.games import games, kind
from camarilla.puzzles.puzzle import Collection
from camarilla.site import WORDS, addresses, clocks, desk, evenings, limits, people, tokens
from camarilla.site.desk import Wish
from camarilla.site.draft import LONGEST, Draft, NewTable, levels, players
from camarilla.site.drawing import join_names, name_players
from camarilla.site.guards import LANGUAGE_COOKIE
from camarilla.site.models import NAME_LENGTH, Evening, Person, Seat, Table
from camarilla.site.pages.daily import present_today
from camarilla.site.refusals import OtherRules, Refusal
from camarilla.site.snapshots import Snapshot, get_table, take_snapshot
from camarilla.site.waiting_room import own_seat
from camarilla.site.writing import write

MINE, LISTED, LATEST, ALL = 20, 12, 6, 100  # so many tables of a kind are shown
LISTED_FOR = timedelta(days=1)
EVENINGS, RECENT = 6, timedelta(days=3)  # so many are shown, as long as they are no older


def house_game(game: str) -> str:
    if game not in games():
        raise Refusal("no_game", 404)
    return game


def game_title(game: str) -> Message:
    """Of a game that this house does not have, the id has to do."""
    return kind(game).words("title") if game in games() else Message(dict.fromkeys(LANGUAGES, game))


# --- Home ---


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    me = people.person(request)
    page = {
        "games": [presented(game) for game in games()],
        "levels": levels(),
        "usual": USUAL,
        "today": present_today(me),
        "evenings": my_evenings(me),
        "mine": mine(me, request.language),
        "open": waiting_for_players(me, request.language),
        "finished": finished(me, request.language, LATEST),
    }
    return render(request, "camarilla/home.html", page)


@require_safe
def part(request: HttpRequest, part: str) -> HttpResponse:
    """A part of the home page that follows what goes on in the house."""
    parts = {"mine": mine, "open": waiting_for_players}
    if part not in parts:
        raise Refusal("not_found", 404)
    shown = parts[part](people.person(request), request.language)
    return render(request, f"camarilla/lobby_{part}.html", {part: shown})


def presented(game: str) -> dict[str, Any]:
    number = players(game)
    return {
        "id": game,
        "title": game_title(game),
        "least": min(number.values),
        "most": max(number.values),
        "players": number.values,
        "usual": number.default,
        "minutes": kind(game).words("lobby.minutes"),
        "line": kind(game).words("lobby.line"),
        "puzzles": len(Collection.of(kind(game)).puzzles),
    }


def played_by(me: Person | None) -> QuerySet[Table]:
    """The tables at which somebody sits; not those of a lesson, which begin in the middle."""
    seated = Table.objects.filter(seats__person=me, position__isnull=True) if me else Table.objects.none()
    return seated.distinct().prefetch_related("seats").order_by("-since")


def mine(me: Person | None, language: str) -> list[dict[str, Any]]:
    """Where I sit: first where it is my turn, the most urgent before the others, then where others think, then where
    seats are open."""
    going_on = played_by(me).exclude(stage=Table.Stage.OVER)[:ALL]
    shown = [described(table, me, language) | whose_turn(table, me, language) for table in going_on]
    shown.sort(key=lambda one: (not one["turn"], one["table"].stage != Table.Stage.PLAYING, urgency(one)))
    return shown[: max(MINE, sum(one["turn"] for one in shown))]


def urgency(one: dict[str, Any]) -> float:
    """When time will be up at a table, if a clock runs and it is my turn; the order of the others stays."""
    due: datetime | None = one.get("deadline") if one["turn"] else None
    return due.timestamp() if due else float("inf")


def described(table: Table, me: Person | None, language: str) -> dict[str, Any]:
    """A table, and who else sits there."""
    seats = list(table.seats.all())
    called, own = zip(seats, name_players(seats, language), strict=True), own_seat(seats, me)
    taken = [name for seat, name in called if seat.kind != Seat.Kind.OPEN and seat != own]
    return {
        "table": table,
        "title": game_title(table.game),
        "others": join_names(taken, language) if taken else "",
        "seats": len(seats),
        "free": sum(seat.kind == Seat.Kind.OPEN for seat in seats),
    }


def whose_turn(table: Table, me: Person | None, language: str) -> dict[str, Any]:
    if table.stage == Table.Stage.GATHERING:
        free = sum(seat.kind == Seat.Kind.OPEN for seat in table.seats.all())
        return {"turn": False, "status": WORDS("lobby.mine.open", seats=free)}
    try:
        now = take_snapshot(table)
    except OtherRules:
        return {"turn": False, "status": WORDS("lobby.mine.other_rules")}
    own, called = now.of(me), name_players(now.seats, language)
    if now.match.over:  # just now, since the table was looked at
        return {"turn": False, "status": WORDS("lobby.mine.over")}
    if all(now.seats[seat].away for seat in own):
        return {"turn": False, "status": WORDS("lobby.mine.away")}
    mine = [called[seat] for seat in own if seat in now.match.waiting and not now.seats[seat].away]
    if mine:
        shared = WORDS("lobby.mine.turn_of", name=join_names(mine, language))
        status = WORDS("lobby.mine.turn") if len(own) == 1 else shared
        return {"turn": True, "status": status} | time_left(now)
    others = join_names([called[seat] for seat in now.match.waiting], language)
    return {"turn": False, "status": WORDS("lobby.mine.waiting", names=others)} | time_left(now)


def time_left(now: Snapshot) -> dict[str, Any]:
    """When a clock will have run out, and how that is said."""
    due = desk.deadline(now)
    if due is None:
        return {}
    left = clocks.round_down(max(0, int((due - timezone.now()).total_seconds())))
    return {"deadline": due, "left": clocks.say_left(left)}


def waiting_for_players(me: Person | None, language: str) -> list[dict[str, Any]]:
    """The listed tables with open seats, except my own."""
    recent = Table.objects.filter(
        stage=Table.Stage.GATHERING, listed=True, position__isnull=True, created__gte=timezone.now() - LISTED_FOR
    )
    if me:
        recent = recent.exclude(seats__person=me)
    return [described(table, me, language) for table in recent.prefetch_related("seats").order_by("-created")[:LISTED]]


def finished(me: Person | None, language: str, number: int) -> list[dict[str, Any]]:
    """My games that are over, the latest first, with place and scores."""
    if me is None:
        return []
    over = played_by(me).filter(stage=Table.Stage.OVER, scores__isnull=False)[:number]
    return [described(table, me, language) | result(table, me, language) for table in over]


def result(table: Table, me: Person, language: str) -> dict[str, Any]:
    """How it ended for me: with friends on one device, for the best of them."""
    seats = list(table.seats.all())
    called = name_players(seats, language)
    order = sorted(range(len(seats)), key=lambda seat: table.places[seat])
    scores = [
        {"name": called[seat], "points": table.scores[seat], "mine": seats[seat].person_id == me.pk} for seat in order
    ]
    place = min(table.places[seat.number] for seat in seats if seat.person_id == me.pk)
    if place == 1:
        won = WORDS("lobby.finished.won" if table.places.count(1) == 1 else "lobby.finished.shared")
    else:
        won = WORDS("lobby.finished.place", place=ordinal(place), players=len(seats))
    return {"won": place == 1, "result": won, "scores": scores}


def my_evenings(me: Person | None) -> list[dict[str, Any]]:
    """Those where I am the host or play, and that are not over."""
    mine = Q(host=me) | Q(guests__person=me, guests__gone=False)
    found = Evening.objects.filter(mine, created__gte=timezone.now() - RECENT).distinct().order_by("-created")
    stages = [(evening, evenings.find_stage(evening)) for evening in found[:EVENINGS]] if me else []
    return [
        {
            "evening": evening,
            "title": game_title(evening.game),
            "status": WORDS(f"evening.stage.{stage}", round=evening.round, planned=evening.planned),
        }
        for evening, stage in stages
        if stage != evenings.OVER
    ]


# --- New tables ---


@require_POST
def now(request: HttpRequest, game: str) -> HttpResponse:
    """Play at once, against bots."""
    house_game(game)
    limits.spend(request, "table")
    level = request.POST.get("level", USUAL)
    if level not in LEVELS:
        raise Refusal("level", 400, value=level[:LONGEST], known=list(LEVELS))
    wanted = request.POST.get("players", str(players(game).default))
    options = desk.read_options(game, {"players": wanted[:LONGEST]})
    wishes = [Wish("me"), *[Wish("bot", level=level)] * (options["players"] - 1)]
    table = write(lambda: desk.new_table(people.get_or_create(request), game, options, wishes))
    return HttpResponseRedirect(reverse("table", args=[table.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    here = people.person(request)
    draft = Draft(house_game(game), request.POST.dict(), here.name if here else "")
    if request.method == "POST" and (order := draft.order()):
        limits.spend(request, "table")
        table = write(lambda: lay(request, order, game))
        return HttpResponseRedirect(reverse("table", args=[table.slug]))
    page = {
        "draft": draft,
        "game": game,
        "title": game_title(game),
        "name": draft.value("name", draft.name),
        "listed": draft.value("listed", "no"),
        "chat": draft.value("chat", "yes"),
        "levels": levels(),
        "most": NAME_LENGTH,
    }
    return render(request, "camarilla/lobby_new.html", page, status=400 if draft.problems else 200)


def lay(request: HttpRequest, order: NewTable, game: str) -> Table:
    """Who is refused a table has not changed their name either."""
    return order.lay(people.rename(request, order.name), game)


# --- Who one is ---


@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return show_me(request)
    limits.spend(request, "rename")
    name = request.POST.get("name", "")
    try:
        people.rename(request, name)
    except Refusal as refusal:
        return show_me(request, refusal.status, problem=refusal.message, name=name)
    return HttpResponseRedirect(reverse("me"))


def show_me(request: HttpRequest, status: int = 200, **shown: Any) -> HttpResponse:
    here = people.person(request)
    page = {
        "name": here.name if here else "",
        "most": NAME_LENGTH,
        "link": personal_link(request) if here else "",
        "days": people.LINK_DAYS,
        "tokens": here.tokens.all() if here else (),
        "finished": finished(here, request.language, ALL),
        "mail": {"days": addresses.VALID.days, "most": addresses.TO_ADDRESS} if settings.SMTP else None,
        "address": addresses.find_address(here),
    }
    return render(request, "camarilla/lobby_me.html", page | shown, status=status)


@require_POST
def make_token(request: HttpRequest) -> HttpResponse:
    """A token for a program: the page shows it this once."""
    here = someone(request)
    limits.spend(request, "token")
    try:
        made = tokens.make_token(here, request.POST.get("token", ""))
    except Refusal as refusal:
        return show_me(request, refusal.status, token_problem=refusal.message)
    return show_me(request, made=made)


@require_POST
def revoke_token(request: HttpRequest, number: int) -> HttpResponse:
    tokens.revoke_token(someone(request), number)
    return HttpResponseRedirect(reverse("me") + "#tokens")


def someone(request: HttpRequest) -> Person:
    here = people.person(request)
    if here is None:
        raise Refusal("not_found", 404)
    return here


@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """End all personal links, and all other devices."""
    people.renew_key(request)
    return HttpResponseRedirect(reverse("me"))


def personal_link(request: HttpRequest) -> str:
    return str(request.build_absolute_uri(reverse("come_in", args=[people.personal_token(request)])))


@require_http_methods(["GET", "HEAD", "POST"])
def come_in(request: HttpRequest, token: str) -> HttpResponse:
    """A personal link, opened on another device: only who says yes there is the same person there."""
    limits.spend(request, "guess")
    (one, key), here = people.find_by_token(token), people.person(request)
    if request.method == "POST":
        people.sign_in(request, one, key)
        return HttpResponseRedirect(reverse("home"))
    known = {"name": one.name, "names": (one.name, here.name if here else "")}
    other = WORDS("lobby.me.come_loss", name=here.name) if here and here != one else None
    messages = {key: WORDS(f"lobby.me.{key}", name=one.name) for key in ("come", "come_help", "come_yes")}
    return render(request, "camarilla/lobby_come_in.html", known | messages | {"other": other})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    chosen, back = request.POST.get("language", ""), request.POST.get("next", "/")
    if chosen not in LANGUAGES:
        raise Refusal("language", 400, value=chosen[:LONGEST])
    if not back.startswith("/") or not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        raise Refusal("next", 400)
    response = HttpResponseRedirect(back)
    age = settings.SESSION_COOKIE_AGE
    response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=age, httponly=True, samesite="Lax")
    return response


# --- Links as pictures ---


@require_safe
def code(request: HttpRequest, slug: str) -> HttpResponse:
    get_table(slug)
    return picture_of(request.build_absolute_uri(reverse("table", args=[slug])))


@require_safe
def my_code(request: HttpRequest) -> HttpResponse:
    someone(request)
    return picture_of(personal_link(request))


def picture_of(link: str) -> HttpResponse:
    """A QR code."""
    drawn = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        drawn, kind="svg", border=3, dark="#14121f", light="#f6efdd", omitsize=True, xmldecl=False
    )
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml")
