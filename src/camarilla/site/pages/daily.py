"""The deal of the day: playing it, everybody's results afterwards, and the days before.

Before somebody has finished a deal, none of these pages depends on what others did with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import groupby
from statistics import fmean
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from camarilla.bots.ladder import title
from camarilla.engine.words import Message, numeral, ordinal
from camarilla.games import games, kind
from camarilla.site import WORDS, daily, deals, limits, people
from camarilla.site.daily import SEAT, Result, address
from camarilla.site.drawing import capitalise, name_players
from camarilla.site.models import Daily, Person, Table, Try
from camarilla.site.pages.after import points
from camarilla.site.pages.distribution import draw_distribution
from camarilla.site.pages.rules import known
from camarilla.site.refusals import OtherRules, Refusal
from camarilla.site.snapshots import Snapshot, take_snapshot
from camarilla.site.writing import write

DAYS = 30  # that the archive shows at once


def read_day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal("not_found", 404) from None
    return day


# --- Today ---


def present_today(me: Person | None) -> dict[str, Any]:
    """What the home page shows: for each game what I can do, or have reached."""
    day = daily.today()
    mine, left = my_tables(me, [day]), daily.end_of(day) - timezone.now()
    return {
        "day": day,
        "deals": [present_deal(day, game, mine.get((day, game))) for game in games()],
        "streak": say_streak(daily.streak(me)),
        "next": say_next(left),
    }


def my_tables(me: Person | None, days: Sequence[date]) -> dict[tuple[date, str], Table]:
    """Where I played the deals of these days, by day and game."""
    tries = Try.objects.filter(person=me, daily__day__in=days).select_related("daily", "table") if me else ()
    return {(one.daily.day, one.daily.game): one.table for one in tries}


def present_deal(day: date, game: str, table: Table | None) -> dict[str, Any]:
    over = table is not None and table.stage == Table.Stage.OVER
    return {
        "game": game,
        "title": kind(game).words("title"),
        "play": address(day, game, "play_deal"),
        "results": address(day, game) if over else "",
        "reached": say_result(table.scores, table.places) if table and over and table.scores else "",
        "table": table if not over else None,
    }


def say_result(scores: Sequence[int], places: Sequence[int]) -> Message:
    return WORDS("daily.reached", points=points(scores[SEAT]), place=ordinal(places[SEAT]), players=len(places))


def say_streak(days: int) -> Message | str:
    return WORDS("daily.streak.one" if days == 1 else "daily.streak.many", days=days) if days else ""


def say_next(left: timedelta) -> Message:
    hours, minutes = divmod(int(left.total_seconds()) // 60, 60)
    return WORDS("daily.next", hours=hours, minutes=f"{minutes:02}")


@require_POST
def play(request: HttpRequest, day: str, game: str) -> HttpResponse:
    """To my table of this deal, which is laid if it counts; or, if I have finished, to the results."""
    when, name = read_day(day), known(game).id
    limits.spend(request, "table")
    table = daily.begin(when, name, write(lambda: people.get_or_create(request)))
    over = table.stage == Table.Stage.OVER
    return HttpResponseRedirect(address(when, name) if over else reverse("table", args=[table.slug]))


@require_POST
def practise(request: HttpRequest, day: str, game: str) -> HttpResponse:
    found = find_daily(read_day(day), known(game).id)
    if found is None:
        raise Refusal("no_deal", 404)
    limits.spend(request, "table")
    table = daily.practise(found, write(lambda: people.get_or_create(request)))
    return HttpResponseRedirect(reverse("table", args=[table.slug]))


def find_daily(day: date, game: str) -> Daily | None:
    return Daily.objects.filter(day=day, game=game).select_related("deal", "bots").first()


# --- Everybody's results ---


@require_safe
def show(request: HttpRequest, day: str, game: str) -> HttpResponse:
    when, name, me = read_day(day), known(game).id, people.person(request)
    found = find_daily(when, name)
    page = {"day": when, "game": name, "title": kind(name).words("title"), "today": present_today(me)}
    if found is None and when != daily.today():
        raise Refusal("no_deal", 404)
    if found is None or not deals.is_open(found.deal, me):
        deal = present_deal(when, name, my_tables(me, [when]).get((when, name)))
        return render(request, "camarilla/daily_closed.html", page | {"deal": deal})
    return render(request, "camarilla/daily_result.html", page | compare(found, me, request.language))


def compare(found: Daily, me: Person | None, language: str) -> dict[str, Any]:
    """My result beside everybody's."""
    results, bots = daily.list_results(found), daily.result_of_bots(found)
    mine = next((one for one in results if me and one.person == me.pk), None)
    best = results[0] if results else None
    return {
        "number": len(results),
        "own": my_tables(me, [found.day]).get((found.day, found.game)),
        "mine": mine and describe(mine),
        "rank": mine and rank(mine, results),
        "bots": bots and describe(bots),
        "bots_slug": found.bots.slug,
        "best": best and describe(best) | {"line": tell_line(best, language)},
        "picture": draw_distribution(results, mine, bots, language),
        "parting": part(results, mine, language),
    }


