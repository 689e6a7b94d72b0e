"""Who is asking. Nobody has an account: a person is a name and a key, kept in a signed session."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Any

from django.core import signing
from django.http import HttpRequest

from camarilla.site.known import COLUMNS, KNOWN, ask_database, forget_on_commit
from camarilla.site.models import NAME_LENGTH, Person, hash_key, new_key
from camarilla.site.refusals import Refusal
from camarilla.site.writing import in_turn, write
from camarilla.version import __version__

KEY = "person"
SALT = "camarilla.personal-link"
LINK_DAYS = 7  # for which a personal link can be opened
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
    found = KNOWN.find(hash_key(key))
    return Person.from_db("default", COLUMNS, found) if found else None


def new_person(name: str) -> tuple[Person, str]:
    """Somebody new, and the key, which is written down nowhere else."""
    key = new_key()
    return Person.objects.create(name=name, key_hash=hash_key(key)), key


def get_or_create(request: HttpRequest) -> Person:
    """Who is asking; somebody new gets a name for the evening, which can be changed."""
    return person(request) or sign_in(request, *write(lambda: new_person(secrets.choice(GUESTS))))


def rename(request: HttpRequest, name: str) -> Person:
    """Who is asking, from now on under this name."""
    name = check_name(name)
    here = get_or_create(request)
    if here.name != name:
        here.name = name
        write(lambda: give_name(here, name))
    return here


def give_name(one: Person, name: str) -> None:
    Person.objects.filter(pk=one.pk).update(name=name)
    forget_on_commit()


def sign_in(request: HttpRequest, one: Person, key: str) -> Person:
    request.session[KEY] = key
    request._person = one
    return one


def renew_key(request: HttpRequest) -> None:
    """From now on only this browser is the person: other devices, all links that were given away, and programs are
    strangers."""
    here = person(request)
    if here is None:
        raise Refusal("not_found", 404)
    sign_in(request, here, throw_out(here))


@in_turn
def throw_out(person: Person) -> str:
    """Nobody is this person any more but who is told the new key. Whoever had a link may have made tokens with it."""
    key = new_key()
    Person.objects.filter(pk=person.pk).update(key_hash=hash_key(key))
    forget_on_commit()
    person.tokens.all().delete()
    return key


def check_name(name: str, most: int = NAME_LENGTH) -> str:
    return check_text(name, "name", most)


def check_text(text: str, what: str, most: int) -> str:
    """A text that can be shown: something, not too long, without signs that cannot be seen or that climb over lines.
    It is refused as what it is."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if any(unicodedata.category(sign)[0] == "C" or sign in BLANK for sign in text):
        raise Refusal(f"{what}_signs", 400)
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in text):
        raise Refusal(f"{what}_empty", 400)
    if len(text) > most:
        raise Refusal(f"{what}_long", 400, length=len(text), most=most)
    if any(len(marks) > ACCENTS for marks in runs_of_accents(text)):
        raise Refusal("name_accents", 400, most=ACCENTS)
    return text


def runs_of_accents(name: str) -> list[str]:
    """What stands on one letter, beyond what it has by itself."""
    signs = "".join(sign if unicodedata.category(sign)[0] == "M" else " " for sign in name)
    return signs.split()


def personal_token(request: HttpRequest) -> str:
    """What a personal link carries: who opens it on another device is this person there, too."""
    return signing.dumps(request.session[KEY], salt=SALT)


def find_by_token(token: str) -> tuple[Person, str]:
    """The person of a personal link, and the key."""
    try:
        key = signing.loads(token, salt=SALT, max_age=LINK_DAYS * 24 * 3600)
    except signing.SignatureExpired:
        raise Refusal("token_old", 410, days=LINK_DAYS) from None
    except signing.BadSignature:
        raise Refusal("token", 404) from None
    found = ask_database(hash_key(str(key)))
    if not found:
        raise Refusal("token", 404)
    return Person.from_db("default", COLUMNS, found), str(key)


def visitor(request: HttpRequest) -> dict[str, Any]:
    """For every template."""
    return {"person": person(request), "language": getattr(request, "language", "en"), "version": __version__}
