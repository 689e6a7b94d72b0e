"""An evening: its page, which follows what goes on, a page to project on a wall, and how the points of a round came
about.

Of a round that is being played these pages know who sits where and how many tables have finished, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from camarilla.engine.words import Message, numeral
from camarilla.site import WORDS, evenings, people
from camarilla.site.drawing import join_names, name_players
from camarilla.site.duplicate import Comparison
from camarilla.site.evenings import BETWEEN, FEWEST, GATHERING, OVER, PLAYING, Course, Rank, get_evening
from camarilla.site.models import NAME_LENGTH, Evening, Person, Seat, Table
from camarilla.site.pages.lobby import game_title, picture_of
from camarilla.site.pages.table import number, redirect
from camarilla.site.refusals import Refusal
from camarilla.site.writing import write

# --- The page, and its part that follows the evening ---


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    return show_page(request, get_evening(slug))


def show_page(request: HttpRequest, evening: Evening, status: int = 200, **more: Any) -> HttpResponse:
    me = people.person(request)
    page = {
        "name": me.name if me else "",
        "most": NAME_LENGTH,
        "link": request.build_absolute_uri(reverse("evening", args=[evening.slug])),
    }
    page |= present(evening, me, request.language) | more
    return render(request, "camarilla/evening.html", page, status=status)


@require_safe
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    evening = get_evening(slug)
    page = {"link": request.build_absolute_uri(reverse("evening", args=[slug]))}
    return render(request, "camarilla/evening_wall.html", page | present(evening, None, request.language))


@require_safe
def part(request: HttpRequest, slug: str, page: str) -> HttpResponse:
    """What has changed since the page was `seen`; nothing, mostly. Who has a seat in a new round is taken there."""
    evening, seen = get_evening(slug), request.GET.get("seen", "")
    me = people.person(request) if page == "page" else None
    stamp = stamp_of(evening, me)
    if seen == stamp:
        return HttpResponse(status=204)
    table = evenings.find_table(evening, me)
    if table and seen.split(".")[0] != str(evening.round):
        return redirect(request, reverse("table", args=[table.slug]))
    template = {"page": "living", "wall": "projected"}.get(page)
    if template is None:
        raise Refusal("not_found", 404)
    return render(request, f"camarilla/evening_{template}.html", present(evening, me, request.language))


def stamp_of(evening: Evening, me: Person | None) -> str:
    """Changes with all that the page shows, and costs two small questions."""
    playing = evenings.list_tables(evening).exclude(stage=Table.Stage.OVER).count()
    may_start = not playing and evenings.may_start(evening, me)
    return f"{evening.round}.{evening.revision}.{playing}.{may_start:d}"


def present(evening: Evening, me: Person | None, language: str) -> dict[str, Any]:
    stamp = stamp_of(evening, me)
    rounds, guests = evenings.list_rounds(evening), list(evening.guests.all())
    ranks, stage = evenings.rank_guests(guests, rounds), evenings.find_stage(evening)
    here = sum(not guest.gone for guest in guests)
    last = rounds[-1] if rounds else None
    may_start = stage in (GATHERING, BETWEEN) and evenings.may_start(evening, me)
    return {
        "evening": evening,
        "stamp": stamp,
        "stage": stage,
        "game_title": game_title(evening.game),
        "facts": say_facts(evening),
        "status": WORDS(f"evening.stage.{stage}", round=evening.round, planned=evening.planned),
        "winners": say_winners(ranks, language) if stage == OVER and evening.round else "",
        "mine": evenings.find_table(evening, me),
        "guest": next((guest for guest in guests if me and guest.person_id == me.pk), None),
        "host": bool(me and evening.host_id == me.pk),
        "next": evening.round + 1,
        "may_start": may_start,
        "enough": here >= FEWEST,
        "fewest": FEWEST,
        "here": here,
        "last_round": stage == PLAYING and evening.round >= evening.planned,
        "tables": [present_table(number, table, language) for number, table in enumerate(last.tables, 1)]
        if last
        else [],
        "done": sum(table.stage == Table.Stage.OVER for table in last.tables) if last else 0,
        "over_rounds": [course.number for course in rounds if course.over],
        "ranks": [present_rank(rank, me) for rank in ranks],
    }


def say_facts(evening: Evening) -> Message:
    kind = WORDS(f"evening.kind.{evening.kind}")
    return WORDS("evening.facts", kind=kind, size=evening.options["players"])


def say_winners(ranks: Sequence[Rank], language: str) -> Message | str:
    first = [rank.guest.name for rank in ranks if rank.place == 1]
    key = "winner" if len(first) == 1 else "winners"
    return WORDS(f"evening.stage.{key}", names=join_names(first, language)) if first else ""


def present_table(number: int, table: Table, language: str) -> dict[str, Any]:
    seats = list(table.seats.all())
    called = zip(name_players(seats, language), seats, strict=True)
    names = [(name, seat.kind == Seat.Kind.BOT) for name, seat in called]
    return {"number": number, "names": names, "over": table.stage == Table.Stage.OVER}


def present_rank(rank: Rank, me: Person | None) -> dict[str, Any]:
    return {
        "place": rank.place,
        "guest": rank.guest,
        "mine": bool(me and rank.guest.person_id == me.pk),
        "rounds": [say_points(one) if one is not None else WORDS("evening.standings.absent") for one in rank.rounds],
        "points": say_points(rank.points),
        "wins": say_points(rank.wins),
    }


def say_points(points: Fraction) -> Message:
    return numeral(float(points), 0 if points.denominator == 1 else 1)


@require_safe
def code(request: HttpRequest, slug: str) -> HttpResponse:
    get_evening(slug)
    return picture_of(request.build_absolute_uri(reverse("evening", args=[slug])))


# --- What can be done there ---


@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    evening, me = get_evening(slug), people.person(request)
    name = request.POST.get("name", me.name if me else "")
    try:
        write(lambda: evenings.join(evening, people.rename(request, name)))  # who is refused keeps the old name
    except Refusal as refusal:
        return show_page(request, evening, refusal.status, problem=refusal.message, name=name)
    return back_to(evening)


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    evening, me = get_evening(slug), people.person(request)
    if me is None:
        raise Refusal("no_guest", 403)
    evenings.leave(evening, me)
    return back_to(evening)


@require_POST
def take_out(request: HttpRequest, slug: str) -> HttpResponse:
    evening = get_evening(slug)
    evenings.take_out(evening, people.person(request), number(request, "guest"))
    return back_to(evening)


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """The next round; who plays in it goes to their table."""
    evening, me = get_evening(slug), people.person(request)
    evenings.start_round(evening, me, number(request, "round"))
    table = evenings.find_table(get_evening(slug), me)
    return HttpResponseRedirect(reverse("table", args=[table.slug])) if table else back_to(evening)


@require_POST
def end(request: HttpRequest, slug: str) -> HttpResponse:
    evening = get_evening(slug)
    evenings.end(evening, people.person(request))
    return back_to(evening)


def back_to(evening: Evening) -> HttpResponse:
    return HttpResponseRedirect(reverse("evening", args=[evening.slug]))


# --- The points of a round ---


@require_safe
def show_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Everybody's result beside those of who held the same cards, once the round is over."""
    evening = get_evening(slug)
    course = next((one for one in evenings.list_rounds(evening) if one.number == number), None)
    if course is None:
        raise Refusal("no_round", 404)
    if not course.over:
        raise Refusal("round_closed", 403)
    page = {
        "evening": evening,
        "game_title": game_title(evening.game),
        "number": number,
        "single": len(course.tables) == 1,
        "seats": present_seats(course, people.person(request), request.language),
        "tables": list(enumerate(course.tables, 1)),
    }
    return render(request, "camarilla/evening_round.html", page)


