"""What stands around every request: headers, the visitor's language, and refusals said clearly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import DisallowedHost
from django.db import DataError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import translation

from camarilla.engine.errors import CamarillaError
from camarilla.engine.words import LANGUAGES
from camarilla.site.api import PREFIX as API
from camarilla.site.api import errors
from camarilla.site.pages import other_rules
from camarilla.site.refusals import OtherRules, Refusal, TooOften
from camarilla.site.writing import refuse_database
from camarilla.version import __version__

YEAR = 365 * 24 * 3600
LANGUAGE_COOKIE = "language"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
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
        if is_of_api(request):
            response.headers["Camarilla-Version"] = __version__
        return response

    return guarded


def keep_to_tls(response: HttpResponse) -> None:
    """Who has come by https once never comes without again, nor does a cookie."""
    response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    for cookie in response.cookies.values():
        cookie["secure"] = True


def is_of_api(request: HttpRequest) -> bool:
    return bool(request.path.startswith(API))


def language(handle: Handler) -> Handler:
    """Every request has a language: the one chosen here, or the browser's first that we speak."""

    def guarded(request: HttpRequest) -> HttpResponse:
        chosen = request.COOKIES.get(LANGUAGE_COOKIE)
        if is_of_api(request):
            chosen = request.GET.get("language", chosen)
        request.language = chosen if chosen in LANGUAGES else translation.get_language_from_request(request)[:2]
        with translation.override(request.language):
            return handle(request)

    return guarded


def htmx(handle: Handler) -> Handler:
    """Whether the script asks, which wants a part of a page: all that is asked of a request about it, and so often that
    the middleware of django-htmx, which can tell much more, took a hundredth of a move."""

    def guarded(request: HttpRequest) -> HttpResponse:
        request.htmx = request.META.get("HTTP_HX_REQUEST") == "true"
        return handle(request)

    return guarded


class refusals:  # noqa: N801  # a middleware, named like the others
    """What cannot be done is said in the visitor's language, with the status that fits; nothing was changed."""

    def __init__(self, handle: Handler) -> None:
        self.handle = handle

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if problem := getattr(request, "body_problem", None):
            said = refuse(request, problem)
            said.headers["Connection"] = "close"  # the rest is not waited for
            return said
        response = self.handle(request)
        if isinstance(response, HttpResponseNotAllowed):
            key = "method_api" if is_of_api(request) else "method"
            said = refuse(request, Refusal(key, 405, method=request.method, allowed=response.headers["Allow"]))
            said.headers["Allow"] = response.headers["Allow"]
            return said
        return response

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if isinstance(problem, DataError):
            return bad_request(request)  # no database takes what was sent
        if isinstance(problem, OperationalError):
            problem = refuse_database(problem)
            request._person = None  # who asks cannot be looked up either
        if not isinstance(problem, CamarillaError):
            return None
        as_page = request.method == "GET" and not getattr(request, "htmx", False) and not is_of_api(request)
        if isinstance(problem, OtherRules) and as_page:
            return other_rules.show(request, problem)
        return refuse(request, problem)


def refuse(request: HttpRequest, problem: CamarillaError) -> HttpResponse:
    """As a notice on the page that asked, as a page of its own, or, for a program, as JSON."""
    spoken, status = getattr(request, "language", LANGUAGES[0]), getattr(problem, "status", 400)
    message = problem.message if is_of_api(request) else problem.message.on_page
    text = message.text(spoken, getattr(problem, "names", ()))
    text = text[:1].upper() + text[1:]
    if is_of_api(request):
        response = errors.answer(status, errors.name_problem(problem), text, problem.clause)
    else:
        said = {"text": text, "clause": problem.clause, "status": status, "language": spoken}
        response = show_refusal(request, said)
    if isinstance(problem, TooOften):
        response.headers["Retry-After"] = str(problem.seconds)
    return response


def show_refusal(request: HttpRequest, said: dict[str, Any]) -> HttpResponse:
    partial = bool(getattr(request, "htmx", False))
    template = f"camarilla/{'notice' if partial else 'refusal'}.html"
    response = render(request, template, said, status=said["status"])
    if partial:
        response.headers["HX-Retarget"] = "#notice"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


# --- What Django itself refuses ---


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return refuse(request, Refusal("csrf", 403))


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return refuse(request, Refusal("host" if isinstance(exception, DisallowedHost) else "bad_request", 400))


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return refuse(request, Refusal("forbidden", 403))


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return refuse(request, Refusal("not_found", 404))


def broken(request: HttpRequest) -> HttpResponse:
    return refuse(request, Refusal("broken", 500))
