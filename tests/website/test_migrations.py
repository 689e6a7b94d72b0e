"""A house of yesterday, opened today: everybody and everything is still there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections

from camarilla.site.models import Person, Seat, Table, hash_key

PEOPLE = {"key-of-anna": "Anna", "key-of-bob": "Bob"}
OLD = "old"


@pytest.fixture
def old(tmp_path: Path) -> Iterator[str]:
    """A database as it was before keys were hashed."""
    connections.databases[OLD] = {**connections.databases["default"], "NAME": tmp_path / "old.sqlite3"}
    call_command("migrate", "camarilla", "0003", database=OLD, verbosity=0)
    with connections[OLD].cursor() as cursor:
        for key, name in PEOPLE.items():
            cursor.execute(
                "INSERT INTO camarilla_person (key, name, created) VALUES (%s, %s, '2026-01-01')", [key, name]
            )
        row = {"id": 7, "slug": "evening", "game": "x", "options": "{}", "seed": 5, "host_id": "key-of-bob"}
        row |= {"stage": "playing", "listed": 0, "clock": 0, "sand": 0, "revision": 3, "version": 1}
        row |= {"since": "2026-01-01", "created": "2026-01-01"}
        cursor.execute(
            f"INSERT INTO camarilla_table ({', '.join(row)}) VALUES ({', '.join(['%s'] * len(row))})", [*row.values()]
        )
        for number, key in enumerate([*PEOPLE, None]):
            seat = [7, number, "person" if key else "open", key, PEOPLE.get(key or "", ""), "", 0]
            columns = "table_id, number, kind, person_id, name, level, away"
            cursor.execute(f"INSERT INTO camarilla_seat ({columns}) VALUES (%s, %s, %s, %s, %s, %s, %s)", seat)
    yield OLD
    connections[OLD].close()
    del connections[OLD], connections.databases[OLD]


def test_people_keep_their_keys_and_their_seats(old: str) -> None:
    call_command("migrate", database=old, verbosity=0)
    people = {one.name: one for one in Person.objects.using(old)}
    assert {name: one.key_hash for name, one in people.items()} == {name: hash_key(key) for key, name in PEOPLE.items()}
    table = Table.objects.using(old).get()
    assert (table.slug, table.host) == ("evening", people["Bob"])
    seated = list(Seat.objects.using(old).values_list("number", "person__name").order_by("number"))
    assert seated == [(0, "Anna"), (1, "Bob"), (2, None)]


def test_no_key_is_left_in_the_database(old: str, tmp_path: Path) -> None:
    call_command("migrate", database=old, verbosity=0)
    connections[old].cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = (tmp_path / "old.sqlite3").read_bytes()
    assert b"Anna" in kept and not [key for key in PEOPLE if key.encode() in kept]


def test_nothing_is_left_to_migrate() -> None:
    """A model that changed without a migration would be found by the first who opens the house."""
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
