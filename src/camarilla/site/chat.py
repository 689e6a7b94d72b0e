"""The chat of a table: free words, among those who play, and apart from them among those who watch.

While a match goes on neither hears the other: who watches may see more than one player does, and must not advise. When
it is over everybody hears everything. Whoever opened the table chose whether there is a chat, and may end it.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

from django.utils import timezone

from camarilla.site.desk import REMARKS_A_MINUTE, lock_table, touch
from camarilla.site.models import REMARK_LENGTH, Person, Remark, Seat, Table
from camarilla.site.people import check_text
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import SAID_IN_CHAT, Snapshot
from camarilla.site.writing import in_turn


def is_host(table: Table, person: Person | None) -> bool:
    return person is not None and table.host_id == person.pk


# --- Hearing ---


def has_company(now: Snapshot, mine: list[int]) -> bool:
    """Whether there may be anybody to talk to: bots do not."""
    others = any(seat.kind == Seat.Kind.PERSON for seat in now.seats if seat.number not in mine)
    return others or not mine or not now.playing


def may_hear(table: Table, seated: bool, one: Remark) -> bool:
    """A phrase is for everybody; free words are for the others of one's kind, until the match is over."""
    return bool(not one.text or table.stage == Table.Stage.OVER or seated == (one.seat is not None))


def hear(now: Snapshot, seated: bool) -> list[Remark]:
    """What somebody at the table, or somebody who watches, may hear of what was said last."""
    return [one for one in now.remarks if may_hear(now.table, seated, one)][-SAID_IN_CHAT:]


def name_speaker(one: Remark) -> str:
    """By which a browser knows whose words they are, whatever they call themselves; it tells nothing beyond a table."""
    if one.seat is not None:
        return f"s{one.seat}"
    return "w" + sha256(f"{one.table_id} {one.person_id}".encode()).hexdigest()[:12]


# --- Saying ---


@in_turn
def say(table: Table, person: Person, text: str) -> None:
    table, text = lock_table(table), check_text(text, "remark", REMARK_LENGTH)
    if not table.chat:
        raise Refusal("no_chat")
    if table.stage == Table.Stage.GATHERING:
        raise Refusal("not_begun")
    minute = timezone.now() - timedelta(minutes=1)
    if Remark.objects.filter(person=person, made__gte=minute).count() >= REMARKS_A_MINUTE:
        raise Refusal("too_much", 429)
    seat = table.seats.filter(person=person).values_list("number", flat=True).first()
    name = person.name if seat is None else ""
    Remark.objects.create(table=table, person=person, seat=seat, name=name, text=text)
    touch(table)


# --- What the host may do ---


@in_turn
def remove(table: Table, person: Person, number: int) -> None:
    """Take back what somebody said, as far as the host may hear it."""
    table = lock_table(table)
    check_host(table, person)
    seated = table.seats.filter(person=person).exists()
    found = table.remarks.filter(pk=number).exclude(text="").first()
    if found is None or not may_hear(table, seated, found):
        raise Refusal("no_remark", 404)
    found.delete()
    touch(table)


@in_turn
def close(table: Table, person: Person) -> None:
    """From now on there are only the phrases; nothing that was said in free words is shown any more."""
    table = lock_table(table)
    check_host(table, person)
    touch(table, chat=False)


def check_host(table: Table, person: Person) -> None:
    if not is_host(table, person):
        raise Refusal("not_host", 403)
