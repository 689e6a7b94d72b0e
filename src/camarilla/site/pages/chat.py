"""What can be done in the chat of a table. Whoever watches may speak, too, under a name for the evening."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from camarilla.site import chat, deals, limits, people
from camarilla.site.pages.table import number, show_again, someone
from camarilla.site.snapshots import find_snapshot, get_table
from camarilla.site.writing import write


@require_POST
def say(request: HttpRequest, slug: str) -> HttpResponse:
    table, text = get_table(slug), request.POST.get("text", "")
    deals.check_sight(table, people.person(request))
    limits.spend(request, "chat")
    write(lambda: chat.say(table, people.get_or_create(request), text))  # who is refused is nobody new
    return show_again(request, find_snapshot(slug))


@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    chat.remove(get_table(slug), someone(request), number(request, "remark"))
    return show_again(request, find_snapshot(slug))


@require_POST
def close(request: HttpRequest, slug: str) -> HttpResponse:
    chat.close(get_table(slug), someone(request))
    return show_again(request, find_snapshot(slug))
