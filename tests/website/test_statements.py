"""Plain statements write what Django's querysets write."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from camarilla.site import statements
from camarilla.site.models import Entry, Table
from tests.samples import GAME
from tests.website.parlour import person, sit


def stored(model: type[Table] | type[Entry], number: int, *names: str) -> list[Any]:
    """The values of a row just as the database holds them."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(names)} FROM {model._meta.db_table} WHERE id = %s", [number])
        return list(cursor.fetchone())


def test_a_row_is_given_what_a_queryset_would_give_it() -> None:
    anna, now = person(), timezone.now()
    one, other = sit(GAME, anna, None), sit(GAME, anna, None)
    fields = {"stage": Table.Stage.OVER, "scores": (3, -1), "places": None, "turned_by": None, "since": now}
    assert statements.update(Table, {"id": one.pk, "revision": one.revision}, {**fields, "revision": 7}) == 1
    Table.objects.filter(pk=other.pk).update(**fields, revision=7)
    assert stored(Table, one.pk, *fields, "revision") == stored(Table, other.pk, *fields, "revision")


def test_a_row_that_is_not_as_it_was_is_left_alone() -> None:
    table = sit(GAME, person(), None)
    assert statements.update(Table, {"id": table.pk, "revision": table.revision + 1}, {"revision": 99}) == 0
    assert Table.objects.get(pk=table.pk).revision == table.revision


def test_new_rows_are_those_that_a_queryset_would_make() -> None:
    one, other = (sit(GAME, person(), None) for _ in range(2))
    rows = [{"ply": ply, "seat": 1, "move": "Ta@B", "made": timezone.now()} for ply in range(2)]
    statements.insert([Entry(table=one, **row) for row in rows])
    Entry.objects.bulk_create([Entry(table=other, kind=Entry.Kind.MOVE, **row) for row in rows])
    names = ("ply", "seat", "kind", "move", "made")
    written = [[stored(Entry, row.pk, *names) for row in table.entries.all()] for table in (one, other)]
    assert len(written[0]) == 2 and written[0] == written[1]


def test_no_two_rows_have_the_same_ply() -> None:
    table = sit(GAME, person(), None)
    statements.insert([Entry(table=table, ply=0, seat=0)])
    with pytest.raises(IntegrityError), transaction.atomic():
        statements.insert([Entry(table=table, ply=0, seat=1)])
    assert [entry.seat for entry in table.entries.all()] == [0]


def test_of_no_rows_nothing_is_written() -> None:
    statements.insert([])
    assert not Entry.objects.exists()
