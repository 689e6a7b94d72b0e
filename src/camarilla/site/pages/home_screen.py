"""The house on a phone's home screen: what it is called there, and a page for when it cannot be reached.

Browsers ask for these without cookies, so their language is part of the address.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_GET

from camarilla.engine.words import LANGUAGES
from camarilla.site import WORDS

INK, VELVET = "#14121f", "#2a2347"
SIZES = 192, 512

View = Callable[[HttpRequest], HttpResponse]


def in_language_asked(view: View) -> View:
    """The view, in the language of the address."""

    def shown(request: HttpRequest) -> HttpResponse:
        asked = request.GET.get("language")
        if asked in LANGUAGES:
            request.language = asked
        return view(request)

    return shown


@require_GET
@in_language_asked
def manifest(request: HttpRequest) -> HttpResponse:
    icon = static("camarilla/icon.svg")
    drawn = [{"src": icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}]
    pixels = [
        {"src": static(f"camarilla/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in SIZES
    ]
    told = {
        "id": "/",
        "name": "Camarilla",
        "short_name": "Camarilla",
        "description": WORDS("home_screen.description").text(request.language),
        "lang": request.language,
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": VELVET,
        "background_color": INK,
        "icons": drawn + pixels,
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The script that shows the page below; it has to lie at the root of all that it watches over."""
    script = Path(str(finders.find("camarilla/worker.js"))).read_text()
    return HttpResponse(script, content_type="text/javascript")


@require_GET
@in_language_asked
def offline(request: HttpRequest) -> HttpResponse:
    """The same for everybody: a browser keeps it."""
    return render(request, "camarilla/offline.html")
