"""Who is asking. Nobody has an account: a person is a name and a key, kept in a signed session."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Any

from django.core import signing
from django.db import connection
from django.http import HttpRequest

from camarilla.site.models import NAME_LENGTH, Person
from camarilla.site.refusals import Refusal
from camarilla.site.writing import write

KEY = "person"
SALT = "camarilla.personal-link"
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # fillers: letters and symbols for Unicode, and nothing to be seen
ACCENTS = 2  # on one letter; languages of people need no more
GUESTS = ("Margot", "Gaspard", "Bianca", "Lorenzo", "Sidonie", "Fabrice", "Ottavia", "Hippolyte", "Clarice", "Aurèle")


def person(request: HttpRequest) -> Person | None:
    """Who is asking, if they have been here before."""
    if not hasattr(request, "_person"):
        key = request.session.get(KEY)
        request._person = find_person(key) if key else None
    found: Person | None = request._person
    return found


def find_person(key: str) -> Person | None:
    """Every request asks this, so it is asked without ceremony."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT key, name, created FROM {Person._meta.db_table} WHERE key = %s", [key])
        found = cursor.fetchone()
    return Person.from_db("default", ["key", "name", "created"], found) if found else None


def get_or_create(request: HttpRequest) -> Person:
    """Who is asking; somebody new gets a name for the evening, which can be changed."""
    return person(request) or sign_in(request, write(lambda: Person.objects.create(name=secrets.choice(GUESTS))))


def rename(request: HttpRequest, name: str) -> Person:
    """Who is asking, from now on under this name."""
    name = check_name(name)
    here = get_or_create(request)
    if here.name != name:
        here.name = name
        write(lambda: here.save(update_fields=["name"]))
    return here


def sign_in(request: HttpRequest, one: Person) -> Person:
    request.session[KEY] = one.key
    request._person = one
    return one


def check_name(name: str) -> str:
    """A name that can be shown: something, not too long, without signs that cannot be seen or that climb over lines."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(sign)[0] == "C" or sign in BLANK for sign in name):
        raise Refusal("name_signs", 400)
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise Refusal("name_empty", 400)
    if len(name) > NAME_LENGTH:
        raise Refusal("name_long", 400, length=len(name), most=NAME_LENGTH)
    if any(len(marks) > ACCENTS for marks in runs_of_accents(name)):
        raise Refusal("name_accents", 400, most=ACCENTS)
    return name


def runs_of_accents(name: str) -> list[str]:
    """What stands on one letter, beyond what it has by itself."""
    signs = "".join(sign if unicodedata.category(sign)[0] == "M" else " " for sign in name)
    return signs.split()


def personal_token(one: Person) -> str:
    """What a personal link carries: who opens it on another device is this person there, too."""
    return signing.dumps(one.key, salt=SALT)


def find_by_token(token: str) -> Person:
    try:
        key = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise Refusal("token", 404) from None
    found = Person.objects.filter(key=key).first()
    if not found:
        raise Refusal("token", 404)
    return found


def visitor(request: HttpRequest) -> dict[str, Any]:
    """For every template."""
    return {"person": person(request), "language": getattr(request, "language", "en")}
