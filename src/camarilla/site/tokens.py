"""Tokens: what a program shows instead of a session, to be whoever made it. It sits and plays as its owner.

A token is shown once, when it is made; only its hash is kept.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from camarilla.site.models import Person, Token, hash_key, new_key
from camarilla.site.people import check_name
from camarilla.site.refusals import Refusal
from camarilla.site.writing import in_turn, write

MOST = 10  # of one person
PREFIX = "camarilla_"  # by which a token that lies about is recognised as one
SELDOM = timedelta(hours=1)  # for which it is not noted again that a token was used


@in_turn
def make_token(owner: Person, name: str) -> str:
    """A new token, which nobody can show again."""
    name = check_name(name)
    Person.objects.select_for_update().get(pk=owner.pk)  # of several who ask at once one is first
    if owner.tokens.count() >= MOST:
        raise Refusal("too_many_tokens", 429, most=MOST)
    text = PREFIX + new_key()
    Token.objects.create(owner=owner, name=name, key_hash=hash_key(text))
    return text


@in_turn
def revoke_token(owner: Person, number: int) -> None:
    if not owner.tokens.filter(pk=number).delete()[0]:
        raise Refusal("no_token", 404)


def find_owner(text: str) -> Person | None:
    """Whose token this is."""
    token = Token.objects.select_related("owner").filter(key_hash=hash_key(text)).first()
    if token is None:
        return None
    now = timezone.now()
    if token.used is None or now - token.used > SELDOM:
        write(lambda: Token.objects.filter(pk=token.pk).update(used=now))
    owner: Person = token.owner
    return owner
