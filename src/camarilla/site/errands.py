"""Errands: whatever is to be thought about or looked after at a table, written down in the database.

Whoever has time takes the next one (`claim`), in this process or on another machine, and holds it for a few seconds at
a time (`hold_on`): an errand of somebody who died is taken over by another. That two do the same is harmless, for a
change is only written at a table that is still as it was.

Everybody gets a fair share: first comes who has the fewest errands being done. What takes more thought stands as far
back in the queue as if it had been asked for some seconds later, so what is quick comes first, and nothing never.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from camarilla.bots.ladder import USUAL
from camarilla.site.bell import EVERY_TABLE, ring_on_commit
from camarilla.site.models import Errand, Person, Seat, Table
from camarilla.site.ranks import A_RANK, RANKS
from camarilla.site.refusals import Refusal
from camarilla.site.writing import write

LEASE = timedelta(seconds=8)  # for which an errand is held; then it is held on to, or somebody else's
WAITING = 30  # errands of one person; who has more begins nothing new

MOVE, CLOCK, MAIL, CONFIRM = Errand.Kind.MOVE, Errand.Kind.CLOCK, Errand.Kind.MAIL, Errand.Kind.CONFIRM
LETTERS = (MAIL, CONFIRM)
PATIENT = (CLOCK, *LETTERS)  # they may well be due much later, and nobody thinks about them


# --- Asking for something: within the transaction that makes it necessary ---


def ask(table: Table, kind: str, rank: int = 0, *, seat: int = 0, due: datetime | None = None, **fields: Any) -> None:
    """Written down, or, if it was before, asked for anew."""
    now = timezone.now()
    fields |= {"rank": rank, "due": due or Now(), "asked": now, "turn": now + rank * A_RANK}
    fields |= {"held_until": None, "holder": "", "answer": None}
    one = Errand(table=table, kind=kind, seat=seat, **fields)
    key = ("table", "kind", "seat")
    Errand.objects.bulk_create([one], update_conflicts=True, unique_fields=key, update_fields=tuple(fields))


def drop(table: Table, *kinds: str) -> None:
    Errand.objects.filter(table=table, kind__in=kinds).delete()


def plan(table: Table, levels: list[str], due: datetime | None) -> None:
    """What is to be done at a table by itself: bots of these levels are to move, and a time will be up."""
    if levels:
        ask(table, MOVE, max(RANKS[level] for level in levels), person_id=table.host_id)
    if due:
        ask(table, CLOCK, due=due)
    drop(table, *([] if levels else [MOVE]), *([] if due else [CLOCK]))


def ask_for_bots(table: Table) -> None:
    """Have it looked whether bots are to move, where that is not known yet: some of those who may play here."""
    levels = table.seats.filter(kind=Seat.Kind.BOT).values_list("level", flat=True)
    ask(table, MOVE, max(RANKS[level] for level in (USUAL, *levels)), person_id=table.host_id)


def restore() -> None:
    """Have every table looked at where a match goes on and nobody has anything to do: it may have been begun before
    there were errands."""
    alone = Table.objects.filter(stage=Table.Stage.PLAYING, errands__isnull=True)
    by_itself = Q(seats__kind=Seat.Kind.BOT) | Q(seats__away=True) | Q(clock__gt=0) | Q(runs_out__isnull=False)
    for table in alone.filter(by_itself).distinct():
        ask_for_bots(table)
        ring_on_commit(table.pk)


def check_share(person: Person | None) -> None:
    """Who has so much waiting does not get more."""
    waiting = Errand.objects.filter(person=person, answer__isnull=True).exclude(kind__in=PATIENT)
    if person and waiting.count() >= WAITING:
        raise Refusal("too_much_thinking", 429, most=WAITING)


# --- Doing it ---


def claim(holder: str, ranks: range) -> Errand | None:
    """The next errand of these ranks, if there is one: from now on this holder's."""
    if not open_errands(ranks).exists():  # asked without a lock: most of the time there is none
        return None
    return write(lambda: take(holder, ranks))


def take(holder: str, ranks: range) -> Errand | None:
    held = Errand.objects.filter(person=OuterRef("person"), held_until__gt=Now()).values("person")
    number = Subquery(held.annotate(number=Count("pk")).values("number"))
    skipping = {"skip_locked": True, "of": ("self",)} if connection.features.has_select_for_update_skip_locked else {}
    waiting = open_errands(ranks).select_for_update(**skipping).order_by(Coalesce(number, 0), "turn")
    found = waiting.first()
    if found:
        Errand.objects.filter(pk=found.pk).update(holder=holder, held_until=Now() + LEASE)
        found.holder = holder
    return found


def open_errands(ranks: range) -> QuerySet[Errand]:
    """Those that nobody holds. One that is held for longer than anybody may is not: a clock was put back."""
    free = Q(held_until__isnull=True) | Q(held_until__lt=Now()) | Q(held_until__gt=Now() + 2 * LEASE)
    due = Q(due__lte=Now()) | (Q(due__gt=Now() + LEASE) & ~Q(kind__in=PATIENT))
    found = Errand.objects.filter(free, due, answer__isnull=True, rank__gte=ranks.start, rank__lt=ranks.stop)
    return found if settings.SMTP else found.exclude(kind__in=LETTERS)  # who has no mail server leaves them to others


def hold_on(holder: str) -> None:
    """Whoever does something says so before its time is over."""
    write(lambda: Errand.objects.filter(holder=holder).update(held_until=Now() + LEASE))


def held(errand: Errand) -> QuerySet[Errand]:
    """The errand, unless it was taken over, or asked for anew."""
    return Errand.objects.filter(pk=errand.pk, holder=errand.holder, asked=errand.asked)


def finish(errand: Errand) -> None:
    write(lambda: held(errand).delete())


def let_go(errand: Errand) -> None:
    """Not done yet: somebody else may go on, after those who have waited for longer."""
    now = timezone.now()
    fields = {"held_until": None, "holder": "", "asked": now, "turn": now + errand.rank * A_RANK}
    write(lambda: held(errand).update(**fields))


def take_over() -> None:
    """Where one process serves the house nobody else is at anything: what the last one held when it died is free."""
    if connection.vendor == "sqlite":
        write(lambda: Errand.objects.update(held_until=None, holder=""))


def let_go_all(holder: str) -> None:
    """Whoever goes lets go of everything: others need not wait until its time is over."""

    def release() -> None:
        Errand.objects.filter(holder=holder).update(held_until=None, holder="")
        ring_on_commit(EVERY_TABLE)

    write(release)


def answer(errand: Errand, found: Any) -> None:
    write(lambda: held(errand).update(held_until=None, holder="", answer=found))


def later(errand: Errand, due: datetime) -> None:
    write(lambda: held(errand).update(held_until=None, holder="", answer=None, due=due))


def seal(errand: Errand) -> bool:
    """Before something is done that cannot be done twice: from now on nobody else takes it, not even if we die.
    Whether it is still ours to do."""
    return bool(write(lambda: held(errand).filter(answer__isnull=True).update(answer=True)))
