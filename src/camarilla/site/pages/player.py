"""A player's own page: ratings and results, old deals once more, matches from elsewhere, and what is kept about one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from camarilla.bots.ladder import LEVELS, title
from camarilla.engine.words import Message, numeral
from camarilla.games import games, kind
from camarilla.site import limits, own_data, people, practice, ratings
from camarilla.site.draft import players
from camarilla.site.models import Person, Rating, Table
from camarilla.site.pages.lobby import ALL, finished, game_title, someone
from camarilla.site.pages.table import redirect
from camarilla.site.ratings import Strength
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import get_table

FEWEST = 5  # decisions from which on it is told how good somebody is at something


# --- The page ---


@require_GET
def show(request: HttpRequest) -> HttpResponse:
    return show_page(request)


def show_page(request: HttpRequest, status: int = 200, **shown: Any) -> HttpResponse:
    me = people.person(request)
    page = {
        "results": [tell_game(me, game) for game in games()] if me else [],
        "strengths": [found for game in games() if (found := tell_themes(me, game))] if me else [],
        "scale": [(game_title(game), bots_of(game)) for game in games()],
        "levels": [title(level) for level in LEVELS],
        "finished": finished(me, request.language, ALL),
        "most": practice.LARGEST // 1000,
        "seats": range(1, max(int(value) for game in games() for value in players(game).values) + 1),
    }
    return render(request, "camarilla/player.html", page | shown, status=status)


def tell_game(me: Person, game: str) -> dict[str, Any]:
    """How somebody stands in a game: the rating, and all matches that have ended."""
    latest = Rating.objects.filter(person=me, game=game).last()
    strength = ratings.tell(latest.mu, latest.sigma) if latest else None
    ended = Table.objects.filter(
        game=game, seats__person=me, scores__isnull=False, position__isnull=True, practice=False
    )
    places = list(ended.values_list("places", "seats__number"))
    return {
        "title": game_title(game),
        "strength": strength,
        "like": closest(game, strength) if strength and strength.settled else None,
        "matches": len(places),
        "won": sum(place[seat] == 1 for place, seat in places),
    }


def bots_of(game: str) -> list[Strength]:
    rated = [ratings.bot_rating(game, level) for level in LEVELS]
    return [ratings.tell(one.mu, one.sigma) for one in rated]


def closest(game: str, strength: Strength) -> Message:
    """The bot that is about as strong."""
    points: Sequence[int] = [one.points for one in bots_of(game)]
    return title(min(LEVELS, key=lambda level: abs(points[LEVELS.index(level)] - strength.points)))


def tell_themes(me: Person, game: str) -> dict[str, Any] | None:
    """What somebody is good at in a game, by what its analysed decisions were about: the best first. None where that is
    not known of at least two themes."""
    analysed = Table.objects.filter(game=game, seats__person=me, analysis__has_key="themes").order_by("-pk")[:ALL]
    sums: dict[str, list[float]] = {}
    for themes, seat in analysed.values_list("analysis__themes", "seats__number"):
        for theme, figures in themes[str(seat)].items():
            sums[theme] = [one + other for one, other in zip(sums.get(theme, (0, 0, 0)), figures, strict=True)]
    known = {theme: found for theme, found in sums.items() if found[0] >= FEWEST}
    order = sorted(known, key=lambda theme: known[theme][2] / known[theme][0])
    rows = [(kind(game).words(f"theme.{theme}"), *tell_figures(*known[theme])) for theme in order]
    return {"title": game_title(game), "rows": rows} if len(rows) > 1 else None


def tell_figures(number: float, mistakes: float, lost: float) -> tuple[int, int, Message]:
    """Decisions, mistakes, and the chances of winning that were lost by a decision, in percent."""
    return round(number), round(mistakes), numeral(100 * lost / number, 1)


# --- Practice ---


@require_POST
def deal_again(request: HttpRequest, slug: str) -> HttpResponse:
    limits.spend(request, "table")
    table = practice.deal_again(get_table(slug), someone(request))
    return redirect(request, reverse("table", args=[table.slug]))


@require_POST
def bring_in(request: HttpRequest) -> HttpResponse:
    """A match from elsewhere, shown as a replay; or the page again, with what is wrong with the file."""
    limits.spend(request, "record")
    try:
        match = practice.read_record(read_file(request))
        mine = seat_asked(request, match.game.players)
    except Refusal as problem:
        return show_page(request, problem.status, problem=problem.message)
    table = practice.bring_in(people.get_or_create(request), match, mine)
    return HttpResponseRedirect(reverse("replay", args=[table.slug]))


def read_file(request: HttpRequest) -> bytes:
    given = request.FILES.get("record")
    if given is None:
        raise Refusal("record_missing", 400)
    return bytes(given.read(practice.LARGEST + 1))


def seat_asked(request: HttpRequest, seats: int) -> int | None:
    given = request.POST.get("seat", "")
    if not given:
        return None
    if not given.isdecimal() or len(given) > 2 or not 1 <= int(given) <= seats:
        raise Refusal("record_seat", 400, players=seats, seat=given[:20])
    return int(given) - 1


# --- What is kept about one ---


@require_GET
def download(request: HttpRequest) -> HttpResponse:
    me = someone(request)
    limits.spend(request, "record")
    text = json.dumps(own_data.gather(me), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="camarilla.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest) -> HttpResponse:
    """Only who types their own name is forgotten."""
    me = someone(request)
    if request.method != "POST":
        return render(request, "camarilla/player_forget.html", {})
    if request.POST.get("name", "").strip() != me.name:
        return render(request, "camarilla/player_forget.html", {"wrong": True}, status=400)
    own_data.forget(me)
    request.session.flush()
    return HttpResponseRedirect(reverse("home"))
