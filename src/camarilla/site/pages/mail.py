"""An address for mails: given and forgotten on one's own page, confirmed and ended by a link in a mail.

A link that is merely opened does nothing: programs that look through mail open them all. That all mails end takes one
click in a mail program (RFC 8058), so it needs neither a session nor a form of ours; the link itself is the proof.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from camarilla.site import WORDS, addresses, limits
from camarilla.site.pages.lobby import show_me, someone
from camarilla.site.pages.table import origin
from camarilla.site.refusals import Refusal


@require_POST
def give(request: HttpRequest) -> HttpResponse:
    if not settings.SMTP:
        raise Refusal("not_found", 404)
    here, text = someone(request), request.POST.get("email", "")
    limits.spend(request, "mail")
    try:
        addresses.give(here, text, request.language, origin(request))
    except Refusal as refusal:
        return show_me(request, refusal.status, email_problem=refusal.message, email=text[: addresses.LONGEST])
    return HttpResponseRedirect(reverse("me") + "#mail")


@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    addresses.forget(someone(request))
    return HttpResponseRedirect(reverse("me") + "#mail")


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    limits.spend(request, "guess")
    found = addresses.find_by_key(key)
    if request.method == "POST":
        addresses.confirm(key, request.language)
    elif not found.confirmed:
        return show(request, "confirm", name=found.person.name)
    return show(request, "confirmed")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, key: str) -> HttpResponse:
    if request.method == "POST":
        addresses.forget_by_key(key)
        return show(request, "stopped")
    return show(request, "stop")


def show(request: HttpRequest, about: str, **parts: str) -> HttpResponse:
    """A page with a few words, and a button where there is something to say yes to."""
    keys = {name: f"mail.page.{about}{end}" for name, end in (("title", ""), ("text", "_text"), ("yes", "_yes"))}
    said = {name: WORDS(key, **parts) for name, key in keys.items() if key in WORDS.entries}
    return render(request, "camarilla/mail_page.html", said)
