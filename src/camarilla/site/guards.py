"""What stands around every request: headers, the visitor's language, and refusals said clearly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DataError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import translation

from camarilla.engine.errors import CamarillaError
from camarilla.engine.words import LANGUAGES, Message
from camarilla.site import WORDS
from camarilla.site.pages import other_rules
from camarilla.site.refusals import OtherRules
from camarilla.site.writing import refuse_database

YEAR = 365 * 24 * 3600
LANGUAGE_COOKIE = "language"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
Handler = Callable[[HttpRequest], HttpResponse]


def headers(handle: Handler) -> Handler:
    def guarded(request: HttpRequest) -> HttpResponse:
        response = handle(request)
        response.headers["Content-Security-Policy"] = CSP
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["X-Frame-Options"] = "DENY"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if not request.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "no-store")
        if request.is_secure():
            keep_to_tls(response)
        return response

    return guarded


def keep_to_tls(response: HttpResponse) -> None:
    """Who has come by https once never comes without again, nor does a cookie."""
    response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    for cookie in response.cookies.values():
        cookie["secure"] = True


def language(handle: Handler) -> Handler:
    """Every request has a language: the one chosen here, or the browser's first that we speak."""

    def guarded(request: HttpRequest) -> HttpResponse:
        chosen = request.COOKIES.get(LANGUAGE_COOKIE)
        request.language = chosen if chosen in LANGUAGES else translation.get_language_from_request(request)[:2]
        with translation.override(request.language):
            return handle(request)

    return guarded


class refusals:  # noqa: N801  # a middleware, named like the others
    """What cannot be done is said in the visitor's language, with the status that fits; nothing was changed."""

    def __init__(self, handle: Handler) -> None:
        self.handle = handle

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if getattr(request, "too_big", False):
            most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1000
            said = refused(request, 413, WORDS("refusal.too_big", most=most))
            said.headers["Connection"] = "close"  # the rest is not waited for
            return said
        response = self.handle(request)
        if isinstance(response, HttpResponseNotAllowed):
            said = refused(request, 405, WORDS("refusal.method", method=request.method))
            said.headers["Allow"] = response.headers["Allow"]
            return said
        return response

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if isinstance(problem, DataError):
            return refused(request, 400, WORDS("refusal.bad_request"))  # no database takes what was sent
        if isinstance(problem, OperationalError):
            problem = refuse_database(problem)
            request._person = None  # who asks cannot be looked up either
        if not isinstance(problem, CamarillaError):
            return None
        if isinstance(problem, OtherRules) and request.method == "GET" and not getattr(request, "htmx", False):
            return other_rules.show(request, problem)
        names = getattr(problem, "names", ())
        return refused(request, getattr(problem, "status", 400), problem.message, problem.clause, names)


def refused(
    request: HttpRequest, status: int, message: Message, clause: str | None = None, names: tuple[str, ...] = ()
) -> HttpResponse:
    """As a notice on the page that asked, or as a page of its own."""
    spoken = getattr(request, "language", LANGUAGES[0])
    text = message.text(spoken, names)
    said = {"text": text[:1].upper() + text[1:], "clause": clause, "status": status, "language": spoken}
    partial = bool(getattr(request, "htmx", False))
    response = render(request, f"camarilla/{'notice' if partial else 'refusal'}.html", said, status=status)
    if partial:
        response.headers["HX-Retarget"] = "#notice"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


# --- What Django itself refuses ---


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return refused(request, 403, WORDS("refusal.csrf"))


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return refused(request, 400, WORDS(f"refusal.{'host' if isinstance(exception, DisallowedHost) else 'bad_request'}"))


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return refused(request, 403, WORDS("refusal.forbidden"))


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return refused(request, 404, WORDS("refusal.not_found"))


def broken(request: HttpRequest) -> HttpResponse:
    return refused(request, 500, WORDS("refusal.broken"))
