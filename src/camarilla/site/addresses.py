"""Where somebody wants to be written to. Whoever gives an address is asked there by mail whether it is theirs; before
that is confirmed nothing else is sent, and every mail has a link by which the address is forgotten.

Anybody can give anybody's address. So a person, an address and the whole house have only so many of these mails, and
nothing in them is of the asker's choosing. Whether an address was written to before is told to nobody: one that has had
enough gets no mail, and the asker sees what they always see.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.crypto import salted_hmac

from camarilla.site.errands import CONFIRM
from camarilla.site.models import Address, Confirmation, Errand, Person, new_key
from camarilla.site.refusals import Refusal
from camarilla.site.writing import in_turn

VALID = timedelta(days=2)  # for which an address can be confirmed
A_DAY, A_WEEK = timedelta(days=1), timedelta(days=7)
OF_PERSON, OF_HOUSE = 3, 200  # mails that ask, in a day
TO_ADDRESS = 3  # in a week
LONGEST = 254


def check_email(text: str) -> str:
    """An address that can stand in a mail's head: nothing but one, and of plain signs."""
    email = text.strip()
    try:
        validate_email(email)
    except ValidationError:
        raise Refusal("email", 400) from None
    if not email.isascii() or not email.isprintable() or len(email) > LONGEST:
        raise Refusal("email", 400)
    return email


def find_address(person: Person | None) -> Address | None:
    return Address.objects.filter(person=person).first() if person else None


@in_turn
def give(person: Person, text: str, language: str, origin: str) -> None:
    """From now on this is the person's address, once it is confirmed."""
    email = check_email(text)
    Person.objects.select_for_update().get(pk=person.pk)  # of several who ask at once one is first
    check_share(person)
    new = {"email": email, "language": language, "origin": origin, "key": new_key(), "asked": timezone.now()}
    Address.objects.update_or_create(person=person, defaults=new | {"confirmed": None})
    Errand.objects.filter(person=person, kind=CONFIRM).delete()
    recipient = hash_recipient(email)
    if lately(A_WEEK, recipient=recipient) < TO_ADDRESS:
        Confirmation.objects.create(person=person, recipient=recipient)
        Errand.objects.create(kind=CONFIRM, person=person)


def check_share(person: Person) -> None:
    if lately(A_DAY, person=person) >= OF_PERSON:
        raise Refusal("mails_of_person", 429, most=OF_PERSON)
    if lately(A_DAY) >= OF_HOUSE * settings.RATE:
        raise Refusal("mails_of_house", 429)


def lately(time: timedelta, **whose: object) -> int:
    return int(Confirmation.objects.filter(made__gte=timezone.now() - time, **whose).count())


def hash_recipient(email: str) -> str:
    """By which an address is known again. What stands behind a plus is the same letter box."""
    name, _, domain = email.casefold().rpartition("@")
    return str(salted_hmac("camarilla.recipient", f"{name.partition('+')[0]}@{domain}", algorithm="sha256").hexdigest())


def find_by_key(key: str) -> Address:
    """The address that a link in a mail is about, if it can still be confirmed or is."""
    found = Address.objects.select_related("person").filter(key=key).first()
    if found is None:
        raise Refusal("mail_link", 404)
    if found.confirmed is None and found.asked < timezone.now() - VALID:
        raise Refusal("mail_link_old", 410, days=VALID.days)
    address: Address = found
    return address


@in_turn
def confirm(key: str, language: str) -> None:
    """Whoever reads mail there says yes, in the language that they want to be written to in."""
    found = find_by_key(key)
    Address.objects.filter(pk=found.pk, key=key).update(confirmed=timezone.now(), language=language)
    Confirmation.objects.filter(recipient=hash_recipient(found.email)).delete()


@in_turn
def forget_by_key(key: str) -> None:
    """Whoever has had a mail from here wants no more: not even an address is left."""
    Address.objects.filter(key=key).delete()


@in_turn
def forget(person: Person) -> None:
    Address.objects.filter(person=person).delete()
