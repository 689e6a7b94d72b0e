"""Who asks: a program with a token, or a browser with a session, whose requests have to come from our own pages."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from ninja.security import APIKeyCookie, HttpBearer

from camarilla.site import limits, people, tokens
from camarilla.site.models import Person
from camarilla.site.refusals import Refusal


class Token(HttpBearer):
    """A token made on the page “Who are you?”. It is its owner: it sits and plays as the owner does."""

    def authenticate(self, request: HttpRequest, token: str) -> Person:
        request._person = None  # a session beside it does not count
        request._person = tokens.find_owner(token)
        if request._person is None:
            limits.spend(request, "guess")
            raise Refusal("unauthorized", 401)
        owner: Person = request._person
        return owner


class Session(APIKeyCookie):
    """A browser that the house knows. What changes something needs the header `X-CSRFToken` besides."""

    param_name = settings.SESSION_COOKIE_NAME

    def __call__(self, request: HttpRequest) -> Person | None:
        return super().__call__(request) if self.param_name in request.COOKIES else None

    def authenticate(self, request: HttpRequest, key: str | None) -> Person | None:
        return people.person(request)


def is_anybody(request: HttpRequest) -> bool:
    """Some things a stranger may look at, too."""
    request._person = None
    return True


SOMEBODY = [Token(), Session()]
ANYBODY = [*SOMEBODY, is_anybody]