def present_seats(course: Course, me: Person | None, language: str) -> list[list[dict[str, Any]]]:
    """Those who are compared with each other, the best first: seat by seat, or at a single table all."""
    names = {table.pk: name_players(list(table.seats.all()), language) for table in course.tables}
    numbers = {table.pk: number for number, table in enumerate(course.tables, 1)}
    rows: dict[int, list[dict[str, Any]]] = {}
    for seat, result in course.placed():
        if result:
            who = {"name": names[seat.table_id][seat.number], "bot": seat.kind == Seat.Kind.BOT}
            who |= {"table": numbers[seat.table_id], "mine": bool(me and seat.person_id == me.pk)}
            rows.setdefault(seat.number if len(names) > 1 else 0, []).append(who | present_result(result))
    return [sorted(some, key=lambda row: row["points"], reverse=True) for _, some in sorted(rows.items())]


def present_result(result: Comparison) -> dict[str, Any]:
    counts = {"better": result.better, "level": result.level, "of": result.of, "points": say_points(result.points)}
    key = "alone" if not result.of else "level_with" if result.level else "better_than"
    return {
        "score": numeral(result.score),
        "margin": numeral(result.margin, sign=result.margin > 0),
        "won": result.place == 1,
        "compared": WORDS(f"evening.round.{key}", **counts),
        "sum": WORDS(f"evening.round.sum{'_level' if result.level else ''}", **counts) if result.of else "",
        "points": result.points,
        "said": say_points(result.points),
    }