def describe(one: Result) -> dict[str, Any]:
    return {"slug": one.slug, "name": one.name, "reached": say_result(one.scores, one.places)}


def rank(mine: Result, results: Sequence[Result]) -> Message:
    better = sum(one.order < mine.order for one in results)
    equal = sum(one.order == mine.order for one in results) - 1
    return WORDS("daily.result.rank", better=better, equal=equal, worse=len(results) - 1 - better - equal)


def find_game(result: Result) -> Snapshot | None:
    """How a result came about; None if this house has other rules by now."""
    try:
        return take_snapshot(Table.objects.get(pk=result.table))
    except OtherRules:
        return None


def tell_line(best: Result, language: str) -> list[str]:
    """What was done in the seat, move by move."""
    now = find_game(best)
    if now is None:
        return []
    names = name_players(now.seats, language)
    told = [step.sights[1 + SEAT] for step in now.match.steps if step.seat == SEAT]
    return [capitalise(sight.text(language, names)) for sight in told if sight]


def part(results: Sequence[Result], mine: Result | None, language: str) -> dict[str, Any] | None:
    """The first decision at which not all did the same: what they chose, with the most frequent choice first."""
    shown = mine or next(iter(results), None)
    parting = deals.find_parting(daily.tables_of(results), SEAT) if len(results) > 1 else None
    if shown is None or parting is None or (now := find_game(shown)) is None:
        return None
    then, names = now.match.after(parting.ply), name_players(now.seats, language)
    ways = []
    for choice in then.choices(SEAT):
        if took := [one for one in results if parting.moves.get(one.table) == choice.move]:
            text = capitalise(choice.message.text(language, names))
            ways.append({"text": text, "mine": mine in took, **describe_way(took, len(results))})
    ways.sort(key=lambda way: -way["number"])
    return {"number": parting.ply + 1, "ply": parting.ply, "slug": shown.slug, "ways": ways}


def describe_way(took: Sequence[Result], of: int) -> dict[str, Any]:
    """How many went it, also in hundredths, for a bar, and what it brought them."""
    number, mean = len(took), fmean(one.points for one in took)
    key = "one" if number == 1 else "many"
    counts = WORDS(f"daily.parting.counts.{key}", number=number, mean=numeral(mean, int(number > 1)))
    return {"number": number, "counts": counts, "share": round(100 * number / of)}


# --- All days ---


@require_safe
def days(request: HttpRequest) -> HttpResponse:
    """How it works, today's deals, and the days before, the latest first."""
    me, before = people.person(request), daily.today()
    if "before" in request.GET:
        before = min(before, read_day(request.GET["before"]))
    earlier = Daily.objects.filter(day__lt=before).order_by("-day").values_list("day", flat=True).distinct()
    listed = list(earlier[: DAYS + 1])
    page = {
        "today": present_today(me),
        "level": title(daily.RIVAL),
        "days": present_days(listed[:DAYS], me),
        "earlier": listed[DAYS - 1].isoformat() if len(listed) > DAYS else "",
    }
    return render(request, "camarilla/daily_days.html", page)


def present_days(days: Sequence[date], me: Person | None) -> list[dict[str, Any]]:
    """Of each day the deals that were played, with what I reached."""
    mine = my_tables(me, days)
    found = Daily.objects.filter(day__in=days, game__in=games())
    return [
        {"day": day, "deals": [present_past(one, mine.get((day, one.game))) for one in deals]}
        for day, deals in groupby(found, key=lambda one: one.day)
    ]


def present_past(one: Daily, table: Table | None) -> dict[str, Any]:
    reached: Message | str = ""
    if table:
        in_time = table.scores and table.since < daily.end_of(one.day)
        reached = say_result(table.scores, table.places) if in_time else WORDS("daily.unfinished")
    return {"title": kind(one.game).words("title"), "results": address(one.day, one.game), "reached": reached}
