"""The sweep: what everybody has left behind is cleared away, so that a house does not grow for ever.

Nothing that was finished is ever deleted, and of a match that nobody plays on the log stays.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from camarilla.site import addresses, desk
from camarilla.site.bell import ring_on_commit
from camarilla.site.clocks import CORRESPONDENCE
from camarilla.site.errands import MAIL
from camarilla.site.models import Address, Confirmation, Errand, Evening, Note, Person, Table
from camarilla.site.writing import write

log = logging.getLogger("camarilla.sweep")
HOUR = timedelta(hours=1)
LOOK = 600.0  # seconds after which a steward asks whether an hour has passed
STRANGERS = timedelta(seconds=settings.SESSION_COOKIE_AGE)  # after which nobody can be that person any more
ANSWERED = timedelta(days=1)
AT_ONCE = 50  # rows in a transaction
NAME = "sweep"


@dataclass(frozen=True)
class Pile:
    """What is to be cleared away, and how."""

    name: str
    rows: QuerySet
    clear: Callable[[QuerySet], object] = QuerySet.delete


def find_piles() -> list[Pile]:
    now = timezone.now()
    gathering = untouched(Table.Stage.GATHERING, settings.KEEP_GATHERING, now)
    playing = untouched(Table.Stage.PLAYING, settings.KEEP_PLAYING, now)
    return [
        Pile("gathering", gathering, close_tables),
        Pile("playing", playing.filter(clock__lt=CORRESPONDENCE), end_matches),  # a long clock ends a match by itself
        Pile("evenings", never_begun(now)),
        Pile("people", strangers().filter(created__lt=now - STRANGERS)),
        Pile("sessions", Session.objects.filter(expire_date__lt=now)),
        Pile("answers", Errand.objects.filter(answer__isnull=False, asked__lt=now - ANSWERED).exclude(kind=MAIL)),
        Pile("addresses", Address.objects.filter(confirmed__isnull=True, asked__lt=now - addresses.VALID)),
        Pile("confirmations", Confirmation.objects.filter(made__lt=now - addresses.A_WEEK)),
    ]


def untouched(stage: str, days: int, now: datetime) -> QuerySet:
    tables = Table.objects.filter(stage=stage)
    return tables.filter(since__lt=now - timedelta(days=days)) if days else tables.none()


def never_begun(now: datetime) -> QuerySet:
    """Evenings that came to nothing."""
    days = settings.KEEP_GATHERING
    return Evening.objects.filter(round=0, created__lt=now - timedelta(days=days)) if days else Evening.objects.none()


def strangers() -> QuerySet:
    """People of whom nothing else knows: no seat, no table, nothing that they own."""
    found = Person.objects.all()
    for relation in Person._meta.get_fields(include_hidden=True):
        if relation.one_to_many or relation.one_to_one:
            theirs = relation.related_model.objects.filter(**{relation.field.name: OuterRef("pk")})
            found = found.filter(~Exists(theirs))
    return found


def close_tables(tables: QuerySet) -> None:
    for table in tables:
        ring_on_commit(table.pk)
        table.delete()


def end_matches(tables: QuerySet) -> None:
    for table in tables:
        desk.end_without_result(table)


# --- Doing it ---


def sweep() -> dict[str, int]:
    """Clear everything away; how much there was of each pile."""
    return {pile.name: clear(pile) for pile in find_piles()}


def count() -> dict[str, int]:
    """How much there is to clear away."""
    return {pile.name: pile.rows.count() for pile in find_piles()}


def clear(pile: Pile) -> int:
    """A few rows at a time, so that nobody waits. What somebody has touched in the meantime is left alone."""
    found = list(pile.rows.values_list("pk", flat=True))
    for start in range(0, len(found), AT_ONCE):
        some = pile.rows.filter(pk__in=found[start : start + AT_ONCE])
        write(functools.partial(pile.clear, some.select_for_update()))
    return len(found)


def sweep_if_due() -> None:
    """Once an hour, by one of all who serve the house."""
    if write(claim_hour):
        done = {name: number for name, number in sweep().items() if number}
        if done:
            log.warning("swept: %s", ", ".join(f"{number} {name}" for name, number in done.items()))


def claim_hour() -> bool:
    """Whether this hour's sweep is ours. A time to come is of a clock that was put back."""
    now = timezone.now()
    Note.objects.get_or_create(name=NAME, defaults={"made": datetime(2000, 1, 1, tzinfo=UTC)})
    due = Q(made__lte=now - HOUR) | Q(made__gt=now + HOUR)
    return bool(Note.objects.filter(due, name=NAME).update(made=now))
