"""What is kept about somebody: all of it to take along, and all of it to be forgotten."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q

from camarilla.site import deals, desk, evenings, known
from camarilla.site.addresses import find_address
from camarilla.site.errands import LETTERS
from camarilla.site.models import Evening, Person, Remark, Seat, Table
from camarilla.site.snapshots import effective_moves
from camarilla.site.writing import in_turn


def gather(person: Person) -> dict[str, Any]:
    """All that is kept about a person, as plain data. Of a match that goes on, only what they did themselves."""
    tables = Table.objects.filter(seats__person=person).distinct().order_by("created")
    return {
        "person": {"name": person.name, "created": when(person.created)},
        "address": tell_address(person),
        "tokens": [
            {"name": token.name, "created": when(token.created), "used": when(token.used)}
            for token in person.tokens.all()
        ],
        "ratings": [
            {"game": one.game, "made": when(one.made), "mu": one.mu, "sigma": one.sigma} for one in person.ratings.all()
        ],
        "puzzles": [
            {"game": one.game, "puzzle": one.puzzle, "solved": one.solved, "made": when(one.made)}
            for one in person.attempts.all()
        ],
        "daily": [
            {"day": str(one.daily.day), "game": one.daily.game, "table": one.table.slug}
            for one in person.tries.select_related("daily", "table")
        ],
        "tournaments": [
            {"title": one.evening.title, "name": one.name, "host": one.evening.host_id == person.pk}
            for one in person.guests.select_related("evening")
        ],
        "tables": [tell_table(table, person) for table in tables.prefetch_related("seats")],
        "said": [
            {"table": one.table.slug, "text": one.text, "made": when(one.made)}
            for one in person.remarks.exclude(text="").select_related("table")
        ],
    }


def tell_address(person: Person) -> dict[str, Any] | None:
    found = find_address(person)
    return found and {"email": found.email, "given": when(found.asked), "confirmed": when(found.confirmed)}


def tell_table(table: Table, person: Person) -> dict[str, Any]:
    seats = [seat for seat in table.seats.all() if seat.person_id == person.pk]
    numbers = [seat.number for seat in seats]
    told = {
        "table": table.slug,
        "game": table.game,
        "stage": table.stage,
        "created": when(table.created),
        "last": when(table.since),
        "host": table.host_id == person.pk,
        "practice": table.practice,
        "seats": [
            {"number": seat.number, "name": seat.name, "away": seat.away, "helped": seat.helped} for seat in seats
        ],
        "scores": table.scores,
        "places": table.places,
        "moves": [[seat, move] for seat, move in effective_moves(table.entries.all()) if seat in numbers],
        "said": [
            [one.seat, one.phrase, when(one.made)]
            for one in Remark.objects.filter(table=table, seat__in=numbers, text="")
        ],
    }
    tellable = table.stage == Table.Stage.OVER and deals.lies_open(table, person)
    return told | ({"record": desk.raw_record(table)} if tellable else {})


def when(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


@in_turn
def forget(person: Person) -> None:
    """Nothing is left by which anybody could tell who it was: at those tables sat somebody. In a match that goes on a
    bot plays; before one the seat is free again. Analyses call people by name, so those of their matches go, too;
    they can be made again."""
    for table in Table.objects.filter(seats__person=person, stage=Table.Stage.GATHERING).distinct():
        desk.leave(table, person)
    for table in Table.objects.filter(seats__person=person, stage=Table.Stage.PLAYING).distinct():
        desk.hand_over(table, person)
    for evening in Evening.objects.filter(Q(guests__person=person) | Q(host=person)).distinct():
        evenings.touch(evening, title=evening.title.replace(person.name, "…"))
    seats = Seat.objects.filter(person=person)
    tables = list(Table.objects.filter(seats__in=seats).distinct())
    seats.update(person=None, name="")
    for table in tables:
        desk.touch(table, analysis=None)
    for table in Table.objects.filter(remarks__person=person).distinct():
        desk.touch(table)  # what they said there goes with them
    person.errands.filter(kind__in=LETTERS).delete()
    person.errands.update(person=None)  # bots go on
    known.forget_on_commit()
    person.delete()
