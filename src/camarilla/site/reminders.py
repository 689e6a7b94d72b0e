"""Who plays by correspondence is told by mail that it is their turn: once, and not while they are here anyway.

The errand of a seat stays, as a mark that it was told, until the seat acts: so nobody is told twice of one turn,
however often others take a move back and make it again.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from camarilla.site.clocks import is_by_correspondence
from camarilla.site.errands import MAIL
from camarilla.site.models import Errand, Person, Seat
from camarilla.site.snapshots import Snapshot
from camarilla.site.writing import write

DELAY = timedelta(minutes=3)  # in which one may well see it by oneself
SELDOM = timedelta(seconds=30)  # for which it is not noted again that somebody is here
PRESENT = timedelta(minutes=1)  # for which somebody who was here is taken to be


def plan(now: Snapshot, before: Collection[int], acted: Collection[int]) -> None:
    """Have those reminded whose turn has begun; forget it of those who have acted. Within the transaction of a move."""
    if not settings.SMTP or not is_by_correspondence(now.table):
        return
    done = acted if now.playing else now.match.game.seats
    Errand.objects.filter(table=now.table, kind=MAIL, seat__in=done).delete()
    called = [seat for seat in now.match.waiting if seat not in before] if now.playing else []
    known = now.table.seats.filter(number__in=called, away=False, person__address__confirmed__isnull=False)
    due = timezone.now() + DELAY
    new = [Errand(table=now.table, kind=MAIL, seat=seat.number, person_id=seat.person_id, due=due) for seat in known]
    Errand.objects.bulk_create(new, ignore_conflicts=True)


def is_to_act(now: Snapshot, seat: int, person: Person) -> bool:
    """Whether it is still the turn of this person on that seat."""
    theirs = seat in now.of(person) and not now.played_by_bot(seat)
    return now.playing and theirs and seat in now.match.waiting


# --- Who is here ---


def note_presence(now: Snapshot, person: Person | None) -> None:
    """A page of this person follows the table."""
    if not settings.SMTP or not is_by_correspondence(now.table) or not now.of(person):
        return
    time = timezone.now()
    stale = Seat.objects.filter(Q(seen=None) | Q(seen__lt=time - SELDOM), table=now.table, person=person)
    if stale.exists():
        write(lambda: stale.update(seen=time))


def is_present(table: int, person: Person) -> bool:
    return bool(Seat.objects.filter(table=table, person=person, seen__gte=timezone.now() - PRESENT).exists())
