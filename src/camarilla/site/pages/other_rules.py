"""The page of a match that this house cannot show, for it is of other rules or was put away: it says why, and offers
what there is, its log and its record."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import resolve, reverse
from django.views.decorators.http import require_POST
from markupsafe import Markup

from camarilla.engine.picture import element
from camarilla.site import deals, desk, people
from camarilla.site.drawing import capitalise, name_players
from camarilla.site.models import Table
from camarilla.site.refusals import OtherRules, Refusal
from camarilla.site.snapshots import effective_moves, get_table


def show(request: HttpRequest, problem: OtherRules) -> HttpResponse:
    """In the place of any page of such a table; of its record, the record."""
    table, person = problem.table, people.person(request)
    if resolve(request.path).url_name == "record":
        return record(table)
    over = table.stage == Table.Stage.OVER and deals.lies_open(table, person)
    page = {
        "table": table,
        "title": f"{problem.page}.title",
        "kept": f"{problem.page}.kept",
        "why": capitalise(problem.message.text(request.language)),
        "log": list_moves(table, request.language) if over else [],
        "over": over,
        "mine": bool(person and table.seats.filter(person=person).exists()),
    }
    return render(request, "camarilla/other_rules.html", page, status=problem.status)


def list_moves(table: Table, language: str) -> list[tuple[str, str]]:
    """Who made which move, in notation. Before the end it would tell what is hidden."""
    called = name_players(list(table.seats.all()), language)
    return [(called[seat], move) for seat, move in effective_moves(table.entries.all())]


def record(table: Table) -> HttpResponse:
    text = json.dumps(desk.raw_record(table), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{table.game}-{table.slug}.json"'
    return response


def closing(problem: OtherRules, language: str) -> Markup:
    """What takes the place of an open page's table when the house has come by other rules."""
    why = element("p", capitalise(problem.message.text(language)), role="alert")
    return element("main", why, id="table", class_="refusal panel")


@require_POST
def put_away(request: HttpRequest, slug: str) -> HttpResponse:
    person = people.person(request)
    if person is None:
        raise Refusal("not_seated", 403)
    desk.put_away(get_table(slug), person)
    return HttpResponseRedirect(reverse("table", args=[slug]))
