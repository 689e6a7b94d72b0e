"""Letters: what is written to people by mail, and how it is sent.

A mail tells the game, the names at the table and the link, and nothing of the match. An errand is sealed before its
letter is handed over, so that none is sent twice: where nobody can know whether the server took it, it is not repeated.
What the server did not take is tried again after longer and longer pauses, for a day.
"""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr
from enum import StrEnum
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.urls import reverse
from django.utils import timezone

from camarilla.games import kind
from camarilla.site import WORDS, addresses, errands, reminders
from camarilla.site.drawing import join_names, name_players
from camarilla.site.models import Address, Errand
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import Snapshot, take_snapshot

log = logging.getLogger("camarilla.letters")
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(hours=6)  # pauses between two tries
PATIENCE = timedelta(days=1)  # after which a letter is given up
LOOK = timedelta(minutes=5)  # after which it is looked again whether somebody is still at the table
REFUSED_FOR_GOOD = 500  # what a mail server answers from here on it will always answer


class Fate(StrEnum):
    SENT = "sent"
    AGAIN = "again"  # the server is away, or wants it later
    REFUSED = "refused"  # it will never take it
    UNKNOWN = "unknown"  # the line broke when it may have had it


@dataclass(frozen=True)
class Letter:
    name: str  # the same each time that it is tried
    to: str
    subject: str
    text: str
    stop: str  # the link by which the address is forgotten


# --- What is to be written ---


def take(errand: Errand) -> Letter | None:
    """The letter of an errand, which from now on nobody else sends; None if there is none to be sent now."""
    letter = write_confirmation(errand) if errand.kind == errands.CONFIRM else write_reminder(errand)
    return letter if letter and errands.seal(errand) else None


def write_confirmation(errand: Errand) -> Letter | None:
    address = addresses.find_address(errand.person)
    if address is None or address.confirmed:
        errands.finish(errand)
        return None
    days, link = addresses.VALID.days, address.origin + reverse("confirm", args=[address.key])
    return address_letter(errand, address, "confirm", house=address.origin, days=days, link=link)


def write_reminder(errand: Errand) -> Letter | None:
    """Unless the person has moved meanwhile. One who has the page open is told later, should it still be needed."""
    address, now = addresses.find_address(errand.person), find_snapshot(errand)
    if address is None or not address.confirmed or not now or not reminders.is_to_act(now, errand.seat, errand.person):
        errands.finish(errand)
        return None
    if reminders.is_present(errand.table_id, errand.person):
        errands.later(errand, timezone.now() + LOOK)
        return None
    link = address.origin + reverse("table", args=[now.table.slug])
    return address_letter(errand, address, "turn", **tell_company(now, errand.seat, address.language), link=link)


def tell_company(now: Snapshot, seat: int, language: str) -> dict[str, object]:
    """The game, and the names at the table."""
    called = name_players(now.seats, language)
    others = join_names([*called[:seat], *called[seat + 1 :]], language)
    return {"game": kind(now.table.game).words("title"), "name": called[seat], "others": others}


def find_snapshot(errand: Errand) -> Snapshot | None:
    with contextlib.suppress(Refusal):
        return take_snapshot(errand.table)
    return None


def address_letter(errand: Errand, address: Address, about: str, **parts: object) -> Letter:
    def say(key: str) -> str:
        return WORDS(f"mail.{about}.{key}", **parts, stop=stop).text(address.language)

    stop = address.origin + reverse("stop", args=[address.key])
    _, sender = parseaddr(settings.SENDER)
    name = f"<{errand.pk}.{errand.asked.timestamp():.0f}@{sender.partition('@')[2]}>"
    return Letter(name, address.email, say("subject"), say("text"), stop)


# --- Sending it ---


def send(letter: Letter) -> Fate:
    """Hand it to the mail server."""
    line = EmailBackend(**settings.SMTP)
    try:
        line.open()
    except OSError:
        return Fate.AGAIN
    try:
        line.send_messages([compose(letter)])
        return Fate.SENT
    except SMTPResponseException as problem:
        return judge(problem.smtp_code)
    except SMTPRecipientsRefused as problem:
        return judge(max(code for code, _ in problem.recipients.values()))
    except OSError:
        return Fate.UNKNOWN
    finally:
        with contextlib.suppress(SMTPException, OSError):
            line.close()


def judge(code: int) -> Fate:
    return Fate.REFUSED if code >= REFUSED_FOR_GOOD else Fate.AGAIN


def compose(letter: Letter) -> EmailMessage:
    """With what mail programs need to offer one click that ends it (RFC 8058)."""
    headers = {
        "Message-ID": letter.name,
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{letter.stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(letter.subject, letter.text, settings.SENDER, [letter.to], headers=headers)


def settle(errand: Errand, fate: Fate) -> None:
    """What becomes of the errand. That of a turn stays as a mark until the seat acts (see `reminders`)."""
    waited = timezone.now() - errand.asked
    if fate is Fate.AGAIN and waited < PATIENCE:
        errands.later(errand, timezone.now() + min(max(waited, SHORTEST), LONGEST))
        return
    if fate is not Fate.SENT:
        log.warning("a letter (%s) of errand %s was given up: %s", errand.kind, errand.pk, fate)
    if errand.kind == errands.CONFIRM:
        errands.finish(errand)
